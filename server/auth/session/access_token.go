package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/fault"
)

// accessToken is one as it was signed; times are Unix seconds.
type accessToken struct {
	text            string
	issued, expires int64
}

// accessToken makes a token of a session, whose claims the hook customize-access-token may
// replace. With the hook it takes seconds, so no transaction may be open.
func (s *Sessions) accessToken(r *http.Request, u *account.User, in Session) (accessToken, error) {
	standard := s.claims(u, in, s.now())
	made := accessToken{issued: standard.Issued, expires: standard.Expires}
	var claims any = standard
	if s.hooks.Has(hook.CustomAccessToken) {
		custom, err := s.customClaims(r, u, in, standard)
		if err != nil {
			return accessToken{}, err
		}
		claims = custom
		var expires float64
		_ = json.Unmarshal(custom["exp"], &expires) // customClaims has seen a number
		made.expires = int64(expires)
	}
	var err error
	if made.text, err = s.keys.Sign(claims); err == nil && len(made.text) > MaxAccessToken {
		return accessToken{}, gotrue.Invalid(fmt.Sprintf("The access token would have %d bytes, of which services take %d: user_metadata or app_metadata "+
			"of this account is too large. The service key can make it smaller with PUT /admin/users/{id}", len(made.text), MaxAccessToken))
	}
	return made, err
}

// MaxAccessToken is half of what a request's header may have. Bytes.
const MaxAccessToken = 32 << 10

// makeAccessToken makes the token of a refresh, before the refresh token is replaced: it may be
// refused.
func (s *Sessions) makeAccessToken(r *http.Request, u *account.User, in *Session) error {
	made, err := s.accessToken(r, u, *in)
	in.access = &made
	return err
}

// required are the claims that a hook has to leave, and their JSON types, as GoTrue asks.
var required = map[string]string{
	"aud": "string or array", "exp": "number", "iat": "number", "sub": "string", "email": "string", "phone": "string", "role": "string",
	"aal": "string", "session_id": "string", "is_anonymous": "boolean",
}

// customClaims are the claims that the hook answers with.
func (s *Sessions) customClaims(r *http.Request, u *account.User, in Session, standard Claims) (map[string]json.RawMessage, error) {
	method := ""
	if len(in.methods) > 0 {
		method = in.methods[0].Method
	}
	var answer struct {
		Claims map[string]json.RawMessage `json:"claims"`
	}
	err := s.hooks.Ask(r, hook.CustomAccessToken, map[string]any{"user_id": u.ID, "claims": standard, "authentication_method": method}, &answer)
	if err != nil {
		return nil, err
	}
	if answer.Claims == nil {
		return nil, fault.New(fault.AuthUnexpected, "The hook custom_access_token returned no claims: "+
			"it has to return the event that it got, or an object with claims, and not null")
	}
	for name, kind := range required {
		if got := jsonType(answer.Claims[name]); got != kind && !(kind == "string or array" && (got == "string" || got == "array")) {
			return nil, fault.New(fault.AuthUnexpected, fmt.Sprintf("output claims do not conform to the expected schema: %s has to be a %s", name, kind))
		}
	}
	return answer.Claims, nil
}

// jsonType is the type of a JSON value; "" for none.
func jsonType(value json.RawMessage) string {
	value = bytes.TrimSpace(value)
	if len(value) == 0 {
		return ""
	}
	switch value[0] {
	case '"':
		return "string"
	case '[':
		return "array"
	case '{':
		return "object"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}
