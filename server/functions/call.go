package functions

import (
	"context"
	"encoding/json"
	"net/http"

	"golang.org/x/time/rate"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/jobs"
	"github.com/toubkal/toubkal/server/limit"
	"github.com/toubkal/toubkal/server/mail"
	"github.com/toubkal/toubkal/server/token"
)

// Tx is an open transaction; values go to SQL as $1, $2 only.
type Tx = db.Tx

// ErrNoRows is the error of Scan where a query has no row.
var ErrNoRows = db.ErrNoRows

// Code is the code of an error of AsCaller, AsServiceRole or CreateUser: an SQLSTATE
// ("23505"), a code of auth ("email_exists"), or "internal".
func Code(err error) string { return db.Fault(err, false).Code }

// Call is one request to a function, and what the engine offers to it. It may be used
// after the response, within WaitUntil.
type Call struct {
	// Claims are the claims of the caller's token; the role is anon where there is none.
	Claims token.Claims

	name    string
	address string // of the client, for rate limits
	service *Service
}

// SignedIn reports whether the caller is a user, not anon or a service.
func (c *Call) SignedIn() bool { return c.Claims.Subject != "" && c.Claims.Role == token.Authenticated }

// AsCaller runs fn in one transaction as the caller: row policies decide what it may
// do. It commits if fn returns nil.
func (c *Call) AsCaller(ctx context.Context, fn func(Tx) error) error {
	return c.service.o.Pool.Tx(ctx, db.As(c.Claims), fn)
}

// AsServiceRole runs fn in one transaction as service_role, which bypasses row
// policies: the function itself must check what the caller may see. It commits if fn
// returns nil.
func (c *Call) AsServiceRole(ctx context.Context, fn func(Tx) error) error {
	return c.service.o.Pool.Tx(ctx, db.As(token.Claims{Role: token.ServiceRole}), fn)
}

// CreateUser creates a confirmed account and, in the same transaction, runs fn as the
// caller: if fn fails, or the caller's rights do not suffice, there is no account. It
// returns the new id. Code of the error is email_exists, weak_password,
// validation_failed, or that of fn's statements.
func (c *Call) CreateUser(ctx context.Context, email, password string, fn func(tx Tx, id string) error) (string, error) {
	return c.service.o.Users.CreateUserTx(ctx, email, password, func(tx db.Tx, id string) error {
		if err := db.Become(ctx, tx, db.As(c.Claims)); err != nil {
			return err
		}
		return fn(tx, id)
	})
}

// Invitation is an account to be made by InviteUser.
type Invitation struct {
	Email string
	// RedirectTo is the target of the link in the mail: an address of the site, or one that
	// the settings allow. Defaults to the site.
	RedirectTo string
	// Metadata is the user's. Its "language" is that of the mail; without it, that of
	// the request is.
	Metadata map[string]json.RawMessage
}

// InviteUser makes an account without a password, mails its address a link to accept, and
// runs fn as the caller in the same transaction, as CreateUser does. An address that was
// invited and has not accepted gets a new link. r is the request to the function. It returns the
// account's id. Code of the error is email_exists, validation_failed, feature_disabled, or
// that of fn's statements.
func (c *Call) InviteUser(r *http.Request, n Invitation, fn func(tx Tx, id string) error) (string, error) {
	return c.service.o.Users.InviteUserTx(r, n.Email, n.RedirectTo, n.Metadata, func(tx db.Tx, id string) error {
		if err := db.Become(r.Context(), tx, db.As(c.Claims)); err != nil {
			return err
		}
		return fn(tx, id)
	})
}

// PutMail has an e-mail sent once tx has committed, where tx is one of AsServiceRole. key
// makes it idempotent, "" does not: see mail.Outbox.
func (c *Call) PutMail(ctx context.Context, tx Tx, message mail.Message, key string) error {
	return c.service.o.Mail.Put(ctx, tx, message, key)
}

// AddJob adds a job in tx, one of AsServiceRole: it runs once tx has committed. See
// jobs.Add.
func (c *Call) AddJob(ctx context.Context, tx Tx, kind string, args any, o jobs.AddOptions) (id int64, err error) {
	return jobs.Add(ctx, tx, kind, args, o)
}

// SendMail has an e-mail sent. It is stored when SendMail returns, and tried again for
// hours where the mail server does not take it.
func (c *Call) SendMail(ctx context.Context, message mail.Message) error {
	return c.AsServiceRole(ctx, func(tx Tx) error { return c.PutMail(ctx, tx, message, "") })
}

// maxNames bounds what RateLimited counts.
const maxNames = 20_000

// RateLimitedAtAddress is RateLimited for name at the client's address: what others ask
// about the same name does not count, so that nobody can block it for others.
func (c *Call) RateLimitedAtAddress(name string, perHour int) bool {
	return c.RateLimited(name+" from "+c.address, perHour)
}

// RateLimited reports whether name was counted more often than perHour, which is the
// rate on average and the burst, or the client's address three times as often. It
// counts this call. The limit is per node. Requests over the address limit do not
// count against the name. Some addresses together can block a name: where they must
// not, use RateLimitedAtAddress.
func (c *Call) RateLimited(name string, perHour int) bool {
	allowed := func(key string, n int) bool {
		return c.service.limits.AllowN(key, limit.Rate{PerSecond: rate.Limit(n) / 3600, Burst: n}, 1, c.service.o.Now())
	}
	if c.address != "" && !allowed("address "+c.address, 3*perHour) {
		return true
	}
	return !allowed(name, perHour)
}
