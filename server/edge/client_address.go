package edge

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Proxies says which connections come from a proxy of ours, whose word about its
// client counts.
type Proxies struct {
	// Trusted are the networks of the proxies: X-Forwarded-For, X-Forwarded-Proto and
	// X-Forwarded-Host count on their connections only. Defaults to none.
	Trusted []netip.Prefix
	// Header names another header with the client's address, of any connection, such as
	// CF-Connecting-IP. It must be one that the proxy sets and no client can. Defaults
	// to "": X-Forwarded-For.
	Header string
}

// ParseNetworks reads networks and addresses: "10.0.0.0/8, 192.0.2.1, ::1".
func ParseNetworks(list []string) ([]netip.Prefix, error) {
	var networks []netip.Prefix
	for _, text := range list {
		network, err := netip.ParsePrefix(text)
		if address, addressErr := netip.ParseAddr(text); addressErr == nil {
			network, err = netip.PrefixFrom(address, address.BitLen()), nil
		}
		if err != nil {
			return nil, fmt.Errorf("%q is neither a network such as 10.0.0.0/8 nor an address", text)
		}
		networks = append(networks, network.Masked())
	}
	return networks, nil
}

// peerOf is the other end of the connection. That of a Unix socket is on this machine.
func peerOf(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.AddrFrom4([4]byte{127, 0, 0, 1})
	}
	return peer.Addr().Unmap()
}

func (p Proxies) trusts(address netip.Addr) bool {
	for _, network := range p.Trusted {
		if network.Contains(address) {
			return true
		}
	}
	return false
}

// forwarded are the headers in which a proxy says what it was asked.
var forwarded = []string{
	"X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Forwarded-Port", "X-Forwarded-Prefix", "Forwarded", "X-Original-Accept-Encoding",
}

// clientAddress makes RemoteAddr the client's address, for limits, sessions, audit and
// log alike. On a connection from a trusted proxy that is the rightmost address of
// X-Forwarded-For which is not a trusted proxy's: each proxy appends the address it
// was called from, and what stands further left anyone can have written. On other
// connections the headers are removed, so that nothing behind believes them.
func clientAddress(p Proxies, log *slog.Logger) Middleware {
	var warn sync.Once
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			trusted := p.trusts(peerOf(r))
			if p.Header != "" {
				first, _, _ := strings.Cut(r.Header.Get(p.Header), ",")
				if client, err := netip.ParseAddr(strings.TrimSpace(first)); err == nil {
					r.RemoteAddr = net.JoinHostPort(client.String(), "0")
				}
			} else if trusted {
				if client, ok := p.client(r.Header.Values("X-Forwarded-For")); ok {
					r.RemoteAddr = net.JoinHostPort(client.String(), "0")
				}
			} else if len(p.Trusted) == 0 && r.Header["X-Forwarded-For"] != nil {
				warn.Do(func() {
					log.Warn("X-Forwarded-For is ignored, since TRUSTED_PROXIES is not set: all clients of a proxy count as one. "+
						"Set it to the proxy's address or network", "connection", r.RemoteAddr)
				})
			}
			if trusted {
				forwardedAddress(r)
			} else {
				for _, name := range forwarded {
					delete(r.Header, name)
				}
			}
			next.ServeHTTP(w, r)
		})
	}
}

// forwardedAddress takes the request's Host from X-Forwarded-Host, with the port of
// X-Forwarded-Port where it names none. Of each header only the last value is kept, which
// the nearest proxy wrote, and only if it is one.
func forwardedAddress(r *http.Request) {
	lastSent := func(name string) string {
		values := strings.Split(strings.Join(r.Header.Values(name), ","), ",")
		r.Header.Del(name)
		return strings.TrimSpace(values[len(values)-1])
	}
	last := func(name string) string { return strings.ToLower(lastSent(name)) }
	if scheme := last("X-Forwarded-Proto"); scheme == "http" || scheme == "https" {
		r.Header.Set("X-Forwarded-Proto", scheme)
	}
	if prefix := strings.TrimSuffix(lastSent("X-Forwarded-Prefix"), "/"); prefixFormat.MatchString(prefix) {
		r.Header.Set("X-Forwarded-Prefix", prefix)
	}
	port := last("X-Forwarded-Port")
	if host := last("X-Forwarded-Host"); hostFormat.MatchString(host) {
		_, _, noPort := net.SplitHostPort(host)
		if noPort != nil && portFormat.MatchString(port) && port != "80" && port != "443" {
			host += ":" + port
		}
		r.Host = host
		r.Header.Set("X-Forwarded-Host", host)
	}
}

// hostFormat is a name or an address, with or without a port: nothing that breaks out
// of a link.
var hostFormat = regexp.MustCompile(`^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?$`)

// portFormat is the number of a port; prefixFormat a path that is no host and has no query.
var (
	portFormat   = regexp.MustCompile(`^[0-9]{1,5}$`)
	prefixFormat = regexp.MustCompile(`^(/[A-Za-z0-9._~-]+){1,16}$`)
)

// Prefix is the path below which a trusted proxy has this server, such as /backend, and
// which it removes; "" for none.
func Prefix(r *http.Request) string { return r.Header.Get("X-Forwarded-Prefix") }

// Address is the scheme and host with which a request that has come through Outer
// reached this server, such as http://192.0.2.1:8000: what a trusted proxy says, or the
// connection's own address. ok is false for any other Host, which anybody can send, and
// which must not get into links.
func Address(r *http.Request) (address string, ok bool) {
	host := r.Header.Get("X-Forwarded-Host")
	if host == "" && ownHost(r) {
		host = strings.ToLower(r.Host)
	}
	return Scheme(r) + "://" + host, host != ""
}

// Scheme is https or http: what a trusted proxy says, or the connection's own.
func Scheme(r *http.Request) string {
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		return "https"
	}
	return "http"
}

// ownHost tells that Host is the address of this end of the connection.
func ownHost(r *http.Request) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if !ok {
		return false
	}
	host, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		if host, port = strings.Trim(r.Host, "[]"), "80"; r.TLS != nil {
			port = "443"
		}
	}
	if port != strconv.Itoa(local.Port) {
		return false
	}
	address, err := netip.ParseAddr(host)
	if err != nil {
		return strings.EqualFold(host, "localhost") && local.IP.IsLoopback()
	}
	own, _ := netip.AddrFromSlice(local.IP)
	return address.Unmap() == own.Unmap()
}

// client is the rightmost address that is not a trusted proxy's; the leftmost, where
// all are. It is not there where the header has something else before that.
func (p Proxies) client(values []string) (client netip.Addr, ok bool) {
	hops := strings.Split(strings.Join(values, ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop := strings.TrimSpace(hops[i])
		address, err := netip.ParseAddr(strings.Trim(hop, "[]"))
		if err != nil {
			withPort, err := netip.ParseAddrPort(hop) // Azure appends the port
			if err != nil {
				return client, ok
			}
			address = withPort.Addr()
		}
		client, ok = address.Unmap(), true
		if !p.trusts(client) {
			break
		}
	}
	return client, ok
}
