"""Which measures are asked for: see `partita.request`."""

from __future__ import annotations

from ..request import Asked, Request, request, requests

__all__ = ["Asked", "Request", "request", "requests"]
