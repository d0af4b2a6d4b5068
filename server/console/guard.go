package console

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/fault"
)

type forwardedKey struct{}

// Outermost stands in front of the edge, which removes the headers of proxies that are not
// trusted, and has the console know of them: on this machine such a proxy would make everybody's
// requests look like this machine's.
func Outermost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/_/") || strings.HasPrefix(r.URL.Path, "/pg/") {
			for _, name := range []string{"X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded", "X-Real-Ip", "Via"} {
				if r.Header.Get(name) != "" {
					r = r.WithContext(context.WithValue(r.Context(), forwardedKey{}, true))
				}
			}
		}
		next.ServeHTTP(w, r)
	})
}

// reachable refuses other machines, unless they are allowed. A page of another site could have
// its name resolve to this machine, so the Host has to be one of this machine too.
func (c *core) reachable(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !c.Public && !isLocal(r) {
			edge.Refuse(w, fault.New(fault.ConsoleForbidden, "The console answers requests of its own machine alone.").
				WithHint("TOUBKAL_CONSOLE=public lets other machines in, such as those behind a proxy."))
			return
		}
		next.ServeHTTP(w, r)
	})
}

func isLocal(r *http.Request) bool {
	if forwarded, _ := r.Context().Value(forwardedKey{}).(bool); forwarded {
		return false
	}
	if client, err := netip.ParseAddrPort(r.RemoteAddr); err == nil && !client.Addr().Unmap().IsLoopback() {
		return false // a unix socket has no address
	}
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = strings.Trim(r.Host, "[]")
	}
	address, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && address.IsLoopback()
}

// consoleHeader is sent by the console's own scripts: a form of another site cannot.
const consoleHeader = "X-Toubkal-Console"

// sameOrigin refuses what another site has a browser send.
func (c *core) sameOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reads := r.Method == http.MethodGet || r.Method == http.MethodHead
		site := r.Header.Get("Sec-Fetch-Site")
		crossed := site != "" && site != "same-origin" && (!reads || site != "none")
		if crossed || !reads && (!originIs(r) || r.Header.Get(consoleHeader) == "") {
			edge.Refuse(w, fault.New(fault.ConsoleForbidden, "The console takes changes from its own pages alone."))
			return
		}
		next.ServeHTTP(w, r)
	})
}

func originIs(r *http.Request) bool {
	origin, err := url.Parse(r.Header.Get("Origin"))
	return err == nil && origin.Host != "" && strings.EqualFold(origin.Host, r.Host) && origin.Scheme == edge.Scheme(r)
}
