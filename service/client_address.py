"""Client addresses: parsing, the client behind trusted proxies, and which addresses count as one client."""

import re
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
LONGEST = 72
"""Characters of an address with brackets, a zone and a port."""
MOST_HOPS = 16
CACHE_SIZE = 4096
UNKNOWN = "unknown"
"""Stands for a peer without an address, such as one on a Unix socket."""
_ADDRESS = re.compile(r"(?:\[([^\]]*)\]|([0-9.]+))(?::\d{1,5})?|([0-9A-Fa-f:.]+(?:%.*)?)")
"""`[IPv6]` or IPv4, each with or without a port, or a bare IPv6 address."""


@lru_cache(CACHE_SIZE)
def read_address(text: str) -> str | None:
    """The address in its usual form, without port and zone, and IPv4 within IPv6 as IPv4; None if it is not valid."""
    match = _ADDRESS.fullmatch(text) if len(text) <= LONGEST else None
    if match is None:
        return None
    bare = match[1] or match[2] or match[3] or ""
    try:
        address = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    return str(getattr(address, "ipv4_mapped", None) or address)


@lru_cache(CACHE_SIZE)
def one_client(address: str) -> str:
    """What counts as one client: an IPv4 address, or the /64 network of an IPv6 one, which is the least a site has."""
    return str(ip_network(f"{address}/64", strict=False)) if ":" in address else address


def read_network(text: str) -> Network:
    """A network as it is compared with addresses: IPv4 within IPv6 as IPv4; ValueError if it is none."""
    network = ip_network(text)
    mapped = getattr(network.network_address, "ipv4_mapped", None)
    return network if mapped is None or network.prefixlen < 96 else ip_network((mapped, network.prefixlen - 96))


class Proxies:
    """The proxies whose X-Forwarded-For is trusted."""

    def __init__(self, trusted: tuple[Network, ...]) -> None:
        self._trusted = trusted
        self.trusts = lru_cache(CACHE_SIZE)(self._contains)
        """Whether this is the address of one of them."""

    def client(self, peer: str | None, forwarded: str) -> str:
        """The caller's address: the last one in X-Forwarded-For that is not a trusted proxy's. What is no address ends
        the search: what stands before it was not written by a proxy that is trusted.
        """
        address = read_address(peer or "") or UNKNOWN
        if not self._trusted or not forwarded or not self.trusts(address):
            return address
        for hop in reversed(forwarded.rsplit(",", MOST_HOPS)):
            sender = read_address(hop.strip()) if len(hop) <= 2 * LONGEST else None
            if sender is None:
                break
            address = sender
            if not self.trusts(address):
                break
        return address

    def _contains(self, address: str) -> bool:
        return address != UNKNOWN and any(ip_address(address) in network for network in self._trusted)
