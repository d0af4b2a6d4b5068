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
	"github.com/toubkal/toubkal/server/rest/query"
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

// withPolicyHint adds to the refusal of a row which policies decide on it: PostgreSQL says the same for a row that no
// policy for insert admits, and for one that no policy for select shows.
func withPolicyHint(p plan.Plan, role string, err error) error {
	write, refused := refusedWrite(p, err)
	if !refused {
		return err
	}
	table := write.Table.Schema + "." + write.Table.Name
	const add = " Add the one that is missing, or insert without on_conflict and resolution."
	switch {
	case write.Conflict != nil && write.Conflict.Merge:
		return &Hinted{err, "An upsert needs policies for insert, update and select on " + table + " that admit the row." + add}
	case write.Conflict != nil:
		return &Hinted{err, "An insert that looks for duplicates needs policies for insert and select on " + table + " that admit the row." + add}
	case write.Op == plan.Update:
		return &Hinted{err, "The changed row has to be admitted by the policies for update on " + table + " (with check), and where the request reads it by those for select: of role " + role + "."}
	case len(write.Returning) > 0:
		return &Hinted{err, "A write that answers with the row needs a policy for select on " + table + " that admits it, too. " + leaveOut}
	}
	return &Hinted{err, noPolicyFor(table, role)}
}

const leaveOut = "Add one, or send Prefer: return=minimal (in supabase-js, leave .select() out)."

func noPolicyFor(table, role string) string {
	return "The policies for insert on " + table + " do not admit the row for role " + role + ". toubkal explain says which condition is false."
}

// refusedWrite is the write of a plan whose row a policy has refused.
func refusedWrite(p plan.Plan, err error) (plan.Write, bool) {
	step, ok := errors.AsType[*db.StepError](err)
	write, writes := p.Action.(plan.Write)
	return write, ok && writes && step.Err.Code == db.InsufficientPrivilege && step.Err.Routine == "ExecWithCheckOptions" && step.Err.Where == ""
}

// trialTimeout bounds the second try of an insert.
const trialTimeout = time.Second

// tried tells, of an insert that answers with the row, whether its own policies refused it or those for select: it is
// made again without the answer, and undone. So such a refusal costs as much as the request.
func (e *Executor) tried(ctx context.Context, p plan.Plan, session db.Session, err error) error {
	write, refused := refusedWrite(p, err)
	if !refused || write.Op != plan.Insert || write.Conflict != nil || len(write.Returning) == 0 {
		return err
	}
	write.Returning, write.Key, write.Return = nil, nil, ""
	p.Action, p.Format = write, plan.Format{}
	sql, failed := query.Build(p)
	if failed != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, trialTimeout)
	defer cancel()
	session.Rollback, session.SkipDeferred = true, true
	table, role := write.Table.Schema+"."+write.Table.Name, session.Claims.Role
	_, failed = e.Pool.Script(ctx, session, db.Step{Statement: Statement(sql)})
	switch {
	case failed == nil:
		return &Hinted{err, "The policies for insert on " + table + " admit the row for role " + role + ", those for select do not, and the request asks for the row. " + leaveOut}
	case db.Fault(failed, false).Code == db.InsufficientPrivilege:
		return &Hinted{err, noPolicyFor(table, role)}
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
	ctx, cancel := context.WithTimeout(ctx, grantTimeout)
	defer cancel()
	var grants string
	failed := e.Pool.Conn(ctx, func(conn *db.Conn) (err error) {
		grants, err = MissingGrants(ctx, conn, p, role)
		return err
	})
	if failed != nil || grants == "" { // without a hint it still is a good answer
		return err
	}
	return &Hinted{err, "Grant the required privileges to the current role with: " + grants}
}

// MissingGrants are the statements that grant a role what a plan needs of the tables and functions that it names;
// "" where it lacks nothing.
func MissingGrants(ctx context.Context, conn *db.Conn, p plan.Plan, role string) (string, error) {
	needs, err := json.Marshal(p.Privileges())
	if err != nil {
		return "", err
	}
	var sql *string
	if err := conn.QueryRow(ctx, missingGrantSQL, role, string(needs)).Scan(&sql); err != nil || sql == nil {
		return "", err
	}
	return *sql, nil
}
