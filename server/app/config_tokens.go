package app

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/toubkal/toubkal/server/token"
)

// rules are what the table API asks of a token.
func (t *Tables) rules() token.Rules {
	role, _ := token.ParsePath(t.RolePath) // check has refused a bad one
	size := t.TokenCache
	if size == 0 {
		size = -1
	}
	return token.Rules{Audience: t.Audience, Role: role, AnonRole: t.AnonRole, CacheSize: size}
}

// verifier is that of PGRST_JWT_SECRET; nil where it is not set.
func (t *Tables) verifier() (*token.Verifier, error) {
	keys, err := t.keys()
	if err != nil || keys == "" {
		return nil, err
	}
	return token.NewVerifier(keys, t.rules())
}

// keys is the secret out of its file and its encoding.
func (t *Tables) keys() (string, error) {
	text := t.Secret
	if file, ok := strings.CutPrefix(text, "@"); ok {
		content, err := os.ReadFile(file)
		if err != nil {
			return "", fmt.Errorf("read the file it names: %w", err)
		}
		text = strings.TrimSuffix(string(content), "\n")
	}
	if !t.SecretIsBase64 {
		return text, nil
	}
	// PostgREST takes both alphabets of base64, and a dot for padding.
	standard := strings.NewReplacer("-", "+", "_", "/", ".", "=").Replace(strings.TrimSpace(text))
	decoded, err := base64.StdEncoding.DecodeString(standard)
	if err != nil {
		return "", errors.New("it is not base64, which PGRST_JWT_SECRET_IS_BASE64 says it is")
	}
	return string(decoded), nil
}

// quoted is a text as JSON.
func quoted(text string) string {
	encoded, _ := json.Marshal(text) // a string always encodes
	return string(encoded)
}
