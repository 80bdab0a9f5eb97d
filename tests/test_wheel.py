import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_wheel_holds_what_runs_with_its_licences_and_nothing_else(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    package = {name.removeprefix("scaning/") for name in names if name.startswith("scaning/")}
    others = {name.partition("/")[2] for name in names if not name.startswith("scaning/")}
    source = ROOT / "src" / "scaning"
    assert {
        str(path.relative_to(source))
        for path in source.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    } == package
    assert {"py.typed", "models/parser/LICENSE", "models/encoder/model.onnx"} <= package
    assert {"licenses/LICENSE", "licenses/NOTICE", "entry_points.txt"} <= others
    assert len(others) == len({"METADATA", "WHEEL", "RECORD"}) + 3
