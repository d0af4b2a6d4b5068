package app

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// openDataDir makes the data folder, and in it the folder that keeps keys, which
// is the owner's alone. The data folder itself may be entered by others: where
// the program runs as root, PostgreSQL runs in it as somebody else.
func openDataDir(c Config) error {
	err := os.MkdirAll(c.DataDir, 0o755)
	if err == nil {
		err = os.MkdirAll(c.keyFile(""), 0o700)
	}
	if err != nil {
		return fmt.Errorf("make the data folder: %w; set TOUBKAL_DATA_DIR to a folder that you may write", err)
	}
	return nil
}

// secret is the installation's one secret: the configured one, else the one
// that the first start generated and kept.
func secret(c Config) (string, error) {
	if c.JWTSecret != "" {
		return c.JWTSecret, nil
	}
	file := c.keyFile("jwt-secret")
	kept, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return keep(file, random(36))
	}
	if err != nil {
		return "", fmt.Errorf("read the secret: %w; set GOTRUE_JWT_SECRET instead", err)
	}
	if text := strings.TrimSpace(string(kept)); len(text) >= 32 {
		return text, nil
	}
	return "", fmt.Errorf("%s is damaged: it should hold 32 characters or more; remove it to get a new one (everyone signs in again)", file)
}

// keep writes a secret for its owner's eyes only. It is written whole or not at
// all, since half a secret would lock the next start out.
func keep(file, value string) (string, error) {
	half := file + ".new"
	if err := os.WriteFile(half, []byte(value+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("keep a secret: %w; set TOUBKAL_DATA_DIR to a folder that you may write", err)
	}
	if err := os.Rename(half, file); err != nil {
		return "", fmt.Errorf("keep a secret: %w", err)
	}
	return value, nil
}

// derive makes a secret for another purpose, the same on every node and after
// every restart, from which the first cannot be learned (HMAC-SHA256).
func derive(secret, purpose string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(purpose))
	return hex.EncodeToString(mac.Sum(nil))
}

// random is n bytes of randomness in letters that survive a URL.
func random(n int) string {
	bytes := make([]byte, n)
	_, _ = rand.Read(bytes) // never fails since Go 1.24
	return base64.RawURLEncoding.EncodeToString(bytes)
}
