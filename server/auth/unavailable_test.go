package auth

import (
	"fmt"
	"net"
	"net/http"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/db"
)

// unavailablePostgres is the address of a PostgreSQL that refuses every connection with
// an SQLSTATE.
func unavailablePostgres(t *testing.T, code string) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	message := "SFATAL\x00C" + code + "\x00Mnot now\x00\x00"
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = conn.Read(make([]byte, 1024)) // the startup message
			_, _ = fmt.Fprintf(conn, "E\x00\x00\x00%c%s", len(message)+4, message)
			_ = conn.Close()
		}
	}()
	return "postgres://u:p@" + listener.Addr().String() + "/x?sslmode=disable"
}

// TestUnavailableDatabaseIs503: a refresh that met PostgreSQL while it started was
// answered 500, over which supabase-js signs its user out.
func TestUnavailableDatabaseIs503(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"57P03", "53300"} { // it starts; it has no connection left
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			pool, err := db.Open(t.Context(), unavailablePostgres(t, code), db.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer pool.Close()
			err = pool.Conn(t.Context(), func(*db.Conn) error { return nil })
			if err == nil {
				t.Fatal("the connection was accepted")
			}
			if got := gotrue.Fault(err); got.Status != http.StatusServiceUnavailable {
				t.Errorf("%v: %d %s, want 503", err, got.Status, got.Code)
			}
		})
	}
	for code, want := range map[string]int{"57P01": 503, "57P02": 503, "53100": 503, "23505": 409, "22P05": 400} {
		if got := gotrue.Fault(fmt.Errorf("store: %w", &pgconn.PgError{Code: code})); got.Status != want {
			t.Errorf("%s: %d, want %d", code, got.Status, want)
		}
	}
}
