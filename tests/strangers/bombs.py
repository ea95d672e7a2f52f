"""Files made to hurt whoever opens them, at most 10 MB each: a name that says what, and how the bytes are made."""

import io
import struct
import zipfile
import zlib
from collections.abc import Callable

import numpy as np

from mlexplorer.figures.files import embedded
from mlexplorer.session import storage
from mlexplorer.session.opening import opening

MOST = 10_000_000
START = b'{"format":"mlexplorer","version":1,"book":'
PNG = embedded.PNG_START + embedded.chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
PNG += embedded.chunk(b"IDAT", zlib.compress(b"\0\0")) + embedded.chunk(b"IEND", b"")


def filled(piece: bytes, start: bytes = b"", end: bytes = b"", most: int = MOST) -> bytes:
    """Return a piece again and again, up to the limit."""
    return start + piece * ((most - len(start) - len(end)) // len(piece)) + end


def plain() -> bytes:
    """Return the yardstick: a text table of two columns of numbers and a class."""
    numbers = np.random.default_rng(0).normal(size=(220_000, 2)).tolist()
    rows = (f"{x:.16f},{y:.16f},{'ab'[x > 0]}\n" for x, y in numbers)
    return ("x,y,class\n" + "".join(rows)).encode()[:MOST].rpartition(b"\n")[0]


def packed(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip archive."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method, compresslevel=1) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


def array(values: np.ndarray) -> bytes:
    """Return an array as a .npy file."""
    file = io.BytesIO()
    np.save(file, values)
    return file.getvalue()


def text_chunk(text: bytes) -> bytes:
    """Return a PNG whose session is any text at all."""
    body = embedded.KEYWORD.encode() + b"\0\x01\0\0\0" + zlib.compress(text, 9)
    return PNG[:-12] + embedded.chunk(b"iTXt", body) + PNG[-12:]


def pdf(stream: bytes) -> bytes:
    """Return a PDF with one stream."""
    return b"%PDF-1.4\n1 0 obj\nstream\n" + stream + b"\nendstream\n"


def workbook(sheet: bytes) -> bytes:
    """Return a spreadsheet with one sheet of any text at all."""
    relations = "http://schemas.openxmlformats.org/package/2006/relationships"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return packed(
        {
            "_rels/.rels": f'<Relationships xmlns="{relations}"><Relationship Id="r1" Type="{office}/officeDocument" '
            'Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets>'
            '<sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{relations}"><Relationship Id="r1" '
            f'Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
            "xl/worksheets/sheet1.xml": sheet,
        }
    )


def rows_of_cells(count: int) -> bytes:
    """Return a sheet of so many rows of two equal numbers."""
    rows = (f'<row r="{n}"><c r="A{n}"><v>1</v></c><c r="B{n}"><v>2</v></c></row>' for n in range(1, count + 1))
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return f'<worksheet xmlns="{main}"><sheetData>{"".join(rows)}</sheetData></worksheet>'.encode()


def session_with(old: str, new: str) -> bytes:
    """Return the opening scene as a file in which some words are others."""
    text = storage.dumps(opening())
    assert old in text, old
    return text.replace(old, new, 1).encode("utf-8", "surrogatepass")


def points(row: str) -> bytes:
    """Return a session with as many equal points as fit."""
    text = storage.dumps(opening()).replace('"points":null', '"points":{"points":[@],"labels":[]}', 1)
    return text.replace("@", ",".join([row] * (9_000_000 // (len(row) + 1))), 1).encode()


def letters(count: int) -> list[str]:
    """Return so many different words of four letters or digits."""
    some = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return [f"{some[n // 226981 % 61]}{some[n // 3721 % 61]}{some[n // 61 % 61]}{some[n % 61]}" for n in range(count)]


NAMES = b",".join([b"x"] * 1000)
BOMBS: dict[str, Callable[[], bytes]] = {
    "digits and a letter.csv": lambda: b"x,y\n" + (b"1" * 20_000 + b"a,2\n") * 400,
    "digits.csv": lambda: b"x,y\n" + (b"1" * 500_000 + b",2\n") * 19,
    "quotes.csv": lambda: filled(b'"', most=999_000) + b"\n" + filled(b'"\n', most=9_000_000),
    "one quote.csv": lambda: filled(b"1,2\n", b'x,y\n"'),
    "commas.csv": lambda: filled(b"," * 900_000 + b"\n"),
    "equal names.csv": lambda: NAMES + b"\n" + (b",".join([b"1"] * 1000) + b"\n") * 40,
    "line ends.csv": lambda: filled(b"\n"),
    "comments.csv": lambda: filled(b"#\n", b"", b"1,2\n"),
    "narrow.csv": lambda: filled(b"1\n"),
    "words.csv": lambda: b"class,x\n" + b"".join(b"%s,1\n" % word.encode() for word in letters(1_400_000)),
    "word columns.csv": lambda: b"a," * 999 + b"a\n" + filled(b"u," * 999 + b"v\n", most=9_990_000),
    "carriage returns.csv": lambda: filled(b"\r", end=b"1,2"),
    "spaces.csv": lambda: filled(b"1" + b" " * 500_000 + b"2\n"),
    "nulls.csv": lambda: filled(b"1,\xe9\n"),
    "blanks.json": lambda: filled(b" ", end=b"[[1,2],[3,4]]"),
    "blank lines.json": lambda: filled(b"\n", end=b"[[1,2],[3,4]]"),
    "lists.json": lambda: filled(b"[],", b'{"a":[', b"0]}"),
    "objects.json": lambda: filled(b'{"":{}},', b'{"a":[', b"0]}"),
    "empty records.json": lambda: filled(b"[],", b"[", b"[1]]"),
    "records.json": lambda: filled(b'{"a":1},', b"[", b'{"a":2}]'),
    "wide record.json": lambda: (
        b"[{" + b",".join(b'"%d":0' % n for n in range(999)) + b"}," + filled(b"{},", most=9_900_000) + b"{}]"
    ),
    "names.json": lambda: b"[{" + b",".join(b'"%d":0' % n for n in range(900_000)) + b"}]",
    "deep.json": lambda: filled(b"["),
    "deep objects.json": lambda: filled(b'{"":'),
    "digits.json": lambda: filled(b"9", b'[{"a":', b"}]"),
    "many digits.json": lambda: filled(b"[" + b"9" * 4200 + b",1],", b"[", b"[1,1]]"),
    "escapes.json": lambda: filled(b"\\u0041", b'[{"a":"', b'"}]'),
    "half an object.json": lambda: filled(b'{"a":1}\n', b"{", b""),
    "sparse.libsvm": lambda: b"1 1000:1\n" + filled(b"1\n", most=9_999_000),
    "short.libsvm": lambda: filled(b"1 1:1\n"),
    "digits.libsvm": lambda: filled(b"1 " + b"1" * 4000 + b":1\n"),
    "sparse.arff": lambda: (
        b"".join(b"@attribute a%d numeric\n" % n for n in range(999)) + b"@data\n" + filled(b"{}\n", most=9_900_000)
    ),
    "sparse words.arff": lambda: b"@attribute a {" + b"u" * 900_000 + b"}\n@data\n" + filled(b"{}\n", most=9_000_000),
    "short.arff": lambda: filled(b"{0 1}\n", b"@attribute a numeric\n@data\n"),
    "narrow.arff": lambda: filled(b"1\n", b"@attribute a numeric\n@data\n"),
    "narrow words.arff": lambda: filled(b"'u'\n", b"@attribute a string\n@data\n"),
    "spaces.arff": lambda: b"@attribute a string\n@data\n" + filled(b"a" + b" " * 900_000 + b"b'\n", most=9_000_000),
    "blanks.arff": lambda: filled(b"a," + b" " * 900_000 + b"'b\n", b"@attribute a string\n@data\n", most=9_000_000),
    "quotes.arff": lambda: b"@attribute a string\n@data\n" + filled(b"'" + b"\\'" * 400_000 + b"\n", most=9_000_000),
    "attribute.arff": lambda: filled(b"@attribute " + b"'a " * 300_000 + b"\n"),
    "zeros.npz": lambda: packed({"x.npy": array(np.zeros((33_000_000, 2)))}),
    "bytes.npz": lambda: packed({"x.npy": array(np.zeros((500_000, 999), np.int8))}),
    "letters.npz": lambda: packed({"x.npy": array(np.zeros(1_900_000, "U60"))}),
    "wide letters.npz": lambda: packed({"x.npy": array(np.zeros((1000, 1000), "U100"))}),
    "wide letters.npy": lambda: array(np.zeros((1000, 1000), "S9")),
    "bzip.npz": lambda: packed({"x.npy": array(np.zeros((20_000_000, 2)))}, zipfile.ZIP_BZIP2),
    "members.npz": lambda: packed({f"{n}.npy": array(np.zeros(1)) for n in range(40_000)}),
    "bytes.npy": lambda: array(np.zeros((2_000_000, 4), np.int8)),
    "cells.xlsx": lambda: workbook(rows_of_cells(900_000)),
    "sheet.xlsx": lambda: workbook(rows_of_cells(374_000)),
    "elements.xlsx": lambda: workbook(filled(b"<a/>", b"<worksheet>", b"</worksheet>", most=400_000_000)),
    "spaces.xlsx": lambda: workbook(filled(b" ", b"<worksheet>", b"</worksheet>", most=500_000_000)),
    "deep.xlsx": lambda: workbook(filled(b"<a>", most=60_000_000)),
    "attributes.xlsx": lambda: workbook(b"<worksheet " + b" ".join(b'a%d=""' % n for n in range(900_000)) + b"/>"),
    "entities.xlsx": lambda: workbook(LAUGHS),
    "entities.svg": lambda: LAUGHS,
    "elements.svg": lambda: filled(b"<a/>", b"<svg>", b"</svg>"),
    "deep.svg": lambda: filled(b"<a>"),
    "attributes.svg": lambda: b"<svg " + b" ".join(b'a%d=""' % n for n in range(900_000)) + b"/>",
    "text.svg": lambda: filled(b"&lt;", b'<svg><session xmlns="urn:mlexplorer:session">', b"</session></svg>"),
    "streams.pdf": lambda: filled(b"\nstream\n", b"%PDF-1.4"),
    "packed streams.pdf": lambda: filled(b"\nstream\nx\x9c\x03\x00", b"%PDF-1.4"),
    "blanks.pdf": lambda: pdf(zlib.compress(START + b" " * 400_000_000, 9)),
    "blanks.png": lambda: text_chunk(START + b" " * 44_000_000),
    "lists.png": lambda: text_chunk(filled(b"[],", START + b"[", b"0]}", most=44_000_000)),
    "numbers.png": lambda: text_chunk(filled(b"0,", START + b"[", b"0]}", most=400_000_000)),
    "points.png": lambda: text_chunk(points("[0.25,0.5]")),
    "chunks.png": lambda: PNG[:-12] + embedded.chunk(b"tEXt", b"") * 800_000,
    "chunk that lies.png": lambda: PNG[:33] + b"\xff\xff\xff\xff" + b"iTXt" + b"mlexplorer\0\x01\0\0\0",
    "blanks.mlx.json": lambda: filled(b" ", end=storage.dumps(opening()).encode()),
    "lists.mlx.json": lambda: filled(b"[],", START + b"[", b"0]}"),
    "objects.mlx.json": lambda: filled(b'{"":{}},', START + b"[", b"0]}"),
    "floats.mlx.json": lambda: filled(b"1e9,", START + b"[", b"0]}"),
    "points.mlx.json": lambda: points("[0,0]"),
    "plain points.mlx.json": lambda: points("[0.25,0.5]"),
    "wrong points.mlx.json": lambda: points('["",0.25]'),
    "labels.mlx.json": lambda: points("[0,0]").replace(b'"labels":[]', b'"labels":[' + b"0," * 10 + b"0]"),
    "deep.mlx.json": lambda: filled(b"[", START),
    "digits.mlx.json": lambda: session_with('"noise":0.24', '"noise":' + "9" * 5000),
    "many digits.mlx.json": lambda: session_with('"noise":0.24', '"noise":' + "9" * 9_000_000),
    "large.mlx.json": lambda: session_with('"noise":0.24', '"noise":1' + "0" * 400),
    "large share.mlx.json": lambda: session_with('"share":0.35', '"share":1' + "0" * 400),
    "large step.mlx.json": lambda: session_with('"step":null', '"step":1' + "0" * 400),
    "large bound.mlx.json": lambda: session_with('"bounds":null', '"bounds":[0,1' + "0" * 400 + ",0,1]"),
    "long name.mlx.json": lambda: session_with('"name":""', '"name":"' + "a" * 9_000_000 + '"'),
    "long number.mlx.json": lambda: session_with('"seed":5', '"seed":' + "5" * 4000),
    "switches.mlx.json": lambda: session_with('"switches":[]', '"switches":[' + '["",true],' * 900_000 + '["",true]]'),
    "scenes.mlx.json": lambda: session_with('"scenes":[', '"scenes":[' + "{}," * 3_000_000),
}
LAUGHS = b"<!DOCTYPE a [<!ENTITY a0 'ha'>" + b"".join(
    b"<!ENTITY a%d '%s'>" % (n, b"&a%d;" % (n - 1) * 10) for n in range(1, 12)
)
LAUGHS += b"]><svg><session xmlns='urn:mlexplorer:session'>&a11;</session></svg>"
