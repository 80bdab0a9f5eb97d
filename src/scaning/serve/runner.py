"""Works through the jobs in the background, a problem at a time, and goes on after a restart."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from scaning.banks import Item as BankItem
from scaning.paraphraser import Wish
from scaning.records import Problem
from scaning.serve.desk import Desk
from scaning.serve.line import Line
from scaning.serve.metrics import Metrics
from scaning.serve.store import Store
from scaning.serve.tables import Item, Job
from scaning.serve.uploads import bank_of

logger = logging.getLogger(__name__)

PAUSE = 5.0  # seconds until a database that failed is asked again


class Runner:
    """One job after the other. What was written is kept problem by problem."""

    def __init__(self, store: Store, line: Line, desk: Desk, metrics: Metrics) -> None:
        self._store, self._line, self._desk, self._metrics = store, line, desk, metrics
        self._news = asyncio.Event()

    def wake(self) -> None:
        """There is a new job."""
        self._news.set()

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            self._news.clear()
            try:
                job = await asyncio.to_thread(self._store.next_job)
                if job is None:
                    await self._news.wait()
                else:
                    await self._work(job)
            except Exception:
                logger.exception("a job could not go on; trying again in %g s", PAUSE)
                await asyncio.sleep(PAUSE)

    async def _work(self, job: Job) -> None:
        items = bank_of(job.name, job.file).items if job.file else ()
        wish = Wish(**job.wish)
        while problem := await asyncio.to_thread(self._store.next_problem, job.id):
            found = await self._found(problem, wish, items[problem.place] if items else None)
            await asyncio.to_thread(self._store.finish, problem.id, found)

    async def _found(self, problem: Item, wish: Wish, item: BankItem | None) -> dict[str, Any]:
        asked = Problem(problem.key, problem.question)
        try:
            found = await self._line.do(
                lambda: self._desk.paraphrase(asked, wish, shown=True, item=item)
            )
        except Exception:  # one problem must not keep back all others
            logger.exception("problem %d could not be rewritten", problem.id)
            note = "It could not be rewritten: an error, which the server has logged."
            return {"note": note, "segments": None, "variants": [], "rejected": []}
        self._metrics.problems.inc()
        for row in (*found["variants"], *found["rejected"]):
            self._metrics.candidates.labels(str(row["rank"] is not None).lower()).inc()
        return found
