import pytest

from scaning.errors import UsageError
from scaning.noise.settings import NoiseSettings


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"preset": "papr"}, "No preset 'papr'; did you mean 'paper'"),
        ({"table": "v11"}, "No table of combinations 'v11'"),
        ({"mode": "test"}, "No mode 'test'"),
        ({"rows": 0}, "rows is 0"),
        ({"passive": 1.5}, "passive is 1.5"),
        ({"tail": -1}, "tail is -1"),
    ],
)
def test_a_wrong_setting_is_named_before_anything_is_loaded(
    wrong: dict[str, object], said: str
) -> None:
    with pytest.raises(UsageError, match=said.replace("?", r"\?").split(";")[0]):
        NoiseSettings(**wrong)  # type: ignore[arg-type]
