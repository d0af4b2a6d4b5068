//go:build linux || darwin || freebsd

package localpg

import (
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestRunningURL(t *testing.T) {
	t.Parallel()
	dir := cluster(t)
	running := start1(t, Options{Dir: dir})
	again := Options{Root: root, Dir: dir}
	if _, err := Start(t.Context(), again); !errors.Is(err, ErrInUse) {
		t.Errorf("a second start: %v, want ErrInUse", err)
	}
	address, err := RunningURL(again, "postgres")
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	if got := ask(t, conn, "select current_user"); got != Superuser {
		t.Errorf("signed in as %s, want %s", got, Superuser)
	}
	_ = conn.Close(t.Context())
	stop(t, running)
	if address, err := RunningURL(again, "postgres"); err == nil {
		t.Errorf("nobody runs it, and it is said to be at %s", address)
	}
}
