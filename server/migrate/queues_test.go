package migrate_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/migrate"
)

func TestQueues(t *testing.T) {
	t.Parallel()
	for name, place := range places {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, conn := place(t)
			_, _, err := supabase(t, conn, migrate.SupabaseOptions{NoSeed: true}, "migrations/1_a.sql", `
				create schema if not exists "pgmq";
				create extension if not exists "pgmq" with schema "pgmq" version '1.4.4';
				grant select on table "pgmq"."meta" to "pg_monitor";
				select pgmq.create('mail'); select pgmq.create('mail'); select pgmq.create_unlogged('Logs');
				alter table pgmq.q_mail enable row level security;`)
			if err != nil {
				t.Fatal(err)
			}
			for _, step := range []struct{ sql, want string }{
				{"select string_agg(queue_name || is_unlogged, ' ' order by queue_name) from pgmq.list_queues()", "Logstrue mailfalse"},
				{`select string_agg(id::text, ' ') from pgmq.send('mail', '{"n": 1}') as id`, "1"},
				{`select string_agg(id::text, ' ') from pgmq.send('mail', '{"n": 2}', '{"kind": "x"}'::jsonb, 3600) as id`, "2"},
				{`select string_agg(id::text, ' ') from pgmq.send_batch('mail', array['{"n": 3}', '{"n": 4}']::jsonb[], array['{"h": 3}']::jsonb[]) as id`, "3 4"},
				{`select string_agg(concat_ws('|', msg_id, read_ct, message, headers, vt > now()), ' ') from pgmq.read('mail', 60, 1)`, `1|1|{"n": 1}|t`},
				{`select string_agg(message::text, ' ') from pgmq.read('mail', 0, 9, '{"n": 4}')`, `{"n": 4}`},
				{`select string_agg(concat_ws('|', message, headers, read_ct), ' ') from pgmq.pop('mail')`, `{"n": 3}|{"h": 3}|0`},
				{`select string_agg(msg_id::text, ' ') from pgmq.set_vt('mail', 2, 0)`, "2"},
				{`select string_agg(concat_ws('|', message, headers), ' ' order by msg_id) from pgmq.read_with_poll('mail', 30, 5)`, `{"n": 2}|{"kind": "x"} {"n": 4}`},
				{`select string_agg(message::text, ' ') from pgmq.read_with_poll('mail', 30, 5, 0)`, ""},
				{`select concat_ws('|', queue_length, queue_visible_length, total_messages, oldest_msg_age_sec >= newest_msg_age_sec) from pgmq.metrics('mail')`, "3|0|4|t"},
				{"select string_agg(queue_name, ' ' order by queue_name) from pgmq.metrics_all()", "Logs mail"},
				{"select pgmq.archive('mail', 1) || ' ' || pgmq.archive('mail', 1) || ' ' || pgmq.delete('mail', 2) || ' ' || pgmq.delete('mail', 2)", "true false true false"},
				{"select string_agg(id::text, ' ') from pgmq.archive('mail', array[3, 4]) as id", "4"},
				{"select string_agg(msg_id || ' ' || read_ct, ',' order by msg_id) from pgmq.a_mail", "1 1,4 2"},
				{"select count(*) from (select pgmq.send('Logs', '1'), pgmq.send('Logs', '2')) as q", "1"},
				{"select pgmq.purge_queue('Logs') || ' ' || (pgmq.metrics('Logs')).queue_length", "2 0"},
				{"select pgmq.drop_queue('Logs') || ' ' || pgmq.drop_queue('Logs')", "true false"},
				{"select coalesce(to_regclass('pgmq.q_logs')::text, '') || count(*) from pgmq.meta", "1"},
			} {
				if got := one(t, d, "select coalesce(("+step.sql+")::text, '')"); got != step.want {
					t.Errorf("%s gives %q, want %q", step.sql, got, step.want)
				}
			}
			for _, sql := range []string{"select pgmq.create('a;b')", "select pgmq.create(repeat('a', 48))", "select pgmq.create_partitioned('p')", "select pgmq.send('none', '1')"} {
				if got := asRole(t, conn, "postgres", sql); got == "" {
					t.Errorf("%s is not refused", sql)
				}
			}
			testReadersAtOnce(t, d.URL)
			// The service key may use each queue; others what a migration grants.
			if got := asRole(t, conn, "service_role", "select pgmq_public.send('mail', '1', 0), pgmq_public.read('mail', 0, 1), pgmq_public.pop('mail')"); got != "" {
				t.Errorf("service_role is refused: %s", got)
			}
			if got := asRole(t, conn, "anon", "select pgmq_public.send('mail', '1')"); got != "42501" {
				t.Errorf("anon sends: %q", got)
			}
		})
	}
}

// testReadersAtOnce has one reader hold a message in a transaction: the other gets the next, and does not wait.
func testReadersAtOnce(t *testing.T, url string) {
	t.Helper()
	var read [2]int64
	for i := range read {
		conn, err := pgx.Connect(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		if i == 0 {
			if _, err := conn.Exec(t.Context(), "select pgmq.send_batch('mail', array['{\"r\": 1}', '{\"r\": 2}']::jsonb[])"); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := conn.Exec(t.Context(), "set lock_timeout = '2s'; begin"); err != nil {
			t.Fatal(err)
		}
		if err := conn.QueryRow(t.Context(), "select (message ->> 'r')::bigint from pgmq.read('mail', 0, 1)").Scan(&read[i]); err != nil {
			t.Fatal(err)
		}
	}
	if read != [2]int64{1, 2} {
		t.Errorf("two readers at once got messages %v, want one each", read)
	}
}

// A project that makes pgmq_public itself, as a dump of Supabase's dashboard does.
func TestQueuesOfTheProjectsOwn(t *testing.T) {
	t.Parallel()
	d, conn := places["offered"](t)
	_, _, err := supabase(t, conn, migrate.SupabaseOptions{NoSeed: true}, "migrations/1_a.sql", `create extension pgmq;
		create schema pgmq_public; create function pgmq_public.pop(queue_name text) returns setof pgmq.message_record language sql as 'select * from pgmq.pop(queue_name)';`)
	if err != nil {
		t.Fatal(err)
	}
	if got := one(t, d, "select string_agg(proname, ' ') from pg_proc where pronamespace = 'pgmq_public'::regnamespace"); got != "pop" {
		t.Errorf("pgmq_public has %s", got)
	}
}
