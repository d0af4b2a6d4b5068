package edge

import (
	"crypto/subtle"
	"net/http"
	"strings"

	"github.com/toubkal/toubkal/server/token"
)

// APIKeys are the opaque keys of the new style and the tokens they stand for.
// An empty key matches nothing.
type APIKeys struct {
	Publishable, Secret     string // sb_publishable_…, sb_secret_…
	AnonToken, ServiceToken string // JWTs of the roles anon and service_role
}

// apiKey finds the request's token, as the gateway does that stock clients are
// used behind: a real bearer token wins; an opaque key, in Authorization or in
// apikey, is exchanged for its role's token; an apikey that is itself a JWT
// says nothing about who is asking.
func apiKey(keys APIKeys) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			sent, ok := bearerOf(r)
			if bearer := keys.resolve(sent, r.Header.Get("Apikey")); bearer != "" || ok && sent == "" {
				r = r.WithContext(token.WithBearer(r.Context(), bearer))
			}
			next.ServeHTTP(w, r)
		})
	}
}

func (k APIKeys) resolve(bearer, key string) string {
	if bearer != "" && !strings.HasPrefix(bearer, "sb_") {
		return bearer
	}
	for _, presented := range []string{bearer, key} {
		switch {
		case equalConstantTime(presented, k.Secret):
			return k.ServiceToken
		case equalConstantTime(presented, k.Publishable):
			return k.AnonToken
		}
	}
	return ""
}

// Token is the JWT that an opaque key stands for; "" for any other text.
func (k APIKeys) Token(key string) string { return k.resolve("", key) }

// bearerOf reads `Authorization: Bearer x`, the scheme in any case (RFC 9110).
// An empty token is not the same as none: the table API refuses it.
func bearerOf(r *http.Request) (bearer string, ok bool) {
	scheme, value, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "bearer") {
		return "", false
	}
	return strings.TrimSpace(value), true
}

func equalConstantTime(presented, key string) bool {
	return key != "" && subtle.ConstantTimeCompare([]byte(presented), []byte(key)) == 1
}
