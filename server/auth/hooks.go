package auth

import (
	"context"
	"errors"
	"net/http"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/auth/throttle"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// passwordVerificationHook asks the hook about a right password.
func (s signInRoutes) passwordVerificationHook(r *http.Request, userID string) error {
	if !s.hooks.Has(hook.PasswordAttempt) {
		return nil
	}
	var d hook.Decision
	if err := s.hooks.Ask(r, hook.PasswordAttempt, map[string]any{"user_id": userID, "valid": true}, &d); err != nil {
		return err
	}
	return s.sessions.ApplyDecision(r.Context(), userID, d, fault.New(fault.AuthInvalidCredentials, "Further password verification attempts will be rejected."))
}

// enqueueFailedPasswordHook tells the hook of a wrong password, later: how long the hook takes must
// not say that there is an account. An unknown address costs the same, with userID "".
func (s signInRoutes) enqueueFailedPasswordHook(ctx context.Context, userID, reason string, from audit.Client) error {
	if !s.hooks.Has(hook.PasswordAttempt) || reason == throttle.Banned || reason == throttle.Unconfirmed {
		return nil
	}
	e := hook.Event{Name: hook.PasswordAttempt, IP: from.Address(), Input: map[string]any{"user_id": userID, "valid": false}}
	return s.pool.LoginTx(ctx, func(tx db.Tx) error { return s.hooks.Enqueue(ctx, tx, e, hook.Delivery{Attempts: 1}) })
}

// onWrongPassword is the rest of enqueueFailedPasswordHook: the hook may sign the user out.
func (s signInRoutes) onWrongPassword(ctx context.Context, e hook.Event) error {
	userID, _ := e.Input["user_id"].(string)
	if userID == "" {
		return nil
	}
	var d hook.Decision
	if err := s.hooks.Call(ctx, e, &d); err != nil {
		return err
	}
	err := s.sessions.ApplyDecision(ctx, userID, d, wrongCredentials())
	if f, ok := errors.AsType[*fault.Fault](err); ok && f.Code == fault.AuthInvalidCredentials {
		return nil // the sign-in was refused already
	}
	return err
}
