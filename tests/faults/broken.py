"""Requests that break the rules of HTTP, or stretch them. Each break takes a request line, headers and a body."""

from collections.abc import Callable
from random import Random

from tests.faults.odd import spoilt

Headers = dict[str, str]
METHODS = ("GET", "POST", "DELETE", "HEAD", "OPTIONS", "PUT", "PATCH", "TRACE", "BREW")
ODD_METHODS = ("get", "", "G(T", "GET\0", "M" * 100, "GÉT", "PRI", "GET,POST")
ODD_TARGETS = (
    *("*", "", "//", "healthz", "http://localhost/healthz", "http://[::1", "localhost:80", "/healthz#x", "/\0", "/é"),
    *("/" + "x" * 4_000, "/" + "x" * 20_000, "/%", "/\\..\\", "/?" + "&" * 3_000, "/v1/games?\x7f", "/;a=b", "/" * 900),
)
VERSIONS = ("HTTP/1.1", "HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/1.10", "http/1.1", "HTTP/1", "", "HTTP/x.y")
ODD_HEADERS = (
    *(
        b"no colon",
        b": no name",
        b"Na me: x",
        b"Name : x",
        b" folded: x",
        b"X:\r\n folded",
        b"\xc3\xa9: x",
        b"Proxy: x",
    ),
    *(b"X: a\0b", b"X: a\rb", b"X: \xff\xfe", b"X: " + b"x" * 9_000, b"X: " + b"x" * 70_000, b"Host: a\r\nHost: b"),
    *(
        b"X: y\r\n" * 99 + b"X: y",
        b"X: y\r\n" * 2_000 + b"X: y",
        b"Accept: " + b"a/b," * 1_500,
        b"Cookie: " + b"a=b;" * 1_500,
    ),
    *(
        b"Content_Length: 3",
        b"Expect: 100-continue",
        b"Expect: magic",
        b"Upgrade: h2c",
        b"Upgrade: websocket",
        b"TE: trailers",
    ),
    *(b"Connection: upgrade, keep-alive", b"Transfer-Encoding: identity"),
)
ODD_LENGTHS = ("1000000", "1000000000", "1" + "0" * 30, "-1", "0", "", "x", "0x10", "+5", "5, 5", "1_0", " 7", "٣")
CODINGS = (*["chunked"] * 8, "Chunked", "gzip, chunked", "chunked, chunked", "identity", "magic", "chunked;q=1", "")
END = b"\r\n0\r\n\r\n"
NO_HTTP = (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"\r\n" * 50, b"\n", b"\0" * 300)


def request_bytes(line: str, headers: Headers, body: bytes) -> bytes:
    """The bytes of a request."""
    head = "".join(f"{one}\r\n" for one in (line, *(f"{name}: {value}" for name, value in headers.items()), ""))
    return head.encode() + body


def request_with_length(line: str, headers: Headers, body: bytes) -> bytes:
    """The request as it should be."""
    return request_bytes(line, {**headers, "Content-Length": str(len(body))}, body)


def odd_line(line: str, headers: Headers, body: bytes, dice: Random) -> bytes:
    """A request line of which one or all parts are odd."""
    method, target, _ = line.split(" ")
    parts = dice.choice(
        (
            (dice.choice((*METHODS, *ODD_METHODS)), target, "HTTP/1.1"),
            (method, dice.choice(ODD_TARGETS), "HTTP/1.1"),
            (method, target, dice.choice(VERSIONS)),
            (dice.choice(ODD_METHODS), dice.choice(ODD_TARGETS), dice.choice(VERSIONS)),
        )
    )
    return request_with_length(dice.choice((" ", " ", " ", "  ", "\t", "")).join(parts), headers, body)


def odd_header(line: str, headers: Headers, body: bytes, dice: Random) -> bytes:
    """One odd header more, or thousands."""
    return request_with_length(line, headers, body).replace(b"\r\n", b"\r\n" + dice.choice(ODD_HEADERS) + b"\r\n", 1)


def odd_length(line: str, headers: Headers, body: bytes, dice: Random) -> bytes:
    """A length that is not the body's, or is none at all."""
    near = (str(len(body) + 1), str(len(body) + 100), str(max(len(body) - 1, 0)))
    again = {"content-length": str(len(body))} if dice.random() < 0.2 else {}
    return request_bytes(line, {**headers, "Content-Length": dice.choice((*near, *ODD_LENGTHS)), **again}, body)


def pieces(body: bytes, dice: Random) -> bytes:
    """A chunked body, mostly with a mistake."""
    size = f"{len(body):x}".encode()
    sizes = (
        b"-1",
        b"+" + size,
        b"0x" + size,
        b"xyz",
        b"",
        b"f" * 20,
        size + b";a=b",
        size + b" " * 9_000,
        b"%d" % len(body),
    )
    trailers = (b"X: y", b"no colon", b"X: y\r\n" * 500 + b"X: y", b"X: " + b"y" * 20_000, b"\xff\xff")
    return dice.choice(
        (
            size + b"\r\n" + body + END,
            b"1\r\n" + b"\r\n1\r\n".join(bytes([one]) for one in body) + END,
            dice.choice(sizes) + b"\r\n" + body + END,
            size + b"\r\n" + body + b"\r\n0\r\n" + dice.choice(trailers) + b"\r\n\r\n",
            size + b"\n" + body + b"\n0\n\n",
            size + b"\r\n" + body + b"xx" + END,
            (size + b"\r\n" + body + END)[: dice.randrange(len(body) + 12)],
            b"10000\r\n" + b" " * 65_536 + b"\r\n10\r\n" + b" " * 16 + END,
        )
    )


def chunked(line: str, headers: Headers, body: bytes, dice: Random) -> bytes:
    """A body in pieces, in an odd coding now and then, or with a length as well."""
    both = {"Content-Length": str(len(body))} if dice.random() < 0.1 else {}
    return request_bytes(line, {**headers, **both, "Transfer-Encoding": dice.choice(CODINGS)}, pieces(body, dice))


def cut(line: str, headers: Headers, body: bytes, dice: Random) -> bytes:
    """Only the beginning."""
    whole = request_with_length(line, headers, body)
    return whole[: dice.randrange(len(whole))]


def several(line: str, headers: Headers, body: bytes, dice: Random) -> bytes:
    """Several requests at once, the last of them perhaps wrong."""
    whole = request_with_length(line, headers, body)
    last = dice.choice((whole, spoilt(whole, dice), b"\r\n", b"nonsense\r\n\r\n", cut(line, headers, body, dice)))
    return whole * dice.choice((1, 2, 5)) + last


def noise(line: str, headers: Headers, body: bytes, dice: Random) -> bytes:
    """Bytes changed anywhere, or no HTTP at all."""
    whole = request_with_length(line, headers, body)
    for _ in range(dice.choice((1, 1, 2, 5))):
        whole = spoilt(whole, dice)
    return whole if dice.random() < 0.8 else dice.choice((*NO_HTTP, dice.randbytes(200)))


Break = Callable[[str, Headers, bytes, Random], bytes]
BREAKS: tuple[Break, ...] = (odd_line, odd_header, odd_length, chunked, chunked, cut, several, noise)
