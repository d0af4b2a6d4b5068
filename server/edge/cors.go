package edge

import (
	"net/http"
	"slices"
	"strings"
)

// What scripts on another origin may read: PostgREST's list as it sends it, and
// in a line of its own what supabase-js and people look for beyond it.
const (
	exposed = "Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, " +
		"Transfer-Encoding, Range-Unit"
	exposedToo = "ETag, Link, Preference-Applied, Proxy-Status, Server-Timing, X-Total-Count, X-Relay-Error, " +
		"X-Supabase-Api-Version, X-Sb-Error-Code, " + requestIDHeader
)

// methods that other origins may use, in PostgREST's order.
var methods = []string{
	http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodPut, http.MethodDelete, http.MethodOptions, http.MethodHead,
}

// query is the method of reads with a body
// (https://datatracker.ietf.org/doc/draft-ietf-httpbis-safe-method-w-body/). A
// preflight lists it where it is asked for.
const query = "QUERY"

// preflightLife is the time that a browser may remember a preflight, in seconds.
const preflightLife = "86400"

// CORS lets scripts on other origins in, with PostgREST's headers. Without origins
// it is all of them: the api key is no secret and rights come from the token,
// which a browser never sends by itself. Named origins may send credentials too;
// any other is answered as if it were none, and its browser refuses to show the
// answer. A preflight is answered here; any other OPTIONS goes on, since the
// table API answers it with what a table allows.
func CORS(origins []string) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			origin := r.Header.Get("Origin")
			if len(origins) > 0 {
				w.Header().Add("Vary", "Origin")
			}
			// PostgREST's OPTIONS says whom it lets in, script or not.
			if describes := origin == "" && r.Method == http.MethodOptions && len(origins) == 0; describes {
				allowOrigin(w.Header(), origin, false)
			}
			if origin == "" || len(origins) > 0 && !slices.Contains(origins, origin) {
				next.ServeHTTP(w, r)
				return
			}
			allowOrigin(w.Header(), origin, len(origins) > 0)
			if wanted := r.Header.Get("Access-Control-Request-Method"); r.Method == http.MethodOptions && wanted != "" {
				preflight(w.Header(), wanted, r.Header.Get("Access-Control-Request-Headers"))
				return
			}
			w.Header().Set("Access-Control-Expose-Headers", exposed)
			w.Header().Add("Access-Control-Expose-Headers", exposedToo)
			next.ServeHTTP(w, r)
		})
	}
}

func allowOrigin(header http.Header, origin string, named bool) {
	if !named {
		header.Set("Access-Control-Allow-Origin", "*")
		return
	}
	header.Set("Access-Control-Allow-Origin", origin)
	header.Set("Access-Control-Allow-Credentials", "true")
}

// preflight allows what is asked for. wanted headers are the browser's own list.
func preflight(header http.Header, method, wanted string) {
	allowed := []string{"Authorization"}
	for name := range strings.SplitSeq(wanted, ",") {
		if name = strings.TrimSpace(name); name != "" {
			allowed = append(allowed, name)
		}
	}
	allowed = append(allowed, "Accept", "Accept-Language", "Content-Language")
	header.Set("Access-Control-Allow-Headers", strings.Join(allowed, ", "))
	all := strings.Join(methods, ", ")
	if method == query {
		all += ", " + query
	}
	header.Set("Access-Control-Allow-Methods", all)
	header.Set("Access-Control-Max-Age", preflightLife)
}
