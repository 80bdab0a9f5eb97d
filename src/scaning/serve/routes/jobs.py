"""Files and pasted texts: rewritten in the background, reviewed, and written out again."""

from __future__ import annotations

from collections.abc import Iterator
from tempfile import SpooledTemporaryFile
from typing import Annotated, Any, BinaryIO, cast
from urllib.parse import quote

from fastapi import APIRouter, File, Form, Path, Query, Response, UploadFile
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse

from scaning.banks import Item
from scaning.errors import InputError, UsageError
from scaning.paraphraser import MIN_DIVERSITY, Wish
from scaning.serve import exports
from scaning.serve.routes.model import asked
from scaning.serve.schemas import (
    LARGEST,
    EditedText,
    JobOut,
    ProblemOut,
    Prompt,
    ReviewOut,
    Storable,
    ToReview,
    VerdictOut,
)
from scaning.serve.service import Here, Service
from scaning.serve.summary import Summary, summary
from scaning.serve.uploads import Upload, bank_of, pasted, upload_of

router = APIRouter(prefix="/v1", tags=["jobs"])

JobId = Annotated[str, Path(max_length=16)]
Number = Annotated[int, Path(ge=1, le=LARGEST)]
SPOOL = 4_000_000  # bytes of an export in memory
CHUNK = 1 << 16


class Busy(Exception):
    """Too many files wait already."""


@router.post("/jobs", status_code=202, responses={429: {"description": "Too many files wait."}})
async def start(
    response: Response,
    here: Here,
    file: Annotated[UploadFile | None, File(description="A file or a question bank.")] = None,
    text: Annotated[Storable, Form(max_length=1_000_000, description="Or pasted problems.")] = "",
    n: Annotated[int, Form(ge=1, le=100)] = 3,
    prompt: Annotated[Prompt | None, Form()] = None,
    keep_names: Annotated[bool, Form()] = True,
    min_diversity: Annotated[float, Form(ge=0, le=1)] = MIN_DIVERSITY,
) -> JobOut:
    """Rewrite all problems of a file or of a text in the background.

    Texts are paragraphs, or lines where there are no paragraphs. Ask for the job until its state
    is "done"; what is written so far can be read and reviewed all the time.
    """
    limits = here.settings.limits
    if n > limits.variants:
        raise InputError(f"n is {n}; at most {limits.variants} variants are written here.")
    upload = await _upload(here, file, text)
    wish = Wish(n, prompt, keep_names, min_diversity)
    id = await run_in_threadpool(here.store.add, upload, wish, most_waiting=limits.jobs)
    if id is None:
        here.metrics.refused.labels("jobs").inc()
        raise Busy(f"{limits.jobs} files are waiting already; try again later.")
    here.runner.wake()
    response.headers["Location"] = f"/v1/jobs/{id}"
    return JobOut.model_validate(await run_in_threadpool(here.store.job, id))


async def _upload(service: Service, file: UploadFile | None, text: str) -> Upload:
    limits = service.settings.limits
    if (file is None) == (not text.strip()):
        raise UsageError("Give either a file or a text.")
    if file is None:
        return await run_in_threadpool(pasted, text, most=limits.job, longest=limits.text)
    name, data = file.filename or "", await file.read()
    return await run_in_threadpool(upload_of, name, data, most=limits.job, longest=limits.text)


@router.get("/jobs")
def every(here: Here) -> list[JobOut]:
    """All jobs, the newest first."""
    return [JobOut.model_validate(job) for job in here.store.jobs()]


@router.get("/jobs/{job}")
def one(job: JobId, here: Here) -> JobOut:
    """How far a job is."""
    return JobOut.model_validate(here.store.job(job))


@router.delete("/jobs/{job}", status_code=204)
def drop(job: JobId, here: Here) -> None:
    """Delete a job with all that was written and decided."""
    here.store.drop(job)


@router.get("/jobs/{job}/problems")
def problems(
    job: JobId,
    here: Here,
    start: Annotated[int, Query(ge=0, le=LARGEST)] = 0,
    count: Annotated[int, Query(ge=1, le=100)] = 20,
) -> list[ProblemOut]:
    """Some problems with their candidates and what was decided about them."""
    here.store.job(job)
    return [ProblemOut.model_validate(one) for one in here.store.problems(job, start, count)]


@router.get("/jobs/{job}/summary")
def summarise(job: JobId, here: Here) -> Summary:
    """What was decided, what candidates were turned down for, and how the scores lie."""
    here.store.job(job)
    return summary(here.store.every_problem(job))


@router.get("/jobs/{job}/export")
async def export(
    job: JobId,
    here: Here,
    format: Annotated[exports.Kind, Query()] = "csv",
    which: Annotated[exports.Which, Query()] = "accepted",
) -> StreamingResponse:
    """What was accepted, or all, as a file; "bank" is the question bank as it was uploaded."""
    stream = SpooledTemporaryFile(SPOOL)  # noqa: SIM115 - closed when it is sent
    made = cast("BinaryIO", stream)
    try:
        ending = await run_in_threadpool(exports.write, here.store, job, format, which, made)
        name = here.store.file(job)[0].rpartition(".")[0] or "variants"
    except BaseException:
        stream.close()
        raise
    stream.seek(0)
    file = f"attachment; filename*=UTF-8''{quote(name)}-variants.{ending}"
    headers = {"Content-Disposition": file}
    return StreamingResponse(
        _chunks(made),
        media_type=exports.TYPES[ending],
        headers=headers,
    )


def _chunks(stream: BinaryIO) -> Iterator[bytes]:
    with stream:
        while chunk := stream.read(CHUNK):
            yield chunk


@router.put("/candidates/{candidate}/review", responses={409: {"description": "Facts are lost."}})
async def review(candidate: Number, body: ToReview, here: Here) -> ReviewOut:
    """Accept, edit, reject, or open again. When this answers, the decision is on disk."""
    here.fits(body.text)
    if (body.decision == "edited") != bool(body.text.strip()):
        raise UsageError("A text belongs to the decision 'edited', and to no other.")
    cells: dict[str, Any] = {}
    question, place, job = await run_in_threadpool(here.store.original, candidate)
    if body.decision == "edited":
        item = await run_in_threadpool(_item, here, job, place)
        cells = await asked(here, lambda: here.desk.edit(question, body.text, item))
        if not cells["ok"] and not body.anyway:
            raise Lost(cells["reasons"][0]["message"])
    made = await run_in_threadpool(
        here.store.review, candidate, body.decision, body.reviewer, text=body.text, cells=cells
    )
    return ReviewOut.model_validate(made)


@router.post("/candidates/{candidate}/check")
async def recheck(candidate: Number, body: EditedText, here: Here) -> VerdictOut:
    """The verdict on an edit that is not kept yet."""
    here.fits(body.text)
    question, place, job = await run_in_threadpool(here.store.original, candidate)
    item = await run_in_threadpool(_item, here, job, place)
    found = await asked(here, lambda: here.desk.check(question, body.text, shown=True, item=item))
    return VerdictOut.model_validate(found)


class Lost(Exception):
    """An edit that does not keep the facts."""


def _item(service: Service, job: str, place: int) -> Item | None:
    """The question of a bank to which a candidate belongs; None if it came from no bank."""
    name, data = service.store.file(job)
    return bank_of(name, data).items[place] if data is not None else None
