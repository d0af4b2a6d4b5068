package token

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/toubkal/toubkal/server/fault"
)

// skew is how far the clocks of issuer and verifier may differ, as PostgREST
// allows.
const skew = 30 * time.Second

// errNoKey means that no key of ours goes with the token's kid and alg.
var errNoKey = errors.New("no suitable key")

// Verify checks the signature and times of bearer and gives its claims, which
// must not be changed: they are shared with the cache. Errors are faults
// PGRST301 (unreadable, forged) and PGRST303 (claims, times), status 401, in
// PostgREST's words; their cause is golang-jwt's error.
func (k *Keys) Verify(bearer string) (Claims, error) {
	now := k.now()
	if claims, ok := k.cache.get(bearer, now); ok {
		return claims, nil
	}
	var set claimSet
	if _, err := k.parser.ParseWithClaims(bearer, &set, k.candidates); err != nil {
		return Claims{}, undecodable(bearer, err)
	}
	claims, err := set.check(now)
	if err != nil {
		return Claims{}, err
	}
	k.cache.put(bearer, claims)
	return claims, nil
}

// candidates are the keys that may have signed t: the one its kid names, else
// those without a kid. A key serves its own algorithm only: a public key must
// never pass for an HMAC secret.
func (k *Keys) candidates(t *jwt.Token) (any, error) {
	id, _ := t.Header["kid"].(string)
	keys := k.noID
	if named, ok := k.byID[id]; ok {
		keys = []key{named}
	}
	var set jwt.VerificationKeySet
	for _, candidate := range keys {
		if candidate.method.Alg() == t.Method.Alg() {
			set.Keys = append(set.Keys, candidate.verify)
		}
	}
	if len(set.Keys) == 0 {
		return nil, errNoKey
	}
	return set, nil
}

// undecodable says in PostgREST's words why a token could not be read.
func undecodable(bearer string, err error) error {
	if bearer == "" {
		return refused(fault.RestBadToken, "Empty JWT is sent in Authorization header", err)
	}
	if dots := strings.Count(bearer, "."); dots != 2 {
		return refused(fault.RestBadToken, "Expected 3 parts in JWT; got "+strconv.Itoa(dots+1), err)
	}
	switch {
	case errors.Is(err, errNoKey):
		return unsuitable("No suitable key was found to decode the JWT", err)
	case strings.Contains(err.Error(), "signing method none"):
		return refused(fault.RestBadToken, "Wrong or unsupported encoding algorithm", err).
			WithDetails("JWT is unsecured but expected 'alg' was not 'none'")
	case errors.Is(err, jwt.ErrTokenSignatureInvalid), errors.Is(err, jwt.ErrTokenUnverifiable):
		return unsuitable("None of the keys was able to decode the JWT", err)
	}
	return refused(fault.RestBadToken, "JWT couldn't be decoded", err)
}

func unsuitable(details string, err error) error {
	return refused(fault.RestBadToken, "No suitable key or wrong key type", err).WithDetails(details)
}

func refused(code, message string, cause error) *fault.Fault {
	challenge := fmt.Sprintf(`Bearer error="invalid_token", error_description=%q`, message)
	return fault.New(code, message).Because(cause).WithHeader("WWW-Authenticate", challenge)
}
