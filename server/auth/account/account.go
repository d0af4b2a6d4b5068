package account

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/auth/password"
	"github.com/toubkal/toubkal/server/auth/random"
	"github.com/toubkal/toubkal/server/db"
)

// NewUser describes an account to create. It needs an e-mail address or a phone
// number.
type NewUser struct {
	ID           string // a UUID; made where it is ""
	Email        string
	Phone        string // E.164
	Password     string // by the policy of Options, and at most 72 bytes; "" for none
	PasswordHash string // bcrypt, argon2 or Firebase scrypt ($fbscrypt$…), instead of Password
	Confirmed    bool   // the e-mail is known to be the user's; else sign-in is refused
	PhoneKnown   bool   // the same for the phone number
	Role         string // of the database; "" is authenticated
	Aud          string // "" is authenticated
	BannedUntil  *time.Time
	AppMetadata  map[string]json.RawMessage
	UserMetadata map[string]json.RawMessage

	ByUser    bool // the user signs up, or is invited to; else an administrator makes the account
	Invited   bool // by an administrator, whose UserMetadata stays as it is
	Anonymous bool // without an address and a number
	Identity  *NewIdentity
}

// NewIdentity is the provider's identity with which an account begins; its data is UserMetadata.
type NewIdentity struct{ Provider, Subject string }

// Prepare checks an account and hashes its password, which takes a while: do it
// before a transaction begins. Create prepares what is not.
func (st *Store) Prepare(ctx context.Context, n NewUser) (NewUser, error) {
	if err := n.check(st.policy); err != nil {
		return NewUser{}, err
	}
	if n.ID == "" {
		id, err := random.ID(st.rand)
		if err != nil {
			return NewUser{}, err
		}
		n.ID = id
	}
	if n.Password == "" {
		return n, nil
	}
	hash, err := st.passwords.Hash(ctx, password.Caller{}, n.Password)
	if err != nil {
		return NewUser{}, err
	}
	n.Password, n.PasswordHash = "", hash
	return n, nil
}

// check normalises address and number, and refuses what cannot be an account.
func (n *NewUser) check(policy password.Policy) (err error) {
	switch {
	case n.Email == "" && n.Phone == "" && !n.Anonymous && n.Identity == nil:
		return gotrue.Invalid("Cannot create a user without either an email or phone")
	case n.Password != "" && n.PasswordHash != "":
		return gotrue.Invalid("Only a password or a password hash should be provided")
	case n.ID != "" && (uuid.Validate(n.ID) != nil || len(n.ID) != 36):
		return gotrue.Invalid("ID must conform to the uuid v4 format")
	case n.PasswordHash != "" && !password.Supported(n.PasswordHash):
		return gotrue.Invalid("The password hash is not one that can be verified: use bcrypt, argon2 or Firebase scrypt")
	}
	if n.Email != "" {
		if n.Email, err = CheckEmail(n.Email); err != nil {
			return err
		}
	}
	if n.Phone != "" {
		if n.Phone, err = CheckPhone(n.Phone); err != nil {
			return err
		}
	}
	if n.Password != "" {
		return policy.Check(n.Password, n.Email)
	}
	return nil
}

// SignsInBy is the condition and its value for LockFound: the address, or without one the number.
func (n *NewUser) SignsInBy() (by, name string) {
	if n.Email == "" {
		return ByPhone, n.Phone
	}
	return ByEmail, n.Email
}

// Create makes an account inside tx, whose role must own schema auth or be
// a superuser. Errors are faults: email_exists, weak_password,
// validation_failed.
func (st *Store) Create(ctx context.Context, tx db.Tx, n NewUser) (User, error) {
	return st.CreateFrom(ctx, tx, n, audit.Client{})
}

// CreateFrom is Create for a request, whose client the audit log names.
func (st *Store) CreateFrom(ctx context.Context, tx db.Tx, n NewUser, from audit.Client) (User, error) {
	if n.ID == "" || n.Password != "" {
		var err error
		if n, err = st.Prepare(ctx, n); err != nil {
			return User{}, err
		}
	}
	args, err := n.args(st.now())
	if err != nil {
		return User{}, err
	}
	entry := audit.Admin(audit.Created, n.ID, n.Email)
	if n.ByUser || n.Anonymous {
		entry = audit.User(n.ID, n.Email, audit.Created)
	}
	args = append(args, entry, from.Address(), n.Anonymous)
	if _, err := tx.Exec(ctx, createSQL, args...); err != nil {
		return User{}, gotrue.RefusedBy(err)
	}
	var u User
	if err := u.Scan(tx.QueryRow(ctx, `select `+Columns+` from auth.users u where u.id = $1`, n.ID)); err != nil {
		return User{}, fmt.Errorf("read the new user: %w", err)
	}
	if err := u.Fits(); err != nil {
		return User{}, err
	}
	if !n.ByUser && !n.Anonymous {
		return u, nil
	}
	return u, st.tellCreated(ctx, tx, &u, from)
}

const createSQL = `with made as (
	insert into auth.users (
		instance_id, id, aud, role, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at,
		banned_until, raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
		confirmation_token, recovery_token, email_change, email_change_token_new, is_anonymous
	) values (
		'` + audit.NilUUID + `', $1, $2, $3, nullif($4, ''), nullif($5, ''), nullif($6, ''), $7, $8, $9, $10, $11, $12, $12,
		'', '', '', '', $16
	) returning id
), identity as (
	insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
	select gen_random_uuid(), coalesce(way.subject, made.id::text), made.id, way.data, way.provider, $12, $12, $12
	from made cross join jsonb_to_recordset($13::jsonb) as way (provider text, data jsonb, subject text)
)
` + audit.Insert + ` select '` + audit.NilUUID + `', gen_random_uuid(), $14::json, $12, $15 from made`

func (n *NewUser) args(now time.Time) ([]any, error) {
	app, ways, err := n.providers()
	if err != nil {
		return nil, err
	}
	user, err := JSONObject(n.userMetadata())
	if err != nil {
		return nil, err
	}
	return []any{
		n.ID, cmp.Or(n.Aud, "authenticated"), cmp.Or(n.Role, "authenticated"), n.Email, n.Phone, n.PasswordHash,
		timeIf(n.Confirmed && n.Email != "", now), timeIf(n.PhoneKnown && n.Phone != "", now), n.BannedUntil,
		app, user, now, ways,
	}, nil
}

// providers returns app_metadata with its providers, and an identity for each.
func (n *NewUser) providers() (app, ways string, err error) {
	type way struct {
		Provider string         `json:"provider"`
		Data     map[string]any `json:"data"`
		Subject  *string        `json:"subject,omitempty"` // nil is the account's id
	}
	list, providers := []way{}, []string{}
	data := map[string]any{"sub": n.ID, "email_verified": n.Confirmed, "phone_verified": n.PhoneKnown}
	if n.ByUser && !n.Invited {
		for key, value := range n.UserMetadata {
			data[key] = value
		}
	}
	if n.Identity != nil {
		for _, key := range []string{"sub", "email_verified", "phone_verified"} {
			data[key] = n.UserMetadata[key]
		}
		list, providers = append(list, way{n.Identity.Provider, data, &n.Identity.Subject}), append(providers, n.Identity.Provider)
	} else if n.Email != "" {
		data["email"] = n.Email
		list, providers = append(list, way{"email", data, nil}), append(providers, "email")
	}
	if n.Phone != "" {
		data["phone"] = n.Phone
		list, providers = append(list, way{"phone", data, nil}), append(providers, "phone")
	}
	merged := map[string]any{}
	if len(providers) > 0 {
		merged["provider"], merged["providers"] = providers[0], providers
	}
	for key, value := range n.AppMetadata {
		merged[key] = value
	}
	appText, appErr := json.Marshal(merged)
	waysText, waysErr := json.Marshal(list)
	return string(appText), string(waysText), errors.Join(appErr, waysErr)
}

func (n *NewUser) userMetadata() map[string]json.RawMessage {
	if n.Identity != nil {
		return n.UserMetadata
	}
	merged := map[string]json.RawMessage{}
	for key, value := range n.UserMetadata {
		merged[key] = value
	}
	if n.Email != "" && (n.Confirmed || n.ByUser && !n.Invited) {
		merged["email_verified"] = json.RawMessage(strconv.FormatBool(n.Confirmed))
	}
	if n.ByUser && !n.Invited && n.Email != "" { // as GoTrue has it after a sign-up; an address has no character to escape but by JSON
		email, _ := json.Marshal(n.Email) // a string always marshals
		merged["sub"], merged["email"], merged["phone_verified"] = json.RawMessage(`"`+n.ID+`"`), email, json.RawMessage(strconv.FormatBool(n.PhoneKnown))
	}
	return merged
}

// ObfuscatedUser is the user that CreateFrom would answer, made of what was given alone.
func (n *NewUser) ObfuscatedUser(now time.Time) (User, error) {
	app, ways, appErr := n.providers()
	user, userErr := JSONObject(n.userMetadata())
	var list []struct {
		Provider string          `json:"provider"`
		Data     json.RawMessage `json:"data"`
		Subject  *string         `json:"subject"`
	}
	if err := errors.Join(appErr, userErr, json.Unmarshal([]byte(ways), &list)); err != nil {
		return User{}, fmt.Errorf("write the metadata: %w", err)
	}
	u := User{
		ID: n.ID, Aud: "authenticated", Role: "authenticated", Email: n.Email, Phone: n.Phone, ConfirmationSentAt: &now,
		AppMetadata: json.RawMessage(app), UserMetadata: json.RawMessage(user), CreatedAt: &now, UpdatedAt: &now,
	}
	var email *string
	if n.Email != "" {
		email = &n.Email
	}
	for _, way := range list {
		u.Identities = append(u.Identities, Identity{
			IdentityID: uuid.NewString(), ID: *cmp.Or(way.Subject, &n.ID), UserID: n.ID, Data: way.Data, Provider: way.Provider,
			LastSignInAt: &now, CreatedAt: &now, UpdatedAt: &now, Email: email,
		})
	}
	return u, nil
}

// AsIfTaken is the answer for an address or a number that has an account: nothing in it is that
// account's.
func (n *NewUser) AsIfTaken(now time.Time) (User, error) {
	u, err := n.ObfuscatedUser(now)
	if err != nil {
		return User{}, err
	}
	user, err := JSONObject(n.UserMetadata)
	u.Role, u.UserMetadata, u.Identities = "", json.RawMessage(user), []Identity{}
	return u, err
}

// timeIf is now if the condition holds, else null.
func timeIf(yes bool, now time.Time) *time.Time {
	if !yes {
		return nil
	}
	return &now
}

// MayCreate asks the hook before-user-created about an account that is about to be made by
// its user, an invitation, or a generated link. n is prepared.
func (st *Store) MayCreate(r *http.Request, n *NewUser) error {
	if !st.hooks.Has(hook.BeforeUserCreated) {
		return nil
	}
	u, err := n.ObfuscatedUser(st.now())
	if err != nil {
		return err
	}
	u.ConfirmationSentAt = nil
	return st.hooks.Ask(r, hook.BeforeUserCreated, map[string]any{"user": &u}, nil)
}

// MayCreateUnlessKnown asks, unless there is an account of the address or number.
func (st *Store) MayCreateUnlessKnown(r *http.Request, n *NewUser) error {
	if !st.hooks.Has(hook.BeforeUserCreated) {
		return nil
	}
	by, name := n.SignsInBy()
	_, err := st.One(r.Context(), by, name)
	if errors.Is(err, pgx.ErrNoRows) {
		return st.MayCreate(r, n)
	}
	return err
}

// tellCreated tells the hook after-user-created of an account, once tx has committed.
func (st *Store) tellCreated(ctx context.Context, tx db.Tx, u *User, from audit.Client) error {
	if !st.hooks.Has(hook.AfterUserCreated) {
		return nil
	}
	return st.hooks.Enqueue(ctx, tx, hook.Event{Name: hook.AfterUserCreated, IP: from.Address(), Input: map[string]any{"user": u}}, hook.Delivery{})
}

// Reset gives the account of n.Email the password and the metadata of n, lifts
// a ban and ends all its sessions, inside tx. It gives the account's id, or ""
// where no account has the address. n comes from Prepare.
func (st *Store) Reset(ctx context.Context, tx db.Tx, n NewUser) (id string, err error) {
	metadata, err := json.Marshal(n.UserMetadata)
	if err != nil {
		return "", fmt.Errorf("write the metadata: %w", err)
	}
	err = tx.QueryRow(ctx, resetUserSQL, n.Email, n.PasswordHash, metadata, st.now()).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return id, err
}

const resetUserSQL = `with reopened as (
		update auth.users set encrypted_password = $2, banned_until = null, updated_at = $4,
			raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $3
		where email = $1 and deleted_at is null and not is_sso_user returning id
	), ended as (delete from auth.sessions where user_id in (select id from reopened))
	select id from reopened`
