"""Files of web pages, all of them this service's own."""

import msgspec
from flask import Response

from service.http.request import BytesResponse, this_request
from service.http.response import tag_of, unchanged

TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}


class File(msgspec.Struct, frozen=True):
    """A file that is held in memory, and its tag."""

    content: bytes
    tag: str
    kind: str


def file_of(name: str, content: bytes) -> File:
    """A file of a web page; the end of its name tells its type."""
    return File(content, tag_of(content), TYPES[name[name.rindex(".") :]])


def sent(file: File, policy: str) -> Response:
    """Always the whole file, or a 304 to a browser that has it. `policy`: what a page may load and run."""
    headers = {"ETag": file.tag, "Cache-Control": "no-cache"}
    if unchanged(this_request(), file.tag):
        return BytesResponse(status=304, headers=headers.items())
    if file.kind == "text/html":
        headers |= {"Content-Security-Policy": policy, "Referrer-Policy": "no-referrer"}
    return Response(file.content, headers=headers, mimetype=file.kind)
