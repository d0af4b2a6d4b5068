package tests

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// The users of these tests.
const (
	aliceID = "aaaaaaaa-0000-4000-8000-000000000001"
	bobID   = "bbbbbbbb-0000-4000-8000-000000000002"
)

func user(t testing.TB, id string) string {
	t.Helper()
	return apptest.Sign(t, apptest.UserClaims(id, time.Hour))
}

func serviceToken(t testing.TB, s *apptest.Instance) string {
	t.Helper()
	return s.ServiceKey(t)
}

// TestRealtimeRowRights: each gets the rows that the policies show, and
// of a deleted one too where the log has what they look at, and else of its key.
func TestRealtimeRowRights(t *testing.T) {
	t.Parallel()
	s := bootChanges(t)
	execute(t, s.DB, `alter table my_notes replica identity full`)
	c := s.Realtime(t, apptest.Version2)
	for topic, token := range map[string]string{"alice": user(t, aliceID), "bob": user(t, bobID), "service": serviceToken(t, s)} {
		live(c, topic, listeningAs(token, to("my_notes")))
	}
	c.MustJoin("anon", listening(to("my_notes")))
	type heard map[string]string
	for _, step := range []struct {
		sql  string
		id   string
		want heard
	}{
		{`insert into my_notes values (1, $1, 'hers')`, aliceID, heard{
			"alice":   `"record":{"id":1,"owner":"` + aliceID + `","body":"hers"}`,
			"service": `"record":{"id":1,"owner":"` + aliceID + `","body":"hers"}`,
		}},
		{`insert into my_notes values (2, $1, 'his')`, bobID, heard{"bob": `"record":{"id":2,`, "service": `"record":{"id":2,`}},
		{`update my_notes set owner = $1 where id = 1`, bobID, heard{
			"bob": `"record":{"id":1,"owner":"` + bobID + `","body":"hers"}`, "service": `"record":{"id":1,"owner":"` + bobID,
		}},
	} {
		execute(t, s.DB, step.sql, step.id)
		for topic, want := range step.want {
			if got := change(c, topic); !strings.Contains(got, want) {
				t.Errorf("%s heard %s, want %s", topic, got, want)
			}
		}
		for _, topic := range []string{"alice", "bob", "service", "anon"} {
			c.ExpectNone(topic, "postgres_changes")
		}
	}
	execute(t, s.DB, `delete from my_notes where id = 1`)
	for _, topic := range []string{"bob", "service"} {
		if got := change(c, topic); !strings.Contains(got, `"old_record":{"id":1,"owner":"`+bobID+`","body":"hers"},"errors":null`) {
			t.Errorf("%s heard %s, want the whole row", topic, got)
		}
	}
	for _, topic := range []string{"anon", "alice"} { // whose it was is known: the old row is whole
		c.ExpectNone(topic, "postgres_changes")
	}
	execute(t, s.DB, `alter table my_notes replica identity default; delete from my_notes where id = 2`)
	for _, topic := range []string{"alice", "bob"} { // and now it is not
		if got := change(c, topic); !strings.Contains(got, `"old_record":{"id":2},"errors":null`) {
			t.Errorf("%s heard %s, want the key alone", topic, got)
		}
	}
	c.ExpectNone("anon", "postgres_changes")
}

// TestRealtimeColumnRights: a column that a role may not read is sent to none of it,
// whatever other roles get of the same change.
func TestRealtimeColumnRights(t *testing.T) {
	t.Parallel()
	s := bootChanges(t)
	c := s.Realtime(t, apptest.Version2)
	live(c, "anon", listening(to("published")))
	live(c, "alice", listeningAs(user(t, aliceID), to("published")))
	live(c, "service", listeningAs(serviceToken(t, s), to("published")))
	execute(t, s.DB, `insert into published values (1, 'draft', false, 'x')`)
	if got := change(c, "service"); !strings.Contains(got, `"record":{"id":1,"body":"draft","public":false,"secret":"x"}`) {
		t.Errorf("the service role heard %s", got)
	}
	// rights are read at the time of the query: the draft is asked about before this one
	execute(t, s.DB, `insert into published values (2, 'news', true, 'x')`)
	for topic, want := range map[string]string{
		"anon":    `"record":{"id":2,"body":"news","public":true},"errors":null`,
		"alice":   `"record":{"id":2,"body":"news","public":true,"secret":"x"}`,
		"service": `"record":{"id":2,"body":"news","public":true,"secret":"x"}`,
	} {
		if got := change(c, topic); !strings.Contains(got, want) {
			t.Errorf("%s heard %s, want %s", topic, got, want)
		}
	}
	execute(t, s.DB, `update published set public = true where id = 1`)
	for topic, want := range map[string]string{
		"anon":    `"record":{"id":1,"body":"draft","public":true},"old_record":{"id":1},`,
		"alice":   `"record":{"id":1,"body":"draft","public":true,"secret":"x"},"old_record":{"id":1},`,
		"service": `"record":{"id":1,"body":"draft","public":true,"secret":"x"},"old_record":{"id":1},`,
	} {
		if got := change(c, topic); !strings.Contains(got, want) {
			t.Errorf("%s heard %s, want %s", topic, got, want)
		}
		c.ExpectNone(topic, "postgres_changes")
	}
}

// TestRealtimeRightsChange: who is given a right gets changes from then on, who loses it
// no more, and both get a system message.
func TestRealtimeRightsChange(t *testing.T) {
	t.Parallel()
	s := bootChanges(t)
	c := s.Realtime(t, apptest.Version2)
	live(c, "open", listening(to("open_notes")))
	live(c, "all", listening(`{"event":"*","schema":"public"}`))
	c.MustJoin("later", listening(to("unpublished")))
	c.Expect("later", "system")
	said := func(topic, status, text string) {
		t.Helper()
		m := c.Expect(topic, "system")
		if message, _ := m.Get("message").(string); m.Get("status") != status || !strings.Contains(message, text) {
			t.Errorf("%s is told %s, want %s %s", topic, m, status, text)
		}
	}

	execute(t, s.DB, `alter publication supabase_realtime add table unpublished`)
	said("later", "ok", "Subscribed to PostgreSQL")
	execute(t, s.DB, `insert into unpublished values (1)`)
	for _, topic := range []string{"later", "all"} {
		if got := change(c, topic); !strings.Contains(got, `"table":"unpublished"`) {
			t.Errorf("%s heard %s", topic, got)
		}
	}

	execute(t, s.DB, `revoke select on open_notes from anon; grant select (id, body) on open_notes to anon`)
	execute(t, s.DB, `insert into open_notes (id, body, secret) values (1, 'b', 'hidden')`)
	for _, topic := range []string{"open", "all"} {
		if got := change(c, topic); !strings.Contains(got, `"record":{"id":1,"body":"b"},`) || strings.Contains(got, "secret") {
			t.Errorf("%s heard %s, want the columns that are left", topic, got)
		}
	}

	execute(t, s.DB, `alter table open_notes enable row level security`)
	said("open", "error", "No policy lets the role anon read public.open_notes")
	execute(t, s.DB, `insert into open_notes (id) values (2); create policy open_notes_select_done on open_notes for select to anon using (id > 2)`)
	said("open", "ok", "Subscribed to PostgreSQL")
	execute(t, s.DB, `insert into open_notes (id) values (3)`)
	if got := change(c, "open"); !strings.Contains(got, `"record":{"id":3,`) {
		t.Errorf("after the policy it heard %s, want the third row alone", got)
	}

	execute(t, s.DB, `alter table open_notes drop column body; alter table open_notes add column words text; grant select (words) on open_notes to anon`)
	execute(t, s.DB, `insert into open_notes (id, words) values (4, 'new')`)
	if got := change(c, "open"); !strings.Contains(got, `"columns":[{"name":"id","type":"int8"},{"name":"words","type":"text"}],"record":{"id":4,"words":"new"}`) {
		t.Errorf("with another column it heard %s", got)
	}

	execute(t, s.DB, `alter publication supabase_realtime drop table open_notes`)
	said("open", "error", "Please check Realtime is enabled for the given connect parameters")
}

// TestRealtimeTokenChange: with another token a channel gets changes as that user,
// and is told so.
func TestRealtimeTokenChange(t *testing.T) {
	t.Parallel()
	s := bootChanges(t)
	c := s.Realtime(t, apptest.Version2)
	c.MustJoin("me", listening(to("my_notes"))) // as stock clients do: the token follows
	if said := c.Expect("me", "system"); said.Get("status") != "error" {
		t.Errorf("without a token it is told %s", said)
	}
	for i, id := range []string{aliceID, bobID, aliceID} {
		c.Push("me", "access_token", fmt.Sprintf(`{"access_token":%q}`, apptest.Sign(t, apptest.UserClaims(id, time.Hour+time.Duration(i)*time.Second))))
		if said := c.Expect("me", "system"); said.Get("status") != "ok" {
			t.Errorf("with a token it is told %s", said)
		}
		execute(t, s.DB, `insert into my_notes values ($1, $2), ($1 + 1, $3)`, 10*i, aliceID, bobID)
		want := fmt.Sprintf(`"record":{"id":%d,"owner":%q`, 10*i, id)
		if id == bobID {
			want = fmt.Sprintf(`"record":{"id":%d,"owner":%q`, 10*i+1, id)
		}
		if got := change(c, "me"); !strings.Contains(got, want) {
			t.Errorf("as %s it heard %s, want %s", id, got, want)
		}
		c.ExpectNone("me", "postgres_changes")
	}
}

// TestRealtimeSubscriptionsView: the service role sees who listens to what, and
// nobody else does.
func TestRealtimeSubscriptionsView(t *testing.T) {
	t.Parallel()
	s := bootChanges(t)
	c := s.Realtime(t, apptest.Version1)
	live(c, "db", listeningAs(user(t, aliceID), to("my_notes", `"filter":"id=gt.5"`), `{"event":"INSERT","schema":"public","table":"open_notes","select":["done"]}`))
	const path = "/realtime/v1/api/subscriptions"
	for _, token := range []string{"", s.AnonKey, user(t, aliceID)} {
		want := http.StatusForbidden
		if token == "" {
			want = http.StatusUnauthorized
		}
		if answer := s.Send(t, "GET", path, "", "Authorization: Bearer "+token); answer.Status != want || strings.Contains(answer.Body, "my_notes") {
			t.Errorf("%.20q is answered %d %s, want %d", token, answer.Status, answer.Body, want)
		}
	}
	answer := s.Send(t, "GET", path, "", "Authorization: Bearer "+serviceToken(t, s))
	view := apptest.Parse[struct {
		Stream struct {
			Live bool
			Slot string
		}
		Workers     []struct{ Waiting, Dropped int }
		Subscribers []struct {
			Schema, Table, Role, Class string
			Channels                   int
		}
		Connections []struct {
			Vsn      string
			Channels []struct {
				Topic, State, Role, Sub string
				PostgresChanges         []map[string]any `json:"postgres_changes"`
				Problems                []string
			}
		}
	}](t, answer.Body)
	if answer.Status != http.StatusOK || !view.Stream.Live || view.Stream.Slot == "" || len(view.Workers) == 0 {
		t.Errorf("the view is %d %s", answer.Status, answer.Body)
	}
	if len(view.Connections) != 1 || view.Connections[0].Vsn != apptest.Version1 || len(view.Connections[0].Channels) != 1 {
		t.Fatalf("the connections are %+v", view.Connections)
	}
	channel := view.Connections[0].Channels[0]
	if channel.Topic != "realtime:db" || channel.State != "joined" || channel.Role != "authenticated" || channel.Sub != aliceID || len(channel.PostgresChanges) != 2 {
		t.Errorf("the channel is %+v", channel)
	}
	if filter := channel.PostgresChanges[0]["filter"]; filter != "id=gt.5" {
		t.Errorf("the filter is %v", filter)
	}
	got := fmt.Sprint(view.Subscribers)
	if want := "[{public my_notes authenticated by_owner 1} {public open_notes authenticated no_rls 1}]"; got != want {
		t.Errorf("the subscribers are %s, want %s", got, want)
	}
	c.Reply("db", c.Push("db", "phx_leave", "{}"))
	c.Expect("db", "phx_close")
	if again := s.Send(t, "GET", path, "", "Authorization: Bearer "+serviceToken(t, s)); !strings.Contains(again.Body, `"subscribers":[]`) {
		t.Errorf("after it left the view is %s", again.Body)
	}
}
