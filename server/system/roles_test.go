package system_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestRoles(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t).Admin
	for _, c := range []struct {
		name, asks string
		want       []string
	}{
		{
			"what each role is", `select concat_ws(' ', rolname, case when rolcanlogin then 'login' else 'nologin' end,
				case when rolbypassrls then 'bypassrls' end, case when rolsuper or rolcreaterole or rolcreatedb or rolreplication then 'strong' end)
				from pg_roles where rolname in ('anon', 'authenticated', 'service_role', 'authenticator', 'supabase_auth_admin', 'supabase_realtime_admin', 'toubkal_owner') order by rolname`,
			[]string{
				"anon nologin", "authenticated nologin", "authenticator login", "service_role nologin bypassrls", "supabase_auth_admin login",
				"supabase_realtime_admin login strong", "toubkal_owner nologin bypassrls",
			},
		},
		{
			"who inherits", `select rolname::text from pg_roles
				where rolname in ('anon', 'authenticated', 'service_role', 'authenticator', 'supabase_auth_admin', 'supabase_realtime_admin') and rolinherit`,
			[]string{},
		},
		{
			"who may become whom", `select m.rolname || ' as ' || r.rolname from pg_auth_members a
				join pg_roles m on m.oid = a.member join pg_roles r on r.oid = a.roleid
				where m.rolname in ('anon', 'authenticated', 'service_role', 'authenticator', 'supabase_auth_admin', 'supabase_realtime_admin', 'toubkal_owner') order by 1`,
			[]string{
				"authenticator as anon", "authenticator as authenticated", "authenticator as service_role", "supabase_auth_admin as authenticated",
				"supabase_realtime_admin as authenticator", "supabase_realtime_admin as toubkal_owner",
			},
		},
		{
			"how long a statement may run", `select rolname || ' ' || setting from pg_roles, unnest(rolconfig) setting
				where rolname in ('anon', 'authenticated', 'authenticator', 'service_role') order by 1`,
			[]string{"anon statement_timeout=3s", "authenticated statement_timeout=8s", "authenticator statement_timeout=8s"},
		},
		{"how strong realtime is", `select concat_ws(' ', rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication) from pg_roles
			where rolname = 'supabase_realtime_admin'`, []string{"f f f f t"}},
		{"who owns realtime", `select nspowner::regrole::text from pg_namespace where nspname = 'realtime'`, []string{"supabase_realtime_admin"}},
		{"what is published of realtime", `select tablename || ' ' || p.pubinsert || p.pubupdate || p.pubdelete || p.pubviaroot from pg_publication_tables t
			join pg_publication p using (pubname) where pubname = 'supabase_realtime_messages_publication'`, []string{"messages truefalsefalsetrue"}},
		{"who owns auth", `select nspowner::regrole::text from pg_namespace where nspname = 'auth'`, []string{"supabase_auth_admin"}},
		{
			"what realtime publishes", `select tablename::text from pg_publication_tables where pubname = 'supabase_realtime' order by 1`,
			[]string{"notes", "teams", "todos"},
		},
		{"who may create in public", `select r from unnest('{anon,authenticated,service_role,authenticator}'::text[]) r
			where has_schema_privilege(r, 'public', 'create')`, []string{}},
		{"who may enter toubkal", `select r from unnest('{anon,authenticated,service_role,authenticator,supabase_auth_admin,supabase_realtime_admin,toubkal_owner}'::text[]) r
			where has_schema_privilege(r, 'toubkal', 'usage')`, []string{}},
		{"who may enter private", `select r from unnest('{anon,authenticated,service_role,authenticator}'::text[]) r
			where has_schema_privilege(r, 'private', 'usage')`, []string{}},
	} {
		if diff := cmp.Diff(c.want, rows[string](t, pool, c.asks)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// A table or function that a later migration makes is closed until it is granted.
func TestNewObjectsAreClosed(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t).Admin
	if _, err := pool.Exec(t.Context(), `create table public.extras (id int);
		create function public.extra() returns int language sql return 1`); err != nil {
		t.Fatal(err)
	}
	for _, role := range []string{"anon", "authenticated", "service_role"} {
		for _, does := range []string{"select from public.extras", "select public.extra()", "select from auth.users", "delete from auth.sessions"} {
			_, err := pool.Exec(t.Context(), "begin; set local role "+role+"; "+does+"; commit")
			if refusal, ok := errors.AsType[*pgconn.PgError](err); !ok || refusal.Code != "42501" {
				t.Errorf("%s: %s: got %v, want 42501", role, does, err)
			}
		}
	}
}
