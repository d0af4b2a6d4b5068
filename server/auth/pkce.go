package auth

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/random"
	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// flowLife is how long a code may be exchanged after it was issued.
const flowLife = 5 * time.Minute

// challenge is the code challenge of PKCE (RFC 7636); empty without PKCE.
type challenge struct {
	Value  string `json:"code_challenge"`
	Method string `json:"code_challenge_method"`
}

var challengeShape = regexp.MustCompile(`^[A-Za-z0-9._~-]{43,128}$`)

func (c *challenge) check() error {
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

// matches reports whether verifier is the secret behind the challenge.
func (c challenge) matches(verifier string) bool {
	if c.Method == "s256" {
		sum := sha256.Sum256([]byte(verifier))
		verifier = base64.RawURLEncoding.EncodeToString(sum[:])
	}
	return verifier != "" && hmac.Equal([]byte(verifier), []byte(c.Value))
}

// startFlow stores a challenge until the mailed link is used.
func (s *Service) startFlow(ctx context.Context, tx db.Tx, userID, authentication string, c challenge) error {
	if c.Value == "" {
		return nil
	}
	code, err := random.ID(s.rand)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `insert into auth.flow_state
			(id, user_id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method, created_at, updated_at)
		values (gen_random_uuid(), $1, $2, $3::text::auth.code_challenge_method, $4, 'email', $5, $6, $6)`,
		userID, code, c.Method, c.Value, authentication, s.clock())
	if err != nil {
		return fmt.Errorf("store a code challenge: %w", err)
	}
	return nil
}

// issueCode gives the code of the newest flow of the user and kind, to be exchanged
// within flowLife; "" where the flow is gone.
func (s *Service) issueCode(ctx context.Context, tx db.Tx, userID, authentication string) (code string, err error) {
	err = tx.QueryRow(ctx, `update auth.flow_state set auth_code_issued_at = $3, updated_at = $3 where id = (
			select id from auth.flow_state where user_id = $1 and authentication_method = $2 order by created_at desc limit 1
		) returning auth_code`, userID, authentication, s.clock()).Scan(&code)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return code, err
}

// exchangeCode is POST /token?grant_type=pkce: a code and the verifier of its challenge
// for a session. The code stays valid after a wrong verifier.
func (s *Service) exchangeCode(w http.ResponseWriter, r *http.Request) error {
	var given struct {
		Code     string `json:"auth_code"`
		Verifier string `json:"code_verifier"`
	}
	if err := gotrue.Read(w, r, &given); err != nil {
		return err
	}
	if given.Code == "" || given.Verifier == "" {
		return gotrue.Invalid("invalid request: both auth code and code verifier should be non-empty")
	}
	noFlow := fault.New(fault.AuthFlowNotFound, "invalid flow state, no valid flow state found")
	if uuid.Validate(given.Code) != nil {
		return noFlow
	}
	var u account.User
	var in session.Session
	var kept keptIdentity
	err := s.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		var c challenge
		var userID, authentication, provider, sealed string
		var issued time.Time
		err := tx.QueryRow(r.Context(), `select coalesce(user_id::text, ''), code_challenge, code_challenge_method::text, authentication_method,
				coalesce(auth_code_issued_at, created_at), provider_type, coalesce(provider_access_token, '')
			from auth.flow_state where auth_code = $1 and code_challenge is not null for update`, given.Code).
			Scan(&userID, &c.Value, &c.Method, &authentication, &issued, &provider, &sealed)
		switch {
		case errors.Is(err, pgx.ErrNoRows) || err == nil && userID == "":
			return noFlow
		case err != nil:
			return err
		case s.clock().Sub(issued) > flowLife:
			return fault.New(fault.AuthFlowExpired, "invalid flow state, flow state has expired")
		case !c.matches(given.Verifier):
			return fault.New(fault.AuthBadVerifier, "code challenge does not match previously saved code verifier")
		}
		u, err = account.LockUser(r.Context(), tx, `u.id = $1 and u.deleted_at is null`, userID)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return noFlow
		case err != nil:
			return err
		case u.BannedAt(s.clock()):
			return account.Banned("User is banned")
		}
		if _, err := tx.Exec(r.Context(), `delete from auth.flow_state where auth_code = $1`, given.Code); err != nil {
			return err
		}
		from := session.Opening{Method: authentication, From: audit.ClientOf(r)}
		if sealed != "" {
			if err := s.unseal("kept", sealed, &kept); err != nil {
				return noFlow
			}
			from.Provider = provider
		}
		if kept.Link != nil {
			if u, err = s.linkIdentity(r, tx, u.ID, *kept.Link); err != nil {
				return err
			}
		}
		in, err = s.sessions.Open(r.Context(), tx, &u, from)
		return err
	})
	if err != nil {
		return err
	}
	granted, err := s.sessions.Grant(w, r, &u, in)
	if err != nil {
		return err
	}
	granted.ProviderToken, granted.ProviderRefreshToken = kept.Token, kept.Refresh
	return gotrue.Reply(w, http.StatusOK, granted)
}
