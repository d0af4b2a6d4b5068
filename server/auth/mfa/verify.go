package mfa

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/auth/message"
	"github.com/toubkal/toubkal/server/auth/random"
	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/auth/throttle"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

const (
	// FreeOfFactor wrong codes of a factor cause no wait; each next one doubles it, from
	// factorWait to maxFactorWait. At the longest wait 24 of a million codes can be tried
	// in a day, of which three are right.
	FreeOfFactor  = 4
	factorWait    = 30 * time.Second
	maxFactorWait = time.Hour
	// MaxChallenges bounds the challenges of a factor; a new one replaces the oldest.
	MaxChallenges = 10
)

// challenged is the answer to POST /factors/{id}/challenge.
type challenged struct {
	ID        string             `json:"id"`
	Type      string             `json:"type"`
	ExpiresAt int64              `json:"expires_at"` // Unix seconds
	WebAuthn  *webAuthnChallenge `json:"webauthn,omitempty"`
}

// mayUse refuses an unverified factor at aal1 where there is a verified one: else who has
// only the password could finish enrolling it with a key of their own.
func mayUse(c session.Caller, f account.Factor) error {
	if !f.Verified() && c.User.HasSecondFactor() && c.AAL != "aal2" {
		return session.InsufficientAAL("AAL2 required to verify a new factor")
	}
	return nil
}

// Challenge is POST /factors/{id}/challenge.
func (fs *Factors) Challenge(w http.ResponseWriter, r *http.Request) error {
	c, id, err := fs.ownFactor(r)
	if err != nil {
		return err
	}
	text, err := gotrue.ReadAll(w, r)
	if err != nil {
		return err
	}
	var given struct {
		Channel string `json:"channel"` // sms or whatsapp, of a phone factor
	}
	if len(text) > 0 && json.Unmarshal(text, &given) != nil { // other types need no body
		return fault.New(fault.AuthBadJSON, "Could not parse request body as JSON")
	}
	ctx, from := r.Context(), audit.ClientOf(r)
	answer := challenged{ExpiresAt: fs.now().Add(fs.settings.ChallengeLife).Unix()}
	if answer.ID, err = random.ID(fs.rand); err != nil {
		return err
	}
	err = fs.pool.LoginTx(ctx, func(tx db.Tx) error {
		f, err := lockFactor(ctx, tx, c.User.ID, id)
		if err != nil {
			return err
		}
		if err := fs.mayVerify(f.Type); err != nil {
			return err
		}
		if err := mayUse(c, f.Factor); err != nil {
			return err
		}
		answer.Type = f.Type
		var sessionData *string
		code := ""
		switch f.Type {
		case factorWebAuthn:
			answer.WebAuthn, sessionData, err = fs.challengeKey(ctx, tx, &c.User, f)
		case factorPhone:
			code, err = fs.sendFactorCode(r, tx, &c.User, f.Factor, given.Channel, answer.ID)
		}
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `with factor as (
				update auth.mfa_factors set last_challenged_at = $3 where id = $2
			), outdated as (
				delete from auth.mfa_challenges where id in (
					select id from auth.mfa_challenges where factor_id = $2 order by created_at desc, id offset $6)
			)
			insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, web_authn_session_data, otp_code)
			values ($1, $2, $3, coalesce($4::text::inet, '::'), $5::text::jsonb, nullif($7, ''))`,
			answer.ID, f.ID, fs.now(), from.IP, sessionData, MaxChallenges-1, code)
		if err != nil {
			return fmt.Errorf("store a challenge: %w", err)
		}
		return audit.Write(ctx, tx, fs.now(), audit.UserWith(c.User.ID, c.User.Email, audit.Challenged, map[string]any{"factor_id": f.ID, "factor_status": f.Status}), from)
	})
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, answer)
}

func (fs *Factors) mayVerify(kind string) error {
	switch {
	case kind == factorTOTP && !fs.settings.TOTP.Verify:
		return fault.New(fault.AuthTOTPVerifyDisabled, "MFA verification is disabled for TOTP")
	case kind == factorPhone && !fs.settings.Phone.Verify:
		return fault.New(fault.AuthMFAPhoneVerifyDisabled, "MFA verification is disabled for Phone")
	case kind == factorWebAuthn && !fs.settings.WebAuthn.Verify:
		return fault.New(fault.AuthWebAuthnVerifyDisabled, "MFA verification is disabled for WebAuthn")
	case kind == factorRecovery:
		return gotrue.Invalid("Recovery codes are verified at /factors/recovery-codes/verify").WithStatus(http.StatusUnprocessableEntity)
	}
	return nil
}

// verification is the body of POST /factors/{id}/verify.
type verification struct {
	ChallengeID string          `json:"challenge_id"`
	Code        string          `json:"code"`
	WebAuthn    *webAuthnAnswer `json:"webauthn"`
}

// errWrongCode is an answer to a challenge that was wrong, and has been counted.
var errWrongCode = errors.New("wrong code of a second factor")

// Verify is POST /factors/{id}/verify: the answer to a challenge, which lifts the
// session to aal2.
func (fs *Factors) Verify(w http.ResponseWriter, r *http.Request) error {
	c, id, err := fs.ownFactor(r)
	if err != nil {
		return err
	}
	var given verification
	if err := gotrue.Read(w, r, &given); err != nil {
		return err
	}
	if uuid.Validate(given.ChallengeID) != nil {
		return gotrue.Invalid("challenge_id must be an UUID")
	}
	var f storedFactor
	wrong := false
	ctx := r.Context()
	err = fs.pool.LoginTx(ctx, func(tx db.Tx) error {
		if f, err = lockFactor(ctx, tx, c.User.ID, id); err != nil {
			return err
		}
		err = fs.answerChallenge(r, tx, c, f, given)
		if errors.Is(err, errWrongCode) {
			wrong = true // committed: the wrong code counts
			return nil
		}
		return err
	})
	if err != nil {
		return err
	}
	message := "Invalid TOTP code entered"
	switch f.Type {
	case factorWebAuthn:
		message = "The credential was not accepted"
	case factorPhone:
		message = "Invalid MFA Phone code entered"
	}
	return fs.afterFactor(w, r, c, f.Factor, !wrong, message)
}

// factorMethods are the methods of amr by type of factor.
var factorMethods = map[string]string{
	factorTOTP: session.MethodTOTP, factorPhone: session.MethodPhoneFactor, factorWebAuthn: session.MethodWebAuthn, factorRecovery: session.MethodRecoveryCode,
}

// afterFactor asks the hook about the check of a second factor, and answers with new tokens
// of the session, which is at aal2 now; with refusal where the check has failed.
func (fs *Factors) afterFactor(w http.ResponseWriter, r *http.Request, c session.Caller, f account.Factor, valid bool, refusal string) error {
	ctx := r.Context()
	if err := fs.VerificationHook(r, c.User.ID, f.ID, f.Type, valid); err != nil {
		return err
	}
	if !valid {
		return fault.New(fault.AuthMFAVerificationFailed, refusal)
	}
	var u account.User
	var in session.Session
	err := fs.pool.LoginTx(ctx, func(tx db.Tx) error {
		_, err := account.LockUser(ctx, tx, `u.id = $1`, c.User.ID)
		if err == nil {
			_, err = lockFactor(ctx, tx, c.User.ID, f.ID) // it may have been removed meanwhile
		}
		if err == nil {
			u, in, err = fs.sessions.Elevate(ctx, tx, c, f, factorMethods[f.Type], audit.ClientOf(r))
		}
		if err == nil && !f.Verified() {
			err = fs.messages.Notify(r, tx, &u, message.Mail{Kind: "mfa_factor_enrolled_notification", To: u.Email, FactorType: f.Type})
		}
		return err
	})
	if err != nil {
		return err
	}
	fs.revocations.Revoked(ctx, u.ID)
	return fs.sessions.Reply(w, r, &u, in)
}

// answerChallenge checks the answer to a challenge of f. errWrongCode is to be committed.
func (fs *Factors) answerChallenge(r *http.Request, tx db.Tx, c session.Caller, f storedFactor, given verification) error {
	ctx, now := r.Context(), fs.now()
	if err := fs.mayVerify(f.Type); err != nil {
		return err
	}
	if err := mayUse(c, f.Factor); err != nil {
		return err
	}
	switch {
	case f.Type != factorWebAuthn && given.Code == "":
		return gotrue.Invalid("Code needs to be non-empty")
	case f.Type == factorWebAuthn && given.WebAuthn == nil:
		return gotrue.Invalid("webauthn needs to be given")
	}
	var created time.Time
	var verified *time.Time
	var address, code string
	var sessionData []byte
	err := tx.QueryRow(ctx, `select created_at, verified_at, host(ip_address), web_authn_session_data, coalesce(otp_code, '') from auth.mfa_challenges
		where id = $1 and factor_id = $2 for update`, given.ChallengeID, f.ID).Scan(&created, &verified, &address, &sessionData, &code)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return fault.New(fault.AuthFactorNotFound, "MFA factor with the provided challenge ID not found").WithStatus(http.StatusUnprocessableEntity)
	case err != nil:
		return fmt.Errorf("read a challenge: %w", err)
	case verified != nil:
		return fault.New(fault.AuthMFAChallengeExpired, "MFA challenge "+given.ChallengeID+" has been used, create a new challenge.")
	case fs.settings.SameAddress && address != audit.ClientOf(r).Address():
		return fault.New(fault.AuthMFAAddressMismatch, "Challenge and verify IP addresses mismatch.")
	case now.Sub(created) >= fs.settings.ChallengeLife:
		return fault.New(fault.AuthMFAChallengeExpired,
			"MFA challenge "+given.ChallengeID+" has expired, verify against another challenge or create a new challenge.")
	case f.lockedUntil != nil && now.Before(*f.lockedUntil):
		return throttle.TooMany(f.lockedUntil.Sub(now))
	}
	switch f.Type {
	case factorWebAuthn:
		err = fs.checkKey(ctx, tx, &c.User, f, sessionData, *given.WebAuthn)
	case factorPhone:
		err = fs.checkFactorCode(ctx, given.ChallengeID, code, strings.ReplaceAll(given.Code, " ", ""))
	default:
		err = fs.checkTOTP(ctx, tx, f, given.Code)
	}
	if errors.Is(err, errWrongCode) {
		if err := fs.countWrongCode(ctx, tx, c, f, audit.ClientOf(r)); err != nil {
			return err
		}
		return errWrongCode
	}
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `update auth.mfa_challenges set verified_at = $2 where id = $1`, given.ChallengeID, now)
	return err
}

// checkTOTP accepts each code once.
func (fs *Factors) checkTOTP(ctx context.Context, tx db.Tx, f storedFactor, code string) error {
	secret, err := fs.decryption.Open(f.ID, f.secret)
	if err != nil {
		fs.log.ErrorContext(ctx, "cannot read the secret of a factor", "factor", f.ID, "error", err)
		return errWrongCode
	}
	step, ok := totpStep(secret, strings.ReplaceAll(code, " ", ""), fs.now(), f.lastStep)
	if !ok {
		return errWrongCode
	}
	// A secret in plain text, or of another key, is encrypted with the present key now.
	sealed := f.secret
	if fs.encryption.Outdated(sealed) {
		if sealed, err = fs.encryption.Seal(fs.rand, f.ID, secret); err != nil {
			return err
		}
	}
	_, err = tx.Exec(ctx, `update auth.mfa_factors set last_used_step = $2, secret = $3 where id = $1`, f.ID, step, sealed)
	return err
}

// countWrongCode delays the next answers of a factor.
func (fs *Factors) countWrongCode(ctx context.Context, tx db.Tx, c session.Caller, f storedFactor, from audit.Client) error {
	_, err := tx.Exec(ctx, `update auth.mfa_factors set failed_verification_count = $2, verification_locked_until = $3 where id = $1`,
		f.ID, f.failures+1, lockedUntil(f.failures+1, fs.now()))
	if err != nil {
		return fmt.Errorf("count a wrong code: %w", err)
	}
	return audit.Write(ctx, tx, fs.now(), audit.UserWith(c.User.ID, c.User.Email, audit.Failed, map[string]any{"factor_id": f.ID, "reason": "wrong_factor_code"}), from)
}

// lockedUntil is nil for the first few failures.
func lockedUntil(failures int, now time.Time) *time.Time {
	if failures <= FreeOfFactor {
		return nil
	}
	wait := time.Duration(math.Min(float64(factorWait)*math.Pow(2, float64(failures-FreeOfFactor-1)), float64(maxFactorWait)))
	until := now.Add(wait)
	return &until
}

// webAuthnAnswer is the answer of a security key.
type webAuthnAnswer struct {
	Type     string          `json:"type"` // create or request
	Response json.RawMessage `json:"credential_response"`
}

// VerificationHook asks the hook about the check of a second factor, whose result is valid.
// A rejection ends all of the user's sessions. No transaction may be open.
func (fs *Factors) VerificationHook(r *http.Request, userID, factorID, factorType string, valid bool) error {
	if !fs.hooks.Has(hook.MFAAttempt) {
		return nil
	}
	var d hook.Decision
	err := fs.hooks.Ask(r, hook.MFAAttempt, map[string]any{"user_id": userID, "factor_id": factorID, "factor_type": factorType, "valid": valid}, &d)
	if err != nil {
		return err
	}
	d.Logout = d.Decision == "reject"
	return fs.sessions.ApplyDecision(r.Context(), userID, d, fault.New(fault.AuthMFARejected, "Further MFA verification attempts will be rejected."))
}
