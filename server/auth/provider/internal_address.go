package provider

import (
	"errors"
	"net/netip"
	"slices"
	"strings"
	"syscall"
)

// errInternal is an address that is not a public one: whoever may describe a provider could
// else reach what only this machine may reach, such as the metadata of a cloud.
var errInternal = errors.New("the address is not a public one")

// reserved are networks that netip does not know as private or local: RFC 6890, and the
// prefixes that hold IPv4 addresses (RFC 6052, RFC 3056, RFC 4380).
var reserved = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("192.88.99.0/24"), netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("100::/64"),
	netip.MustParsePrefix("2001::/23"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("2002::/16"),
	netip.MustParsePrefix("fec0::/10"), netip.MustParsePrefix("::/96"),
}

func isInternal(address netip.Addr) bool {
	address = address.WithZone("").Unmap()
	return !address.IsGlobalUnicast() || address.IsPrivate() ||
		slices.ContainsFunc(reserved, func(network netip.Prefix) bool { return network.Contains(address) })
}

// namesInternal reports whether the host of a URL can only be internal. What other names
// stand for is checked by refuseInternal.
func namesInternal(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	address, err := netip.ParseAddr(host)
	return err == nil && isInternal(address) || host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// refuseInternal is the Control of a dialer: it gets the address that a name was resolved to.
func refuseInternal(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || isInternal(to.Addr()) {
		return errInternal
	}
	return nil
}
