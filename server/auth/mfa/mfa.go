package mfa

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// Settings are the settings of second factors.
type Settings struct {
	// TOTP is authenticator apps, WebAuthn security keys, Phone codes that the hook send-sms
	// sends.
	TOTP, WebAuthn, Phone, RecoveryCodes Switch
	// PhoneOTPLength is the number of digits of codes to phone factors. Defaults to 6.
	PhoneOTPLength int
	// PhoneInterval is the least time between two codes to a phone factor. 0 is no bound.
	PhoneInterval time.Duration
	// MaxEnrolled and MaxVerified bound the factors of a user. Default to 10.
	MaxEnrolled, MaxVerified int
	// ChallengeLife is the lifetime of a challenge. Defaults to 5 minutes.
	ChallengeLife time.Duration
	// FactorLife is the lifetime of a factor that was never challenged. Defaults to 5 minutes.
	FactorLife time.Duration
	// Recent is for how long after giving a second factor a user may add and remove
	// factors. 0 is as long as the session is at aal2.
	Recent time.Duration
	// SameAddress asks for the answer from the address that asked for the challenge.
	SameAddress bool
}

// Switch turns on enrolling a type of factors, and verifying the enrolled ones.
type Switch struct{ Enroll, Verify bool }

func (s Settings) withDefaults() Settings {
	s.MaxEnrolled = cmp.Or(s.MaxEnrolled, 10)
	s.MaxVerified = cmp.Or(s.MaxVerified, 10)
	s.ChallengeLife = cmp.Or(s.ChallengeLife, 5*time.Minute)
	s.FactorLife = cmp.Or(s.FactorLife, 5*time.Minute)
	s.PhoneOTPLength = cmp.Or(s.PhoneOTPLength, 6)
	return s
}

// Types of factors.
const (
	factorTOTP     = "totp"
	factorPhone    = "phone"
	factorWebAuthn = "webauthn"
	factorRecovery = "recovery_code"
)

// storedFactor is a row of auth.mfa_factors, locked.
type storedFactor struct {
	account.Factor
	secret      string // as stored
	credential  []byte // of a security key, JSON
	lastStep    int64
	failures    int
	lockedUntil *time.Time
}

// lockFactor reads a factor of the user and locks its row. The user's row should be locked
// before.
func lockFactor(ctx context.Context, tx db.Tx, userID, id string) (f storedFactor, err error) {
	err = tx.QueryRow(ctx, `select id::text, created_at, updated_at, status::text, coalesce(friendly_name, ''), factor_type::text, coalesce(phone, ''),
			last_challenged_at, coalesce(web_authn_aaguid::text, ''), coalesce(secret, ''), web_authn_credential,
			coalesce(last_used_step, 0), failed_verification_count, verification_locked_until
		from auth.mfa_factors where id = $1 and user_id = $2 for update`, id, userID).Scan(
		&f.ID, &f.CreatedAt, &f.UpdatedAt, &f.Status, &f.FriendlyName, &f.Type, &f.Phone,
		&f.LastChallengedAt, &f.AAGUID, &f.secret, &f.credential, &f.lastStep, &f.failures, &f.lockedUntil)
	if errors.Is(err, pgx.ErrNoRows) {
		return storedFactor{}, noSuchFactor()
	}
	account.ToUTC(f.CreatedAt)
	account.ToUTC(f.UpdatedAt)
	account.ToUTC(f.LastChallengedAt)
	return f, err
}

func noSuchFactor() *fault.Fault { return fault.New(fault.AuthFactorNotFound, "Factor not found") }

const badFactorID = "factor_id must be an UUID"

// ownFactor is the caller of a route about an own factor, and the {id} of the path.
func (fs *Factors) ownFactor(r *http.Request) (c session.Caller, id string, err error) {
	if c, err = fs.callers.OwnSession(r); err == nil {
		id, err = gotrue.PathID(r, "id", badFactorID)
	}
	return c, id, err
}

// factorOfPath is the user {id} of the path, and the {fid} of a factor.
func (fs *Factors) factorOfPath(r *http.Request) (u account.User, id string, err error) {
	if u, err = fs.accounts.OfPath(r); err == nil {
		id, err = gotrue.PathID(r, "fid", badFactorID)
	}
	return u, id, err
}

// mayChangeFactors refuses a caller with a verified factor who is not at aal2, with the
// message and status, or has not given a second factor recently.
func (fs *Factors) mayChangeFactors(c session.Caller, message string, status int) error {
	switch {
	case !c.User.HasSecondFactor():
		return nil
	case c.AAL != "aal2":
		return session.InsufficientAAL(message).WithStatus(status)
	case fs.settings.Recent > 0 && fs.now().Sub(c.SecondFactor) >= fs.settings.Recent:
		return session.InsufficientAAL("Give a second factor again: factors can be changed for " + fs.settings.Recent.String() + " after it").WithStatus(status)
	}
	return nil
}

// RemoveExpired removes challenges that can no longer be answered, and factors
// that were never verified: soon where they were not challenged either, and after a day.
func (fs *Factors) RemoveExpired(ctx context.Context, on account.Querier) error {
	now := fs.now()
	_, challenges := on.Exec(ctx, `delete from auth.mfa_challenges where created_at < $1`, now.Add(-fs.settings.ChallengeLife))
	_, factors := on.Exec(ctx, `delete from auth.mfa_factors where status = 'unverified'
		and (created_at < $1 and last_challenged_at is null or created_at < $2)`, now.Add(-fs.settings.FactorLife), now.Add(-24*time.Hour))
	_, passkeys := on.Exec(ctx, `delete from auth.webauthn_challenges where expires_at < $1`, now)
	return errors.Join(challenges, factors, passkeys)
}
