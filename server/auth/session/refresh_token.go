package session

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"

	"github.com/google/uuid"
)

// A refresh token is GoTrue's version 2: base64url of
//
//	version 0 ‖ session id (16) ‖ counter (uvarint) ‖ signature (16) ‖ checksum (4)
//
// The signature is HMAC-SHA256 under the session's own key, cut to 128 bits;
// the checksum is the head of the SHA-256 of all before it, so that a mistyped
// token is refused without asking the database. No row per token: the counter
// in auth.sessions says which one is current.
const (
	tokenVersion  = 0
	signatureSize = 16
	checksumSize  = 4
	headSize      = 1 + 16
)

// maxToken is the longest token in characters: 1 + 16 + 10 + 16 + 4 bytes.
const maxToken = 63

// RefreshToken is a token that was read, and not yet verified.
type RefreshToken struct {
	Session   uuid.UUID
	Counter   uint64
	signed    []byte // version, session and counter, as they were sent
	signature []byte
}

// NewRefreshToken makes a token, signed with the key of its session.
func NewRefreshToken(session uuid.UUID, counter uint64, key []byte) string {
	raw := append([]byte{tokenVersion}, session[:]...)
	raw = binary.AppendUvarint(raw, counter)
	raw = append(raw, signature(raw, key)...)
	raw = append(raw, checksum(raw)...)
	return base64.RawURLEncoding.EncodeToString(raw)
}

// ParseRefreshToken reads a token; verify must follow, with the key of
// its session. False means that no server ever made it.
func ParseRefreshToken(text string) (RefreshToken, bool) {
	if len(text) > maxToken {
		return RefreshToken{}, false
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(raw) < headSize+1+signatureSize+checksumSize || raw[0] != tokenVersion {
		return RefreshToken{}, false
	}
	body, sum := raw[:len(raw)-checksumSize], raw[len(raw)-checksumSize:]
	if subtle.ConstantTimeCompare(checksum(body), sum) != 1 {
		return RefreshToken{}, false
	}
	signed := body[:len(body)-signatureSize]
	counter, n := binary.Uvarint(signed[headSize:])
	if n != len(signed)-headSize || counter > 1<<62 {
		return RefreshToken{}, false
	}
	return RefreshToken{
		Session: uuid.UUID(signed[1:headSize]), Counter: counter, signed: signed, signature: body[len(signed):],
	}, true
}

// verify reports whether the session with this key made the token.
func (r RefreshToken) verify(key []byte) bool {
	return len(key) > 0 && hmac.Equal(signature(r.signed, key), r.signature)
}

func signature(signed, key []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(signed)
	return mac.Sum(nil)[:signatureSize]
}

func checksum(body []byte) []byte {
	sum := sha256.Sum256(body)
	return sum[:checksumSize]
}
