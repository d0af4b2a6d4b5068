package auth

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/password"
	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/auth/throttle"
	"github.com/toubkal/toubkal/server/fault"
)

// grant is POST /token; the kind of grant is in the query, never in the body.
func (s signInRoutes) grant(w http.ResponseWriter, r *http.Request) error {
	switch r.URL.Query().Get("grant_type") {
	case "password":
		return s.requireCaptcha(s.signIn)(w, r)
	case "refresh_token":
		return s.refresh(w, r)
	case "pkce":
		return s.oauth.ExchangeCode(w, r)
	case "id_token":
		return s.requireCaptcha(s.oauth.IDToken)(w, r)
	case "web3":
		return fault.New(fault.AuthWeb3Disabled, "Web3 provider is disabled")
	}
	if err := gotrue.Read(w, r, &struct{}{}); err != nil {
		return err
	}
	return fault.New(fault.AuthInvalidCredentials, "unsupported_grant_type")
}

// credentials are the body of the password grant.
type credentials struct {
	Email    string `json:"email"`
	Phone    string `json:"phone"`
	Password string `json:"password"`
}

func (s signInRoutes) checkCredentials(c *credentials) (err error) {
	switch {
	case c.Email != "" && c.Phone != "":
		return gotrue.Invalid("Only an email address or phone number should be provided on login.")
	case c.Phone != "" && !s.phones.Enabled:
		return fault.New(fault.AuthPhoneDisabled, "Phone logins are disabled")
	case c.Phone != "":
		c.Phone, err = account.CheckPhone(c.Phone)
		return err
	case c.Email == "":
		return gotrue.Invalid("missing email or phone")
	}
	return nil
}

// name is the address or number that the account is found by.
func (c credentials) name() string { return cmp.Or(c.Phone, account.Lower(c.Email)) }

func (s signInRoutes) signIn(w http.ResponseWriter, r *http.Request) error {
	var given credentials
	if err := gotrue.Read(w, r, &given); err != nil {
		return err
	}
	if err := s.checkCredentials(&given); err != nil {
		return err
	}
	try := s.attempts.Attempt(r, given.name())
	u, err := s.authenticate(r.Context(), given, &try, audit.ClientOf(r))
	if err != nil {
		return err
	}
	if err := s.passwordVerificationHook(r, u.ID); err != nil {
		return err
	}
	opened, err := s.startSession(r.Context(), &u, given.Password, &try, audit.ClientOf(r))
	if err != nil {
		return err
	}
	s.attempts.SetDevice(w, r, &try)
	granted, err := s.sessions.Grant(w, r, &u, opened)
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, passwordTokens{granted, s.policy.Weakness(given.Password, u.Email)})
}

func wrongCredentials() *fault.Fault {
	return fault.New(fault.AuthInvalidCredentials, "Invalid login credentials")
}

// authenticate finds the user whose password this is. An unknown address, an
// account without a password and a wrong password get the same answer after the
// same work. Only with the right password does a caller learn that the account is
// banned.
func (s signInRoutes) authenticate(ctx context.Context, given credentials, try *throttle.Attempt, from audit.Client) (account.User, error) {
	wait := s.attempts.Wait(try.KnownCounters())
	if wait > 0 { // without asking the database
		return account.User{}, s.refuseAttempt(ctx, &account.User{}, try, throttle.Blocked, wait, from)
	}
	u, err := s.readAttempt(ctx, given, try)
	if err != nil {
		return account.User{}, err
	}
	match, hash := false, s.accounts.PasswordHash(ctx, &u)
	err = s.passwords.Run(ctx, try.Caller(), func() {
		// Only now: others of the same account or address may have failed meanwhile.
		if wait = s.attempts.Wait(try.Counters()); wait <= 0 {
			match = s.passwords.Matches(hash, given.Password)
		}
	})
	reason, refusal := "", wrongCredentials()
	switch {
	case errors.Is(err, password.ErrQueueFull):
		return account.User{}, s.refuseAttempt(ctx, &u, try, throttle.Queue, s.passwords.Estimate(), from)
	case err != nil:
		return account.User{}, err
	case wait > 0:
		return account.User{}, s.refuseAttempt(ctx, &u, try, throttle.Blocked, wait, from)
	case u.ID == "":
		reason = throttle.Unknown
	case u.StoredHash == "":
		reason = throttle.NoPassword
	case !match:
		reason = throttle.Wrong
	case u.BannedAt(s.clock()):
		reason, refusal = throttle.Banned, account.Banned("User is banned").WithStatus(http.StatusBadRequest)
	case u.ConfirmedAt == nil:
		reason, refusal = throttle.Unconfirmed, fault.New(fault.AuthEmailNotConfirmed, "Email not confirmed")
		if given.Phone != "" {
			refusal = fault.New(fault.AuthPhoneNotConfirmed, "Phone not confirmed")
		}
	default:
		return u, nil
	}
	if err := s.attempts.Fail(ctx, try.Counters(), s.attempts.Log(ctx, throttle.FailureOf(u.ID, u.Email, try, reason, from)), from.Address()); err != nil {
		return account.User{}, fmt.Errorf("count a failed sign-in: %w", err)
	}
	if err := s.enqueueFailedPasswordHook(ctx, u.ID, reason, from); err != nil {
		return account.User{}, err
	}
	return account.User{}, refusal
}

// refuseAttempt refuses a sign-in whose password was not looked at.
func (s signInRoutes) refuseAttempt(ctx context.Context, u *account.User, try *throttle.Attempt, reason string, wait time.Duration, from audit.Client) error {
	if entry := s.attempts.Log(ctx, throttle.FailureOf(u.ID, u.Email, try, reason, from)); entry != "" {
		if err := s.attempts.Fail(ctx, nil, entry, from.Address()); err != nil {
			s.log.WarnContext(ctx, "cannot write to the audit log", "error", err)
		}
	}
	return throttle.TooMany(wait)
}

// readAttempt reads the account, zero where there is none, and the back-off, in one round
// trip.
func (s signInRoutes) readAttempt(ctx context.Context, given credentials, try *throttle.Attempt) (u account.User, err error) {
	where, name := account.ByEmail, given.name()
	if given.Phone != "" {
		where = account.ByPhone
	}
	if !gotrue.ValidText(name) {
		name = "" // PostgreSQL stores no such text
	}
	err = s.pool.Conn(ctx, func(conn *pgx.Conn) error {
		batch := &pgx.Batch{}
		batch.Queue(`select `+account.Columns+` from auth.users u where $1 <> '' and `+where, name)
		batch.Queue(throttle.AttemptRows, try.Keys())
		results := conn.SendBatch(ctx, batch)
		err := u.Scan(results.QueryRow())
		if errors.Is(err, pgx.ErrNoRows) {
			u, err = account.User{}, nil
		}
		if err == nil {
			var rows pgx.Rows
			if rows, err = results.Query(); err == nil {
				err = s.attempts.Read(rows, try)
			}
		}
		return errors.Join(err, results.Close())
	})
	return u, err
}

// startSession opens the session; no connection is held while a password is hashed again.
func (s signInRoutes) startSession(ctx context.Context, u *account.User, given string, try *throttle.Attempt, from audit.Client) (session.Session, error) {
	if err := s.accounts.CompleteImported(ctx, u); err != nil {
		return session.Session{}, err
	}
	rehash := ""
	if password.Outdated(u.StoredHash, given) {
		var err error
		if rehash, err = s.passwords.Hash(ctx, try.Caller(), given); err != nil {
			return session.Session{}, err
		}
	}
	var opened session.Session
	err := s.pool.Conn(ctx, func(conn *pgx.Conn) (err error) {
		opened, err = s.sessions.Open(ctx, conn, u, session.Opening{
			Method: session.MethodPassword, From: from, Password: &session.Password{Hash: u.StoredHash, Rehash: rehash, Try: try},
		})
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return session.Session{}, wrongCredentials()
	}
	return opened, err
}

// passwordTokens adds weak_password, which GoTrue's password grant always has.
type passwordTokens struct {
	session.Tokens
	WeakPassword *password.Weakness `json:"weak_password"` // nil where the policy allows it
}
