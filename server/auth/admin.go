package auth

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// adminBody is what POST and PUT /admin/users[/{id}] take.
type adminBody struct {
	ID           string                     `json:"id"`
	Aud          string                     `json:"aud"`
	Role         string                     `json:"role"`
	Email        string                     `json:"email"`
	Phone        string                     `json:"phone"`
	Password     *string                    `json:"password"`
	PasswordHash string                     `json:"password_hash"`
	EmailConfirm bool                       `json:"email_confirm"`
	PhoneConfirm bool                       `json:"phone_confirm"`
	UserMetadata map[string]json.RawMessage `json:"user_metadata"`
	AppMetadata  map[string]json.RawMessage `json:"app_metadata"`
	BanDuration  string                     `json:"ban_duration"`
}

func (b adminBody) password() string {
	if b.Password == nil {
		return ""
	}
	return *b.Password
}

// bannedUntil reads ban_duration: a Go duration such as "24h", or "none".
func bannedUntil(text string, now time.Time) (*time.Time, error) {
	if text == "" || text == "none" {
		return nil, nil
	}
	length, err := time.ParseDuration(text)
	if err != nil {
		return nil, gotrue.Invalid("invalid format for ban duration: " + err.Error())
	}
	until := now.Add(length)
	return &until, nil
}

// createUser is POST /admin/users.
func (s *Service) createUser(w http.ResponseWriter, r *http.Request) error {
	var b adminBody
	if err := gotrue.Read(w, r, &b); err != nil {
		return err
	}
	until, err := bannedUntil(b.BanDuration, s.clock())
	if err != nil {
		return err
	}
	n, err := s.Prepare(r.Context(), NewUser{
		ID: b.ID, Email: b.Email, Phone: b.Phone, Password: b.password(), PasswordHash: b.PasswordHash,
		Confirmed: b.EmailConfirm, PhoneKnown: b.PhoneConfirm, Role: b.Role, Aud: b.Aud, BannedUntil: until,
		AppMetadata: b.AppMetadata, UserMetadata: b.UserMetadata,
	})
	if err != nil {
		return err
	}
	var u User
	err = s.inTx(r.Context(), func(tx db.Tx) error {
		u, err = s.create(r.Context(), tx, n, audit.ClientOf(r))
		return err
	})
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, &u)
}

// userID reads the {id} of the path.
func userID(r *http.Request) (string, error) {
	return gotrue.PathID(r, "id", "user_id must be an UUID")
}

func noSuchUser() *fault.Fault { return fault.New(fault.AuthUserNotFound, "User not found") }

// userOfPath reads the user whose {id} is in the path.
func (s *Service) userOfPath(r *http.Request) (User, error) {
	id, err := userID(r)
	if err != nil {
		return User{}, err
	}
	u, err := s.oneUser(r.Context(), `u.id = $1`, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return User{}, noSuchUser()
	}
	return u, err
}

// getUser is GET /admin/users/{id}.
func (s *Service) getUser(w http.ResponseWriter, r *http.Request) error {
	u, err := s.userOfPath(r)
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, &u)
}

// deleteUser is DELETE /admin/users/{id}. The body may ask to keep the row, for
// tables that refer to it, without personal data.
func (s *Service) deleteUser(w http.ResponseWriter, r *http.Request) error {
	id, err := userID(r)
	if err != nil {
		return err
	}
	var how struct {
		Soft bool `json:"should_soft_delete"`
	}
	text, err := gotrue.ReadAll(w, r)
	if err != nil {
		return err
	}
	if len(strings.TrimSpace(string(text))) > 0 {
		if err := json.Unmarshal(text, &how); err != nil {
			return gotrue.BadJSON(err)
		}
	}
	statement := deleteSQL
	if how.Soft {
		statement = softDeleteSQL
	}
	err = s.pool.Conn(r.Context(), func(conn *pgx.Conn) error {
		return one(conn.Exec(r.Context(), statement, id, s.clock(), audit.Admin(audit.Deleted, id, ""), audit.ClientOf(r).Address()))
	})
	if err != nil {
		return fmt.Errorf("delete user %s: %w", id, err)
	}
	s.revoked(r.Context(), id)
	return gotrue.Reply(w, http.StatusOK, struct{}{})
}

// softDeleteSQL replaces personal data by a hash, so that the address can
// be used again and the row cannot be traced.
const softDeleteSQL = `with gone as (
	update auth.users set
		email = encode(sha256(convert_to(id::text || coalesce(email, ''), 'UTF8')), 'hex'), phone = null,
		encrypted_password = null, email_change = '', phone_change = '', confirmation_token = '', recovery_token = '',
		email_change_token_new = '', email_change_token_current = '', phone_change_token = '', reauthentication_token = '',
		raw_app_meta_data = '{}', raw_user_meta_data = '{}', deleted_at = $2, updated_at = $2
	where id = $1 and deleted_at is null returning id
), identity as (
	update auth.identities set identity_data = '{}', updated_at = $2,
		provider_id = encode(sha256(convert_to(user_id::text || provider_id, 'UTF8')), 'hex')
	where user_id = $1
), out as (
	delete from auth.sessions where user_id = $1
), void as (
	delete from auth.one_time_tokens where user_id = $1
), factors as (
	delete from auth.mfa_factors where user_id = $1
), passkeys as (
	delete from auth.webauthn_credentials where user_id = $1
), flows as (
	delete from auth.flow_state where user_id = $1
)
` + audit.Insert + ` select '` + audit.NilUUID + `', gen_random_uuid(), $3::json, $2, $4 from gone`

// one expects a statement to have found its user.
func one(tag interface{ RowsAffected() int64 }, err error) error {
	switch {
	case err != nil:
		return gotrue.RefusedBy(err)
	case tag.RowsAffected() == 0:
		return fault.New(fault.AuthUserNotFound, "User not found")
	}
	return nil
}

const deleteSQL = `with gone as (delete from auth.users where id = $1 returning id)
	` + audit.Insert + ` select '` + audit.NilUUID + `', gen_random_uuid(), $3::json, $2, $4 from gone`
