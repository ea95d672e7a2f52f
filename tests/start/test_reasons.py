"""Rule 7: reasons in plain words."""

import pytest

from main import explain


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "disk is full"),
        ("OSError: [Errno 122] Disk quota exceeded", "disk is full"),
        ("Failed to establish a new connection: [Errno -3] Temporary failure in name resolution", "offline?"),
        ("NewConnectionError: [Errno 111] Connection refused\nERROR: No matching distribution found", "offline?"),
        ("ReadTimeoutError: HTTPSConnectionPool(host='x', port=443): Read timed out.", "offline?"),
        ("E: Failed to fetch http://x  Temporary failure resolving 'x'", "offline?"),
        ("SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED]", "certificate"),
        ("ProxyError('Cannot connect to proxy.', OSError('Tunnel connection failed: 403", "proxy"),
        ("ERROR: No matching distribution found for numpy>=9", "no version of a package fits"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "damaged"),
        ("[Errno 13] Permission denied: '/usr/lib/x'", "may not be written"),
        ("Segmentation fault", "the last line tells why"),
    ],
)
def test_reasons_are_plain(text: str, words: str) -> None:
    assert words in explain(text)[0]


def test_the_last_error_is_shown_rather_than_a_later_notice() -> None:
    assert explain("ERROR: first\nERROR: second\n\nWARNING: a notice\n")[1] == "ERROR: second"
    assert explain("one\ntwo\n\n")[1] == "two"
    assert explain("")[1] == "(no output)"
