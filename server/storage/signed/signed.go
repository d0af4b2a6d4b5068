// Package signed makes and verifies the tokens of signed addresses: whoever has one may
// download, or upload, one object until a time, without a right of their own. It refuses
// tokens that are tampered with, expired, or made for another object or another use.
package signed

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/toubkal/toubkal/server/fault"
)

// Uses of a token.
const (
	Download = "download"
	Upload   = "upload"
)

// Claims are the claims of a signed address. It never has a role, so that no other API takes it.
type Claims struct {
	// URL is the bucket and the object's name, with a slash between.
	URL string `json:"url"`
	// Scope is Download or Upload.
	Scope string `json:"scope"`
	// Transformations of a picture, such as width:100,height:50, and its Format; "" for none.
	Transformations string `json:"transformations,omitempty"`
	Format          string `json:"format,omitempty"`
	// Owner of an upload; "" for none.
	Owner string `json:"owner,omitempty"`
	// Upsert lets an upload overwrite.
	Upsert bool `json:"upsert,omitempty"`
	jwt.RegisteredClaims
}

// Until is the expiry of the token.
func (c Claims) Until() time.Time { return c.ExpiresAt.Time }

// Causes of the faults of Verify: ErrInvalid is a token that cannot be verified or has
// expired; ErrOther is one for another object or use.
var (
	ErrInvalid = errors.New("the token is not valid")
	ErrOther   = errors.New("the token is for another object or use")
)

// Signer signs with a key, and verifies with older ones too, which may be taken away when
// the tokens made with them have expired.
type Signer struct {
	keys map[string][]byte // by id
	id   string            // of the key that signs
	now  func() time.Time
}

// NewSigner takes keys of 32 characters or more: the first signs.
func NewSigner(now func() time.Time, keys ...string) *Signer {
	s := &Signer{keys: map[string][]byte{}, now: now}
	for i, key := range keys {
		sum := sha256.Sum256([]byte("id of a key: " + key))
		id := hex.EncodeToString(sum[:8])
		if s.keys[id] = []byte(key); i == 0 {
			s.id = id
		}
	}
	return s
}

// Sign makes a token that lives for a time and at most a tenth longer: within a tenth of
// its life, up to an hour, the same claims give the same token, so that browsers and
// proxies find the answer in their caches.
func (s *Signer) Sign(c Claims, life time.Duration) (string, error) {
	window := min(life/10, time.Hour).Truncate(time.Second)
	until := s.now().Add(life).Truncate(time.Second)
	if window > 0 {
		until = until.Add(window - 1).Truncate(window)
	}
	c.ExpiresAt, c.IssuedAt = jwt.NewNumericDate(until), jwt.NewNumericDate(until.Add(-life-window))
	t := jwt.NewWithClaims(jwt.SigningMethodHS256, c)
	t.Header["kid"] = s.id
	return t.SignedString(s.keys[s.id])
}

// Verify gives the claims of a token for a use of the object that path names, which has the
// bucket and the name. storage-js escapes an address once more, so that a path may be
// escaped.
func (s *Signer) Verify(bearer, scope, path string) (Claims, error) {
	var c Claims
	_, err := jwt.ParseWithClaims(bearer, &c, func(t *jwt.Token) (any, error) {
		id, _ := t.Header["kid"].(string)
		key, known := s.keys[id]
		if !known {
			return nil, errors.New("the token was signed with another key")
		}
		return key, nil
	}, jwt.WithValidMethods([]string{"HS256"}), jwt.WithExpirationRequired(), jwt.WithTimeFunc(s.now))
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrInvalid, err)
		return c, fault.New(fault.StorageInvalidJWT, err.Error()).Because(err)
	}
	unescaped, err := url.PathUnescape(path)
	if c.Scope != scope || c.URL != path && (err != nil || c.URL != unescaped) {
		return c, fault.New(fault.StorageInvalidSignature, "Invalid signature").Because(ErrOther)
	}
	return c, nil
}
