package migrate_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// textsOf returns one column of text.
func textsOf(t *testing.T, d *pgtest.DB, sql string) []string {
	t.Helper()
	rows, err := d.Admin.Query(t.Context(), sql)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	texts, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return texts
}

// upNoting applies the engine's schema, and returns what it applied and the notes.
func upNoting(t *testing.T, d *pgtest.DB) (applied, notes []string, err error) {
	t.Helper()
	applied, err = migrate.Up(t.Context(), d.Conn(), migrate.Folder{}, migrate.Options{Note: func(line string) { notes = append(notes, line) }})
	return applied, notes, err
}

const (
	ownColumns = `select format('%s.%s %s%s%s%s', c.oid::regclass, a.attname, format_type(a.atttypid, a.atttypmod),
			case when a.attnotnull then ' not null' end, case when a.atthasdef then ' default' end, case when a.attgenerated <> '' then ' generated' end)
		from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
		where c.relnamespace in ('auth'::regnamespace, 'realtime'::regnamespace) and c.relkind in ('r', 'p') and not c.relispartition order by 1`
	ownLabels = `select enumtypid::regtype || ' ' || enumlabel from pg_enum where enumtypid::regtype::text like 'auth.%' order by 1`
	ownTables = `select format('%s %s %s', oid::regclass, relowner::regrole, relrowsecurity) from pg_class where relnamespace in ('auth'::regnamespace, 'realtime'::regnamespace) and relkind in ('r', 'p') and not relispartition order by 1`
	ownOthers = `select format('%s %s %s', oid::regprocedure, proowner::regrole, prosecdef) from pg_proc where pronamespace in ('auth'::regnamespace, 'realtime'::regnamespace)
		union all select nspname || ' ' || nspowner::regrole from pg_namespace where nspname in ('auth', 'realtime', 'toubkal')
		union all select format('%s %s', tgrelid::regclass, tgname) from pg_trigger where not tgisinternal and tgrelid::regclass::text in ('auth.users', 'auth.sessions') order by 1`
	// an index that is there in another spelling has the same name
	ownIndexes = `select regexp_replace(indexdef, ' INDEX [\w."]+ ON', ' INDEX ON') from pg_indexes where schemaname = 'auth' and indexname <> 'users_email_partial_key'
		union all select indexname || ' ' || (indexdef like '% UNIQUE %') from pg_indexes where indexname = 'users_email_partial_key' order by 1`
)

// A dump of a Supabase project in an empty PostgreSQL: whatever an empty database would
// have gets there, and what the dump brought stays.
func TestTakeOver(t *testing.T) {
	t.Parallel()
	fresh := pgtest.Empty(t)
	files, _, err := upNoting(t, fresh)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, dump, sql string }{
		{"newest", "supabase-newest", ""},
		{"older", "supabase-older", ""},
		{"without its list of migrations", "supabase-older", "drop table auth.schema_migrations"},
		{"loaded without owners", "supabase-newest", "reassign owned by supabase_admin, supabase_auth_admin, supabase_realtime_admin to current_user"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := pgtest.Empty(t)
			d.Load("testdata/" + c.dump + ".sql")
			if _, err := d.Admin.Exec(t.Context(), c.sql); err != nil {
				t.Fatal(err)
			}
			const rows = `select format('%s %s', c.oid::regclass, xpath_string) from pg_class c,
				lateral (select (xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || c.oid::regclass, false, true, '')))[1]::text as xpath_string) as x
				where c.relnamespace::regnamespace::text in ('auth', 'public', 'storage') and c.relkind = 'r' order by 1`
			before := textsOf(t, d, rows)
			kept := textsOf(t, d, `select format('%s %s %s', policyname, schemaname, tablename) from pg_policies order by 1`)
			isAdmin := textsOf(t, d, `select proowner::regrole || ' ' || coalesce(proacl::text, '') from pg_proc where oid = 'auth.is_admin()'::regprocedure`)
			applied, notes, err := upNoting(t, d)
			if err != nil || !slices.Equal(applied, files) || len(notes) != 1 {
				t.Fatalf("applied %q, notes %q, %v; want %q", applied, notes, err, files)
			}
			if again, notes, err := upNoting(t, d); err != nil || len(again) > 0 || len(notes) > 0 {
				t.Errorf("again: applied %q, notes %q, %v", again, notes, err)
			}
			for name, sql := range map[string]string{"columns": ownColumns, "labels": ownLabels, "tables": ownTables, "functions, schemas and triggers": ownOthers, "indexes": ownIndexes} {
				got := textsOf(t, d, sql)
				for _, want := range textsOf(t, fresh, sql) {
					if !slices.Contains(got, want) {
						t.Errorf("%s: %s is missing", name, want)
					}
				}
			}
			after := textsOf(t, d, rows)
			for _, row := range before {
				if !slices.Contains(after, row) {
					t.Errorf("rows: %s before", row)
				}
			}
			if diff := cmp.Diff(kept, textsOf(t, d, `select format('%s %s %s', policyname, schemaname, tablename) from pg_policies order by 1`)); diff != "" {
				t.Errorf("policies (-before +after):\n%s", diff)
			}
			if diff := cmp.Diff(isAdmin, textsOf(t, d, `select proowner::regrole || ' ' || coalesce(proacl::text, '') from pg_proc where oid = 'auth.is_admin()'::regprocedure`)); diff != "" {
				t.Errorf("the project's own function (-before +after):\n%s", diff)
			}
			if got := textsOf(t, d, `select indexdef from pg_indexes where tablename = 'sessions' and indexdef like '%(user_id, created_at)'`); len(got) != 1 {
				t.Errorf("an index is there twice: %q", got)
			}
			if got := textsOf(t, d, `select user_id || ' ' || until from auth.revocations`); len(got) != 1 || !strings.HasPrefix(got[0], "00000000-0000-4000-8000-000000000003 2126-") {
				t.Errorf("revocations %q, want the banned user's", got)
			}
			if got := textsOf(t, d, `select has_function_privilege('public', 'auth.uid()', 'execute')::text`); got[0] != "true" {
				t.Error("roles of the project's own may not call auth.uid() any more")
			}
			// What the auth server does, with the project's trigger.
			if _, err := d.Admin.Exec(t.Context(), `begin; set local role supabase_auth_admin;
				insert into auth.users (id, email, raw_user_meta_data) values ('00000000-0000-4000-8000-000000000009', 'new@example.test', '{"name": "New"}');
				insert into auth.sessions (user_id) select id from auth.users;
				insert into auth.refresh_tokens (token, session_id) select 'bbbbbbbbbbbb', id from auth.sessions limit 1;
				delete from auth.sessions; commit`); err != nil {
				t.Error(err)
			}
			if got := textsOf(t, d, `select name from public.profiles where id = '00000000-0000-4000-8000-000000000009'`); len(got) != 1 || got[0] != "New" {
				t.Errorf("profiles %q, want the new user's", got)
			}
			// What realtime sends.
			if _, err := d.Admin.Exec(t.Context(), `select realtime.send('{"a": 1}', 'event', 'topic'), realtime.send_binary('x', 'event', 'topic')`); err != nil {
				t.Error(err)
			}
			if got := textsOf(t, d, `select topic from realtime.messages`); len(got) != 2 {
				t.Errorf("%d messages, want 2", len(got))
			}
		})
	}
}

// The rows of a Supabase project load into a database of this program.
func TestLoadRowsOfSupabase(t *testing.T) {
	t.Parallel()
	for _, dump := range []string{"supabase-data", "supabase-older-data"} {
		t.Run(dump, func(t *testing.T) {
			t.Parallel()
			d := pgtest.Empty(t)
			if _, _, err := upNoting(t, d); err != nil {
				t.Fatal(err)
			}
			d.Load("testdata/" + dump + ".sql")
			if got := textsOf(t, d, `select email from auth.users order by id`); strings.Join(got, " ") != "ann@example.test bob@example.test cal@example.test" {
				t.Errorf("users %q", got)
			}
			if got := textsOf(t, d, `select nextval('auth.refresh_tokens_id_seq')::text`); got[0] != "43" {
				t.Errorf("the next refresh token has the id %s, want 43", got[0])
			}
			if applied, notes, err := upNoting(t, d); err != nil || len(applied) > 0 || len(notes) > 0 {
				t.Errorf("the next start: applied %q, notes %q, %v", applied, notes, err)
			}
		})
	}
}

func TestTakeOverKeepsAnotherUID(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	d.Load("testdata/supabase-older.sql")
	if _, err := d.Admin.Exec(t.Context(), `create or replace function auth.uid() returns uuid language sql stable
		as $$ select nullif(current_setting('app.user', true), '')::uuid $$`); err != nil {
		t.Fatal(err)
	}
	_, notes, err := upNoting(t, d)
	if err != nil || len(notes) != 2 || !strings.HasPrefix(notes[1], "auth.uid() is not GoTrue's") {
		t.Fatalf("notes %q, %v", notes, err)
	}
	if got := textsOf(t, d, `select auth.uid()::text from set_config('app.user', '00000000-0000-4000-8000-000000000001', false)`); got[0] != "00000000-0000-4000-8000-000000000001" {
		t.Errorf("auth.uid() gives %q", got)
	}
}

// Tables that a later GoTrue has, in a form that is not known.
func TestTakeOverMovesRecoveryCodes(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	d.Load("testdata/supabase-newest.sql")
	if _, err := d.Admin.Exec(t.Context(), `
		create table auth.mfa_recovery_code_sets (id uuid primary key, user_id uuid not null unique references auth.users (id) on delete cascade,
			mfa_factor_id uuid not null unique references auth.mfa_factors (id) on delete cascade, failed_verification_count int not null default 0, verification_locked_until timestamptz);
		create table auth.mfa_recovery_codes (id uuid primary key, code_set_id uuid not null references auth.mfa_recovery_code_sets (id) on delete cascade, code_hash text not null, used_at timestamptz);
		insert into auth.mfa_recovery_code_sets (id, user_id, mfa_factor_id) select user_id, user_id, id from auth.mfa_factors;
		insert into auth.mfa_recovery_codes (id, code_set_id, code_hash) select id, id, 'hash' from auth.mfa_recovery_code_sets`); err != nil {
		t.Fatal(err)
	}
	_, notes, err := upNoting(t, d)
	if err != nil || len(notes) != 2 || !strings.HasPrefix(notes[1], "auth.mfa_recovery_codes is not in the form") {
		t.Fatalf("notes %q, %v", notes, err)
	}
	if _, err := d.Admin.Exec(t.Context(), `begin; set local role supabase_auth_admin;
		insert into auth.mfa_recovery_codes (recovery_code_set_id, code_hash) select id, sha256('code') from auth.mfa_recovery_code_sets; commit`); err != nil {
		t.Error(err)
	}
	if got := textsOf(t, d, `select code_hash from auth.mfa_recovery_codes_gotrue`); len(got) != 1 {
		t.Errorf("%d codes of GoTrue are kept, want 1", len(got))
	}
}

func TestTakeOverLowersAddresses(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	d.Load("testdata/supabase-newest.sql")
	if _, err := d.Admin.Exec(t.Context(), `insert into auth.users (id, email) values
		('00000000-0000-4000-8000-000000000007', 'Dan@Example.test'), ('00000000-0000-4000-8000-000000000008', 'BOB@example.test')`); err != nil {
		t.Fatal(err)
	}
	if _, _, err := upNoting(t, d); err != nil {
		t.Fatal(err)
	}
	if got := textsOf(t, d, `select email from auth.users where id in ('00000000-0000-4000-8000-000000000007', '00000000-0000-4000-8000-000000000008') order by id`); strings.Join(got, " ") != "dan@example.test BOB@example.test" {
		t.Errorf("addresses %q: one that another account has stays", got)
	}
}

func TestTakeOverRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, sql, want string }{
		{"another table of users", "create schema auth; create table auth.users (id serial primary key, email text)", "not GoTrue's"},
		{"an old schema", `create schema auth; create table auth.users (id uuid primary key, email varchar(255), encrypted_password varchar(255), raw_app_meta_data jsonb, is_sso_user boolean);
			create table auth.identities (id text, provider text, primary key (provider, id))`, "before November 2023"},
		{"old messages", `create schema auth; create table auth.schema_migrations (version varchar(255) primary key); create schema realtime; create table realtime.messages (id bigserial primary key)`, "realtime.messages that is not partitioned"},
		{"a function of the same name", `create schema auth; create table auth.schema_migrations (version varchar(255) primary key); create schema realtime;
			create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns int language sql return 1`, "a function is there with another result or other parameters, rename it: cannot change return type of existing function (42P13), Use DROP FUNCTION realtime.send("},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := pgtest.Empty(t)
			if _, err := d.Admin.Exec(t.Context(), c.sql); err != nil {
				t.Fatal(err)
			}
			_, _, err := upNoting(t, d)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if got := textsOf(t, d, `select name from toubkal.system_migrations`); len(got) > 0 {
				t.Errorf("%q are recorded", got)
			}
		})
	}
}

// A user that is no superuser takes over what it owns, as after pg_restore --no-owner on a
// managed PostgreSQL, and is told what to do about what it does not own.
func TestTakeOverWithoutASuperuser(t *testing.T) {
	t.Parallel()
	pgtest.New(t) // the roles are there
	for _, c := range []struct{ name, sql, want string }{
		{"the owner", "reassign owned by supabase_admin, supabase_auth_admin, supabase_realtime_admin to OWNER; alter schema extensions owner to OWNER; alter publication supabase_realtime owner to OWNER", ""},
		{"another", "", "start once with a superuser"},
		{"one without any right", "revoke toubkal_owner, supabase_auth_admin, supabase_realtime_admin, supabase_storage_admin, toubkal_worker from OWNER", "start once with a superuser"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := pgtest.Empty(t)
			d.Load("testdata/supabase-newest.sql")
			name := strings.Replace(d.Name, "test_", "owner_", 1)
			if _, err := d.Admin.Exec(t.Context(), "create role "+name+" login password 'x' createrole createdb; alter database "+d.Name+" owner to "+name+
				"; grant toubkal_owner, supabase_auth_admin, supabase_realtime_admin, supabase_storage_admin, toubkal_worker to "+name+";"+strings.ReplaceAll(c.sql, "OWNER", name)); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if _, err := d.Admin.Exec(context.Background(), "reassign owned by "+name+" to current_user; drop owned by "+name+"; drop role "+name); err != nil {
					t.Error(err)
				}
			})
			config := d.Conn().Config().Copy()
			config.User, config.Password = name, "x"
			conn, err := pgx.ConnectConfig(t.Context(), config)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = conn.Close(context.Background()) })
			_, err = migrate.Up(t.Context(), conn, migrate.Folder{}, migrate.Options{})
			if (err == nil) != (c.want == "") || err != nil && (!strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "42501")) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
