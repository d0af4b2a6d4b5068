// Package random makes ids, keys and one-time codes. It refuses nothing but a source that fails.
package random

import (
	"crypto/rand"
	"fmt"
	"io"
	"math/big"

	"github.com/google/uuid"
)

// ID makes a UUID.
func ID(source io.Reader) (string, error) {
	id, err := uuid.NewRandomFromReader(source)
	if err != nil {
		return "", fmt.Errorf("make an id: %w", err)
	}
	return id.String(), nil
}

// Key makes a key of 32 bytes.
func Key(source io.Reader) ([]byte, error) {
	key := make([]byte, 32)
	if _, err := io.ReadFull(source, key); err != nil {
		return nil, fmt.Errorf("make a key: %w", err)
	}
	return key, nil
}

// Digits makes a code of so many digits.
func Digits(source io.Reader, digits int) (string, error) {
	n, err := rand.Int(source, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil))
	if err != nil {
		return "", fmt.Errorf("make a one-time code: %w", err)
	}
	return fmt.Sprintf("%0*d", digits, n), nil
}
