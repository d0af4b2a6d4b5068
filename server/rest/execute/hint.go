package execute

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

// Hinted is a refusal by PostgreSQL, and how to mend it.
type Hinted struct {
	error
	Hint string
}

// Unwrap is the refusal.
func (h *Hinted) Unwrap() error { return h.error }

// withPolicyHint adds to the refusal of a row that a write reads it too, where it does:
// PostgreSQL says the same for a row that no insert policy admits and for one that no select
// policy shows.
func withPolicyHint(p plan.Plan, err error) error {
	step, ok := errors.AsType[*db.StepError](err)
	write, writes := p.Action.(plan.Write)
	if !ok || !writes || step.Err.Code != db.InsufficientPrivilege || step.Err.Routine != "ExecWithCheckOptions" || step.Err.Where != "" {
		return err
	}
	switch {
	case write.Conflict != nil && write.Conflict.Merge:
		return &Hinted{err, "An upsert needs policies for insert, update and select that admit the row. Add the one that is missing, or insert without on_conflict and resolution."}
	case write.Conflict != nil:
		return &Hinted{err, "An insert that looks for duplicates needs policies for insert and select that admit the row. Add the one that is missing, or insert without on_conflict and resolution."}
	case len(write.Returning) > 0:
		return &Hinted{err, "A write that answers with the row needs a policy for select that admits it, too. Add one, or send Prefer: return=minimal (in supabase-js, leave .select() out)."}
	}
	return err
}

// withGrantHint adds to the refusal of a plan which grants its caller lacks. One
// by a row policy lacks none; nor does one of something that a view, a policy or
// a function uses, if the tables of the request are granted. PostgreSQL says in
// its message alone which table it is about, so the privileges of the plan are
// looked up: a refused request costs a second query.
func (e *Executor) withGrantHint(ctx context.Context, p plan.Plan, role string, err error) error {
	step, ok := errors.AsType[*db.StepError](err)
	if !ok || step.Err.Code != db.InsufficientPrivilege || step.Err.Routine != "aclcheck_error" && step.Err.Routine != "nextval_internal" || step.Err.Where != "" ||
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
	failed = e.Pool.Conn(ctx, func(conn *db.Conn) error {
		return conn.QueryRow(ctx, missingGrantSQL, role, string(needs)).Scan(&sql)
	})
	if failed != nil || sql == nil { // without a hint it still is a good answer
		return err
	}
	return &Hinted{err, "Grant the required privileges to the current role with: " + *sql}
}
