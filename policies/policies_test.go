package policies_test

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/schema/schematest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(schematest.Main(m)) }

// A caller is who a request comes from: a database role, and the id and the authenticator assurance level
// (aal1 where it is "") in its token.
type caller struct{ name, role, id, aal string }

// The five callers that each act is tried as, and the server's own key.
var (
	anonymous   = caller{"anonymous", "anon", "", ""}
	stranger    = caller{"signed-in stranger", "authenticated", "00000000-0000-4000-8000-000000000001", ""}
	admin       = caller{"admin", "authenticated", "00000000-0000-4000-8000-000000000002", ""}
	deactivated = caller{"deactivated admin", "authenticated", "00000000-0000-4000-8000-000000000003", ""}
	super       = caller{"super admin", "authenticated", "00000000-0000-4000-8000-000000000004", ""}
	callers     = [5]caller{anonymous, stranger, admin, deactivated, super}

	serviceKey = caller{"service key", "service_role", "", ""}
)

// The accounts of the callers. The super admin is the only one.
const people = `
insert into auth.users (id, email) values
  ('00000000-0000-4000-8000-000000000001', 'stranger@example.test'),
  ('00000000-0000-4000-8000-000000000002', 'admin@example.test'),
  ('00000000-0000-4000-8000-000000000003', 'deactivated@example.test'),
  ('00000000-0000-4000-8000-000000000004', 'super@example.test');
insert into public.admin_users (id, auth_user_id, email, role, active) values
  ('00000000-0000-4000-8000-0000000000a2', '00000000-0000-4000-8000-000000000002', 'admin@example.test', 'admin', true),
  ('00000000-0000-4000-8000-0000000000a3', '00000000-0000-4000-8000-000000000003', 'deactivated@example.test', 'super_admin', false),
  ('00000000-0000-4000-8000-0000000000a4', '00000000-0000-4000-8000-000000000004', 'super@example.test', 'super_admin', true);
`

// What a caller sees of an act besides a number of rows: the SQLSTATE of the refusal.
const (
	refused   = "42501" // no right, or a row that the policy does not let pass
	forbidden = "23514" // a rule of the table
	taken     = "23505" // there already
	absent    = "23503" // it names what is not there
)

// An act is one statement and what each of the five callers sees of it, in their order: rows
// read or written, or a SQLSTATE.
type act struct {
	does string
	sees [5]string
}

// A claim is one statement by one caller, what the caller sees, and a question that must be true
// right after it, asked as the owner.
type claim struct {
	as   caller
	does string
	sees string
	then string
}

// try runs acts and claims on a database of its own that holds people and rows. Each is rolled
// back. Acts must cover the four verbs.
func try(t *testing.T, rows string, acts []act, claims []claim) {
	t.Helper()
	db := setup(t, rows)
	verbs := map[string]bool{}
	for _, a := range acts {
		verbs[strings.Fields(a.does)[0]] = true
		for i, as := range callers {
			check(t, db, claim{as: as, does: a.does, sees: a.sees[i]})
		}
	}
	for _, verb := range []string{"select", "insert", "update", "delete"} {
		if !verbs[verb] {
			t.Errorf("no act tries %s", verb)
		}
	}
	for _, c := range claims {
		check(t, db, c)
	}
}

func setup(t *testing.T, rows string) *pgtest.DB {
	t.Helper()
	db := pgtest.New(t)
	if _, err := db.Admin.Exec(t.Context(), people+rows); err != nil {
		t.Fatalf("set up the rows: %v", err)
	}
	return db
}

func check(t *testing.T, db *pgtest.DB, c claim) {
	t.Helper()
	sees, holds, err := attempt(t, db, c)
	switch {
	case err != nil:
		t.Errorf("%s: %s: %v", c.as.name, c.does, err)
	case sees != c.sees:
		t.Errorf("%s: %s: got %s, want %s", c.as.name, c.does, sees, c.sees)
	case !holds:
		t.Errorf("%s: %s: then not true: %s", c.as.name, c.does, c.then)
	}
}

// attempt becomes the caller, does what the claim says, becomes the owner again and asks.
func attempt(t *testing.T, db *pgtest.DB, c claim) (sees string, holds bool, err error) {
	t.Helper()
	ctx := t.Context()
	tx, err := db.Admin.Begin(ctx)
	if err != nil {
		return "", false, err
	}
	defer func() { err = errors.Join(err, tx.Rollback(ctx)) }()
	if _, err := tx.Exec(ctx, become, c.as.role, c.as.claims()); err != nil {
		return "", false, fmt.Errorf("become %s: %w", c.as.role, err)
	}
	tag, err := tx.Exec(ctx, c.does)
	if state, ok := errors.AsType[interface {
		error
		SQLState() string
	}](err); ok {
		return state.SQLState() + because(err, c.sees), true, nil
	}
	if err != nil || c.then == "" {
		return fmt.Sprint(tag.RowsAffected()), true, err
	}
	if _, err := tx.Exec(ctx, "reset role; set constraints all immediate"); err != nil {
		return "", false, err
	}
	err = tx.QueryRow(ctx, "select "+c.then).Scan(&holds)
	return fmt.Sprint(tag.RowsAffected()), holds, err
}

const become = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`

func (c caller) claims() string {
	if c.id == "" {
		return fmt.Sprintf(`{"role": %q}`, c.role)
	}
	return fmt.Sprintf(`{"role": %q, "sub": %q, "aal": %q}`, c.role, c.id, cmp.Or(c.aal, "aal1"))
}

// because adds the message to a refusal that nobody expected.
func because(err error, want string) string {
	if strings.Contains(err.Error(), want) {
		return ""
	}
	return " (" + err.Error() + ")"
}
