package schema_test

import (
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/test/pgtest"
)

// create-admin-user: the auth server makes the account, becomes the caller and makes the admin
// row, all in one transaction.
func TestAccountAndAdminInOneTransaction(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, role, code string }{
		{"a super admin may", "super_admin", ""},
		{"an admin may not", "admin", "42501"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			db := pgtest.New(t)
			const caller = "00000000-0000-4000-8000-000000000004"
			if _, err := db.Admin.Exec(t.Context(), `insert into auth.users (id, email) values ('`+caller+`', 'super@example.test');
				insert into public.admin_users (auth_user_id, email, role) values ('`+caller+`', 'super@example.test', '`+c.role+`')`); err != nil {
				t.Fatal(err)
			}
			conn, err := pgx.Connect(t.Context(), db.LoginURL("supabase_auth_admin"))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close(t.Context())
			_, err = conn.Exec(t.Context(), `begin;
				insert into auth.users (id, email) values ('00000000-0000-4000-8000-000000000005', 'new@example.test');
				select set_config('role', 'authenticated', true), set_config('request.jwt.claims', '{"sub": "`+caller+`"}', true);
				insert into public.admin_users (auth_user_id, email, role, full_name)
				values ('00000000-0000-4000-8000-000000000005', 'new@example.test', 'admin', null);
				commit`)
			if got := codeOf(err); got != c.code {
				t.Fatalf("got %q (%v), want %q", got, err, c.code)
			}
			want := 1
			if c.code != "" {
				want = 0
			}
			for _, table := range []string{"auth.users", "public.admin_users"} {
				if got := rows[int](t, db.Admin, "select count(*) from "+table+" where email = 'new@example.test'")[0]; got != want {
					t.Errorf("%s: got %d rows, want %d", table, got, want)
				}
			}
		})
	}
}

func codeOf(err error) string {
	if refusal, ok := errors.AsType[*pgconn.PgError](err); ok {
		return refusal.Code
	}
	if err != nil {
		return err.Error()
	}
	return ""
}
