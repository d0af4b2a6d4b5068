package token

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

// DeriveKey makes a key of 32 bytes for another purpose, the same on every node and after
// every restart, from which the secret cannot be learned (HMAC-SHA256).
func DeriveKey(secret, purpose string) []byte {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(purpose))
	return mac.Sum(nil)
}

// Derive is DeriveKey in 64 hexadecimal digits.
func Derive(secret, purpose string) string { return hex.EncodeToString(DeriveKey(secret, purpose)) }
