package token

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

// Derive makes a secret for another purpose, the same on every node and after every
// restart, from which the first cannot be learned (HMAC-SHA256, 64 hexadecimal digits).
func Derive(secret, purpose string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(purpose))
	return hex.EncodeToString(mac.Sum(nil))
}
