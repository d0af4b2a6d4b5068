package mfa

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/random"
	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// maxFactorName bounds the name of a factor and the issuer that an authenticator app
// shows. Characters.
const maxFactorName = 100

// enrollment is the body of POST /factors.
type enrollment struct {
	Type         string `json:"factor_type"`
	FriendlyName string `json:"friendly_name"`
	Issuer       string `json:"issuer"` // what an authenticator app shows; defaults to the host of the site
	Phone        string `json:"phone"`  // of a phone factor
}

func (fs *Factors) checkEnrollment(e enrollment) error {
	for name, value := range map[string]string{"friendly_name": e.FriendlyName, "issuer": e.Issuer} {
		if !gotrue.ValidText(value) || utf8.RuneCountInString(value) > maxFactorName {
			return gotrue.Invalid(fmt.Sprintf("%s can have %d characters", name, maxFactorName))
		}
	}
	switch e.Type {
	case factorTOTP:
		if !fs.settings.TOTP.Enroll {
			return fault.New(fault.AuthTOTPDisabled, "MFA enroll is disabled for TOTP")
		}
		if strings.Contains(e.Issuer, ":") && fs.issuerOf(e) != e.Issuer {
			return gotrue.Invalid("issuer cannot have a colon")
		}
	case factorPhone: // checkPhoneEnrollment
	case factorWebAuthn:
		if !fs.settings.WebAuthn.Enroll {
			return fault.New(fault.AuthWebAuthnDisabled, "MFA enroll is disabled for WebAuthn")
		}
	default:
		return gotrue.Invalid("factor_type needs to be totp, phone, or webauthn")
	}
	return nil
}

// enrolled is the answer to POST /factors.
type enrolled struct {
	ID           string    `json:"id"`
	Type         string    `json:"type"`
	FriendlyName string    `json:"friendly_name"`
	TOTP         *totpData `json:"totp,omitempty"`
	Phone        string    `json:"phone,omitempty"` // as it was sent
}

// Enroll is POST /factors: a new, unverified factor.
func (fs *Factors) Enroll(w http.ResponseWriter, r *http.Request) error {
	c, err := fs.callers.OwnSession(r)
	if err != nil {
		return err
	}
	var e enrollment
	if err := gotrue.Read(w, r, &e); err != nil {
		return err
	}
	if err := fs.checkEnrollment(e); err != nil {
		return err
	}
	answer := enrolled{Type: e.Type, FriendlyName: e.FriendlyName}
	if answer.ID, err = random.ID(fs.rand); err != nil {
		return err
	}
	secret, phone := "", ""
	if e.Type == factorPhone {
		answer.Phone = e.Phone
		if phone, err = fs.checkPhoneEnrollment(e); err != nil {
			return err
		}
	}
	if e.Type == factorTOTP {
		if answer.TOTP, err = fs.newTOTP(fs.issuerOf(e), cmp.Or(c.User.Email, c.User.Phone, c.User.ID)); err != nil {
			return err
		}
		if secret, err = fs.encryption.Seal(fs.rand, answer.ID, answer.TOTP.Secret); err != nil {
			return err
		}
	}
	err = fs.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		return fs.addFactor(r.Context(), tx, c, answer, newFactor{secret, phone}, audit.ClientOf(r))
	})
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, answer)
}

// issuerOf is the name of the site in an authenticator app.
func (fs *Factors) issuerOf(e enrollment) string {
	if e.Issuer != "" {
		return e.Issuer
	}
	site, err := url.Parse(fs.siteURL)
	if err != nil || site.Host == "" {
		return fs.siteURL
	}
	return site.Hostname()
}

// newFactor is the stored part of a factor that depends on its type: an encrypted secret, or a number; ""
// where the type has none.
type newFactor struct{ secret, phone string }

// addFactor stores a factor in the place of an unverified one of its type.
func (fs *Factors) addFactor(ctx context.Context, tx db.Tx, c session.Caller, e enrolled, n newFactor, from audit.Client) error {
	if _, err := account.LockUser(ctx, tx, `u.id = $1`, c.User.ID); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and factor_type = $2::text::auth.factor_type`,
		c.User.ID, e.Type)
	if err != nil {
		return fmt.Errorf("replace an unverified factor: %w", err)
	}
	_, err = tx.Exec(ctx, `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone)
		values ($1, $2, $3, $4::text::auth.factor_type, 'unverified', $5, $5, nullif($6, ''), nullif($7, ''))`,
		e.ID, c.User.ID, e.FriendlyName, e.Type, fs.now(), n.secret, n.phone)
	if err != nil {
		return factorConflict(err, e.FriendlyName)
	}
	var total, verified int
	err = tx.QueryRow(ctx, `select count(*), count(*) filter (where status = 'verified') from auth.mfa_factors
		where user_id = $1 and factor_type <> 'recovery_code'`, c.User.ID).Scan(&total, &verified)
	switch {
	case err != nil:
		return fmt.Errorf("count factors: %w", err)
	case total > fs.settings.MaxEnrolled:
		return fault.New(fault.AuthTooManyFactors, "Maximum number of verified factors reached, unenroll to continue")
	case verified >= fs.settings.MaxVerified:
		return fault.New(fault.AuthTooManyFactors, "Maximum number of verified factors reached, unenroll to continue")
	}
	if err := fs.mayChangeFactors(c, "AAL2 required to enroll a new factor", http.StatusForbidden); err != nil {
		return err
	}
	return audit.Write(ctx, tx, fs.now(), audit.UserWith(c.User.ID, c.User.Email, audit.FactorEnrolled, map[string]any{"factor_id": e.ID, "factor_type": e.Type}), from)
}

// factorConflict translates the error of a factor's name or number that the user has already.
func factorConflict(err error, name string) error {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch pg.ConstraintName {
		case "mfa_factors_user_friendly_name_unique":
			return fault.New(fault.AuthFactorNameConflict, fmt.Sprintf("A factor with the friendly name %q for this user already exists", name))
		case "unique_phone_factor_per_user":
			return fault.New(fault.AuthFactorExists, "A verified phone factor already exists, unenroll the existing factor to continue")
		}
	}
	return fmt.Errorf("store a factor: %w", err)
}
