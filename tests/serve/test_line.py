"""The line in front of the model."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from scaning.serve.line import Full, Line, TooSlow


def run(work: Callable[[Line], Awaitable[None]], places: int = 4) -> None:
    async def all_of_it() -> None:
        line = Line(places)
        try:
            await work(line)
        finally:
            await line.close()

    asyncio.run(all_of_it())


def test_answers_go_to_those_who_asked_and_work_is_done_one_at_a_time() -> None:
    active: list[int] = []

    def square(number: int) -> int:
        active.append(number)
        assert active == [number]
        active.remove(number)
        return number * number

    async def work(line: Line) -> None:
        several = (line.do(partial(square, n)) for n in range(200))
        assert await asyncio.gather(*several) == [n * n for n in range(200)]

    run(work)


def test_a_full_line_says_when_to_come_again() -> None:
    async def work(line: Line) -> None:
        places = [line.enter() for _ in range(4)]
        with pytest.raises(Full) as full:
            line.enter()
        assert full.value.seconds == 1
        line.seconds = 5
        with pytest.raises(Full, match="20 s"):
            line.enter()
        places[0].leave()
        places[0].leave()
        with line.enter():
            assert line.taken == 4
        assert line.taken == 3

    run(work)


def test_who_waits_too_long_is_told_so_and_the_work_is_not_begun() -> None:
    gate, done = threading.Event(), []

    async def work(line: Line) -> None:
        first = asyncio.create_task(line.do(lambda: gate.wait(10)))
        await asyncio.sleep(0)
        with pytest.raises(TooSlow):
            await line.do(lambda: done.append(1), seconds=0.05)
        gate.set()
        assert await first
        assert await line.do(lambda: 7) == 7
        assert not done

    run(work)


def test_an_error_of_the_work_is_raised_where_it_was_asked_for() -> None:
    async def work(line: Line) -> None:
        with pytest.raises(ZeroDivisionError):
            await line.do(lambda: 1 / 0)
        with pytest.raises(TimeoutError, match="mine"):
            await line.do(_timeout, seconds=5)

    run(work)


def _timeout() -> None:
    raise TimeoutError("mine")
