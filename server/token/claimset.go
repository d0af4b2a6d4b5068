package token

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/golang-jwt/jwt/v5"

	"github.com/toubkal/toubkal/server/fault"
)

// claimSet keeps a token's payload as it was sent; golang-jwt fills it before
// it has checked the signature, so nothing is read from it until check.
type claimSet struct {
	jwt.MapClaims
	raw []byte
}

// UnmarshalJSON keeps the text alone.
func (c *claimSet) UnmarshalJSON(text []byte) error {
	c.raw = append(c.raw[:0], text...)
	return nil
}

var errClaims = errors.New("the claims are not a JSON object")

// check reads the claims in PostgREST's order: exp, nbf, iat, aud, role.
func (c *claimSet) check(rules Rules, now time.Time) (Claims, error) {
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(c.raw, &fields); err != nil || fields == nil || !utf8.Valid(c.raw) {
		return Claims{}, refused(fault.RestBadClaims, "Parsing claims failed", errClaims)
	}
	expires, err := checkTimes(fields, now)
	if err != nil {
		return Claims{}, err
	}
	if err := hasAudience(fields["aud"], rules.Audience); err != nil {
		return Claims{}, err
	}
	role, text, err := c.role(fields, rules)
	if err != nil {
		return Claims{}, err
	}
	return Claims{
		Role: role, Expires: expires, JSON: text,
		Subject: str(fields["sub"]), SessionID: str(fields["session_id"]), Email: str(fields["email"]),
	}, nil
}

// checkTimes checks the three times, of each its type and then its value, and gives
// exp; zero where there is none.
func checkTimes(fields map[string]json.RawMessage, now time.Time) (expires time.Time, err error) {
	late, early := now.Add(-leeway).Truncate(time.Second), now.Add(leeway)
	for _, claim := range []struct {
		name, refusal string
		cause         error
		bad           func(time.Time) bool
	}{
		{"exp", "JWT expired", jwt.ErrTokenExpired, late.After},
		{"nbf", "JWT not yet valid", jwt.ErrTokenNotValidYet, early.Before},
		{"iat", "JWT issued at future", jwt.ErrTokenUsedBeforeIssued, early.Before},
	} {
		at, ok := numericDate(fields[claim.name])
		switch {
		case !ok:
			return time.Time{}, invalid(fmt.Sprintf("The JWT '%s' claim must be a number", claim.name), jwt.ErrInvalidType)
		case !at.IsZero() && claim.bad(at):
			return time.Time{}, invalid(claim.refusal, claim.cause)
		case claim.name == "exp":
			expires = at
		}
	}
	return expires, nil
}

// role finds the database role, and gives the claims with it, as SQL sees them.
// A token without a role is anon's.
func (c *claimSet) role(fields map[string]json.RawMessage, rules Rules) (role string, text []byte, err error) {
	if rules.Role.isDefault() && json.Unmarshal(fields["role"], &role) == nil && !isNull(fields["role"]) {
		return role, c.raw, nil
	}
	if role = c.claimed(fields, rules); role == "" {
		return "", nil, fault.New(fault.RestAnonymousRefused, "Anonymous access is disabled").
			WithHeader("WWW-Authenticate", "Bearer")
	}
	if fields["role"], err = json.Marshal(role); err != nil {
		return "", nil, err
	}
	text, err = json.Marshal(fields)
	return role, text, err
}

func (c *claimSet) claimed(fields map[string]json.RawMessage, rules Rules) string {
	if !rules.Role.isDefault() {
		if role, ok := rules.Role.find(c.raw); ok {
			return role
		}
	} else if !isNull(fields["role"]) {
		return string(fields["role"])
	}
	return rules.AnonRole
}

// numericDate reads a NumericDate of RFC 7519: seconds since 1970, possibly
// with a fraction. Absent and null are the zero time.
func numericDate(text json.RawMessage) (time.Time, bool) {
	if isNull(text) {
		return time.Time{}, true
	}
	var seconds float64
	if json.Unmarshal(text, &seconds) != nil {
		return time.Time{}, false
	}
	const farthest = 1 << 53
	return time.Unix(int64(math.Floor(min(max(seconds, 0), farthest))), 0), true
}

// hasAudience refuses a token whose aud lacks audience. One without aud is for every
// audience.
func hasAudience(text json.RawMessage, audience string) error {
	var many []string
	if json.Unmarshal(text, &many) != nil {
		var one string
		if !isNull(text) && json.Unmarshal(text, &one) != nil {
			return invalid("The JWT 'aud' claim must be a string or an array of strings", jwt.ErrInvalidType)
		}
		many = []string{one}
	}
	if audience == "" || isNull(text) || len(many) == 0 || slices.Contains(many, audience) {
		return nil
	}
	return invalid("JWT not in audience", jwt.ErrTokenInvalidAudience)
}

func isNull(text json.RawMessage) bool { return len(text) == 0 || string(text) == "null" }

func str(text json.RawMessage) string {
	var s string
	_ = json.Unmarshal(text, &s) // another type counts as none
	return s
}

func invalid(message string, cause error) error {
	return refused(fault.RestBadClaims, message, fmt.Errorf("%w: %w", jwt.ErrTokenInvalidClaims, cause))
}
