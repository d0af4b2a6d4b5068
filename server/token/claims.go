// Package token signs and verifies JSON Web Tokens. It refuses a token that is forged,
// expired or unreadable; what a caller may do, PostgreSQL decides.
package token

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"
)

// Roles that every installation has; others may be claimed by a token.
const (
	Anon          = "anon"
	Authenticated = "authenticated"
	ServiceRole   = "service_role"
)

// Claims is a verified caller.
type Claims struct {
	Role      string    // the database role to become; "anon" without a token
	Subject   string    // the user's id; "" for api keys
	SessionID string    // auth.sessions.id; "" for api keys
	Email     string    // as the token states it; may be stale
	Expires   time.Time // zero for a token without exp
	Key       string    // the name of the key that signed it; "" where it has none
	JSON      []byte    // the whole claim set, as request.jwt.claims shows it to SQL
}

// AnonClaims are the claims of a request without a token.
func AnonClaims() Claims {
	return Claims{Role: Anon, JSON: []byte(`{"role":"anon"}`)}
}

type bearerKey struct{}

// WithBearer keeps the request's token, as the edge resolved it from the
// Authorization and apikey headers, for the service that will verify it. An
// empty one was sent empty, which is not the same as none.
func WithBearer(ctx context.Context, bearer string) context.Context {
	return context.WithValue(ctx, bearerKey{}, bearer)
}

// Bearer is the request's unverified token; "" when there is none.
func Bearer(ctx context.Context) string {
	bearer, _ := BearerSent(ctx)
	return bearer
}

// BearerSent is the request's unverified token, and whether there is one.
func BearerSent(ctx context.Context) (bearer string, ok bool) {
	bearer, ok = ctx.Value(bearerKey{}).(string)
	return bearer, ok
}

// Unverified decodes the claims of a token into v without checking who signed it: it is
// for what decides nothing, or follows a check.
func Unverified(bearer string, v any) error {
	_, rest, _ := strings.Cut(bearer, ".")
	payload, _, _ := strings.Cut(rest, ".")
	text, err := base64.RawURLEncoding.DecodeString(payload)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, v)
}
