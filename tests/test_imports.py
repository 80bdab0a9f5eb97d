import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "scaning"
HEAVY = {
    "fastapi", "numpy", "onnxruntime", "openpyxl", "rich", "spacy", "sqlalchemy", "tokenizers", "torch",
}  # fmt: skip

# Each layer may import those before it, and itself.
LAYERS = [
    {"errors", "records", "terminal"},
    {"corpus", "parse", "encoder", "facts"},
    {"score"},
    {"select"},
    {"show"},
    {"commands"},
    {"cli"},
]


@pytest.mark.parametrize(
    ("statement", "allowed"),
    [
        ("import scaning", set()),
        ("import scaning.cli", set()),
        ("from scaning.cli import main; main(['--help'])", set()),
        ("from scaning.cli import main; main(['check', '--help'])", set()),
        ("import scaning.corpus, scaning.facts, scaning.records", set()),
        ("import scaning.show", {"rich"}),
    ],
)
def test_nothing_heavy_is_imported_before_it_is_needed(statement: str, allowed: set[str]) -> None:
    code = f"""if True:
        import json, sys
        try:
            {statement}
        except SystemExit:
            pass
        print(json.dumps(sorted({{name.partition(".")[0] for name in sys.modules}})))
    """
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert HEAVY & set(json.loads(ran.stdout.splitlines()[-1])) <= allowed


def imported_by(path: Path) -> set[str]:
    """The modules of this package that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "scaning":
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            parts = node.module.split(".")
            found |= {parts[1]} if parts[0] == "scaning" else set()
        elif isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
            found |= {parts[1] for parts in names if parts[0] == "scaning" and len(parts) > 1}
    return found


def test_imports_point_from_the_command_line_to_the_records() -> None:
    layer_of = {name: layer for layer, names in enumerate(LAYERS) for name in names}
    for path in SOURCE.rglob("*.py"):
        ours = path.relative_to(SOURCE).with_suffix("").parts[0]
        for theirs in imported_by(path) & layer_of.keys():
            assert layer_of.get(ours, 99) >= layer_of[theirs], f"{path.name} imports {theirs}"
            if ours in layer_of and layer_of[ours] == layer_of[theirs]:
                assert ours == theirs or theirs in {"errors", "parse"}, f"{ours} imports {theirs}"


def test_the_default_install_has_no_torch() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert not [name for name in project["dependencies"] if "torch" in name or "transf" in name]
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "spacy==" in lock
    assert "torch" not in lock


def test_the_lock_names_hashes_for_every_version_and_no_index() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "://" not in lock
    assert "--index" not in lock
    for requirement in lock.replace("\\\n", "").splitlines():
        assert "==" in requirement
        assert "--hash=sha256:" in requirement


def test_every_dependency_is_in_the_lock() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = project["project"]["dependencies"]
    wanted += [one for one in project["dependency-groups"]["dev"] if isinstance(one, str)]
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    for requirement in wanted:
        name = re.split("[=<>]", requirement)[0]
        assert f"\n{name}==" in f"\n{lock}", name


def test_only_one_module_imports_onnx_runtime() -> None:
    importers = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if re.search(r"^\s*(from|import) onnxruntime", path.read_text(encoding="utf-8"), re.M)
    }
    assert importers == {"inference.py"}


def test_encoding_leaves_no_trace_in_the_home_of_the_user(tmp_path: Path) -> None:
    # ONNX Runtime keeps a device id and events to be sent there, unless it is told not to.
    code = "from scaning.encoder import encoder_of; encoder_of().encode(['Ann has 3 apples.'])"
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path)}
    known = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    subprocess.run([sys.executable, "-c", code], env=known | home, check=True)
    assert list(tmp_path.rglob("*")) == []
