package invoke

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/token"
)

// Tx is an open transaction; values go to SQL as $1, $2 only.
type Tx = db.Tx

// Call is one request to a function.
type Call struct {
	// Claims are the caller's; a visitor's where no token was needed.
	Claims token.Claims
	// Request is the call as it came, its body bounded.
	Request *http.Request

	service *Service
}

// SignedIn tells whether a user asks, and not a visitor or a service.
func (c *Call) SignedIn() bool { return c.Claims.Subject != "" && c.Claims.Role == token.Authenticated }

// Decode reads the JSON body into v. Unknown fields are ignored; a body that is
// no JSON is refused with 400, one that is too large with 413.
func (c *Call) Decode(v any) error {
	text, err := io.ReadAll(c.Request.Body)
	if large, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return Refuse(http.StatusRequestEntityTooLarge, fmt.Sprintf("Request body too large (max %d bytes)", large.Limit))
	}
	if err != nil {
		return Refuse(http.StatusBadRequest, "Could not read the request body")
	}
	if err := json.Unmarshal(text, v); err != nil {
		return Refuse(http.StatusBadRequest, "Could not parse request body as JSON: "+inWords(err))
	}
	return nil
}

// inWords keeps the names of our own types out of what a caller reads.
func inWords(err error) string {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case !ok:
		return err.Error()
	case wrong.Field == "":
		return "it may not be " + wrong.Value
	}
	return fmt.Sprintf("%q may not be %s", wrong.Field, wrong.Value)
}

// As runs fn in one transaction as the caller: row policies decide what it may
// do. It commits if fn returns nil.
func (c *Call) As(ctx context.Context, fn func(Tx) error) error {
	return c.service.o.Pool.Tx(ctx, db.As(c.Claims), fn)
}

// CreateUser makes a confirmed account and then, in the same transaction, runs
// fn as the caller: if fn fails, or the caller's rights do not suffice, there
// is no account. It gives the new id. Code tells why it failed: email_exists,
// weak_password, validation_failed, or what fn's statements met.
func (c *Call) CreateUser(ctx context.Context, email, password string, fn func(tx Tx, id string) error) (string, error) {
	return c.service.o.Users.CreateUserThen(ctx, email, password, func(tx db.Tx, id string) error {
		if err := db.Become(ctx, tx, db.As(c.Claims)); err != nil {
			return err
		}
		return fn(tx, id)
	})
}
