package edge

import (
	"net/http"
	"strings"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/token"
)

// Exchange gives the JWT that an opaque key (sb_publishable_…, sb_secret_…) stands for; ""
// for one that is unknown or revoked.
type Exchange func(opaque string) (jwt string)

// apiKey finds the request's token, as the gateway does that stock clients are
// used behind: a real bearer token wins; an opaque key, in Authorization or in
// apikey, is exchanged for its role's token; an apikey that is itself a JWT
// says nothing about who is asking. A nil exchange ignores opaque keys.
func apiKey(exchange Exchange) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			bearer, ok, refusal := exchange.bearer(r)
			if refusal != nil {
				// CORS is the service's, which is not reached; there is nothing to hide in this.
				Refuse(w, refusal.WithHeader("Access-Control-Allow-Origin", "*"))
				return
			}
			if ok {
				r = r.WithContext(token.WithBearer(r.Context(), bearer))
			}
			next.ServeHTTP(w, r)
		})
	}
}

// bearer is the request's token; ok is false where it has none.
func (e Exchange) bearer(r *http.Request) (bearer string, ok bool, refusal *fault.Fault) {
	sent, ok := bearerOf(r)
	key := r.Header.Get("Apikey")
	sentKey := isOpaque(sent)
	switch {
	case e == nil:
		return sent, ok && !sentKey, nil
	case sentKey && isOpaque(key) && sent != key:
		return "", false, invalidKey("Authorization and apikey hold two API keys")
	case sentKey:
		key = sent
	case !isOpaque(key):
		return sent, ok, nil
	}
	jwt, refusal := e.Of(r, key)
	if refusal != nil {
		return "", false, refusal
	}
	if ok && sent != "" && !sentKey {
		return sent, true, nil
	}
	return jwt, true, nil
}

// Of is the JWT of an opaque key that came with r. It refuses one that is unknown or
// revoked, and a secret key that a browser sends: everybody who opens its page could read
// the key. That is no protection, since a client may name itself as it likes; the mistake
// is found when the page is first tried, and not when the key is abused.
func (e Exchange) Of(r *http.Request, opaque string) (jwt string, refusal *fault.Fault) {
	if jwt = e(opaque); jwt == "" {
		return "", invalidKey("Unknown, or revoked")
	}
	if strings.HasPrefix(opaque, token.SecretPrefix) && strings.HasPrefix(r.UserAgent(), "Mozilla/") {
		return "", fault.New(fault.SecretKeyInBrowser, "A secret API key must not be used in a browser").
			WithHint("Revoke this key: everybody who opened the page may have it. Use a publishable key there.")
	}
	return jwt, nil
}

func invalidKey(details string) *fault.Fault {
	return fault.New(fault.InvalidAPIKey, "Invalid API key").WithDetails(details)
}

func isOpaque(key string) bool { return strings.HasPrefix(key, "sb_") }

// bearerOf reads `Authorization: Bearer x`, the scheme in any case (RFC 9110).
// An empty token is not the same as none: the table API refuses it.
func bearerOf(r *http.Request) (bearer string, ok bool) {
	scheme, value, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "bearer") {
		return "", false
	}
	return strings.TrimSpace(value), true
}
