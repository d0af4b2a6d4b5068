package rls_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/test/pgtest"
)

// climbs is a table that anybody signed in may change, whose triggers send.
const climbs = `
create table public.climbs (id int primary key, name text, seen bytea);
grant select, insert, update, delete on public.climbs to authenticated;
create function public.tell() returns trigger language plpgsql as $$
begin
  perform realtime.broadcast_changes('climb:' || coalesce(new.id, old.id), tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
  return null;
end $$;
create function public.tell_as_owner() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('name', new.name), 'named', 'climbs', false);
  perform realtime.send_binary(new.seen, 'seen', 'climbs');
  return null;
end $$;
alter function public.tell_as_owner() owner to toubkal_owner;
grant execute on function public.tell(), public.tell_as_owner() to authenticated;
create trigger tell after insert or update or delete on public.climbs for each row execute function public.tell();
create trigger tell_as_owner after insert on public.climbs for each row execute function public.tell_as_owner();
`

// as does something as a signed-in user, in a transaction, and gives what
// PostgreSQL warned of.
func as(t *testing.T, database *pgtest.DB, id string, statements ...string) (warnings []string) {
	t.Helper()
	config, err := pgx.ParseConfig(database.URL)
	if err != nil {
		t.Fatal(err)
	}
	config.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) { warnings = append(warnings, n.Severity+": "+n.Message) }
	conn, err := pgx.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	_, err = conn.Exec(t.Context(), `begin; select set_config('role', 'authenticated', true),
		set_config('request.jwt.claims', '{"role": "authenticated", "sub": "`+id+`"}', true); `+strings.Join(statements, ";")+"; commit")
	if err != nil {
		t.Fatalf("%s: %v", statements, err)
	}
	return warnings
}

// stored are the messages there are, without their ids.
func stored(t *testing.T, database *pgtest.DB) []string {
	t.Helper()
	return texts(t, database, `select concat_ws(' ', topic, extension, event, private, payload - 'id', binary_payload)
		from realtime.messages order by inserted_at, ctid`)
}

// A trigger sends for whoever changes the row, and the functions of Supabase's
// examples, with their owner's rights, do too.
func TestTriggersSend(t *testing.T) {
	t.Parallel()
	_, database := setupChannels(t, climbs)
	warnings := as(t, database, fatima,
		`insert into public.climbs values (1, 'Toubkal', '\x00ff')`,
		`update public.climbs set name = 'توبقال'`,
		`delete from public.climbs`)
	if len(warnings) > 0 {
		t.Errorf("warned of %q", warnings)
	}
	const row, renamed = `{"id": 1, "name": "Toubkal", "seen": "\\x00ff"}`, `{"id": 1, "name": "توبقال", "seen": "\\x00ff"}`
	want := []string{
		`climb:1 broadcast INSERT t {"table": "climbs", "record": ` + row + `, "schema": "public", "operation": "INSERT", "old_record": null}`,
		`climbs broadcast named f {"name": "Toubkal"}`,
		`climbs broadcast seen t \x00ff`,
		`climb:1 broadcast UPDATE t {"table": "climbs", "record": ` + renamed + `, "schema": "public", "operation": "UPDATE", "old_record": ` + row + `}`,
		`climb:1 broadcast DELETE t {"table": "climbs", "record": null, "schema": "public", "operation": "DELETE", "old_record": ` + renamed + `}`,
	}
	if diff := cmp.Diff(want, stored(t, database)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Outside of triggers a message is its caller's: the policies decide, and a refusal
// is a warning that costs nothing else.
func TestCallersSendAsFarAsTheyMay(t *testing.T) {
	t.Parallel()
	_, database := setupChannels(t, rooms)
	warnings := as(t, database, fatima,
		`select realtime.send('{"a": 1}', 'hello', 'sahara')`,
		`select realtime.send('{"a": 2}', 'hello', 'atlas')`,
		`select realtime.send_binary('\x01', 'bytes', 'sahara', false)`,
		`select realtime.send('{"a": 3}', 'hello', null)`,
		`select realtime.send('{"a": 4}', null, 'atlas')`)
	if diff := cmp.Diff([]string{"atlas broadcast hello t {\"a\": 2}", "atlas broadcast t {\"a\": 4}"}, stored(t, database)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if len(warnings) != 3 || !strings.HasPrefix(warnings[0], "WARNING: ErrorSendingBroadcastMessage: new row violates row-level security policy") {
		t.Errorf("warned of %q, want of three refusals", warnings)
	}
	if warnings := as(t, database, youssef, `select realtime.send('{}', 'hello', 'atlas')`); len(warnings) != 1 {
		t.Errorf("one who is no member was warned of %q", warnings)
	}
}

// A policy on sending may call a function that relies on the search path, and reads
// the topic.
func TestPoliciesOfSenders(t *testing.T) {
	t.Parallel()
	_, database := setupChannels(t, `
		create table public.guides (id uuid);
		insert into public.guides values ('`+fatima+`');
		grant select on public.guides to authenticated;
		create function public.guiding() returns bool language plpgsql stable as $$ begin
			return exists (select from guides where id = auth.uid()) and realtime.topic() = 'guides'; end $$;
		grant execute on function public.guiding() to authenticated;
		create policy guides on realtime.messages to authenticated using (public.guiding()) with check (public.guiding());`)
	as(t, database, fatima, `select realtime.send('{"by": 1}', 'x', 'guides')`, `select realtime.send('{"by": 1}', 'x', 'others')`)
	as(t, database, youssef, `select realtime.send('{"by": 2}', 'x', 'guides')`)
	if diff := cmp.Diff([]string{`guides broadcast x t {"by": 1}`}, stored(t, database)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestPayloads(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, payload, want string }{
		{"an object is given the id", `'{"a": 1}'`, `{"a": 1, "id": ID}`},
		{"one that has an id keeps it", `'{"id": 7}'`, `{"id": 7}`},
		{"a list", `'["id"]'`, `["id"]`},
		{"a list without", `'[1]'`, `[1]`},
		{"a text", `'"id"'`, `"id"`},
		{"a JSON null", `'null'`, `null`},
		{"none", `null`, `{"id": ID}`},
		{"a quote", `'{"a": "''; drop table realtime.messages; --"}'`, `{"a": "'; drop table realtime.messages; --", "id": ID}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			database := pgtest.New(t)
			exec(t, database, `select realtime.send(`+test.payload+`, 'e''; x', 't''"; x')`)
			got := texts(t, database, `select payload::text from realtime.messages where event = 'e''; x' and topic = 't''"; x' and private`)
			ids := texts(t, database, `select to_jsonb(id)::text from realtime.messages`)
			if len(got) != 1 || got[0] != strings.Replace(test.want, "ID", ids[0], 1) || !json.Valid([]byte(got[0])) {
				t.Errorf("got %q, want %s", got, test.want)
			}
		})
	}
}

func TestBroadcastChangesOfStatements(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	_, err := database.Admin.Exec(t.Context(), `select realtime.broadcast_changes('t', 'e', 'INSERT', 'a', 'b', null, null, 'STATEMENT')`)
	if err == nil || !strings.Contains(err.Error(), "function can only be triggered for each row, not for each statement") {
		t.Errorf("got %v", err)
	}
}
