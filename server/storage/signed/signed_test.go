package signed_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/toubkal/toubkal/server/storage/signed"
)

var (
	first  = "0123456789abcdef0123456789abcdef"
	second = "fedcba9876543210fedcba9876543210"
)

// clock is a time that a test moves.
type clock struct{ time.Time }

func (c *clock) now() time.Time { return c.Time }

func start() *clock { return &clock{time.Date(2026, 1, 1, 12, 0, 7, 5, time.UTC)} }

func sign(t *testing.T, s *signed.Signer, c signed.Claims, life time.Duration) string {
	t.Helper()
	text, err := s.Sign(c, life)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestVerify(t *testing.T) {
	t.Parallel()
	at := start()
	s := signed.NewSigner(at.now, first)
	good := sign(t, s, signed.Claims{URL: "b/a#b", Scope: signed.Download}, time.Minute)
	other := sign(t, signed.NewSigner(at.now, second), signed.Claims{URL: "b/a", Scope: signed.Download}, time.Minute)
	head, rest, _ := strings.Cut(good, ".")
	none, err := jwt.NewWithClaims(jwt.SigningMethodNone, jwt.MapClaims{"url": "b/a", "scope": "download", "exp": at.Unix() + 9}).SignedString(jwt.UnsafeAllowNoneSignatureType)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, token, scope, path string
		after                    time.Duration
		want                     error
	}{
		{"good", good, signed.Download, "b/a#b", 0, nil},
		{"escaped once more", good, signed.Download, "b/a%23b", 0, nil},
		{"another path", good, signed.Download, "b/a", 0, signed.ErrOther},
		{"another use", good, signed.Upload, "b/a#b", 0, signed.ErrOther},
		{"expired", good, signed.Download, "b/a#b", time.Minute + 7*time.Second, signed.ErrInvalid},
		{"tampered", head + ".x" + rest, signed.Download, "b/a#b", 0, signed.ErrInvalid},
		{"another key", other, signed.Download, "b/a", 0, signed.ErrInvalid},
		{"no signature", none, signed.Download, "b/a", 0, signed.ErrInvalid},
		{"no token", "", signed.Download, "b/a", 0, signed.ErrInvalid},
	} {
		at.Time = start().Add(c.after)
		if _, err := s.Verify(c.token, c.scope, c.path); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
	}
}

func TestTokensAreTheSameWithinAWindow(t *testing.T) {
	t.Parallel()
	for _, life := range []time.Duration{time.Second, 9 * time.Second, time.Minute, time.Hour, 24 * time.Hour, 10 * 365 * 24 * time.Hour} {
		at := start()
		s := signed.NewSigner(at.now, first)
		c := signed.Claims{URL: "b/a", Scope: signed.Download}
		different := map[string]bool{}
		window := min(life/10, time.Hour)
		for i := range 10 {
			at.Time = start().Add(time.Duration(i) * window / 10)
			text := sign(t, s, c, life)
			different[text] = true
			got, err := s.Verify(text, signed.Download, "b/a")
			if err != nil {
				t.Fatal(err)
			}
			if left := got.Until().Sub(at.Truncate(time.Second)); left < life || left > life+window || got.IssuedAt.After(at.Time) {
				t.Errorf("%s: lives %s longer, since %s", life, left, got.IssuedAt)
			}
		}
		if window >= time.Second && len(different) > 2 {
			t.Errorf("%s: %d tokens within a window", life, len(different))
		}
	}
}

func TestKeysRotate(t *testing.T) {
	t.Parallel()
	at := start()
	old := sign(t, signed.NewSigner(at.now, first), signed.Claims{URL: "b/a", Scope: signed.Download}, time.Minute)
	if _, err := signed.NewSigner(at.now, second, first).Verify(old, signed.Download, "b/a"); err != nil {
		t.Errorf("an older key: %v", err)
	}
	if _, err := signed.NewSigner(at.now, second).Verify(old, signed.Download, "b/a"); !errors.Is(err, signed.ErrInvalid) {
		t.Errorf("a key that was taken away: %v", err)
	}
}
