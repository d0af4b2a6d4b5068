package execute

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/query"
)

// ErrSchemaChanged is a statement of which nothing was done, since what its plan assumes of
// the schema is so no longer.
var ErrSchemaChanged = errors.New("the schema has changed")

// schemaCodes are the SQLSTATEs that a statement for another schema may fail with: a value
// that is none of the type that its column had, or a name or an operator that is not there.
// Classes have two characters.
var schemaCodes = []string{"22", "42", "3F", "XX"}

// Explained adds to the refusal of a plan what the client can do about it.
func (e *Executor) Explained(ctx context.Context, p plan.Plan, session db.Session, err error) error {
	if e.schemaChanged(ctx, p, session, err) {
		return fmt.Errorf("%w: %w", ErrSchemaChanged, err)
	}
	return withPolicyHint(p, session.Claims.Role, e.withGrantHint(ctx, p, session.Claims.Role, err))
}

// schemaChanged reports whether a plan was refused for what it assumes. It asks PostgreSQL,
// since codes do not tell: a refused value costs a second query, as a missing grant does.
func (e *Executor) schemaChanged(ctx context.Context, p plan.Plan, session db.Session, err error) bool {
	step, ok := errors.AsType[*db.StepError](err)
	if !ok || len(p.Assumptions)+len(p.Enforced) == 0 || step.Err.Code == db.InsufficientPrivilege || !slices.Contains(schemaCodes, step.Err.Code[:2]) {
		return false
	}
	// A plan of this statement depends on no table.
	check := db.Step{Statement: db.Statement{SQL: query.Assumed(p).Text, Once: true}}
	_, err = e.Pool.Script(ctx, db.Session{Claims: session.Claims, ReadOnly: true, Admission: session.Admission}, check)
	if err == nil {
		return false
	}
	code := db.Fault(err, false).Code
	return code == query.Changed || strings.HasPrefix(code, "42") && code != db.InsufficientPrivilege
}
