package main

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// tokens are the callers, as bearer tokens and as the claims in them.
type tokens struct {
	anon, user             string
	anonClaims, userClaims []byte
}

// sign makes a anon's token of the usual 200 bytes and one of an admin who
// has signed in, of 670.
func sign(secret string, now time.Time) (tokens, error) {
	expires := now.Add(24 * time.Hour).Unix()
	anyone := jwt.MapClaims{"role": "anon", "iss": "toubkal", "iat": now.Unix(), "exp": expires}
	admin := jwt.MapClaims{
		"role": "authenticated", "aud": "authenticated", "iss": "http://localhost:8000/auth/v1",
		"sub": "00000000-0000-4000-8000-000000000007", "email": "admin7@example.org", "phone": "",
		"iat": now.Unix(), "exp": expires, "aal": "aal1", "is_anonymous": false,
		"session_id":    "6f3a0a52-0a40-4f7c-9c39-2f7f7c0e1f52",
		"amr":           []map[string]any{{"method": "password", "timestamp": now.Unix()}},
		"app_metadata":  map[string]any{"provider": "email", "providers": []string{"email"}},
		"user_metadata": map[string]any{"email_verified": true, "name": "Admin the Seventh"},
	}
	var t tokens
	for _, one := range []struct {
		claims jwt.MapClaims
		token  *string
		json   *[]byte
	}{{anyone, &t.anon, &t.anonClaims}, {admin, &t.user, &t.userClaims}} {
		signed, err := jwt.NewWithClaims(jwt.SigningMethodHS256, one.claims).SignedString([]byte(secret))
		if err != nil {
			return tokens{}, fmt.Errorf("sign a token: %w", err)
		}
		*one.token = signed
		if *one.json, err = json.Marshal(one.claims); err != nil {
			return tokens{}, fmt.Errorf("write claims: %w", err)
		}
	}
	return t, nil
}
