"""Blind rating: a study is made, raters get samples without sources, results are counted."""

from __future__ import annotations

from io import BytesIO
from typing import Annotated, Any, Literal

from fastapi import APIRouter, File, Form, Path, Query, Response, UploadFile
from fastapi.concurrency import run_in_threadpool

from scaning.corpus import WRITERS
from scaning.errors import InputError, UsageError
from scaning.paraphraser import SEED
from scaning.serve import exports
from scaning.serve.agreement import MEASURES
from scaning.serve.schemas import LARGEST, Name, StudyOut, TaskOut, ToRate
from scaning.serve.service import Here, Service
from scaning.serve.studies import Blind
from scaning.serve.uploads import clean_name, pairs_of, source_of

router = APIRouter(prefix="/v1/studies", tags=["studies"])

StudyId = Annotated[str, Path(max_length=16)]
Rater = Annotated[Name, Query(min_length=1)]


@router.post("", status_code=201)
async def make(
    here: Here,
    response: Response,
    file: Annotated[UploadFile | None, File(description="Pairs: original, candidate.")] = None,
    job: Annotated[str, Form(max_length=16, description="Or the variants of a job.")] = "",
    which: Annotated[Literal["accepted", "all"], Form()] = "all",
    name: Annotated[Name, Form()] = "",
    count: Annotated[int | None, Form(ge=1, le=10_000)] = None,
    seed: Annotated[int, Form(ge=0, le=LARGEST)] = SEED,
) -> StudyOut:
    """Draw samples from a file of pairs or from a job, for several people to rate.

    Who wrote a candidate is read from a column `source`, `system`, `model` or `method`, and shown
    to nobody who rates.
    """
    if (file is None) == (not job):
        raise UsageError("Give either a file of pairs or a job.")
    if file is not None:
        given, data = file.filename or "", await file.read()
        most = here.settings.limits.job
        pairs = await run_in_threadpool(pairs_of, given, data, most=most)
        samples = [Blind(p.original, p.candidate, source_of(p)) for p in pairs]
        title = clean_name(given)
    else:
        samples, title = await run_in_threadpool(_of_job, here, job, which)
    if not samples:
        raise InputError("There is nothing to rate in it.")
    id = await run_in_threadpool(here.studies.add, name or title, samples, count=count, seed=seed)
    response.headers["Location"] = f"/v1/studies/{id}"
    return StudyOut.model_validate(await run_in_threadpool(here.studies.one, id))


def _of_job(service: Service, job: str, which: exports.Which) -> tuple[list[Blind], str]:
    title = service.store.job(job)["name"]
    rows = list(exports.rows(service.store, job, which))
    samples = [
        Blind(str(row["question"]), str(row["paraphrase"]), str(row["source"])) for row in rows
    ]
    return samples, title


@router.get("")
def every(here: Here) -> list[StudyOut]:
    """All studies, the newest first."""
    return [StudyOut.model_validate(one) for one in here.studies.all()]


@router.get("/{study}")
def one(study: StudyId, here: Here) -> StudyOut:
    """A study and how far its raters are."""
    return StudyOut.model_validate(here.studies.one(study))


@router.delete("/{study}", status_code=204)
def drop(study: StudyId, here: Here) -> None:
    """Delete a study with its ratings."""
    here.studies.drop(study)


@router.get("/{study}/task")
def task(study: StudyId, rater: Rater, here: Here) -> TaskOut:
    """All samples in the order of this rater."""
    return TaskOut.model_validate(here.studies.task(study, rater))


@router.put("/{study}/ratings", status_code=204)
def rate(study: StudyId, body: ToRate, here: Here) -> None:
    """Keep a rater's grades for a sample. When this answers, they are on disk."""
    grades = {measure: getattr(body, measure) for measure in MEASURES}
    here.studies.rate(study, body.sample, body.rater, grades)


@router.get("/{study}/results")
def results(study: StudyId, here: Here) -> dict[str, Any]:
    """Means, deviations and Cohen's κ of each measure, and the means of each source."""
    return here.studies.results(study)


@router.get("/{study}/export")
def export(
    study: StudyId,
    here: Here,
    format: Annotated[Literal["jsonl", "json", "csv", "tsv", "xlsx"], Query()] = "csv",
) -> Response:
    """Every rating as a row."""
    stream = BytesIO()
    WRITERS[format](stream, iter(here.studies.rows(study)))
    headers = {"Content-Disposition": f"attachment; filename=ratings.{format}"}
    return Response(stream.getvalue(), media_type=exports.TYPES[format], headers=headers)
