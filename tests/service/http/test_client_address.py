"""Whose request it is: addresses as proxies write them, and which of them count as one client."""

import timeit
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.client_address import UNKNOWN, Proxies, one_client, read_address, read_network

PROXIES = Proxies((ip_network("10.0.0.0/8"), ip_network("2001:db8:1::/48")))
GARBAGE = ["", "unknown", "_hidden", "1.2.3", "01.2.3.4", "1.2.3.4:", "1.2.3.4:x", "[1.2.3.4", "[]", "[]:80", "::1]"]
GARBAGE += ["2001:db8::1::2", "1.2.3.4.5", "١.٢.٣.٤", "1.2.3.4 5.6.7.8", "[" * 72, "1" * 72]


@given(st.ip_addresses(v=4), st.integers(0, 65535))
def test_an_ipv4_address_is_one_client_however_it_is_written(address: IPv4Address, port: int) -> None:
    mapped = IPv6Address(b"\0" * 10 + b"\xff\xff" + address.packed)
    written = [f"{address}", f"{address}:{port}", f"[{address}]:{port}", f"{mapped}", f"[{mapped}]:{port}"]
    written += [f"::ffff:{address}", f"::FFFF:{address}%eth0", f"[::ffff:{address}%1]:{port}"]
    assert {read_address(text) for text in written} == {str(address)}
    assert one_client(str(address)) == str(address)


@given(st.ip_addresses(v=6), st.integers(0, 65535), st.integers(0, 2**64 - 1))
def test_an_ipv6_network_of_64_bits_is_one_client(address: IPv6Address, port: int, host: int) -> None:
    written = [f"{address}", f"[{address}]", f"[{address}]:{port}", f"{address}%eth0", f"[{address}%eth0]:{port}"]
    written += [address.exploded, address.exploded.upper()]
    addresses = {read_address(text) for text in written}
    assert addresses == {str(address.ipv4_mapped or address)}
    if address.ipv4_mapped is None:
        network = int(address) >> 64
        neighbour, stranger = IPv6Address(network << 64 | host), IPv6Address((network ^ 1) << 64 | host)
        assert one_client(str(address)) == one_client(str(neighbour)) != one_client(str(stranger))


@pytest.mark.parametrize("text", GARBAGE)
def test_what_is_no_address_is_not_read_as_one(text: str) -> None:
    assert read_address(text) is None


@given(st.text() | st.text("0123456789abcdef:.[]%", max_size=80))
def test_whatever_is_sent_is_an_address_or_none(text: str) -> None:
    read = read_address(text)
    assert read is None or str(ip_address(read)) == read


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "client"),
    [
        ("", "10.0.0.1", "1.2.3.4", "10.0.0.1"),
        ("10.0.0.0/8", "10.0.0.1", "1.2.3.4", "1.2.3.4"),
        ("10.0.0.0/8", "10.0.0.1", "6.6.6.6, 1.2.3.4, 10.0.0.9", "1.2.3.4"),
        ("10.0.0.0/8", "8.8.8.8", "1.2.3.4", "8.8.8.8"),
        ("10.0.0.0/8", "10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.0/8", "10.0.0.1", "10.0.0.7", "10.0.0.7"),
        ("10.0.0.0/8", "10.0.0.1", "1.2.3.4:5678,10.0.0.7:99", "1.2.3.4"),
        ("10.0.0.0/8", "::ffff:10.0.0.1", "1.2.3.4", "1.2.3.4"),
        ("10.0.0.0/8", "10.0.0.1", "1.2.3.4, ::ffff:10.0.0.9", "1.2.3.4"),
        ("::ffff:10.0.0.0/104", "10.0.0.1", "1.2.3.4", "1.2.3.4"),
        ("::1", "::1", "2001:db8::1", "2001:db8::1"),
        ("fe80::/10", "fe80::1%eth0", "[2001:db8::1]:443", "2001:db8::1"),
        ("10.0.0.0/8", "10.0.0.1", "unknown", "10.0.0.1"),
        ("10.0.0.0/8", "10.0.0.1", "1.2.3.4, unknown", "10.0.0.1"),
        ("10.0.0.0/8", "10.0.0.1", "1.2.3.4, unknown, 10.0.0.9", "10.0.0.9"),
        ("10.0.0.0/8", "10.0.0.1", "1.2.3.4,, ", "10.0.0.1"),
        ("10.0.0.0/8", "", "1.2.3.4", UNKNOWN),
    ],
)
def test_the_client_is_the_last_address_that_is_no_trusted_proxy(
    trusted: str, peer: str, forwarded: str, client: str
) -> None:
    proxies = Proxies((read_network(trusted),) if trusted else ())
    assert proxies.client(peer, forwarded) == client


@given(st.text("0123456789abcdef:.[]% ,", max_size=300), st.ip_addresses())
def test_what_a_client_writes_into_the_header_itself_changes_nothing(written: str, address: IPv4Address) -> None:
    seen = read_address(str(address)) or ""
    last = PROXIES.client("10.0.0.1", f"{written}, {address}")
    assert last == seen or PROXIES._holds(seen), "a proxy's own address may be followed further"


@pytest.mark.parametrize("hop", ["10.0.0.1,", "x", "1.2.3.4:5,", "10.0.0.1:9999 ,", ",", " "])
def test_a_long_header_costs_no_more_than_a_short_one(hop: str) -> None:
    """Some 20 µs at most where it was written to cost the most; reading it whole would take a hundred times that."""
    header = (hop * 65536)[:65536]
    PROXIES.client("10.0.0.1", header)
    assert min(timeit.repeat(lambda: PROXIES.client("10.0.0.1", header), number=100, repeat=5)) / 100 < 0.001
