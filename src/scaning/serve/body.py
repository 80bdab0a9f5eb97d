"""The body of a request: neither too long nor too slow, and read to its end even if unwanted."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.exceptions import HTTPException
from starlette.types import Message, Receive

SLOWEST = 30.0  # seconds between two parts of a body
PATIENCE = 5.0  # seconds for what is left of a body that nobody wants


class Body:
    """What comes in, up to `most` bytes, whatever the headers said."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._most = most
        self._seen = 0
        self._whole = False

    async def receive(self) -> Message:
        """The next part."""
        try:
            # After the body only the end of the connection can come, and that may take long.
            async with asyncio.timeout(None if self._whole else SLOWEST):
                message = await self._receive()
        except TimeoutError as error:
            raise HTTPException(408, f"Nothing came for {SLOWEST:g} s.") from error
        self._whole = not message.get("more_body", False)
        self._seen += len(message.get("body", b""))
        if self._seen > self._most:
            raise HTTPException(413, too_long(self._most))
        return message

    async def finish(self) -> None:
        """Read what is left, so that the client reads our answer before the connection is closed.

        A connection that is closed with unread data is reset, and the answer may be lost with it.
        """
        with suppress(HTTPException, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not self._whole:
                    await self.receive()


def too_long(most: int) -> str:
    """What is said of a body that is too long."""
    return f"The request is longer than {most:,} bytes."
