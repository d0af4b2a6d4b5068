package mfa

import (
	"context"
	"fmt"
	"net/http"
	"unicode/utf8"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/message"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// Unenroll is DELETE /factors/{id}. Sessions that used the factor fall back to aal1.
func (fs *Factors) Unenroll(w http.ResponseWriter, r *http.Request) error {
	c, id, err := fs.ownFactor(r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	err = fs.pool.LoginTx(ctx, func(tx db.Tx) error {
		if _, err := account.LockUser(ctx, tx, `u.id = $1`, c.User.ID); err != nil {
			return err
		}
		f, err := lockFactor(ctx, tx, c.User.ID, id)
		switch {
		case err != nil:
			return err
		case f.Type == factorRecovery:
			return gotrue.Invalid("Recovery codes are removed at /factors/recovery-codes").WithStatus(http.StatusUnprocessableEntity)
		}
		if f.Verified() {
			if err := fs.mayChangeFactors(c, "AAL2 required to unenroll verified factor", http.StatusUnprocessableEntity); err != nil {
				return err
			}
		}
		if err := removeFactor(ctx, tx, c.User.ID, f.Factor); err != nil {
			return err
		}
		if alone, err := onlyRecoveryCodes(ctx, tx, c.User.ID); err != nil || alone {
			if alone {
				return fault.New(fault.AuthRecoveryCodesSole, "Remove the recovery codes first: they cannot be the only factor")
			}
			return err
		}
		if err := fs.notifyUnenrolled(r, tx, &c.User, f.Factor); err != nil {
			return err
		}
		return audit.Write(ctx, tx, fs.now(), audit.UserWith(c.User.ID, c.User.Email, audit.FactorUnenrolled,
			map[string]any{"factor_id": f.ID, "factor_status": f.Status, "session_id": c.Session}), audit.ClientOf(r))
	})
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, map[string]string{"id": id})
}

// notifyUnenrolled mails that a verified factor is gone.
func (fs *Factors) notifyUnenrolled(r *http.Request, tx db.Tx, u *account.User, f account.Factor) error {
	if !f.Verified() {
		return nil
	}
	return fs.messages.Notify(r, tx, u, message.Mail{Kind: "mfa_factor_unenrolled_notification", To: u.Email, FactorType: f.Type})
}

// removeFactor deletes a factor, and takes aal2 from the sessions that used it last.
func removeFactor(ctx context.Context, tx db.Tx, userID string, f account.Factor) error {
	_, err := tx.Exec(ctx, `with gone as (
			delete from auth.mfa_factors where id = $1 returning id, factor_type
		), lowered as (
			update auth.sessions s set aal = 'aal1', factor_id = null from gone where s.factor_id = gone.id and s.user_id = $2 returning s.id
		)
		delete from auth.mfa_amr_claims m using lowered, gone where m.session_id = lowered.id and m.authentication_method =
			case when gone.factor_type = 'totp' then 'totp' else 'mfa/' || gone.factor_type end`, f.ID, userID)
	if err != nil {
		return fmt.Errorf("remove a factor: %w", err)
	}
	return nil
}

// onlyRecoveryCodes tells whether the user has recovery codes and no other verified factor.
func onlyRecoveryCodes(ctx context.Context, tx db.Tx, userID string) (alone bool, err error) {
	err = tx.QueryRow(ctx, `select coalesce(bool_and(factor_type = 'recovery_code'), false) from auth.mfa_factors
		where user_id = $1 and status = 'verified'`, userID).Scan(&alone)
	return alone, err
}

// List is GET /admin/users/{id}/factors.
func (fs *Factors) List(w http.ResponseWriter, r *http.Request) error {
	u, err := fs.accounts.OfPath(r)
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, u.Factors)
}

// Change is PUT /admin/users/{id}/factors/{fid}: another name, or another number of a
// phone factor.
func (fs *Factors) Change(w http.ResponseWriter, r *http.Request) error {
	u, id, err := fs.factorOfPath(r)
	if err != nil {
		return err
	}
	var change struct {
		FriendlyName string `json:"friendly_name"`
		Phone        string `json:"phone"`
	}
	if err := gotrue.Read(w, r, &change); err != nil {
		return err
	}
	if !gotrue.ValidText(change.FriendlyName) || utf8.RuneCountInString(change.FriendlyName) > maxFactorName {
		return gotrue.Invalid(fmt.Sprintf("friendly_name can have %d characters", maxFactorName))
	}
	if change.Phone != "" {
		if change.Phone, err = account.CheckPhone(change.Phone); err != nil {
			return err
		}
	}
	ctx := r.Context()
	var f storedFactor
	err = fs.pool.LoginTx(ctx, func(tx db.Tx) error {
		if f, err = lockFactor(ctx, tx, u.ID, id); err != nil {
			return err
		}
		if change.Phone != "" && f.Type != factorPhone {
			return gotrue.Invalid("Only phone factors have a phone")
		}
		_, err := tx.Exec(ctx, `update auth.mfa_factors set friendly_name = coalesce(nullif($2, ''), friendly_name),
			phone = coalesce(nullif($4, ''), phone), updated_at = $3 where id = $1`, id, change.FriendlyName, fs.now(), change.Phone)
		if err != nil {
			return factorConflict(err, change.FriendlyName)
		}
		if f, err = lockFactor(ctx, tx, u.ID, id); err != nil {
			return err
		}
		return audit.Write(ctx, tx, fs.now(), auditFactorByAdmin(audit.FactorUpdated, u, f.Factor), audit.ClientOf(r))
	})
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, f.Factor)
}

// Delete is DELETE /admin/users/{id}/factors/{fid}. Recovery codes go with the last
// other factor.
func (fs *Factors) Delete(w http.ResponseWriter, r *http.Request) error {
	u, id, err := fs.factorOfPath(r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	var f storedFactor
	err = fs.pool.LoginTx(ctx, func(tx db.Tx) error {
		if _, err := account.LockUser(ctx, tx, `u.id = $1`, u.ID); err != nil {
			return err
		}
		if f, err = lockFactor(ctx, tx, u.ID, id); err != nil {
			return err
		}
		if err := removeFactor(ctx, tx, u.ID, f.Factor); err != nil {
			return err
		}
		alone, err := onlyRecoveryCodes(ctx, tx, u.ID)
		if err != nil {
			return err
		}
		for _, other := range u.Factors {
			if alone && other.Type == factorRecovery {
				if err := removeFactor(ctx, tx, u.ID, other); err != nil {
					return err
				}
			}
		}
		if err := fs.notifyUnenrolled(r, tx, &u, f.Factor); err != nil {
			return err
		}
		return audit.Write(ctx, tx, fs.now(), auditFactorByAdmin(audit.FactorDeleted, u, f.Factor), audit.ClientOf(r))
	})
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, f.Factor)
}

func auditFactorByAdmin(action string, u account.User, f account.Factor) string {
	return audit.Entry{
		ActorID: audit.NilUUID, ActorUsername: "service_role", Action: action,
		Traits: map[string]any{"user_id": u.ID, "user_email": u.Email, "factor_id": f.ID, "factor_status": f.Status},
	}.Text()
}
