// Package encryption is GoTrue's encryption of columns: AES-256-GCM with a key that follows from
// one of the configuration for each row. It refuses values of other keys and other rows.
package encryption

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Keys are keys of GoTrue's database encryption (AES-256) by id. With that
// encryption on, it stores password hashes, the keys of sessions and the secrets of
// second factors encrypted. They are read here; only secrets of second factors are written.
type Keys map[string][]byte

// ParseKeys reads GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS:
// id:key,id:key with keys of 32 bytes in base64url without padding.
func ParseKeys(text string) (Keys, error) {
	keys := Keys{}
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

// IsEncrypted tells whether a stored value is such an envelope.
func IsEncrypted(value string) bool { return strings.HasPrefix(value, "{") }

// Open returns a stored value, decrypted if it is encrypted; id is that of its row.
func (k Keys) Open(id, value string) (string, error) {
	if !IsEncrypted(value) {
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
	sealed, err := rowCipher(key, id)
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

// rowCipher is AES-256-GCM with a key that follows from key for one row.
func rowCipher(key []byte, id string) (cipher.AEAD, error) {
	derived, err := hkdf.Key(sha256.New, key, nil, id, 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(derived)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// Key encrypts what is stored of second factors.
type Key struct {
	ID string
	// Key has 32 bytes.
	Key []byte
}

// ParseKey reads GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY, 32 bytes in
// base64url without padding; zero where both are "".
func ParseKey(id, encoded string) (Key, error) {
	if id == "" && encoded == "" {
		return Key{}, nil
	}
	key, err := base64.RawURLEncoding.DecodeString(encoded)
	if id == "" || err != nil || len(key) != 32 {
		return Key{}, errors.New("both an id and a key of 32 bytes in base64url are needed")
	}
	return Key{id, key}, nil
}

// DerivedKey follows from the secret of the installation. Its id tells keys of other
// secrets apart.
func DerivedKey(secret []byte) (Key, error) {
	key, err := hkdf.Key(sha256.New, secret, nil, "toubkal database encryption", 32)
	if err != nil {
		return Key{}, fmt.Errorf("derive an encryption key: %w", err)
	}
	sum := sha256.Sum256(key)
	return Key{"derived-" + hex.EncodeToString(sum[:4]), key}, nil
}

// Outdated reports whether a stored value is not encrypted with this key.
func (k Key) Outdated(value string) bool {
	var e envelope
	return !IsEncrypted(value) || json.Unmarshal([]byte(value), &e) != nil || e.KeyID != k.ID
}

// Seal encrypts the value of a row in GoTrue's format.
func (k Key) Seal(random io.Reader, id, value string) (string, error) {
	sealed, err := rowCipher(k.Key, id)
	if err != nil {
		return "", fmt.Errorf("encrypt: %w", err)
	}
	e := envelope{KeyID: k.ID, Algorithm: "aes-gcm-hkdf", Nonce: make([]byte, sealed.NonceSize())}
	if _, err := io.ReadFull(random, e.Nonce); err != nil {
		return "", fmt.Errorf("encrypt: %w", err)
	}
	e.Data = sealed.Seal(nil, e.Nonce, []byte(value), nil)
	text, err := json.Marshal(e)
	return string(text), err
}
