package pgtest_test

import (
	"os"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func TestNewIsPrivateAndWhole(t *testing.T) {
	t.Parallel()
	one, other := pgtest.New(t), pgtest.New(t)
	if _, err := one.Admin.Exec(t.Context(), "create table public.mine ()"); err != nil {
		t.Fatal(err)
	}
	var policies int
	var mine bool
	err := other.Admin.QueryRow(t.Context(),
		"select (select count(*) from pg_policies), to_regclass('public.mine') is not null").Scan(&policies, &mine)
	if err != nil || policies == 0 || mine {
		t.Errorf("got %d policies, the other's table %t, %v; want some, false, nil", policies, mine, err)
	}
}

func TestEmptyHasNoSchema(t *testing.T) {
	t.Parallel()
	var tables int
	err := pgtest.Empty(t).Admin.QueryRow(t.Context(),
		"select count(*) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')").Scan(&tables)
	if err != nil || tables != 0 {
		t.Errorf("got %d tables, %v; want 0, nil", tables, err)
	}
}

func TestDatabaseIsDroppedWithConnectionsOpen(t *testing.T) {
	t.Parallel()
	var name string
	var conn *pgx.Conn
	t.Run("inner", func(t *testing.T) {
		d := pgtest.Empty(t)
		var err error
		if conn, err = pgx.Connect(t.Context(), d.URL); err != nil {
			t.Fatal(err)
		}
		name = d.Name
	})
	defer conn.Close(t.Context())
	var there bool
	err := pgtest.Empty(t).Admin.QueryRow(t.Context(),
		"select exists (select from pg_database where datname = $1)", name).Scan(&there)
	if err != nil || there {
		t.Errorf("database %s: got there = %t, %v; want false, nil", name, there, err)
	}
	if err := conn.Ping(t.Context()); err == nil {
		t.Error("a connection outlived its database")
	}
}

func TestLoginURL(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	for _, role := range []string{"authenticator", "supabase_auth_admin"} {
		t.Run(role, func(t *testing.T) {
			conn, err := pgx.Connect(t.Context(), d.LoginURL(role))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close(t.Context())
			var user, database string
			var super bool
			err = conn.QueryRow(t.Context(), "select current_user, current_database(), current_setting('is_superuser')::bool").Scan(&user, &database, &super)
			if err != nil || user != role || database != d.Name || super {
				t.Errorf("got %s on %s, superuser %t, %v; want %s on %s, false, nil", user, database, super, err, role, d.Name)
			}
		})
	}
}
