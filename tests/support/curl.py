"""As much of curl as the README's session uses, for machines without it; run as a program, so it imports little."""

import socket
import sys

SHORT = {"-H": "headers", "-d": "body", "-X": "method", "-o": "output"}


def parse(arguments: list[str]) -> dict[str, list[str]]:
    """The options of a command line."""
    options: dict[str, list[str]] = {"headers": [], "body": [], "method": [], "output": [], "urls": [], "flags": []}
    rest = iter(arguments)
    for argument in rest:
        if argument in SHORT:
            options[SHORT[argument]].append(next(rest))
        elif argument in ("-s", "-i", "-N"):
            options["flags"].append(argument)
        elif argument.startswith("-"):
            sys.exit(f"this replacement of curl does not know {argument}")
        else:
            options["urls"].append(argument)
    return options


def unchunked(content: bytes) -> bytes:
    """A body that was sent in chunks, each after its length, in one piece."""
    whole = b""
    while content:
        length, _, rest = content.partition(b"\r\n")
        whole += rest[: int(length, 16)]
        content = rest[int(length, 16) + 2 :]
    return whole


def main(arguments: list[str]) -> None:
    """Send one request and print the response."""
    options = parse(arguments)
    address, _, path = options["urls"][0].partition("/")
    host, _, port = address.partition(":")
    body = sys.stdin.buffer.read() if options["body"] == ["@-"] else "".join(options["body"]).encode()
    method = options["method"][0] if options["method"] else "POST" if body else "GET"
    lines = [f"{method} /{path} HTTP/1.1", f"Host: {address}", "Accept: */*", "Connection: close", *options["headers"]]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    with socket.create_connection((host, int(port)), 30) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode() + body)
        with connection.makefile("rb") as stream:
            head, _, content = stream.read().partition(b"\r\n\r\n")
    if b"Transfer-Encoding: chunked" in head:
        content = unchunked(content)
    if not options["output"]:
        sys.stdout.buffer.write(head + b"\r\n\r\n" + content if "-i" in options["flags"] else content)


if __name__ == "__main__":
    main(sys.argv[1:])
