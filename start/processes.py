"""Run other programs: with a clean environment, in silence, with a log, or in place of this one."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

UNWANTED = (
    "PYTHONPATH",
    "PYTHONHOME",
    "QT_PLUGIN_PATH",
    "QT_QPA_PLATFORM_PLUGIN_PATH",
    "PIP_USER",
    "PIP_TARGET",
    "PIP_PREFIX",
)
ENGLISH = {"LC_ALL": "C.UTF-8"}  # so that the messages below are found
REASONS = (
    (r"No space left|Errno 28\b|[Dd]isk quota", "the disk is full"),
    (r"CERTIFICATE_VERIFY_FAILED|SSLError|certificate verif", "the certificate of the package server is refused"),
    (r"ProxyError|Cannot connect to proxy|Tunnel connection failed", "the proxy refuses the connection"),
    (
        r"NewConnectionError|[Nn]ame resolution|Name or service not known|getaddrinfo|nodename nor servname|dns error"
        r"|Network is unreachable|[Cc]onnection refused|[Tt]imed out|Temporary failure resolving|Could not resolve",
        "the package server cannot be reached (offline?)",
    ),
    (r"DO NOT MATCH THE HASHES|BadZipFile|IncompleteRead", "a download is damaged"),
    (r"No matching distribution|Unable to locate package", "no version of a package fits this Python and system"),
    (r"ResolutionImpossible|conflicting dependencies", "the packages contradict each other"),
    (r"Permission denied|Access is denied|Errno 13\b", "a file may not be written"),
)


class Failure(Exception):
    """Set-up cannot go on; the text tells the user why and what to do."""


def say(text: object) -> None:
    """Print a line of progress, apart from what the program itself prints."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def has_display() -> bool:
    """Tell whether a window could be shown."""
    variables = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in variables)


def child_environment(**changes: str) -> dict[str, str]:
    """Return our environment without what leads Python, pip or Qt astray; without a display Qt paints in memory."""
    environment = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    return environment | ({} if has_display() else {"QT_QPA_PLATFORM": "offscreen"}) | changes


def become(command: list[str], environment: dict[str, str]) -> int:
    """Run a command in place of this process; on Windows wait for it and return its exit code."""
    sys.stdout.flush()
    if sys.platform == "win32":
        return subprocess.call(command, env=environment)
    return os.execve(command[0], command, environment)


def quietly(command: Sequence[str | Path]) -> "subprocess.CompletedProcess[str]":
    """Run a command and keep what it prints; one that cannot be started has the exit code 127."""
    try:
        return subprocess.run(
            command, capture_output=True, text=True, errors="replace", env=child_environment(**ENGLISH), check=False
        )
    except OSError as problem:
        return subprocess.CompletedProcess(command, 127, "", str(problem))


def run_logged(command: Sequence[str | Path], log: Path) -> None:
    """Run a command with its output in a log, and tell in plain words why it failed."""
    log.parent.mkdir(parents=True, exist_ok=True)
    retries = os.environ.get("PIP_RETRIES", "2")
    environment = child_environment(DEBIAN_FRONTEND="noninteractive", PIP_RETRIES=retries, **ENGLISH)
    with log.open("ab") as file:
        start = file.tell()
        code = subprocess.call(command, stdin=subprocess.DEVNULL, stdout=file, stderr=file, env=environment)
    if code:
        text = log.read_bytes()[start:].decode("utf-8", "replace")
        name = " ".join(Path(part).name for part in command[:3])
        raise Failure(f"{name} failed: {reason(text)}.\n  {last_error(text)}\n  All it said: {log}")


def reason(text: str) -> str:
    """Return in plain words why pip, apt or a file operation failed."""
    return next((words for pattern, words in REASONS if re.search(pattern, text)), "the last line tells why")


def last_error(text: str) -> str:
    """Return the last line that is an error, else the last line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"(ERROR|error|E):", line)]
    return (errors or lines or ["(no output)"])[-1]
