package messages_test

import (
	"fmt"
	"log/slog"
	"os"
	"testing"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/pgtest"
	"github.com/toubkal/toubkal/server/realtime/messages"
	"github.com/toubkal/toubkal/server/token"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// role is the login that the service has.
const role = "supabase_realtime_admin"

// setup gives a store on a database of the test's own, after sql.
func setup(t testing.TB, sql string, change ...func(*messages.Options)) (*messages.Store, *pgtest.DB) {
	t.Helper()
	database := pgtest.New(t)
	exec(t, database, sql)
	o := messages.Options{Pool: open(t, database, role), Callers: open(t, database, "authenticator"), Log: slog.New(slog.NewTextHandler(t.Output(), nil))}
	for _, c := range change {
		c(&o)
	}
	return messages.New(o), database
}

func open(t testing.TB, database *pgtest.DB, role string) *db.Pool {
	t.Helper()
	pool, err := db.Open(t.Context(), database.LoginURL(role), db.Options{MaxConns: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

func exec(t testing.TB, database *pgtest.DB, sql string, args ...any) {
	t.Helper()
	if _, err := database.Admin.Exec(t.Context(), sql, args...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// texts gives the rows of a query of one text column.
func texts(t testing.TB, database *pgtest.DB, sql string, args ...any) (all []string) {
	t.Helper()
	rows, err := database.Admin.Query(t.Context(), sql, args...)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		all = append(all, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return all
}

const (
	fatima  = "00000000-0000-4000-8000-00000000000f"
	youssef = "00000000-0000-4000-8000-00000000000e"
)

// user is a signed-in caller.
func user(id string) messages.Caller {
	return messages.Caller{Claims: token.Claims{
		Role: token.Authenticated, Subject: id, JSON: fmt.Appendf(nil, `{"role": "authenticated", "sub": %q}`, id),
	}}
}

func visitor() messages.Caller { return messages.Caller{Claims: token.Visitor()} }

func service() messages.Caller {
	return messages.Caller{Claims: token.Claims{Role: token.ServiceRole, JSON: []byte(`{"role": "service_role"}`)}}
}

var (
	none      = messages.Rights{}
	broadcast = messages.Rights{Broadcast: true}
	presence  = messages.Rights{Presence: true}
	both      = messages.Rights{Broadcast: true, Presence: true}
)
