package installation

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/toubkal/toubkal/server/app/config"
)

// openDataDir makes the data folder, and in it the folder that keeps keys, which
// is the owner's alone. The data folder itself may be entered by others: where
// the program runs as root, PostgreSQL runs in it as somebody else.
func openDataDir(c config.Config) error {
	err := os.MkdirAll(c.DataDir, 0o755) // #nosec G301 -- PostgreSQL's account passes through; each secret in it has mode 600
	if err == nil {
		err = os.MkdirAll(c.KeyFile(""), 0o700)
	}
	if err != nil {
		return fmt.Errorf("make the data folder: %w; set TOUBKAL_DATA_DIR to a folder that you may write", err)
	}
	return nil
}

// secret is the installation's one secret: the configured one, else the one
// that the first start generated and kept.
func secret(c config.Config) (string, error) {
	if c.JWTSecret != "" {
		return c.JWTSecret, nil
	}
	file := c.KeyFile("jwt-secret")
	kept, err := os.ReadFile(file) // #nosec G304 -- a file of the data folder
	if errors.Is(err, fs.ErrNotExist) {
		return writeFirst(file, random(36))
	}
	if err != nil {
		return "", fmt.Errorf("read the secret: %w; set GOTRUE_JWT_SECRET instead", err)
	}
	return checkSecret(file, kept)
}

// checkSecret refuses a kept secret that is too short.
func checkSecret(file string, kept []byte) (string, error) {
	if text := strings.TrimSpace(string(kept)); len(text) >= 32 {
		return text, nil
	}
	return "", fmt.Errorf("%s is damaged: it should hold 32 characters or more; remove it to get a new one (everyone signs in again)", file)
}

// WriteSecret writes a secret for its owner's eyes only, in the place of an older one.
func WriteSecret(file, value string) error {
	temporary, err := writeTemporary(file, value)
	if err != nil {
		return err
	}
	if err := os.Rename(temporary, file); err != nil {
		return fmt.Errorf("keep a secret: %w", errors.Join(err, os.Remove(temporary)))
	}
	return nil
}

// writeFirst writes a secret, unless another program has just written one: two that
// begin at once in one folder must go on with the same. It gives the one that stays.
func writeFirst(file, value string) (string, error) {
	temporary, err := writeTemporary(file, value)
	if err != nil {
		return "", err
	}
	defer func() { _ = os.Remove(temporary) }()
	err = os.Link(temporary, file)
	switch {
	case err == nil:
		return value, nil
	case !errors.Is(err, fs.ErrExist): // a file system without links
		return value, WriteSecret(file, value)
	}
	kept, err := os.ReadFile(file) // #nosec G304 -- a file of the data folder
	if err != nil {
		return "", fmt.Errorf("read the secret: %w", err)
	}
	return checkSecret(file, kept)
}

// writeTemporary puts a secret into a file of its own beside file, so that it comes there
// whole or not at all: half a secret would lock the next start out.
func writeTemporary(file, value string) (temporary string, err error) {
	aside, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".new-*") // 0600
	if err != nil {
		return "", fmt.Errorf("keep a secret: %w; set TOUBKAL_DATA_DIR to a folder that you may write", err)
	}
	_, err = aside.WriteString(value + "\n")
	if err = errors.Join(err, aside.Close()); err != nil {
		return "", fmt.Errorf("keep a secret: %w", errors.Join(err, os.Remove(aside.Name())))
	}
	return aside.Name(), nil
}

// random is n bytes of randomness in letters that survive a URL.
func random(n int) string {
	bytes := make([]byte, n)
	_, _ = rand.Read(bytes) // never fails since Go 1.24
	return base64.RawURLEncoding.EncodeToString(bytes)
}
