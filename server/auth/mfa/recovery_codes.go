package mfa

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/random"
	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/auth/throttle"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// Recovery codes replace a lost second factor, each once. They are a factor of their own
// type, which a user has besides another one.

const (
	recoveryCodes       = 10 // of a set
	recoveryCodeLength  = 16
	recoveryCodeLetters = "abcdefghijklmnopqrstuvwxyz0123456789"
)

// codeSet is a row of auth.mfa_recovery_code_sets with its factor.
type codeSet struct {
	id               uuid.UUID
	factor           account.Factor
	failures         int
	lockedUntil      *time.Time
	total, remaining int
}

// lockCodeSet reads the user's set and locks its row; a fault where there is none.
func lockCodeSet(ctx context.Context, tx db.Tx, userID string) (set codeSet, err error) {
	set.factor.Type, set.factor.Status = factorRecovery, account.FactorVerified
	err = tx.QueryRow(ctx, `select s.id, f.id::text, coalesce(f.friendly_name, ''), s.failed_verification_count, s.verification_locked_until,
			(select count(*) from auth.mfa_recovery_codes c where c.recovery_code_set_id = s.id),
			(select count(*) from auth.mfa_recovery_codes c where c.recovery_code_set_id = s.id and c.used_at is null)
		from auth.mfa_recovery_code_sets s join auth.mfa_factors f on f.id = s.mfa_factor_id where s.user_id = $1 for update of s`, userID).
		Scan(&set.id, &set.factor.ID, &set.factor.FriendlyName, &set.failures, &set.lockedUntil, &set.total, &set.remaining)
	if errors.Is(err, pgx.ErrNoRows) {
		return codeSet{}, noSuchFactor()
	}
	return set, err
}

// ownCodes runs fn in a transaction with the caller's row locked.
func (rc *RecoveryCodes) ownCodes(r *http.Request, fn func(tx db.Tx, c session.Caller) error) error {
	c, err := rc.callers.OwnSession(r)
	if err != nil {
		return err
	}
	return rc.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		if _, err := account.LockUser(r.Context(), tx, `u.id = $1`, c.User.ID); err != nil {
			return err
		}
		return fn(tx, c)
	})
}

// Show is GET /factors/recovery-codes: how many are left.
func (rc *RecoveryCodes) Show(w http.ResponseWriter, r *http.Request) error {
	var set codeSet
	err := rc.ownCodes(r, func(tx db.Tx, c session.Caller) (err error) {
		set, err = lockCodeSet(r.Context(), tx, c.User.ID)
		return err
	})
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, map[string]any{"id": set.factor.ID, "type": factorRecovery, "total": set.total, "remaining": set.remaining})
}

// newCodes is the answer that shows the codes, the only time.
type newCodes struct {
	ID           string   `json:"id"`
	Type         string   `json:"type"`
	FriendlyName string   `json:"friendly_name"`
	Total        int      `json:"total"`
	Codes        []string `json:"codes"`
}

func soleFactor() *fault.Fault {
	return fault.New(fault.AuthRecoveryCodesSole, "Recovery codes cannot be the only factor")
}

const recoveryAAL = "AAL2 session is required to change recovery codes"

func (rc *RecoveryCodes) mayEnrollCodes() error {
	if !rc.settings.RecoveryCodes.Enroll {
		return fault.New(fault.AuthRecoveryCodesDisabled, "Recovery codes are disabled")
	}
	return nil
}

// Generate is POST /factors/recovery-codes.
func (rc *RecoveryCodes) Generate(w http.ResponseWriter, r *http.Request) error {
	if err := rc.mayEnrollCodes(); err != nil {
		return err
	}
	var given struct {
		FriendlyName string `json:"friendly_name"`
	}
	text, err := gotrue.ReadAll(w, r)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &given); err != nil && strings.TrimSpace(string(text)) != "" {
		return gotrue.BadJSON(err)
	}
	if !gotrue.ValidText(given.FriendlyName) || utf8.RuneCountInString(given.FriendlyName) > maxFactorName {
		return gotrue.Invalid(fmt.Sprintf("friendly_name can have %d characters", maxFactorName))
	}
	ctx := r.Context()
	answer := newCodes{Type: factorRecovery, FriendlyName: cmp.Or(given.FriendlyName, "Recovery codes"), Total: recoveryCodes}
	err = rc.ownCodes(r, func(tx db.Tx, c session.Caller) (err error) {
		if !c.User.HasSecondFactor() {
			return soleFactor()
		}
		if _, err := lockCodeSet(ctx, tx, c.User.ID); err == nil {
			return fault.New(fault.AuthFactorExists, "Recovery codes exist, regenerate them instead")
		} else if known, ok := errors.AsType[*fault.Fault](err); !ok || known.Code != fault.AuthFactorNotFound {
			return err
		}
		if err := rc.factors.mayChangeFactors(c, recoveryAAL, http.StatusForbidden); err != nil {
			return err
		}
		if answer.ID, err = random.ID(rc.rand); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
			values ($1, $2, $3, 'recovery_code', 'verified', $4, $4)`, answer.ID, c.User.ID, answer.FriendlyName, rc.now())
		if err != nil {
			return factorConflict(err, answer.FriendlyName)
		}
		if alone, err := onlyRecoveryCodes(ctx, tx, c.User.ID); err != nil {
			return err
		} else if alone { // the other factor was removed meanwhile
			return soleFactor()
		}
		var set uuid.UUID
		err = tx.QueryRow(ctx, `insert into auth.mfa_recovery_code_sets (user_id, mfa_factor_id, created_at, updated_at) values ($1, $2, $3, $3) returning id`,
			c.User.ID, answer.ID, rc.now()).Scan(&set)
		if err != nil {
			return fmt.Errorf("store a set of recovery codes: %w", err)
		}
		answer.Codes, err = rc.storeCodes(ctx, tx, &c.User, set, audit.ClientOf(r))
		return err
	})
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, answer)
}

// Regenerate is POST /factors/recovery-codes/regenerate: new codes instead of
// the old ones, used or not.
func (rc *RecoveryCodes) Regenerate(w http.ResponseWriter, r *http.Request) error {
	if err := rc.mayEnrollCodes(); err != nil {
		return err
	}
	ctx := r.Context()
	answer := newCodes{Type: factorRecovery, Total: recoveryCodes}
	err := rc.ownCodes(r, func(tx db.Tx, c session.Caller) error {
		set, err := lockCodeSet(ctx, tx, c.User.ID)
		if err != nil {
			return err
		}
		if err := rc.factors.mayChangeFactors(c, recoveryAAL, http.StatusForbidden); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `with gone as (delete from auth.mfa_recovery_codes where recovery_code_set_id = $1)
			update auth.mfa_recovery_code_sets set failed_verification_count = 0, verification_locked_until = null, updated_at = $2 where id = $1`,
			set.id, rc.now())
		if err != nil {
			return fmt.Errorf("replace recovery codes: %w", err)
		}
		answer.ID, answer.FriendlyName = set.factor.ID, set.factor.FriendlyName
		answer.Codes, err = rc.storeCodes(ctx, tx, &c.User, set.id, audit.ClientOf(r))
		return err
	})
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, answer)
}

// storeCodes makes the codes of a set.
func (rc *RecoveryCodes) storeCodes(ctx context.Context, tx db.Tx, u *account.User, set uuid.UUID, from audit.Client) ([]string, error) {
	codes, hashes := make([]string, recoveryCodes), make([][]byte, recoveryCodes)
	for i := range codes {
		var err error
		if codes[i], err = rc.newRecoveryCode(); err != nil {
			return nil, err
		}
		hashes[i] = recoveryHash(set, codes[i])
	}
	_, err := tx.Exec(ctx, `insert into auth.mfa_recovery_codes (recovery_code_set_id, code_hash, created_at) select $1, hash, $3 from unnest($2::bytea[]) as hash`,
		set, hashes, rc.now())
	if err != nil {
		return nil, fmt.Errorf("store recovery codes: %w", err)
	}
	return codes, audit.Write(ctx, tx, rc.now(), audit.User(u.ID, u.Email, audit.RecoveryCodes), from)
}

func (rc *RecoveryCodes) newRecoveryCode() (string, error) {
	code := make([]byte, 0, recoveryCodeLength)
	for next := make([]byte, 1); len(code) < recoveryCodeLength; {
		if _, err := io.ReadFull(rc.rand, next); err != nil {
			return "", fmt.Errorf("make a recovery code: %w", err)
		}
		// The largest multiple of the number of letters, so that each is as likely.
		if n := len(recoveryCodeLetters); int(next[0]) < 256/n*n {
			code = append(code, recoveryCodeLetters[int(next[0])%n])
		}
	}
	return string(code), nil
}

// recoveryHash is the hash of a code as it is stored. Spaces, hyphens and case do not count.
func recoveryHash(set uuid.UUID, code string) []byte {
	canonical := strings.NewReplacer(" ", "", "-", "").Replace(strings.ToLower(code))
	sum := sha256.Sum256(append(set[:], canonical...))
	return sum[:]
}

// Verify is POST /factors/recovery-codes/verify: it lifts the session to aal2
// and uses the code up.
func (rc *RecoveryCodes) Verify(w http.ResponseWriter, r *http.Request) error {
	if !rc.settings.RecoveryCodes.Verify {
		return fault.New(fault.AuthRecoveryVerifyDisabled, "Recovery codes are disabled")
	}
	var given struct {
		Code string `json:"code"`
	}
	if err := gotrue.Read(w, r, &given); err != nil {
		return err
	}
	ctx, now := r.Context(), rc.now()
	const message = "Invalid recovery code entered"
	var set codeSet
	var by session.Caller
	wrong := false
	err := rc.ownCodes(r, func(tx db.Tx, c session.Caller) (err error) {
		by = c
		set, err = lockCodeSet(ctx, tx, c.User.ID)
		if known, ok := errors.AsType[*fault.Fault](err); ok && known.Code == fault.AuthFactorNotFound {
			return fault.New(fault.AuthMFAVerificationFailed, message)
		}
		if err != nil {
			return err
		}
		if set.lockedUntil != nil && now.Before(*set.lockedUntil) {
			wait := throttle.TooMany(set.lockedUntil.Sub(now))
			return fault.New(fault.AuthRecoveryCodesLocked, "Too many wrong recovery codes").WithHeader("Retry-After", wait.Header.Get("Retry-After"))
		}
		tag, err := tx.Exec(ctx, `update auth.mfa_recovery_codes set used_at = $3 where recovery_code_set_id = $1 and code_hash = $2 and used_at is null`,
			set.id, recoveryHash(set.id, given.Code), now)
		if err != nil {
			return fmt.Errorf("use a recovery code: %w", err)
		}
		failures := 0
		if wrong = tag.RowsAffected() == 0; wrong {
			failures = set.failures + 1
		}
		_, err = tx.Exec(ctx, `update auth.mfa_recovery_code_sets set failed_verification_count = $2, verification_locked_until = $3, updated_at = $4 where id = $1`,
			set.id, failures, lockedUntil(failures, now), now)
		if err != nil {
			return fmt.Errorf("count a recovery code: %w", err)
		}
		if wrong { // committed: the wrong code counts
			return audit.Write(ctx, tx, rc.now(), audit.UserWith(c.User.ID, c.User.Email, audit.Failed, map[string]any{"factor_id": set.factor.ID, "reason": "wrong_factor_code"}), audit.ClientOf(r))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return rc.factors.afterFactor(w, r, by, set.factor, !wrong, message)
}

// Remove is DELETE /factors/recovery-codes.
func (rc *RecoveryCodes) Remove(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	var set codeSet
	err := rc.ownCodes(r, func(tx db.Tx, c session.Caller) (err error) {
		if set, err = lockCodeSet(ctx, tx, c.User.ID); err != nil {
			return err
		}
		if err := rc.factors.mayChangeFactors(c, recoveryAAL, http.StatusForbidden); err != nil {
			return err
		}
		if err := removeFactor(ctx, tx, c.User.ID, set.factor); err != nil {
			return err
		}
		return audit.Write(ctx, tx, rc.now(), audit.UserWith(c.User.ID, c.User.Email, audit.CodesDeleted, map[string]any{"factor_id": set.factor.ID}), audit.ClientOf(r))
	})
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, map[string]string{"id": set.factor.ID})
}
