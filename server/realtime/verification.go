package realtime

import (
	"errors"
	"fmt"
	"hash/maphash"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/token"
)

// Refusals of tokens. Codes and texts are Supabase's.
var (
	errUnreadable = protocol.NewRefusal("MalformedJWT", "The token provided is not a valid JWT")
	errForged     = protocol.NewRefusal("JwtSignatureError", "Failed to validate JWT signature")
	errIncomplete = protocol.NewRefusal("InvalidJWTToken", "Fields `role` and `exp` are required in JWT")
	// errRevoked refuses a token whose session has ended, or whose user is banned.
	errRevoked = protocol.NewRefusal("InvalidJWTToken", "JWT revoked")
)

// errExpired is the refusal of an expired token. The client may join again with a newer
// one.
type errExpired struct{ *protocol.Refusal }

// Unwrap returns the refusal.
func (e errExpired) Unwrap() error { return e.Refusal }

func expired(at, now time.Time) error {
	return errExpired{protocol.NewRefusal("InvalidJWTToken", expiredText(at, now))}
}

func expiredText(at, now time.Time) string {
	return fmt.Sprintf("Token has expired %d seconds ago", max(int(now.Sub(at).Seconds()), 0))
}

// verify verifies a JWT. Its errors are refusals. exp has no leeway, unlike for requests:
// a channel ends at exp, so one that joined later would end at once.
func (h *hub) verify(jwt string) (token.Claims, error) {
	claims, err := h.Verify(jwt)
	switch {
	case err != nil:
		return token.Claims{}, h.tokenRefusal(jwt, err)
	case claims.Expires.IsZero():
		return token.Claims{}, errIncomplete
	case !h.Now().Before(claims.Expires):
		return token.Claims{}, expired(claims.Expires, h.Now())
	}
	return claims, nil
}

// tokenRefusal is Supabase's refusal of a token that Verify refused.
func (h *hub) tokenRefusal(bearer string, err error) error {
	known := fault.As(err)
	switch {
	case errors.Is(err, jwt.ErrTokenExpired):
		var claims struct{ Exp float64 }
		_ = token.Unverified(bearer, &claims) // its signature has been verified
		return expired(time.Unix(int64(claims.Exp), 0), h.Now())
	case known.Code == fault.RestAnonymousRefused:
		return errIncomplete
	case known.Code == fault.RestBadClaims:
		return protocol.NewRefusal("InvalidJWTToken", known.Message)
	case errors.Is(err, jwt.ErrTokenSignatureInvalid):
		return errForged
	}
	return errUnreadable
}

// fingerprint is a hash of a token, to recognize it without storing it.
type fingerprint uint64

var tokenSeed = maphash.MakeSeed()

func fingerprintOf(bearer string) fingerprint { return fingerprint(maphash.String(tokenSeed, bearer)) }
