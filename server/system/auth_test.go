package system_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/test/pgtest"
)

// What auth.uid(), role(), email() and jwt() read from the settings of a request.
func TestWhoIsAsking(t *testing.T) {
	t.Parallel()
	type answers struct{ UID, Role, Email, JWT *string }
	said := func(text string) *string { return &text }
	const id = "00000000-0000-4000-8000-000000000001"
	pool := pgtest.New(t).Admin
	for _, c := range []struct {
		name, sets string
		want       answers
	}{
		{"nothing is set", ``, answers{}},
		{"all is empty", `, set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true)`, answers{}},
		{"a key", `, set_config('request.jwt.claims', '{"role": "anon"}', true)`, answers{Role: said("anon"), JWT: said(`{"role": "anon"}`)}},
		{
			"a user", `, set_config('request.jwt.claims', '{"sub": "` + id + `", "role": "authenticated", "email": "a@b.test"}', true)`,
			answers{said(id), said("authenticated"), said("a@b.test"), said(`{"sub": "` + id + `", "role": "authenticated", "email": "a@b.test"}`)},
		},
		{"empty claims", `, set_config('request.jwt.claims', '{"sub": "", "role": "", "email": ""}', true)`, answers{JWT: said(`{"sub": "", "role": "", "email": ""}`)}},
		{
			"a setting per claim goes first", `, set_config('request.jwt.claims', '{"sub": "x", "role": "anon"}', true),
				set_config('request.jwt.claim.sub', '` + id + `', true), set_config('request.jwt.claim.role', 'authenticated', true), set_config('request.jwt.claim.email', 'c@d.test', true)`,
			answers{said(id), said("authenticated"), said("c@d.test"), said(`{"sub": "x", "role": "anon"}`)},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var got answers
			err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
				if _, err := tx.Exec(t.Context(), `select set_config('role', 'anon', true)`+c.sets); err != nil {
					return err
				}
				return tx.QueryRow(t.Context(), `select auth.uid()::text, auth.role(), auth.email(), auth.jwt()::text`).
					Scan(&got.UID, &got.Role, &got.Email, &got.JWT)
			})
			if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

// The planner must be able to inline them: a call per row is what makes row security slow.
func TestWhoIsAskingIsInlined(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t).Admin
	for _, call := range []string{"uid", "role", "email", "jwt"} {
		plan := rows[string](t, pool, "explain (verbose, costs off) select auth."+call+"() from pg_class")
		for _, line := range plan {
			if strings.Contains(line, "auth."+call+"()") {
				t.Errorf("auth.%s() is called for each row: %s", call, line)
			}
		}
	}
}

func TestAccounts(t *testing.T) {
	t.Parallel()
	const lina = "00000000-0000-4000-8000-000000000001"
	const account = `insert into auth.users (id, email) values ('` + lina + `', 'lina@example.test');`
	for _, c := range []struct{ name, does, code string }{
		{"an e-mail is one account", account + `insert into auth.users (email) values ('lina@example.test')`, "23505"},
		{"but single sign-on has its own", account + `insert into auth.users (email, is_sso_user) values ('lina@example.test', true)`, ""},
		{"an identity is one account", account + `
			insert into auth.identities (provider_id, provider, user_id, identity_data) values ('1', 'email', '` + lina + `', '{}');
			insert into auth.identities (provider_id, provider, user_id, identity_data) values ('1', 'email', '` + lina + `', '{}')`, "23505"},
		{"no session without an account", `insert into auth.sessions (user_id) values ('` + lina + `')`, "23503"},
		{"all goes with the account", account + `
			insert into auth.identities (provider_id, provider, user_id, identity_data) values ('1', 'email', '` + lina + `', '{"email": "Lina@Example.test"}');
			insert into auth.sessions (id, user_id) values ('` + lina + `', '` + lina + `');
			insert into auth.refresh_tokens (token, session_id) values ('t', '` + lina + `');
			insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to) values ('` + lina + `', 'recovery_token', 'h', 'lina@example.test');
			insert into public.teams (id, name) values (1, 'Kept');
			insert into public.members (team_id, user_id) values (1, '` + lina + `');
			insert into public.todos (team_id, title, created_by) values (1, 'Kept', '` + lina + `');
			delete from auth.users;
			do $$ begin
				if exists (select from auth.identities) or exists (select from auth.sessions) or exists (select from auth.refresh_tokens)
					or exists (select from auth.one_time_tokens) or exists (select from public.members)
					or exists (select from public.todos where created_by is not null) or not exists (select from public.todos)
				then raise 'something stayed' using errcode = 'T0001'; end if;
			end $$`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := pgtest.New(t).Admin.Exec(t.Context(), c.does)
			if got := codeOf(err); got != c.code {
				t.Errorf("got %q (%v), want %q", got, err, c.code)
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
