package rls_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/token"
)

// role is the login that the service has.
const role = "supabase_realtime_admin"

// setupChannels gives a store on a database of the test's own, after sql.
func setupChannels(t testing.TB, sql string, change ...func(*rls.ChannelOptions)) (*rls.Channels, *pgtest.DB) {
	t.Helper()
	database := pgtest.New(t)
	exec(t, database, sql)
	pool := open(t, database, role)
	o := rls.ChannelOptions{
		Options: rls.Options{Log: slog.New(slog.NewTextHandler(t.Output(), nil)), Timeout: time.Minute}, Pool: pool, Callers: open(t, database, "authenticator"),
		CreatePartitions: func(ctx context.Context) error {
			return pool.Conn(ctx, func(conn *db.Conn) error {
				_, err := conn.Exec(ctx, "select realtime.keep_partitions(now())")
				return err
			})
		},
	}
	for _, c := range change {
		c(&o)
	}
	return rls.NewChannels(o), database
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

// caller is a signed-in caller.
func caller(id string) rls.Caller {
	return rls.Caller{Claims: token.Claims{
		Role: token.Authenticated, Subject: id, JSON: fmt.Appendf(nil, `{"role": "authenticated", "sub": %q}`, id),
	}}
}

func anonCaller() rls.Caller { return rls.Caller{Claims: token.AnonClaims()} }

func serviceCaller() rls.Caller {
	return rls.Caller{Claims: token.Claims{Role: token.ServiceRole, JSON: []byte(`{"role": "service_role"}`)}}
}

var (
	none      = rls.ChannelRights{}
	broadcast = rls.ChannelRights{Broadcast: true}
	presence  = rls.ChannelRights{Presence: true}
	both      = rls.ChannelRights{Broadcast: true, Presence: true}
)
