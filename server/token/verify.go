package token

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/toubkal/toubkal/server/fault"
)

// leeway is the difference that the clocks of issuer and verifier may have, as PostgREST
// allows.
const leeway = 30 * time.Second

var (
	// errNoKey means that no key of ours goes with the token's kid and alg.
	errNoKey = errors.New("no suitable key")
	// errCritical means that the token names extensions that must be understood
	// (RFC 7515 section 4.1.11); we know none.
	errCritical = errors.New("crit names an extension that is not known here")
)

// Rules say what a token must claim beyond a good signature.
type Rules struct {
	// Audience must be among the token's, where it names any. "" accepts all.
	Audience string
	// Role is the JSONPath of the database role. Defaults to $.role.
	Role Path
	// AnonRole is the role of a token that claims none; "" refuses it (PGRST302).
	AnonRole string
	// CacheSize bounds the verified tokens kept. Defaults to 1000; less than 0
	// keeps none.
	CacheSize int
	// Now is the clock. Defaults to time.Now.
	Now func() time.Time
}

// Verifier checks tokens. It is immutable but for its cache and its keys, which are
// replaced as a whole, and safe for concurrent use.
type Verifier struct {
	keys   *atomic.Pointer[keySet] // shared by the verifiers of the same keys
	rules  Rules
	parser *jwt.Parser
	cache  *cache
	// revocations are nil where the keys are not those of this program.
	revocations *Revocations
}

// NewVerifier reads keys as PostgREST's jwt-secret has them: a secret of 32
// bytes or more, a JSON Web Key, or a set of them. Its errors never show one.
func NewVerifier(keys string, rules Rules) (*Verifier, error) {
	v, set := newVerifier(rules), newKeySet()
	v.keys.Store(set)
	return v, set.addText(keys)
}

// WithRules makes a verifier of the same keys with other rules and a cache of its own.
func (v *Verifier) WithRules(rules Rules) *Verifier {
	other := newVerifier(rules)
	other.keys = v.keys
	return other
}

func newVerifier(rules Rules) *Verifier {
	if rules.Now == nil {
		rules.Now = time.Now
	}
	return &Verifier{
		keys: &atomic.Pointer[keySet]{}, rules: rules, cache: newCache(rules.CacheSize),
		parser: jwt.NewParser(jwt.WithoutClaimsValidation(), jwt.WithValidMethods(methods)),
	}
}

// Verify checks signature, times and audience of bearer and gives its claims,
// which must not be changed: they are shared with the cache. Errors are faults
// PGRST301 (unreadable, forged), PGRST302 (no role) and PGRST303 (claims,
// times, revoked), status 401, with PostgREST's messages; their cause is golang-jwt's
// error, or ErrRevoked.
func (v *Verifier) Verify(bearer string) (Claims, error) {
	claims, err := v.verify(bearer)
	if err == nil && v.revocations.Has(&claims) {
		return Claims{}, refused(fault.RestBadClaims, "JWT revoked", ErrRevoked)
	}
	return claims, err
}

// IsServiceKey reports whether bearer is a valid token of service_role.
func (v *Verifier) IsServiceKey(bearer string) bool {
	claims, err := v.Verify(bearer)
	return err == nil && claims.Role == ServiceRole
}

func (v *Verifier) verify(bearer string) (Claims, error) {
	now, keys := v.rules.Now(), v.keys.Load()
	if claims, ok := v.cache.get(bearer, keys, now); ok {
		return claims, nil
	}
	var set claimSet
	var candidates []key
	parsed, err := v.parser.ParseWithClaims(bearer, &set, func(t *jwt.Token) (found any, err error) {
		if candidates, err = keys.candidates(t); err != nil {
			return nil, err
		}
		var tried jwt.VerificationKeySet
		for _, candidate := range candidates {
			tried.Keys = append(tried.Keys, candidate.verify)
		}
		return tried, nil
	})
	if err != nil {
		return Claims{}, decodeFault(bearer, parsed, err)
	}
	claims, err := set.check(v.rules, now)
	if err != nil {
		return Claims{}, err
	}
	claims.Key = signerOf(bearer, parsed, candidates).name
	v.cache.put(bearer, keys, claims)
	return claims, nil
}

// decodeFault is PostgREST's error for a token that could not be decoded. parsed is
// as much of it as could; nil for nothing.
func decodeFault(bearer string, parsed *jwt.Token, err error) error {
	if bearer == "" {
		return refused(fault.RestBadToken, "Empty JWT is sent in Authorization header", err)
	}
	if dots := strings.Count(bearer, "."); dots != 2 {
		return refused(fault.RestBadToken, "Expected 3 parts in JWT; got "+strconv.Itoa(dots+1), err)
	}
	switch {
	case errors.Is(err, errCritical):
	case errors.Is(err, errNoKey):
		return keyFault("No suitable key was found to decode the JWT", err)
	case parsed != nil && parsed.Header["alg"] == "none":
		return refused(fault.RestBadToken, "Wrong or unsupported encoding algorithm", err).
			WithDetails("JWT is unsecured but expected 'alg' was not 'none'")
	case errors.Is(err, jwt.ErrTokenSignatureInvalid):
		return keyFault("None of the keys was able to decode the JWT", err)
	default: // not base64, a header that is no JSON, an unknown alg
		return refused(fault.RestBadToken, "JWT cryptographic operation failed", err)
	}
	return refused(fault.RestBadToken, "JWT couldn't be decoded", err)
}

func keyFault(details string, err error) error {
	return refused(fault.RestBadToken, "No suitable key or wrong key type", err).WithDetails(details)
}

func refused(code, message string, cause error) *fault.Fault {
	challenge := fmt.Sprintf(`Bearer error="invalid_token", error_description=%q`, message)
	return fault.New(code, message).Because(cause).WithHeader("WWW-Authenticate", challenge)
}
