"""As much of curl as the README's session uses, for machines without it; run as a program, so it imports little."""

import socket
import sys

SHORT = {"-H": "headers", "-d": "body", "-X": "method", "-o": "output"}


def parse(words: list[str]) -> dict[str, list[str]]:
    """What a command line asks for."""
    asked: dict[str, list[str]] = {"headers": [], "body": [], "method": [], "output": [], "urls": [], "flags": []}
    rest = iter(words)
    for word in rest:
        if word in SHORT:
            asked[SHORT[word]].append(next(rest))
        elif word in ("-s", "-i", "-N"):
            asked["flags"].append(word)
        elif word.startswith("-"):
            sys.exit(f"this stand-in for curl does not know {word}")
        else:
            asked["urls"].append(word)
    return asked


def unchunked(content: bytes) -> bytes:
    """A body that was sent in chunks, each after its length, in one piece."""
    whole = b""
    while content:
        length, _, rest = content.partition(b"\r\n")
        whole += rest[: int(length, 16)]
        content = rest[int(length, 16) + 2 :]
    return whole


def main(words: list[str]) -> None:
    """Send one request and print the answer."""
    asked = parse(words)
    place, _, path = asked["urls"][0].partition("/")
    host, _, port = place.partition(":")
    body = sys.stdin.buffer.read() if asked["body"] == ["@-"] else "".join(asked["body"]).encode()
    method = asked["method"][0] if asked["method"] else "POST" if body else "GET"
    lines = [f"{method} /{path} HTTP/1.1", f"Host: {place}", "Accept: */*", "Connection: close", *asked["headers"]]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    with socket.create_connection((host, int(port)), 30) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode() + body)
        with connection.makefile("rb") as stream:
            head, _, content = stream.read().partition(b"\r\n\r\n")
    if b"Transfer-Encoding: chunked" in head:
        content = unchunked(content)
    if not asked["output"]:
        sys.stdout.buffer.write(head + b"\r\n\r\n" + content if "-i" in asked["flags"] else content)


if __name__ == "__main__":
    main(sys.argv[1:])
