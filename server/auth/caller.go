package auth

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

// verified reads the request's bearer token, and gives a refusal in auth's own
// codes.
func (s *Service) verified(ctx context.Context) (token.Claims, error) {
	bearer := token.Bearer(ctx)
	if bearer == "" {
		return token.Claims{}, fault.New(fault.AuthNoAuthorization, "This endpoint requires a valid Bearer token")
	}
	claims, err := s.keys.Verify(bearer)
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

// adminOnly refuses callers without the service key.
func (s *Service) adminOnly(next gotrue.Action) gotrue.Action {
	return func(w http.ResponseWriter, r *http.Request) error {
		claims, err := s.verified(r.Context())
		if err != nil {
			return err
		}
		if claims.Role != token.ServiceRole && claims.Role != "supabase_admin" {
			return fault.New(fault.AuthNotAdmin, "User not allowed")
		}
		return next(w, r)
	}
}

// caller is the signed-in user of a request, and the session it came from; ""
// for a token that names none.
type caller struct {
	user     account.User
	session  string
	signedIn time.Time // when the session was opened; zero without one
	aal      string    // of the session; "" without one
	// byCode is whether a code or a mailed link has opened the session.
	byCode bool
	// secondFactor is when the session last gave a second factor; zero for never.
	secondFactor time.Time
}

// signedIn reads the caller in one statement. The session is read too, and not only the
// revocations, so that a token without its session is refused even where no row of
// auth.revocations is left.
func (s *Service) signedIn(ctx context.Context) (caller, error) {
	claims, err := s.verified(ctx)
	if err != nil {
		return caller{}, err
	}
	if claims.Subject == "" {
		return caller{}, badJWT("invalid claim: missing sub claim")
	}
	id, err := uuid.Parse(claims.Subject)
	if err != nil {
		return caller{}, badJWT("invalid claim: sub claim must be a UUID")
	}
	if claims.SessionID != "" && uuid.Validate(claims.SessionID) != nil {
		return caller{}, badJWT("invalid claim: session_id claim must be a UUID")
	}
	return s.findCaller(ctx, id, claims.SessionID)
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

func (s *Service) findCaller(ctx context.Context, id uuid.UUID, sessionID string) (caller, error) {
	c := caller{session: sessionID}
	var opened, secondFactor *time.Time
	err := c.user.Scan(rowFunc(func(to ...any) error {
		return s.pool.ReadRow(ctx, callerSQL, [][]byte{[]byte(id.String()), []byte(sessionID)}, to...)
	}), &opened, &c.aal, &secondFactor, &c.byCode)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return caller{}, fault.New(fault.AuthUserNotFound, "User from sub claim in JWT does not exist").WithStatus(http.StatusForbidden)
	case err != nil:
		return caller{}, err
	case sessionID != "" && opened == nil:
		return caller{}, fault.New(fault.AuthSessionNotFound, "Session from session_id claim in JWT does not exist")
	case c.user.BannedAt(s.clock()):
		return caller{}, account.Banned("User is banned")
	}
	if opened != nil {
		c.signedIn = *opened
	}
	if secondFactor != nil {
		c.secondFactor = *secondFactor
	}
	return c, nil
}

// rowFunc is a row that a function reads.
type rowFunc func(to ...any) error

// Scan implements pgx.Row.
func (f rowFunc) Scan(to ...any) error { return f(to...) }
