"""The command line: every command without a display, exit codes, and one sentence for everything that fails."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mlexplorer.cli import shell
from mlexplorer.core import registry
from mlexplorer.core.decision import Rule
from mlexplorer.core.params import specs
from mlexplorer.figures.files import embedded
from mlexplorer.figures.sheet import Sheet
from mlexplorer.session import storage
from mlexplorer.session.opening import opening

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def command(*words):
    return shell.main(list(words))


def files():
    return sorted(path.name for path in Path.cwd().iterdir())


def test_a_figure_needs_no_display_and_builds_no_window(tmp_path):
    """In a Python of its own, with the environment of a machine without a screen."""
    hidden = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "QT_QPA_PLATFORM")}
    code = (
        "import sys; from mlexplorer.cli.shell import main; code = main(['figure', '-o', 'mlexplorer.png']);"
        "print([name for name in sys.modules if name.startswith(('PySide6.QtWidgets', 'pyqtgraph', 'mlexplorer.ui'))]);"
        "sys.exit(code)"
    )
    run = [sys.executable, "-c", code]
    done = subprocess.run(
        run, cwd=tmp_path, env={**hidden, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "[]", "")
    assert embedded.read(tmp_path / "mlexplorer.png") == opening()


def test_source_model_parameters_layers_and_step_reach_the_figure():
    done = command(
        *("figure", "--data", "moons", "--data-set", "noise=0.3", "--data-set", "count=80", "--model", "logistic"),
        *("--set", "solver=gradient", "--set", "average=no", "--hold-out", "0.25", "--transform", "standardise"),
        *("--layers", "training,boundary", "--step", "7", "-o", "one.svg", "-o", "two.pdf", "--theme", "print_grey"),
    )
    assert done == 0
    assert files() == ["one.svg", "two.pdf"]
    session = embedded.read(Path("one.svg")).session
    assert embedded.read(Path("two.pdf")).session == session
    document = session.document
    assert document.source.values() == {**registry.source("moons")().values(), "noise": 0.3, "count": 80}
    assert (session.run.model.solver, session.run.model.average) == ("gradient", False)
    assert (document.holdout.share, document.transforms, session.view.step) == (0.25, ("standardise",), 7)
    assert not any(session.view.shows(name, True) for name in ("regions", "errors", "test"))
    assert all(session.view.shows(name, True) for name in ("training", "boundary"))


def test_a_rule_reaches_figure_study_script_and_the_numbers_of_a_view(capsys):
    chosen = ("gaussians", "--model", "logistic", "--threshold", "0.3", "--reject", "0.6", "--hold-out", "0.5")
    targets = ("-o", "a.svg", "-o", "a.json", "-o", "a.csv", "-o", "a.py")
    assert command("figure", *chosen, "--view", "judge", *targets) == 0
    assert embedded.read(Path("a.svg")).session.document.rule == Rule(0.3, reject=0.6)
    found = json.loads(Path("a.json").read_text(encoding="utf-8"))
    assert (found["threshold"], found["reject"], found["part"]) == (0.3, 0.6, "test")
    assert sum(map(sum, found["confusion"])) + sum(found["rejected"]) == found["points"]
    assert f"accuracy,,,,{found['accuracy']}" in Path("a.csv").read_text(encoding="utf-8")
    assert "threshold=0.3, reject=0.6" in Path("a.py").read_text(encoding="utf-8")
    priced = ("gaussians", "--model", "logistic", "--costs", "0,1;10,0")
    assert command("figure", *priced, "--view", "roc", "-o", "b.json", "-o", "b.pdf") == 0
    assert json.loads(Path("b.json").read_text(encoding="utf-8"))["threshold"] == pytest.approx(1 / 11)
    assert command("study", "influence", *priced, "--study-set", "places=8", "--json") == 0
    assert json.loads(capsys.readouterr().out)


def test_layers_can_be_changed_one_by_one():
    assert command("figure", "--data", "moons", "--layers", "-errors,-regions", "-o", "a.svg") == 0
    assert embedded.read(Path("a.svg")).session.view.switches == (("errors", False), ("regions", False))


def test_a_source_can_be_a_word_a_session_a_figure_or_a_table():
    storage.save(opening(), Path("talk.mlx.json"))
    Path("table.csv").write_text("height,weight,class\n1,2,a\n2,1,b\n3,3,a\n4,1,b\n", encoding="utf-8")
    assert command("figure", "circles", "--model", "knn", "-o", "word.png", "--dpi", "60") == 0
    assert command("figure", "talk.mlx.json", "-o", "session.svg") == 0
    assert command("figure", "session.svg", "--set", "gamma=3", "-o", "again.svg") == 0
    assert command("figure", "table.csv", "--model", "knn", "--set", "k=1", "-o", "table.pdf") == 0
    assert embedded.read(Path("word.png")).session.document.source.public_name() == "circles"
    assert embedded.read(Path("session.svg")) == opening()
    assert embedded.read(Path("again.svg")).session.run.model.gamma == 3.0
    points = embedded.read(Path("table.pdf")).session.document.points
    assert points.names == ("height", "weight")
    assert points.class_names[:2] == ("a", "b")


def test_the_columns_and_rows_of_a_table_are_chosen_and_told(capsys):
    rows = ["day,height,weight,kind,class", "1,1.5,50,a,u", "2,1.7,,b,v", "3,1.6,60,a,u", "4,1.8,80,b,v", "5,2,90,c,u"]
    Path("people.csv").write_text("\n".join(rows), encoding="utf-8")
    words = ("figure", "people.csv", "--x", "weight", "--y", "height", "--class", "kind", "--rows", ":4", "-o", "a.svg")
    assert command(*words, "--model", "knn", "--set", "k=1") == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == (
        "people.csv: weight and height, 3 points in 2 classes. "
        "1 row with missing values was left out; the first is line 3.\n"
    )
    points = embedded.read(Path("a.svg")).session.document.points
    assert points.names == ("weight", "height")
    assert points.class_names[:2] == ("a", "b")
    assert points.points.tolist() == [[50, 1.5], [60, 1.6], [80, 1.8]]


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("t.csv", "--x", "hight"), 1, "There is no column 'hight'; perhaps you mean 'height'."),
        (("t.csv", "--x", "kind"), 1, "The column 'kind' holds no numbers: choose another one."),
        (("t.csv", "--rows", "3"), 1, "Rows are written as 1:100, 5: or :20, not '3'."),
        (("t.csv", "--rows", "9:"), 1, "There are no rows 9:: the table has 2."),
        (("t.csv", "--sheet", "May"), 1, "t.csv has no sheets: only a spreadsheet has."),
        (("moons", "--x", "height"), 2, "Columns, rows and sheets are those of a table, and moons is none."),
        (("--x", "height"), 2, "--x, --y, --class, --sheet and --rows need a table: name its file."),
    ],
)
def test_columns_that_cannot_be_chosen_are_refused(words, code, sentence, capsys):
    Path("t.csv").write_text("height,weight,kind\n1,2,a\n2,1,b\n", encoding="utf-8")
    assert command("figure", *words, "-o", "a.svg") == code
    assert sentence in capsys.readouterr().err
    assert files() == ["t.csv"]


def test_a_model_that_is_not_named_is_the_one_that_would_be():
    assert command("figure", "moons", "-o", "a.svg") == command("figure", "moons", "--model", "svm", "-o", "b.svg") == 0
    assert embedded.read(Path("a.svg")).session.run == embedded.read(Path("b.svg")).session.run


def test_a_rule_that_changes_nothing_is_told(capsys):
    assert command("figure", "moons", "--costs", "0,1;5,0", "-o", "a.svg") == 0
    assert capsys.readouterr().err == "Costs and rejection need probabilities, and this method gives none.\n"
    assert command("figure", "moons", "--model", "lda", "--costs", "0,1;5,0", "-o", "a.svg") == 0
    assert capsys.readouterr().err == ""


def test_a_step_that_is_not_there_is_told_and_a_second_sweep_refused(capsys):
    words = ("--model", "kmeans", "--set", "k=2")
    assert command("figure", "moons", *words, "--step", "999", "-o", "a.svg") == 0
    assert re.fullmatch(
        r"There is no step 999: the timeline has the steps 0 to \d+, and the last is drawn\.\n", capsys.readouterr().err
    )
    assert command("film", "moons", *words, "--sweep", "k=2:3:2", "--sweep", "k=2:4:2", "-o", "a.gif") == 2
    assert "A film sweeps one parameter: say --sweep once." in capsys.readouterr().err


def test_a_figure_that_is_hard_to_read_or_higher_than_a_page_says_so(capsys):
    assert command("figure", "moons", "--width", "40mm", "-o", "a.svg") == 0
    assert capsys.readouterr().err == (
        "The smallest plot measures 15 mm, which is hard to read: a width of 50 mm would do.\n"
    )
    words = ("figure", "moons", "--model", "logistic", "--hold-out", "0.5", "--view", "judge+projection+losses")
    assert command(*words, "-o", "b.svg", "--width", "120mm") == 0
    found = re.fullmatch(
        r"The figure is 4\d\d mm high, higher than a page: a width of (\d+) mm would do\.\n", capsys.readouterr().err
    )
    assert command(*words, "-o", "b.svg", "--width", f"{found[1]}mm") == 0
    assert capsys.readouterr().err == ""


def test_a_still_is_one_frame_of_the_film(capsys):
    words = ("film", "moons", "--model", "kmeans", "--set", "k=3", "--width", "160", "--height", "120", "--quiet")
    assert command(*words, "--still", "2", "-o", "two.png") == command(*words, "--still", "end", "-o", "end.png") == 0
    assert files() == ["end.png", "two.png"]
    assert embedded.read(Path("two.png")).session.view.step == 2
    assert command(*words, "--still", "999", "-o", "no.png") == 2
    assert re.search(r"The timeline has the steps 0 to \d+, not 999\.", capsys.readouterr().err)
    assert command(*words, "--still", "2", "-o", "two.gif") == 2
    assert "A still cannot be written as '.gif'" in capsys.readouterr().err


def test_what_a_fit_says_of_itself_is_told_with_the_words_that_help(capsys):
    assert command("figure", "cars", "--model", "kernel_ridge", "-o", "cars.svg") == 0
    told = capsys.readouterr().err
    assert told.startswith("The kernel is narrower than the gaps between most points")
    assert told.rstrip().endswith("Try --set gamma=0.02.")
    assert command("figure", "cars", "--model", "kernel_ridge", "--set", "gamma=0.02", "-o", "cars.svg") == 0
    assert capsys.readouterr().err == ""


def test_a_session_is_written_by_its_ending():
    assert command("figure", "moons", "--model", "knn", "--set", "k=3", "-o", "m.mlx.json") == 0
    assert storage.load(Path("m.mlx.json")).session.run.model.k == 3
    assert len(Path("m.mlx.json").read_text(encoding="utf-8").splitlines()) > 10, "in lines that a person can read"


def test_several_sources_and_parameters_become_panels():
    assert command("figure", "moons", "circles", "--model", "knn", "-o", "two.svg", "--width", "170mm") == 0
    assert [scene.title for scene in embedded.read(Path("two.svg")).scenes] == ["moons", "circles"]
    words = ("--vary", "gamma=0.5,2", "--vary", "cost=1,10")
    assert command("figure", "moons", "--model", "svm", *words, "-o", "four.svg") == 0
    titles = ["(a) γ = 0.5, C = 1, wrong:", "(b) γ = 0.5, C = 10, ", "(c) γ = 2, C = 1, ", "(d) γ = 2, C = 10, "]
    assert all(title in Path("four.svg").read_text(encoding="utf-8") for title in titles)
    assert command("figure", "moons", "--model", "kmeans", "--steps", "0,2,end", "-o", "steps.svg") == 0
    found = Path("steps.svg").read_text(encoding="utf-8")
    assert all(title in found for title in ("(a) step 0", "(b) step 2", "(c) end"))
    words = ("--steps", "3", "--vary", "gamma=1,2", "-o", "both.svg")
    assert command("figure", "moons", *words) == 2


def test_a_picture_of_the_window_that_cannot_be_written_gets_a_sentence(tmp_path):
    run = [sys.executable, "-m", "mlexplorer", "window", "-o", "nowhere/window.png"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(run, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "nowhere/window.png could not be written" in done.stderr


def test_texts_come_by_their_endings(capsys):
    words = ("-o", "a.tex", "-o", "a.json", "-o", "a.csv", "-o", "a.py", "--latex", "--width", "8.5cm")
    assert command("figure", "moons", "--model", "svm", *words) == 0
    assert files() == ["a.csv", "a.json", "a.py", "a.tex"]
    assert json.loads(Path("a.json").read_text(encoding="utf-8"))["model"] == "svm"
    assert "import mlexplorer as mlx" in Path("a.py").read_text(encoding="utf-8")
    assert r"\input{a.tex}" in capsys.readouterr().out
    words = ("-o", "a.tex", "-o", "a.pdf", "--latex", "--width", "8.5cm")
    assert command("figure", "moons", *words) == 0
    assert r"\includegraphics[width=85mm]{a.pdf}" in capsys.readouterr().out
    assert command("figure", "moons", "--model", "svm", "-o", "b.py", "--sklearn") == 0
    assert "mlexplorer" not in Path("b.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("--data", "mons"), 2, "There is no source 'mons'; perhaps you mean 'moons'."),
        (("moons", "--model", "sfm"), 2, "There is no model 'sfm'; perhaps you mean 'svm'."),
        (("moons", "--model", "svm", "--set", "gama=1"), 2, "svm has no parameter 'gama'; perhaps you mean 'gamma'."),
        (("moons", "--model", "svm", "--set", "gamma=-1"), 2, "gamma must lie between 0.01 and 100, not -1.0."),
        (("moons", "--model", "svm", "--set", "gamma=x"), 2, "gamma must be a number, not 'x'."),
        (("moons", "--model", "knn", "--set", "k=1.5"), 2, "k must be a whole number, not '1.5'."),
        (("moons", "--model", "svm", "--set", "hard=maybe"), 2, "hard must be true or false, not 'maybe'."),
        (("moons", "--set", "gamma"), 2, "A parameter is written as name=value, not 'gamma'."),
        (("moons", "--data-set", "nois=1"), 2, "moons has no parameter 'nois'; perhaps you mean 'noise'."),
        (("moons", "--layers", "regons"), 2, "There is no layer 'regons'; perhaps you mean 'regions'."),
        (("moons", "--step", "last"), 2, "A step is a number from 0 or the word end, not 'last'."),
        (("moons", "--view", "plan"), 2, "There is no view 'plan'; perhaps you mean 'plane'."),
        (("moons", "--width", "8x"), 2, "'8x' is not a length: write it like 85mm"),
        (("moons", "--width", "3mm"), 2, "width must lie between 20 and 2000, not 3.0."),
        (("moons", "--theme", "prnt"), 2, "theme cannot be 'prnt'; perhaps you mean 'print'."),
        (("moons", "--hold-out", "2"), 2, "share must lie between 0 and 0.9, not 2.0."),
        (
            ("moons", "--transform", "standardize"),
            2,
            "There is no transform 'standardize'; perhaps you mean 'standardise'.",
        ),
        (("moons", "--vary", "gama=1,2"), 2, "svm has no parameter 'gama'"),
        (("moons", "--costs", "0,1;x,0"), 2, "Costs are written as rows of numbers like 0,1;5,0, not '0,1;x,0'."),
        (("moons", "--costs", "0,1"), 2, "Costs need one row and one column for each class."),
        (("moons", "--threshold", "1", "--costs", "0,1;1,0"), 2, "A threshold and costs exclude each other"),
        (("moons", "--reject", "1.5"), 2, "reject must be a probability: a number from 0 to 1."),
        (("none.mlx.json",), 2, "There is no file 'none.mlx.json'."),
        (("talk.mlx.json",), 1, "talk.mlx.json is damaged or not a session"),
        (("empty.csv",), 1, "The file is empty"),
        (("one.csv", "--model", "svm"), 1, "Two classes are needed: place a point of another class."),
        (("bare.svg",), 1, "bare.svg holds no session"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(words, code, sentence, capsys):
    Path("talk.mlx.json").write_text("{", encoding="utf-8")
    Path("empty.csv").write_text("", encoding="utf-8")
    Path("one.csv").write_text("x,y,class\n1,2,a\n2,3,a\n", encoding="utf-8")
    Path("bare.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", encoding="utf-8")
    before = files()
    assert command("figure", *words, "-o", "out.pdf") == code
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines()[-1].startswith(f"mlexplorer figure: {sentence}")
    assert said.err.count("\n") == 1 + ("one.csv" in words)  # which also tells what was read of it
    assert files() == before


@pytest.mark.parametrize(
    ("target", "code", "sentence"),
    [
        (
            "out.bmp",
            2,
            "A figure cannot be written as '.bmp': .svg .pdf .png are figures, .tex is TikZ, .json .csv ",
        ),
        ("out", 2, "A figure cannot be written to a file without an ending: .svg .pdf .png are figures"),
        ("none/out.pdf", 1, "The folder none does not exist."),
        ("folder.pdf", 1, "folder.pdf is a folder; a file needs a name of its own."),
    ],
)
def test_targets_that_cannot_be_written_are_refused(target, code, sentence, capsys):
    Path("folder.pdf").mkdir()
    assert command("figure", "moons", "-o", "good.svg", "-o", target) == code
    assert capsys.readouterr().err.startswith(f"mlexplorer figure: {sentence}")
    assert files() == ["folder.pdf"]


@pytest.mark.parametrize(
    "words", [("figure", "moons"), ("figure", "moons", "--data", "circles", "-o", "a.svg"), ("film",)]
)
def test_half_a_command_shows_how_it_is_used(words, capsys):
    with pytest.raises(SystemExit) as ended:
        command(*words)
    assert ended.value.code == 2
    assert "usage: mlexplorer" in capsys.readouterr().err


def test_every_option_of_a_sheet_is_an_option_of_the_command(capsys):
    with pytest.raises(SystemExit):
        command("figure", "--help")
    text = capsys.readouterr().out
    assert all(f"--{spec.name}" in text for spec in specs(Sheet))


def test_a_film_is_recorded_with_progress(capsys):
    words = ("--model", "kmeans", "--set", "k=3", "--width", "160", "--height", "120", "--most", "4")
    assert command("film", "moons", *words, "-o", "a.gif", "-o", "a.apng", "-o", "a.png") == 0
    assert files() == ["a-0001.png", "a-0002.png", "a-0003.png", "a-0004.png", "a.apng", "a.gif"]
    assert capsys.readouterr().err.endswith("100%\n")
    assert command("film", "moons", "--sweep", "gamma=0.1:10:3", *words[4:], "-o", "b.gif", "--quiet") == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--sweep", "gama=1:2:3"), "svm has no parameter 'gama'; perhaps you mean 'gamma'."),
        (("--sweep", "gamma=1:2"), "A sweep is written as name=from:to:count, not 'gamma=1:2'."),
        (("--sweep", "gamma=a:b:c"), "A sweep is written as name=from:to:count, not 'gamma=a:b:c'."),
        (("--fps", "0"), "fps must lie between 0.5 and 60, not 0.0."),
        (("--theme", "neon"), "theme cannot be 'neon'; there are dark, light"),
    ],
)
def test_films_nobody_can_make_are_refused(words, sentence, capsys):
    assert command("film", "moons", "--model", "svm", *words, "-o", "a.gif") == 2
    assert capsys.readouterr().err.startswith(f"mlexplorer film: {sentence}")
    assert files() == []


@pytest.mark.parametrize("words", [("fig",), ("fgure",), ("fig", "moons", "-o", "a.pdf"), ("figur", "--model", "svm")])
def test_a_word_that_is_no_command_is_refused(words, capsys):
    assert command(*words) == 2
    said = capsys.readouterr().err
    assert said == f"mlexplorer: There is no command or file {words[0]!r}; perhaps you mean 'figure'.\n"


def test_a_word_too_long_for_a_name_is_refused(capsys):
    assert command("a" * 5000) == 2
    assert capsys.readouterr().err.startswith("mlexplorer: There is no command or file 'aaa")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--sklearn",), "--sklearn changes .py files only, and none is written."),
        (("--dpi", "100"), "--dpi changes .png files only, and none is written."),
        (("--step", "3", "--steps", "0,end"), "--step 3 is left out: --steps names the moments."),
        (("--set", "degree=2"), "degree has no effect: Support vector machine does not use it with its other "),
        (("--vary", "gamma=1,2", "--vary", "cost=1,2", "--vary", "degree=2,3"), "degree has no effect: "),
    ],
)
def test_what_is_said_in_vain_is_told(words, sentence, capsys):
    assert command("figure", "moons", *words, "-o", "a.pdf") == 0
    assert capsys.readouterr().err.startswith(sentence)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
def test_without_a_display_a_sentence_says_so(capsys, monkeypatch):
    for name in shell.DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    for words in ((), ("session.mlx.json",)):
        assert command(*words) == 1
        assert capsys.readouterr().err.startswith("mlexplorer: There is no display")


@pytest.mark.parametrize(("name", "known"), [("models", registry.models), ("datasets", registry.sources)])
def test_lists_name_everything_with_its_limits(name, known, capsys):
    assert command(name) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(known())
    assert command(name, "--json") == 0
    described = json.loads(capsys.readouterr().out)
    for key, kind in known().items():
        assert list(described[key]["parameters"]) == [spec.name for spec in specs(kind)]
    one = next(key for key, kind in known().items() if specs(kind))
    assert command(name, one) == 0
    assert all(spec.name in capsys.readouterr().out for spec in specs(known()[one])[:1])


@pytest.mark.skipif(os.name == "nt", reason="pipes close otherwise there")
def test_a_reader_that_has_read_enough_is_no_error():
    words = [sys.executable, "-m", "mlexplorer", "models", "--json"]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_lists_refuse_unknown_names(capsys):
    assert command("models", "swm") == 2
    assert "perhaps you mean 'svm'." in capsys.readouterr().err


def test_the_gallery_shows_every_model_on_every_source(monkeypatch, capsys):
    """With two models and two sources, since all of them take minutes."""
    models = {name: registry.model(name) for name in ("knn", "kmeans")}
    sources = {name: registry.source(name) for name in ("moons", "placed", "corners")}
    monkeypatch.setattr(registry, "models", lambda: models)
    monkeypatch.setattr(registry, "sources", lambda: sources)
    assert command("figure", "--gallery", "gallery", "--width", "60mm") == 0
    made = sorted(path.name for path in Path("gallery").iterdir())
    assert made == ["index.html", "kmeans-corners.svg", "kmeans-moons.svg", "knn-corners.svg", "knn-moons.svg"]
    page = Path("gallery/index.html").read_text(encoding="utf-8")
    assert all(f'src="{name}"' in page for name in made[1:])
    assert "k-means: 2 figures" in capsys.readouterr().out


def test_the_layer_sheets_show_every_model_in_light_and_dark(monkeypatch, capsys):
    only = {name: kind for name, kind in registry.models().items() if name in ("tree", "kmeans")}
    monkeypatch.setattr(registry, "models", lambda: only)
    assert command("figure", "--layer-sheets", "sheets") == 0
    made = sorted(path.name for path in Path("sheets").iterdir())
    assert made == ["kmeans-dark.png", "kmeans-light.png", "tree-dark.png", "tree-light.png"]
    assert "Decision tree: " in capsys.readouterr().out
