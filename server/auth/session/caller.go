package session

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/token"
)

// Verified reads the request's bearer token, and gives a refusal in auth's own
// codes.
func (cs *Callers) Verified(ctx context.Context) (token.Claims, error) {
	bearer := token.Bearer(ctx)
	if bearer == "" {
		return token.Claims{}, fault.New(fault.AuthNoAuthorization, "This endpoint requires a valid Bearer token")
	}
	claims, err := cs.keys.Verify(bearer)
	if err != nil {
		reason := err
		if cause := errors.Unwrap(err); cause != nil {
			reason = cause // golang-jwt's text, which GoTrue shows too
		}
		return token.Claims{}, badJWT("invalid JWT: unable to parse or verify signature, " + reason.Error())
	}
	return claims, nil
}

func badJWT(message string) *fault.Fault { return fault.New(fault.AuthBadJWT, message) }

// AdminOnly refuses callers without the service key.
func (cs *Callers) AdminOnly(next gotrue.Action) gotrue.Action {
	return func(w http.ResponseWriter, r *http.Request) error {
		claims, err := cs.Verified(r.Context())
		if err != nil {
			return err
		}
		if claims.Role != token.ServiceRole && claims.Role != "supabase_admin" {
			return fault.New(fault.AuthNotAdmin, "User not allowed")
		}
		return next(w, r)
	}
}

// Caller is the signed-in user of a request, and the session it came from; ""
// for a token that names none.
type Caller struct {
	User     account.User
	Session  string
	SignedIn time.Time // when the session was opened; zero without one
	AAL      string    // of the session; "" without one
	// ByCode tells that a code or a mailed link has opened the session.
	ByCode bool
	// SecondFactor is the instant at which the session last gave a second factor; zero for never.
	SecondFactor time.Time
}

// SignedIn reads the caller in one statement. The session is read too, and not only the
// revocations, so that a token without its session is refused even where no row of
// auth.revocations is left.
func (cs *Callers) SignedIn(ctx context.Context) (Caller, error) {
	claims, err := cs.Verified(ctx)
	if err != nil {
		return Caller{}, err
	}
	if claims.Subject == "" {
		return Caller{}, badJWT("invalid claim: missing sub claim")
	}
	id, err := uuid.Parse(claims.Subject)
	if err != nil {
		return Caller{}, badJWT("invalid claim: sub claim must be a UUID")
	}
	if claims.SessionID != "" && uuid.Validate(claims.SessionID) != nil {
		return Caller{}, badJWT("invalid claim: session_id claim must be a UUID")
	}
	return cs.find(ctx, id, claims.SessionID)
}

// The session is found by its id alone, for a user may have thousands. Its second factors
// matter at aal2 only.
const callerSQL = `select ` + account.Columns + `, case when s.id is not null then coalesce(s.created_at, 'epoch') end,
		case when s.id is not null then coalesce(s.aal::text, 'aal1') else '' end,
		case when s.aal = 'aal2' then (select max(m.updated_at) from auth.mfa_amr_claims m
			where m.session_id = s.id and (m.authentication_method = 'totp' or m.authentication_method like 'mfa/%')) end,
		exists (select from auth.mfa_amr_claims m where m.session_id = s.id and m.authentication_method in ('otp', 'magiclink', 'recovery'))
	from auth.users u left join auth.sessions s on s.id = nullif($2, '')::uuid and (s.user_id = u.id) is true
	where u.id = $1`

func (cs *Callers) find(ctx context.Context, id uuid.UUID, sessionID string) (Caller, error) {
	c := Caller{Session: sessionID}
	var opened, secondFactor *time.Time
	err := c.User.Scan(rowFunc(func(to ...any) error {
		return cs.pool.ReadRow(ctx, callerSQL, [][]byte{[]byte(id.String()), []byte(sessionID)}, to...)
	}), &opened, &c.AAL, &secondFactor, &c.ByCode)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return Caller{}, fault.New(fault.AuthUserNotFound, "User from sub claim in JWT does not exist").WithStatus(http.StatusForbidden)
	case err != nil:
		return Caller{}, err
	case sessionID != "" && opened == nil:
		return Caller{}, fault.New(fault.AuthSessionNotFound, "Session from session_id claim in JWT does not exist")
	case c.User.BannedAt(cs.now()):
		return Caller{}, account.Banned("User is banned")
	}
	if opened != nil {
		c.SignedIn = *opened
	}
	if secondFactor != nil {
		c.SecondFactor = *secondFactor
	}
	return c, nil
}

// rowFunc is a row that a function reads.
type rowFunc func(to ...any) error

// Scan implements pgx.Row.
func (r rowFunc) Scan(to ...any) error { return r(to...) }

// OwnSession is the caller of a route that is about the own factors: not anonymous, and
// with a session, which a factor lifts.
func (cs *Callers) OwnSession(r *http.Request) (Caller, error) {
	c, err := cs.SignedIn(r.Context())
	switch {
	case err != nil:
		return Caller{}, err
	case c.User.IsAnonymous:
		return Caller{}, fault.New(fault.AuthNoAuthorization, "Anonymous user not allowed to perform these actions").WithStatus(http.StatusForbidden)
	case c.Session == "":
		return Caller{}, fault.New(fault.AuthSessionNotFound, "The token names no session")
	}
	return c, nil
}

// InsufficientAAL is the refusal of a caller who has not given a second factor.
func InsufficientAAL(message string) *fault.Fault {
	return fault.New(fault.AuthInsufficientAAL, message)
}

// MayChangeAccount refuses a new password or address to a user with a second factor who
// has not given it.
func MayChangeAccount(c Caller) error {
	if c.User.HasSecondFactor() && c.AAL != "aal2" {
		return InsufficientAAL("AAL2 session is required to update email or password when MFA is enabled.").WithStatus(http.StatusUnauthorized)
	}
	return nil
}
