package session

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// Tokens that a running GoTrue made; its sessions keep working here.
func TestParseRefreshTokenReadsGoTrues(t *testing.T) {
	t.Parallel()
	session := uuid.MustParse("93d6f501-c753-4233-a82c-c1385bee39a6")
	for text, counter := range map[string]uint64{
		"AJPW9QHHU0IzqCzBOFvuOaYA-aHgN3OVz5hmE73IO9bWMYKpRpI": 0,
		"AJPW9QHHU0IzqCzBOFvuOaYBPzMo2HC4rXi4B-ybO34d4nkAkQo": 1,
		"AJPW9QHHU0IzqCzBOFvuOaYC1SOrs-92C5FFfXyIeNVLUPaxVec": 2,
	} {
		got, ok := ParseRefreshToken(text)
		if !ok || got.Session != session || got.Counter != counter {
			t.Errorf("%s: %+v %v, want session %s, counter %d", text, got, ok, session, counter)
		}
		if got.verify([]byte("another key")) || got.verify(nil) {
			t.Errorf("%s passes for our own", text)
		}
	}
}

func TestRefreshTokenRoundTrip(t *testing.T) {
	t.Parallel()
	key, session := []byte("0123456789abcdef0123456789abcdef"), uuid.New()
	for _, counter := range []uint64{0, 1, 127, 128, 1 << 20, 1 << 62} {
		text := NewRefreshToken(session, counter, key)
		got, ok := ParseRefreshToken(text)
		if !ok || got.Session != session || got.Counter != counter || !got.verify(key) {
			t.Errorf("counter %d: got %+v %v", counter, got, ok)
		}
		if len(text) > maxToken {
			t.Errorf("counter %d: %d characters, at most %d expected", counter, len(text), maxToken)
		}
	}
}

func TestForgedRefreshTokens(t *testing.T) {
	t.Parallel()
	key, session := []byte("0123456789abcdef0123456789abcdef"), uuid.New()
	raw, err := base64.RawURLEncoding.DecodeString(NewRefreshToken(session, 7, key))
	if err != nil {
		t.Fatal(err)
	}
	for i := range raw {
		changed := append([]byte{}, raw...)
		changed[i] ^= 1
		if _, ok := ParseRefreshToken(base64.RawURLEncoding.EncodeToString(changed)); ok {
			t.Errorf("byte %d changed: the checksum does not notice", i)
		}
		if i >= len(raw)-checksumSize {
			continue
		}
		mended := append(changed[:len(raw)-checksumSize], checksum(changed[:len(raw)-checksumSize])...)
		if got, ok := ParseRefreshToken(base64.RawURLEncoding.EncodeToString(mended)); ok && got.verify(key) {
			t.Errorf("byte %d changed and the checksum mended: passes for genuine", i)
		}
	}
}

func TestRubbishIsNoRefreshToken(t *testing.T) {
	t.Parallel()
	huge := append(make([]byte, headSize), 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01)
	huge = append(huge, make([]byte, signatureSize)...)
	for _, text := range []string{
		"", "short", "this-is-not-a-token-at-all", "ä", strings.Repeat("A", 50), strings.Repeat("A", 1<<16),
		base64.RawURLEncoding.EncodeToString(append(huge, checksum(huge)...)),
	} {
		if got, ok := ParseRefreshToken(text); ok {
			t.Errorf("%.60q read as %+v", text, got)
		}
	}
}
