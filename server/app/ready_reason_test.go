package app

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
)

func TestReasonOfReadiness(t *testing.T) {
	t.Parallel()
	starting := &pgconn.PgError{Code: "57P03", Message: "the database system is starting up"}
	fenced := fmt.Errorf("connect to 10.0.0.9: %w", &db.FenceError{Reason: "this PostgreSQL is on timeline 3"})
	for _, test := range []struct {
		name string
		err  error
		want string
	}{
		{"ready", nil, ""},
		{"nothing there", fmt.Errorf("dial 10.0.0.9: %w", io.EOF), "the database does not answer"},
		{"starting", starting, "PostgreSQL refuses: the database system is starting up (57P03)"},
		{"a schema to load", errNotLoaded, "the schema cache is not loaded yet"},
		{"a fenced primary", fenced, "this PostgreSQL is on timeline 3. Restart the node if this one is meant"},
		{"a fenced primary behind a standby", errors.Join(starting, fenced), "this PostgreSQL is on timeline 3. Restart the node if this one is meant"},
	} {
		if got := reason(test.err); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
