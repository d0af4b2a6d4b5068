package outgoing

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"syscall"
)

// Allowed are hosts and networks to which requests may go although they are of this machine.
type Allowed struct {
	hosts    []string
	networks []netip.Prefix
}

// ParseAllowed reads names of hosts, addresses and networks.
func ParseAllowed(list []string) (a Allowed, err error) {
	for _, text := range list {
		if network, err := netip.ParsePrefix(text); err == nil {
			a.networks = append(a.networks, network)
		} else if address, err := netip.ParseAddr(strings.Trim(text, "[]")); err == nil {
			a.networks = append(a.networks, netip.PrefixFrom(address, address.BitLen()))
		} else if text == "" || strings.ContainsAny(text, "/:* ") {
			return a, fmt.Errorf("%q is no host, address or network", text)
		} else {
			a.hosts = append(a.hosts, strings.ToLower(text))
		}
	}
	return a, nil
}

func (a Allowed) has(address netip.Addr) bool {
	return slices.ContainsFunc(a.networks, func(n netip.Prefix) bool { return n.Contains(address) })
}

func (a Allowed) hasHost(name string) bool { return slices.Contains(a.hosts, strings.ToLower(name)) }

// metadata are the addresses by which clouds tell a machine its secrets, where they are not link-local:
// AWS, Google, Azure, Alibaba, Oracle.
var metadata = []netip.Addr{
	netip.MustParseAddr("fd00:ec2::254"), netip.MustParseAddr("fd20:ce::254"), netip.MustParseAddr("168.63.129.16"),
	netip.MustParseAddr("100.100.100.200"), netip.MustParseAddr("192.0.0.192"),
}

// translated is the network of IPv4 addresses that a gateway translates (RFC 6052).
var translated = netip.MustParsePrefix("64:ff9b::/96")

// refusedError is an address to which no request goes.
type refusedError struct {
	address netip.Addr
	what    string
}

func (r *refusedError) Error() string {
	return fmt.Sprintf("requests to %s are refused: it is an address of %s (TOUBKAL_NET_ALLOW)", r.address, r.what)
}

// refusal is the reason why no request goes to an address; nil where one may.
func (a Allowed) refusal(address netip.Addr) error {
	address = address.Unmap().WithZone("")
	if a.has(address) {
		return nil
	}
	if translated.Contains(address) {
		bytes := address.As16()
		return a.refusal(netip.AddrFrom4([4]byte(bytes[12:])))
	}
	switch {
	case address.IsLoopback(), address.IsUnspecified(), isThisMachine(address),
		address.Is4() && address.As4()[0] == 0: // 0.0.0.0/8 is this host
		return &refusedError{address, "this machine"}
	case address.IsLinkLocalUnicast(), slices.Contains(metadata, address):
		return &refusedError{address, "a link or a metadata service"}
	case address.IsMulticast(), address == netip.AddrFrom4([4]byte{255, 255, 255, 255}):
		return &refusedError{address, "several machines"}
	}
	return nil
}

// isThisMachine reports whether an address is one of the network interfaces.
func isThisMachine(address netip.Addr) bool {
	all, err := net.InterfaceAddrs()
	return err != nil || slices.ContainsFunc(all, func(a net.Addr) bool {
		own, err := netip.ParsePrefix(a.String())
		return err == nil && own.Addr().Unmap().WithZone("") == address
	})
}

// control refuses a connection by the address that its name was resolved to.
func (a Allowed) control(_, address string, _ syscall.RawConn) error {
	resolved, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("not an address: %w", err)
	}
	return a.refusal(resolved.Addr())
}
