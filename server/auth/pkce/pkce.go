// Package pkce keeps the code challenges of PKCE (RFC 7636) until a code is exchanged. It refuses
// malformed challenges.
package pkce

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/random"
	"github.com/toubkal/toubkal/server/db"
)

// FlowLife is the lifetime of a code after it was issued.
const FlowLife = 5 * time.Minute

// Flows keeps challenges in auth.flow_state.
type Flows struct {
	now  func() time.Time
	rand io.Reader
}

// New makes Flows. now is in UTC at the precision that PostgreSQL keeps; rand makes codes.
func New(now func() time.Time, rand io.Reader) *Flows { return &Flows{now, rand} }

// Challenge is the code challenge of PKCE (RFC 7636); empty without PKCE.
type Challenge struct {
	Value  string `json:"code_challenge"`
	Method string `json:"code_challenge_method"`
}

var challengeShape = regexp.MustCompile(`^[A-Za-z0-9._~-]{43,128}$`)

// Check refuses a malformed challenge.
func (c *Challenge) Check() error {
	c.Method = strings.ToLower(c.Method)
	switch {
	case (c.Value == "") != (c.Method == ""):
		return gotrue.Invalid("PKCE flow requires code_challenge_method and code_challenge")
	case c.Value == "":
		return nil
	case c.Method != "s256" && c.Method != "plain":
		return gotrue.Invalid("PKCE flow supports the code challenge methods s256 and plain")
	case !challengeShape.MatchString(c.Value):
		return gotrue.Invalid("code challenge has to be 43 to 128 letters, digits or -._~")
	}
	return nil
}

// Matches reports whether verifier is the secret behind the challenge.
func (c Challenge) Matches(verifier string) bool {
	if c.Method == "s256" {
		sum := sha256.Sum256([]byte(verifier))
		verifier = base64.RawURLEncoding.EncodeToString(sum[:])
	}
	return verifier != "" && hmac.Equal([]byte(verifier), []byte(c.Value))
}

// Start stores a challenge until the mailed link is used.
func (fl *Flows) Start(ctx context.Context, tx db.Tx, userID, authentication string, c Challenge) error {
	if c.Value == "" {
		return nil
	}
	code, err := random.ID(fl.rand)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `insert into auth.flow_state
			(id, user_id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method, created_at, updated_at)
		values (gen_random_uuid(), $1, $2, $3::text::auth.code_challenge_method, $4, 'email', $5, $6, $6)`,
		userID, code, c.Method, c.Value, authentication, fl.now())
	if err != nil {
		return fmt.Errorf("store a code challenge: %w", err)
	}
	return nil
}

// IssueCode gives the code of the newest flow of the user and kind, to be exchanged
// within FlowLife; "" where the flow is gone.
func (fl *Flows) IssueCode(ctx context.Context, tx db.Tx, userID, authentication string) (code string, err error) {
	err = tx.QueryRow(ctx, `update auth.flow_state set auth_code_issued_at = $3, updated_at = $3 where id = (
			select id from auth.flow_state where user_id = $1 and authentication_method = $2 order by created_at desc limit 1
		) returning auth_code`, userID, authentication, fl.now()).Scan(&code)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return code, err
}

// AuthenticationOf is the authentication_method of auth.flow_state.
func AuthenticationOf(p account.Purpose, kind string) string {
	switch {
	case p == account.Confirmation:
		return "email/signup"
	case p == account.Recovery && kind == "recovery":
		return "recovery"
	case p == account.Recovery:
		return "magiclink"
	}
	return "email_change"
}
