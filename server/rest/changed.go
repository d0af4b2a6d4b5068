package rest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/query"
)

// errSchemaChanged is a statement of which nothing was done, since what its plan assumes of
// the schema is so no longer.
var errSchemaChanged = errors.New("the schema has changed")

// schemaCodes are the SQLSTATEs that a statement for another schema may fail with: a value
// that is none of the type that its column had, or a name or an operator that is not there.
// Classes have two characters.
var schemaCodes = []string{"22", "42", "3F", "XX"}

// explained adds to the refusal of a plan what the client can do about it.
func (h *handler) explained(ctx context.Context, p plan.Plan, session db.Session, err error) error {
	if h.schemaChanged(ctx, p, session, err) {
		return fmt.Errorf("%w: %w", errSchemaChanged, err)
	}
	return withPolicyHint(p, h.withGrantHint(ctx, p, session.Claims.Role, err))
}

// schemaChanged reports whether a plan was refused for what it assumes. It asks PostgreSQL,
// since codes do not tell: a refused value costs a second query, as a missing grant does.
func (h *handler) schemaChanged(ctx context.Context, p plan.Plan, session db.Session, err error) bool {
	step, ok := errors.AsType[*db.StepError](err)
	if !ok || len(p.Assumptions) == 0 || step.Err.Code == db.InsufficientPrivilege || !slices.Contains(schemaCodes, step.Err.Code[:2]) {
		return false
	}
	// A plan of this statement depends on no table.
	check := db.Step{Statement: db.Statement{SQL: query.Assumed(p).Text, Once: true}}
	_, err = h.Pool.Script(ctx, db.Session{Claims: session.Claims, ReadOnly: true, Admission: session.Admission}, check)
	if err == nil {
		return false
	}
	code := db.Fault(err, false).Code
	return code == query.Changed || strings.HasPrefix(code, "42") && code != db.InsufficientPrivilege
}

// newerTimeout bounds the wait for the schema cache.
const newerTimeout = 10 * time.Second

func (h *handler) awaitNewer(ctx context.Context, than *catalog.Snapshot) bool {
	if h.Newer == nil {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, newerTimeout)
	defer cancel()
	return h.Newer(ctx, than) == nil
}
