package db_test

import (
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
)

// Too many clients are waited for, other errors are not.
func TestAwait(t *testing.T) {
	t.Parallel()
	full, other := &pgconn.PgError{Code: "53300"}, &pgconn.PgError{Code: "28P01"}
	for _, test := range []struct {
		name    string
		wait    time.Duration
		answers []error
		want    error
		calls   int
	}{
		{"until others leave", time.Hour, []error{full, full, nil}, nil, 3},
		{"another error", time.Hour, []error{full, other, nil}, other, 2},
		{"for so long", 0, []error{full, nil}, full, 1},
	} {
		calls := 0
		err := db.Await(t.Context(), test.wait, func() error {
			calls++
			return test.answers[calls-1]
		})
		if !errors.Is(err, test.want) || calls != test.calls {
			t.Errorf("%s: %v after %d calls, want %v after %d", test.name, err, calls, test.want, test.calls)
		}
	}
}
