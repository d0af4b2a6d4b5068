package auth

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// DecryptionKeys are keys of GoTrue's database encryption (AES-256) by id. With that
// encryption on, it stores password hashes, the keys of sessions and the secrets of
// second factors encrypted. They are read here, and never written.
type DecryptionKeys map[string][]byte

// ParseDecryptionKeys reads GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS:
// id:key,id:key with keys of 32 bytes in base64url without padding.
func ParseDecryptionKeys(text string) (DecryptionKeys, error) {
	keys := DecryptionKeys{}
	if text == "" {
		return keys, nil
	}
	for i, each := range strings.Split(text, ",") {
		id, encoded, _ := strings.Cut(each, ":")
		key, err := base64.RawURLEncoding.DecodeString(encoded)
		if id == "" || err != nil || len(key) != 32 {
			return nil, fmt.Errorf("the entry %d is not id:key with 32 bytes in base64url", i+1)
		}
		keys[id] = key
	}
	return keys, nil
}

// envelope is an encrypted value as GoTrue stores it.
type envelope struct {
	KeyID     string `json:"key_id"`
	Algorithm string `json:"alg"`
	Data      []byte `json:"data"`
	Nonce     []byte `json:"nonce"`
}

func isEncrypted(value string) bool { return strings.HasPrefix(value, "{") }

// open returns a stored value, decrypted if it is encrypted; id is that of its row.
func (k DecryptionKeys) open(id, value string) (string, error) {
	if !isEncrypted(value) {
		return value, nil
	}
	var e envelope
	if err := json.Unmarshal([]byte(value), &e); err != nil {
		return "", errors.New("decrypt: the value is not GoTrue's JSON")
	}
	key, ok := k[e.KeyID]
	switch {
	case e.Algorithm != "aes-gcm-hkdf":
		return "", fmt.Errorf("decrypt: the algorithm %q is unknown", e.Algorithm)
	case !ok:
		return "", fmt.Errorf("decrypt: the key %q is not in GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS", e.KeyID)
	}
	derived, err := hkdf.Key(sha256.New, key, nil, id, 32)
	if err != nil {
		return "", fmt.Errorf("decrypt: %w", err)
	}
	block, err := aes.NewCipher(derived)
	if err != nil {
		return "", fmt.Errorf("decrypt: %w", err)
	}
	sealed, err := cipher.NewGCM(block)
	if err != nil {
		return "", fmt.Errorf("decrypt: %w", err)
	}
	if len(e.Nonce) != sealed.NonceSize() {
		return "", errors.New("decrypt: the nonce has not 12 bytes")
	}
	plain, err := sealed.Open(nil, e.Nonce, e.Data, nil)
	if err != nil {
		return "", fmt.Errorf("decrypt with the key %q: the value is of another key or row", e.KeyID)
	}
	return string(plain), nil
}

// hashOf is the user's password hash. One that cannot be decrypted matches no password;
// the log says why.
func (s *Service) hashOf(ctx context.Context, u *User) string {
	hash, err := s.decryption.open(u.ID, u.hash)
	if err != nil {
		s.log.ErrorContext(ctx, "cannot read a password hash", "user", u.ID, "error", err)
	}
	return hash
}

// sessionKey is the key that signs the session's refresh tokens, nil for a session of
// version 1 tokens and for a key that cannot be read.
func (s *Service) sessionKey(ctx context.Context, id, stored string) []byte {
	encoded, err := s.decryption.open(id, stored)
	if err == nil {
		var key []byte
		if key, err = base64.RawURLEncoding.DecodeString(encoded); err == nil {
			return key
		}
	}
	s.log.ErrorContext(ctx, "cannot read the key of a session", "session", id, "error", err)
	return nil
}
