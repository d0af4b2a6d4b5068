package rest

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/token"
)

// hintRoles are the roles whose clients get to know which grant is missing, as
// on Supabase (supautils.hint_roles). Of other roles PostgREST says nothing.
var hintRoles = []string{token.Anon, token.Authenticated, token.ServiceRole}

// grantTimeout bounds the query for a hint.
const grantTimeout = time.Second

//go:embed missing_grant.sql
var missingGrantSQL string

// missingGrant is a refusal by PostgreSQL, and how to mend it.
type missingGrant struct {
	error
	hint string
}

func (m *missingGrant) Unwrap() error { return m.error }

// withGrantHint adds to the refusal of a plan which grants its caller lacks. One
// by a row policy lacks none; nor does one of something that a view, a policy or
// a function uses, if the tables of the request are granted. PostgreSQL says in
// its message alone which table it is about, so the privileges of the plan are
// looked up: a refused request costs a second query.
func (h *handler) withGrantHint(ctx context.Context, p plan.Plan, role string, err error) error {
	step, ok := errors.AsType[*db.StepError](err)
	if !ok || step.Err.Code != db.InsufficientPrivilege || step.Err.Routine != "aclcheck_error" || step.Err.Where != "" ||
		!slices.Contains(hintRoles, role) {
		return err
	}
	needs, failed := json.Marshal(p.Privileges())
	if failed != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, grantTimeout)
	defer cancel()
	var sql *string
	failed = h.Pool.Conn(ctx, func(conn *db.Conn) error {
		return conn.QueryRow(ctx, missingGrantSQL, role, string(needs)).Scan(&sql)
	})
	if failed != nil || sql == nil { // without a hint it still is a good answer
		return err
	}
	return &missingGrant{err, "Grant the required privileges to the current role with: " + *sql}
}
