package auth

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/password"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// showUser is GET /user.
func (s *Service) showUser(w http.ResponseWriter, r *http.Request) error {
	c, err := s.signedIn(r.Context())
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, &c.user)
}

// userUpdate is the body of PUT /user.
type userUpdate struct {
	Email       *string                    `json:"email"`
	Phone       *string                    `json:"phone"`
	Password    *string                    `json:"password"`
	Current     string                     `json:"current_password"`
	Nonce       string                     `json:"nonce"` // a code of GET /reauthenticate
	Data        map[string]json.RawMessage `json:"data"`  // merged at the top level; null deletes a key
	AppMetadata json.RawMessage            `json:"app_metadata"`
	challenge
}

// check gives the new address in the form in which it is stored; "" where it stays.
func (c *userUpdate) check(u *User, policy password.Policy) (newEmail string, err error) {
	switch {
	case len(c.AppMetadata) > 0 && string(c.AppMetadata) != "null":
		return "", fault.New(fault.AuthNotAdmin, "Updating app_metadata requires admin privileges")
	}
	if err := c.challenge.check(); err != nil {
		return "", err
	}
	if c.Email != nil && *c.Email != "" && lower(*c.Email) != u.Email {
		if newEmail, err = checkEmail(*c.Email); err != nil {
			return "", err
		}
	}
	if c.Password == nil || *c.Password == "" {
		return newEmail, nil
	}
	if u.IsAnonymous && newEmail == "" && (c.Phone == nil || *c.Phone == "") && u.Email == "" && u.Phone == "" {
		return "", gotrue.Invalid("Updating password of an anonymous user without an email or phone is not allowed").
			WithStatus(http.StatusUnprocessableEntity)
	}
	return newEmail, policy.Check(*c.Password, cmp.Or(newEmail, u.Email))
}

// updateUser is PUT /user: the user's own metadata, password and address. A new address
// has to be confirmed first.
func (s *Service) updateUser(w http.ResponseWriter, r *http.Request) error {
	c, err := s.signedIn(r.Context())
	if err != nil {
		return err
	}
	var change userUpdate
	if err := gotrue.Read(w, r, &change); err != nil {
		return err
	}
	newEmail, err := change.check(&c.user, s.policy)
	if err != nil {
		return err
	}
	newPhone, err := s.newPhone(&c.user, change.Phone)
	if err != nil {
		return err
	}
	if newEmail != "" || newPhone != "" || change.Password != nil && *change.Password != "" {
		if err := mayChangeAccount(c); err != nil {
			return err
		}
	}
	if change.Password != nil && *change.Password != "" {
		if err := s.reauthenticate(r.Context(), &c, change.Current, change.Nonce, audit.ClientOf(r)); err != nil {
			return err
		}
	}
	hash, err := s.newHash(r.Context(), &c.user, change.Password)
	if err != nil {
		return err
	}
	err = s.inTx(r.Context(), func(tx db.Tx) error {
		if err := s.saveUserUpdate(r.Context(), tx, &c, change.Data, hash, audit.ClientOf(r)); err != nil {
			return err
		}
		if hash != "" {
			if err := s.notify(r, tx, &c.user, mailing{kind: "password_changed_notification", to: c.user.Email}); err != nil {
				return err
			}
		}
		if newPhone != "" {
			if err := s.changePhone(r, tx, &c.user, newPhone); err != nil {
				return err
			}
			if c.user, err = lockUser(r.Context(), tx, `u.id = $1`, c.user.ID); err != nil {
				return err
			}
		}
		if newEmail == "" {
			return nil
		}
		if c.user.IsAnonymous && s.flows.AutoConfirm {
			err = s.confirmEmail(r.Context(), tx, c.user.ID, newEmail)
		} else {
			err = s.sendEmailChange(r, tx, &c.user, newEmail, change.challenge)
		}
		if err == nil {
			c.user, err = lockUser(r.Context(), tx, `u.id = $1`, c.user.ID)
		}
		return err
	})
	if err != nil {
		return err
	}
	if hash != "" {
		s.revoked(r.Context(), c.user.ID)
	}
	return gotrue.Reply(w, http.StatusOK, &c.user)
}

// newPhone is the number that a change asks for; "" where it stays.
func (s *Service) newPhone(u *User, given *string) (string, error) {
	if given == nil || *given == "" {
		return "", nil
	}
	phone, err := checkPhone(*given)
	switch {
	case err != nil:
		return "", err
	case phone == u.Phone:
		return "", nil
	case s.phones.Enabled && s.phones.AutoConfirm:
		return phone, nil
	}
	return phone, s.mayText(phone)
}

// newHash is "" where the password stays.
func (s *Service) newHash(ctx context.Context, u *User, given *string) (string, error) {
	if given == nil || *given == "" {
		return "", nil
	}
	if u.hash != "" {
		same, err := s.passwords.Verify(ctx, password.Caller{Name: u.ID}, s.hashOf(ctx, u), *given)
		if err != nil {
			return "", err
		}
		if same {
			return "", fault.New(fault.AuthSamePassword, "New password should be different from the old password.")
		}
	}
	return s.passwords.Hash(ctx, password.Caller{Name: u.ID}, *given)
}

// mergeSQL merges the JSON object of a parameter into a column, top level only.
func mergeSQL(column, parameter string) string {
	return `(coalesce(` + column + `, '{}') || ` + parameter + `::jsonb)
		- array(select key from jsonb_each(` + parameter + `::jsonb) where value = 'null')`
}

// A changed password ends the user's other sessions and voids mailed links.
var selfSQL = `with u as (
	update auth.users set updated_at = $3, raw_user_meta_data = ` + mergeSQL("raw_user_meta_data", "$4") + `,
		encrypted_password = coalesce(nullif($5, ''), encrypted_password),
		confirmation_token = case when $5 = '' then confirmation_token else '' end,
		recovery_token = case when $5 = '' then recovery_token else '' end,
		email_change_token_new = case when $5 = '' then email_change_token_new else '' end,
		email_change_token_current = case when $5 = '' then email_change_token_current else '' end,
		phone_change_token = case when $5 = '' then phone_change_token else '' end,
		reauthentication_token = case when $5 = '' then reauthentication_token else '' end
	where id = $1 returning *
), gone as (
	delete from auth.sessions where user_id = $1 and id is distinct from nullif($2, '')::uuid and $5 <> ''
), void as (
	delete from auth.one_time_tokens where user_id = $1 and $5 <> ''
), logged as (
	` + audit.Insert + ` select '` + audit.NilUUID + `', gen_random_uuid(), $6::json, $3, $7 from u
)
select ` + wholeUser + ` from u`

// mergeUserMetadata merges fields into user_metadata.
func (s *Service) mergeUserMetadata(ctx context.Context, tx db.Tx, userID string, fields map[string]json.RawMessage) error {
	merged, err := object(fields)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `update auth.users set updated_at = $3, raw_user_meta_data = `+mergeSQL("raw_user_meta_data", "$2")+` where id = $1`, userID, merged, s.clock())
	return err
}

func (s *Service) saveUserUpdate(ctx context.Context, tx db.Tx, c *caller, data map[string]json.RawMessage, hash string, from audit.Client) error {
	action := audit.Modified
	if hash != "" {
		action = audit.Password
	}
	merged, err := object(data)
	if err != nil {
		return err
	}
	err = c.user.scan(tx.QueryRow(ctx, selfSQL,
		c.user.ID, c.session, s.clock(), merged, hash, audit.User(c.user.ID, c.user.Email, action), from.Address()))
	if err != nil || data == nil {
		return err
	}
	return c.user.fits()
}

// object is fields as a JSON object, {} for none.
func object(fields map[string]json.RawMessage) (string, error) {
	if fields == nil {
		return "{}", nil
	}
	text, err := json.Marshal(fields)
	return string(text), err
}
