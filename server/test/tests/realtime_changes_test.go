package tests

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// The tables that changes are listened to, and whose rows who may see.
const changesTables = `
create table public.open_notes (
	id bigint primary key, body text, secret text, done boolean not null default false,
	at timestamptz, tags int[], rating numeric
);
comment on table public.open_notes is 'Without row policies.';
grant select on public.open_notes to anon, authenticated, service_role;

create table public.my_notes (id bigint primary key, owner uuid not null, body text);
alter table public.my_notes enable row level security;
grant select on public.my_notes to anon, authenticated, service_role;
create policy my_notes_select_owner on public.my_notes for select to authenticated using ((select auth.uid()) = owner);

create table public.published (id bigint primary key, body text, public boolean not null, secret text);
alter table public.published enable row level security;
grant select (id, body, public) on public.published to anon;
grant select on public.published to authenticated, service_role;
create policy published_select_public on public.published for select to anon, authenticated using (public);

create table public.unpublished (id bigint primary key);
grant select on public.unpublished to anon;

alter publication supabase_realtime add table public.open_notes, public.my_notes, public.published;
`

// bootChanges starts a program over changesTables.
func bootChanges(t testing.TB, environ ...string) *apptest.Instance {
	t.Helper()
	database := pgtest.New(t)
	execute(t, database, changesTables)
	return bootRealtimeOn(t, database, append([]string{"LOG_LEVEL=warn"}, environ...)...)
}

func execute(t testing.TB, database *pgtest.DB, sql string, args ...any) {
	t.Helper()
	if _, err := database.Admin.Exec(t.Context(), sql, args...); err != nil {
		t.Fatalf("%.200s: %v", sql, err)
	}
}

// listening is the payload of a join that asks for changes.
func listening(entries ...string) string {
	return `{"config":{"presence":{"enabled":false},"postgres_changes":[` + strings.Join(entries, ",") + `]}}`
}

// listeningAs is listening with a token.
func listeningAs(token string, entries ...string) string {
	return `{"access_token":"` + token + `",` + listening(entries...)[1:]
}

// to is an entry: every change of a table of public.
func to(table string, more ...string) string {
	return fmt.Sprintf(`{"event":"*","schema":"public","table":%q%s}`, table, strings.Join(append([]string{""}, more...), ","))
}

// live joins, and waits for the system message of the subscription.
func live(c *apptest.RealtimeClient, topic, payload string) apptest.RealtimeMessage {
	c.T.Helper()
	reply := c.MustJoin(topic, payload)
	if said := c.Expect(topic, "system"); said.Get("status") != "ok" || said.Get("message") != "Subscribed to PostgreSQL" {
		c.T.Fatalf("the channel %s is told %s", topic, said)
	}
	return reply
}

// change waits for the next change on a topic, and returns its content, with
// the time of the commit checked and left out.
func change(c *apptest.RealtimeClient, topic string) string {
	c.T.Helper()
	m := c.Expect(topic, "postgres_changes")
	text := string(m.Payload)
	before, rest, ok := strings.Cut(text, `"commit_timestamp":"`)
	at, after, ok2 := strings.Cut(rest, `",`)
	if !ok || !ok2 || len(at) != len("2026-01-01T00:00:00.123Z") || !strings.HasSuffix(at, "Z") {
		c.T.Fatalf("the change %s has no commit_timestamp in ms", text)
	}
	return before + after
}

// TestRealtimeChanges: each kind of change reads as in Supabase, in both framings,
// from the first commit after the reply.
func TestRealtimeChanges(t *testing.T) {
	t.Parallel()
	s := bootChanges(t)
	for i, vsn := range []string{apptest.Version1, apptest.Version2} {
		c := s.Realtime(t, vsn)
		reply := live(c, "db", listening(to("open_notes")))
		id := reply.Get("response", "postgres_changes", "0", "id")
		want := fmt.Sprintf(`{"event":"*","schema":"public","table":"open_notes","id":%v}`, id)
		if !strings.Contains(string(reply.Payload), fmt.Sprintf(`"postgres_changes":[{"event":"*","schema":"public","table":"open_notes","id":%.0f}]`, id)) {
			t.Fatalf("the reply is %s, want %s", reply, want)
		}
		const columns = `"columns":[{"name":"id","type":"int8"},{"name":"body","type":"text"},{"name":"secret","type":"text"},{"name":"done","type":"bool"},{"name":"at","type":"timestamptz"},{"name":"tags","type":"_int4"},{"name":"rating","type":"numeric"}]`
		head := fmt.Sprintf(`{"ids":[%.0f],"data":{"schema":"public","table":"open_notes","type":`, id)
		for _, step := range []struct{ sql, want string }{
			{
				`insert into open_notes values ($1, 'a "b"', null, true, '2025-11-03 09:32:55+00', '{1,null}', 1.50)`,
				head + `"INSERT",` + columns + `,"record":{"id":` + fmt.Sprint(i) + `,"body":"a \"b\"","secret":null,"done":true,"at":"2025-11-03T09:32:55+00:00","tags":[1,null],"rating":1.50},"errors":null}}`,
			},
			{
				`update open_notes set body = 'c', at = null, tags = null where id = $1`,
				head + `"UPDATE",` + columns + `,"record":{"id":` + fmt.Sprint(i) + `,"body":"c","secret":null,"done":true,"at":null,"tags":null,"rating":1.50},"old_record":{"id":` + fmt.Sprint(i) + `},"errors":null}}`,
			},
			{
				`delete from open_notes where id = $1`,
				head + `"DELETE",` + columns + `,"old_record":{"id":` + fmt.Sprint(i) + `},"errors":null}}`,
			},
		} {
			execute(t, s.DB, step.sql, i)
			if got := change(c, "db"); got != step.want {
				t.Errorf("%s:\ngot  %s\nwant %s", step.sql, got, step.want)
			}
		}
	}
}

// TestRealtimeSubscribedIsLive: whatever is committed after the reply arrives, with
// no wait for anything else.
func TestRealtimeSubscribedIsLive(t *testing.T) {
	t.Parallel()
	s := bootChanges(t)
	c := s.Realtime(t, apptest.Version2)
	for i := range 100 {
		topic := fmt.Sprint("round", i)
		c.MustJoin(topic, listening(to("open_notes", fmt.Sprintf(`"filter":"id=eq.%d"`, i))))
		execute(t, s.DB, `insert into open_notes (id) values ($1)`, i)
		if got := change(c, topic); !strings.Contains(got, fmt.Sprintf(`"record":{"id":%d,`, i)) {
			t.Fatalf("round %d heard %s", i, got)
		}
		c.Reply(topic, c.Push(topic, "phx_leave", "{}"))
	}
}

// TestRealtimeChangesWanted: events, filters, columns, wildcards and several
// entries on a channel.
func TestRealtimeChangesWanted(t *testing.T) {
	t.Parallel()
	s := bootChanges(t)
	past := witness(s, t)
	execute(t, s.DB, `alter table open_notes replica identity full; insert into open_notes (id, body) values (1, 'old')`)
	past() // a channel may get what was committed shortly before its reply
	c := s.Realtime(t, apptest.Version2)
	const public = `{"event":"*","schema":"public"}`
	for topic, entries := range map[string][]string{
		"inserts":  {`{"event":"INSERT","schema":"public","table":"open_notes"}`},
		"updates":  {`{"event":"UPDATE","schema":"public","table":"open_notes"}`},
		"deletes":  {`{"event":"delete","table":"open_notes"}`},
		"filtered": {to("open_notes", `"filter":"id=in.(1,2),body=like.%e%"`)},
		"asked":    {to("open_notes", `"filter":"body=imatch.^N"`)},
		"columns":  {to("open_notes", `"select":["done"]`)},
		"schema":   {public},
		"all":      {`{"event":"*","schema":"*"}`},
		"two":      {to("open_notes"), `{"event":"UPDATE","schema":"public","table":"open_notes","filter":"body=eq.new"}`},
	} {
		live(c, topic, listening(entries...))
	}
	execute(t, s.DB, `insert into open_notes (id, body) values (2, 'x')`)
	execute(t, s.DB, `update open_notes set body = 'new' where id = 1`)
	execute(t, s.DB, `delete from open_notes where id = 1`)
	execute(t, s.DB, `insert into open_notes (id, body) values (99, 'Never')`) // the last one that is sent
	const (
		x, updated, deleted, never = `"INSERT 2"`, `"UPDATE 1"`, `"DELETE 1"`, `"INSERT 99"`
	)
	for topic, want := range map[string][]string{
		"inserts":  {x, never},
		"updates":  {updated},
		"deletes":  {deleted},
		"filtered": {updated, deleted},
		"asked":    {updated, deleted, never},
		"columns":  {x, updated, deleted, never},
		"schema":   {x, updated, deleted, never},
		"all":      {x, updated, deleted, never},
		"two":      {x, updated, deleted, never},
	} {
		for _, w := range want {
			got := change(c, topic)
			var kind string
			for _, k := range []string{"INSERT", "UPDATE", "DELETE"} {
				if strings.Contains(got, `"type":"`+k+`"`) {
					kind = k
				}
			}
			_, id, _ := strings.Cut(got, `ecord":{"id":`)
			id, _, _ = strings.Cut(strings.Replace(id, "}", ",", 1), ",")
			if short := fmt.Sprintf("%q", kind+" "+id); short != w {
				t.Errorf("%s heard %s, want %s: %s", topic, short, w, got)
			}
			switch {
			case topic == "columns" && !strings.Contains(got, `"columns":[{"name":"id","type":"int8"},{"name":"done","type":"bool"}]`),
				topic == "columns" && w == updated && !strings.Contains(got, `"record":{"id":1,"done":false},"old_record":{"id":1,"done":false}`),
				topic == "updates" && !strings.Contains(got, `"old_record":{"id":1,"body":"old","secret":null`),
				topic == "two" && strings.Count(strings.SplitN(got, "]", 2)[0], ",") != map[string]int{updated: 1}[w]:
				t.Errorf("%s heard %s", topic, got)
			}
		}
		c.ExpectNone(topic, "postgres_changes")
	}
}

// TestRealtimeChangesRefused: what cannot work is refused, with Supabase's messages where
// it has some, and the channel is open all the same.
func TestRealtimeChangesRefused(t *testing.T) {
	t.Parallel()
	s := bootChanges(t)
	execute(t, s.DB, `create table public.closed_notes (id int primary key); alter publication supabase_realtime add table public.closed_notes;
		create table public.nobodys (id int primary key); alter table public.nobodys enable row level security; grant select on public.nobodys to anon;
		alter publication supabase_realtime add table public.nobodys`)
	c := s.Realtime(t, apptest.Version2)
	const unable = "Unable to subscribe to changes with given parameters. "
	const exception = unable + "An exception happened so please check your connect parameters: "
	for i, r := range []struct{ entry, want string }{
		{to("unpublished"), unable + "Please check Realtime is enabled for the given connect parameters: [event: *, schema: public, table: unpublished, filters: [], select: nil]. Run: alter publication supabase_realtime add table \"public\".\"unpublished\""},
		{to("missing"), unable + "Please check Realtime is enabled for the given connect parameters: [event: *, schema: public, table: missing, filters: [], select: nil]"},
		{`{"event":"*","schema":"realtime","table":"messages"}`, unable + "Please check Realtime is enabled for the given connect parameters: [event: *, schema: realtime, table: messages, filters: [], select: nil]"},
		{to("open_notes", `"filter":"nothing=eq.1"`), exception + `[event: *, schema: public, table: open_notes, filters: [{"nothing", "eq", "1", false}], select: nil]. Exception: invalid column for filter nothing`},
		{to("open_notes", `"filter":"id=eq.x"`), `invalid input syntax for type bigint: "x"`},
		{to("open_notes", `"filter":"id=eq"`), "Error parsing `filter` params: "},
		{to("published", `"filter":"secret=eq.x"`), `Exception: invalid column for filter secret`},
		{to("published", `"select":["secret"]`), `Exception: invalid column for select secret`},
		{to("open_notes", `"select":["nothing"]`), `Exception: invalid column for select nothing`},
		{`{"event":"*"}`, "No subscription params provided. Please provide at least a `schema` or `table` to subscribe to: {\"event\":\"*\"}"},
		{to("closed_notes"), `permission denied for table closed_notes`},
	} {
		topic := fmt.Sprint("refused", i)
		reply := c.MustJoin(topic, listening(r.entry))
		if id, ok := reply.Get("response", "postgres_changes", "0", "id").(float64); !ok || id < 1 {
			t.Errorf("%s is answered %s, want it echoed with an id", r.entry, reply)
		}
		said := c.Expect(topic, "system")
		if message, _ := said.Get("message").(string); said.Get("status") != "error" || said.Get("extension") != "postgres_changes" || !strings.Contains(message, r.want) {
			t.Errorf("%s is told %s, want %s", r.entry, said, r.want)
		}
		c.ExpectNone(topic, "system")
		c.ExpectNone(topic, "phx_error")
		waiting := strings.Replace(listening(r.entry), `"postgres_changes":`, `"postgres_changes_options":{"wait":true},"postgres_changes":`, 1)
		answer := c.Join(topic+"waiting", waiting)
		reason, _ := answer.Get("response", "reason").(string)
		if allowed := strings.Contains(r.want, "permission denied"); allowed != (answer.Get("status") == "ok") ||
			!allowed && (!strings.HasPrefix(reason, "RealtimeDisabledForConfiguration: ") || !strings.Contains(reason, r.want)) {
			t.Errorf("%s with wait is answered %s", r.entry, answer)
		}
	}
	c.MustJoin("nobody", listening(to("nobodys")))
	if said := c.Expect("nobody", "system"); said.Get("status") != "error" || said.Get("message") != "No policy lets the role anon read public.nobodys, so no change of it can be sent" {
		t.Errorf("a table that no policy opens is told %s", said)
	}
	c.ExpectNone("nobody", "system")
	mixed := c.MustJoin("mixed", listening(to("missing"), to("open_notes")))
	if said := c.Expect("mixed", "system"); said.Get("status") != "error" {
		t.Errorf("one that works and one that does not are told %s", said)
	}
	execute(t, s.DB, `insert into open_notes (id) values (1)`)
	want := fmt.Sprintf(`{"ids":[%.0f],`, mixed.Get("response", "postgres_changes", "1", "id"))
	if got := change(c, "mixed"); !strings.HasPrefix(got, want) {
		t.Errorf("the one that works heard %s, want %s", got, want)
	}
}
