package account

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/auth/gotrue"
)

// User is an account as the API shows it; times are UTC. It never holds the
// hash, nor any token.
type User struct {
	ID                 string          `json:"id"`
	Aud                string          `json:"aud"`
	Role               string          `json:"role"`
	Email              string          `json:"email"`
	EmailConfirmedAt   *time.Time      `json:"email_confirmed_at,omitempty"`
	InvitedAt          *time.Time      `json:"invited_at,omitempty"`
	Phone              string          `json:"phone"`
	PhoneConfirmedAt   *time.Time      `json:"phone_confirmed_at,omitempty"`
	ConfirmationSentAt *time.Time      `json:"confirmation_sent_at,omitempty"`
	ConfirmedAt        *time.Time      `json:"confirmed_at,omitempty"`
	RecoverySentAt     *time.Time      `json:"recovery_sent_at,omitempty"`
	NewEmail           string          `json:"new_email,omitempty"`
	EmailChangeSentAt  *time.Time      `json:"email_change_sent_at,omitempty"`
	NewPhone           string          `json:"new_phone,omitempty"`
	PhoneChangeSentAt  *time.Time      `json:"phone_change_sent_at,omitempty"`
	LastSignInAt       *time.Time      `json:"last_sign_in_at,omitempty"`
	AppMetadata        json.RawMessage `json:"app_metadata"`
	UserMetadata       json.RawMessage `json:"user_metadata"`
	Identities         []Identity      `json:"identities"`
	CreatedAt          *time.Time      `json:"created_at"`
	UpdatedAt          *time.Time      `json:"updated_at"`
	BannedUntil        *time.Time      `json:"banned_until,omitempty"`
	DeletedAt          *time.Time      `json:"deleted_at,omitempty"`
	IsAnonymous        bool            `json:"is_anonymous"`
	// Factors are second factors, also unverified ones.
	Factors []Factor `json:"factors,omitempty"`

	StoredHash string `json:"-"`
}

// Identity is a way to sign in to an account. ID is the provider's id of the
// user; for e-mail it is the account's own.
type Identity struct {
	IdentityID   string          `json:"identity_id"`
	ID           string          `json:"id"`
	UserID       string          `json:"user_id"`
	Data         json.RawMessage `json:"identity_data,omitempty"`
	Provider     string          `json:"provider"`
	LastSignInAt *time.Time      `json:"last_sign_in_at,omitempty"`
	CreatedAt    *time.Time      `json:"created_at"`
	UpdatedAt    *time.Time      `json:"updated_at"`
	Email        *string         `json:"email,omitempty"`
}

// userColumns are the columns that Scan reads, of a row named u. Accounts seeded with plain
// SQL have nulls everywhere.
const userColumns = `u.id::text, coalesce(u.aud, ''), coalesce(nullif(u.role, ''), 'authenticated'),
	coalesce(u.email, ''), coalesce(u.encrypted_password, ''), coalesce(u.phone, ''),
	coalesce(u.email_change, ''), coalesce(u.phone_change, ''),
	coalesce(u.raw_app_meta_data, '{}'), coalesce(u.raw_user_meta_data, '{}'), u.is_anonymous,
	u.email_confirmed_at, u.invited_at, u.phone_confirmed_at, u.confirmation_sent_at, u.confirmed_at,
	u.recovery_sent_at, u.email_change_sent_at, u.phone_change_sent_at, u.last_sign_in_at,
	u.created_at, u.updated_at, ` + bannedColumn + `, u.deleted_at`

// bannedColumn keeps 'infinity', which operators write, within what a time.Time
// and its JSON can hold.
const bannedColumn = `case when u.banned_until is not null
		then greatest('epoch', least(u.banned_until, '9999-12-31T23:59:59Z'::timestamptz)) end`

// identitiesColumn is a column that scan reads; null in lists.
const identitiesColumn = `(select coalesce(json_agg(json_build_object(
		'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
		'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at,
		'created_at', i.created_at, 'updated_at', i.updated_at, 'email', i.email
	) order by i.created_at), '[]') from auth.identities i where i.user_id = u.id)`

const Columns = userColumns + ", " + identitiesColumn + ", " + factorsColumn

// listedUser leaves identities and factors out of lists, as GoTrue does: a query each
// otherwise.
const listedUser = userColumns + ", null::json, null::json"

// Scan reads Columns, and more after them.
func (u *User) Scan(row pgx.Row, more ...any) error {
	times := u.times()
	to := []any{
		&u.ID, &u.Aud, &u.Role, &u.Email, &u.StoredHash, &u.Phone, &u.NewEmail, &u.NewPhone,
		&u.AppMetadata, &u.UserMetadata, &u.IsAnonymous,
	}
	for _, at := range times {
		to = append(to, at)
	}
	if err := row.Scan(append(append(to, &u.Identities, &u.Factors), more...)...); err != nil {
		return err
	}
	u.Email = strings.ToLower(u.Email) // one-time tokens name the address so
	for _, at := range times {
		ToUTC(*at)
	}
	for i := range u.Identities {
		ToUTC(u.Identities[i].LastSignInAt)
		ToUTC(u.Identities[i].CreatedAt)
		ToUTC(u.Identities[i].UpdatedAt)
	}
	for i := range u.Factors {
		ToUTC(u.Factors[i].CreatedAt)
		ToUTC(u.Factors[i].UpdatedAt)
		ToUTC(u.Factors[i].LastChallengedAt)
	}
	return nil
}

// times are the columns that hold an instant, in the order of userColumns.
func (u *User) times() []**time.Time {
	return []**time.Time{
		&u.EmailConfirmedAt, &u.InvitedAt, &u.PhoneConfirmedAt, &u.ConfirmationSentAt, &u.ConfirmedAt,
		&u.RecoverySentAt, &u.EmailChangeSentAt, &u.PhoneChangeSentAt, &u.LastSignInAt,
		&u.CreatedAt, &u.UpdatedAt, &u.BannedUntil, &u.DeletedAt,
	}
}

// MaxMetadata bounds user_metadata and app_metadata together: every access token carries them,
// in a header of each request. Bytes of JSON.
const MaxMetadata = 16 << 10

// Fits refuses an account whose access tokens would be too long. Call it in the transaction
// that has changed the metadata.
func (u *User) Fits() error {
	if size := len(u.UserMetadata) + len(u.AppMetadata); size > MaxMetadata {
		return gotrue.Invalid(fmt.Sprintf("user_metadata and app_metadata would have %d bytes together; %d are allowed, since every access token carries them. "+
			"Keep large values in a table", size, MaxMetadata))
	}
	return nil
}

// ToUTC keeps the server's own time zone out of answers.
func ToUTC(at *time.Time) {
	if at != nil {
		*at = at.UTC()
	}
}

// BannedAt reports whether the user is banned at an instant.
func (u *User) BannedAt(now time.Time) bool {
	return u.BannedUntil != nil && now.Before(*u.BannedUntil)
}

// FactorVerified is the status of a factor that counts.
const FactorVerified = "verified"

// Factor is a second factor as the API shows it.
type Factor struct {
	ID               string     `json:"id"`
	CreatedAt        *time.Time `json:"created_at"`
	UpdatedAt        *time.Time `json:"updated_at"`
	Status           string     `json:"status"` // verified or unverified
	FriendlyName     string     `json:"friendly_name,omitempty"`
	Type             string     `json:"factor_type"`
	Phone            string     `json:"phone"`
	LastChallengedAt *time.Time `json:"last_challenged_at"`
	AAGUID           string     `json:"web_authn_aaguid,omitempty"` // model of a security key
}

// factorsColumn is the last column that User.scan reads; null in lists.
const factorsColumn = `(select coalesce(json_agg(json_build_object(
		'id', f.id, 'created_at', f.created_at, 'updated_at', f.updated_at, 'status', f.status, 'friendly_name', coalesce(f.friendly_name, ''),
		'factor_type', f.factor_type, 'phone', coalesce(f.phone, ''), 'last_challenged_at', f.last_challenged_at,
		'web_authn_aaguid', coalesce(f.web_authn_aaguid::text, '')
	) order by f.created_at), '[]') from auth.mfa_factors f where f.user_id = u.id)`

// Verified reports whether the factor counts.
func (f Factor) Verified() bool { return f.Status == FactorVerified }

// HasSecondFactor tells whether the user can reach aal2.
func (u *User) HasSecondFactor() bool { return slices.ContainsFunc(u.Factors, Factor.Verified) }

// Querier is a connection or a transaction on it.
type Querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}
