package edge

import "net/http"

// closeUncertain ends the connection after a request whose end a proxy in front may have
// seen elsewhere than we did: what follows would be another client's request, as the
// attacker has written it (request smuggling). RFC 9112, section 6.1, asks for it where
// Content-Length and Transfer-Encoding come together, and where a request of HTTP/1.0
// has the latter. net/http follows the right one and removes the header that tells,
// so this closes after every body in chunks and every request of HTTP/1.0. Clients and
// proxies send a Content-Length with what they have whole.
func closeUncertain(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ProtoMajor == 1 && (r.ProtoMinor == 0 || len(r.TransferEncoding) > 0) {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}
