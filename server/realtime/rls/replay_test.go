package rls_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/realtime/rls"
)

// events are the events of messages, in their order.
func events(t *testing.T, found []rls.Message, err error) (all []string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range found {
		all = append(all, m.Event)
	}
	return all
}

func numbers(from, to int) (all []string) {
	for i := from; i <= to; i++ {
		all = append(all, fmt.Sprint(i))
	}
	return all
}

// The newest come, oldest first, those of one transaction too.
func TestReplayInOrder(t *testing.T) {
	t.Parallel()
	store, database := setupChannels(t, rooms)
	exec(t, database, `select realtime.send('{}', n::text, 'atlas') from generate_series(1, 40) as n`)
	before := time.Now().Add(-time.Hour)
	for _, test := range []struct {
		name  string
		limit int
		want  []string
	}{
		{"as many as may be", 0, numbers(16, 40)},
		{"a few", 3, numbers(38, 40)},
		{"too many", 1000, numbers(16, 40)},
	} {
		found, err := store.Replay(t.Context(), caller(fatima), "atlas", before, test.limit)
		if diff := cmp.Diff(test.want, events(t, found, err)); diff != "" {
			t.Errorf("%s: -want +got:\n%s", test.name, diff)
		}
	}
	exec(t, database, `update realtime.messages set inserted_at = (select max(inserted_at) from realtime.messages)`)
	found, err := store.Replay(t.Context(), caller(fatima), "atlas", before, 5)
	if got := events(t, found, err); len(got) != 5 {
		t.Errorf("of messages of one instant got %q", got)
	}
}

// Replay sends only messages of the private channel that the caller may read.
func TestReplayOnlyWhatMayBeRead(t *testing.T) {
	t.Parallel()
	store, database := setupChannels(t, rooms)
	exec(t, database, `select realtime.send('{}', 'private', topic), realtime.send('{}', 'public', topic, false)
		from unnest('{atlas,hut,sahara}'::text[]) as topic`)
	exec(t, database, `insert into realtime.messages (topic, extension, event, private) values ('hut', 'presence', 'presence', true)`)
	for _, test := range []struct {
		name  string
		who   rls.Caller
		topic string
		want  []string
	}{
		{"a member", caller(fatima), "atlas", []string{"private"}},
		{"who is no member", caller(youssef), "atlas", nil},
		{"a visitor", anonCaller(), "atlas", nil},
		{"a member elsewhere", caller(fatima), "sahara", nil},
		{"all in the hut", anonCaller(), "hut", []string{"private"}},
		{"the server's key", serviceCaller(), "sahara", []string{"private"}},
		{"a quote", serviceCaller(), "atlas' or ''='", nil},
		{"a NUL", serviceCaller(), "atlas\x00", nil},
	} {
		found, err := store.Replay(t.Context(), test.who, test.topic, time.Now().Add(-time.Hour), 25)
		if diff := cmp.Diff(test.want, events(t, found, err)); diff != "" {
			t.Errorf("%s: -want +got:\n%s", test.name, diff)
		}
	}
}

func TestReplaySince(t *testing.T) {
	t.Parallel()
	store, database := setupChannels(t, rooms)
	exec(t, database, `insert into realtime.messages (topic, extension, event, private, inserted_at)
		select 'atlas', 'broadcast', h::text, true, (now() at time zone 'utc') - h * interval '1 hour' from generate_series(1, 20) as h`)
	for _, test := range []struct {
		since time.Duration
		want  []string
	}{
		{90 * time.Minute, []string{"1"}},
		{3*time.Hour + time.Minute, []string{"3", "2", "1"}},
		{0, nil},
		{-time.Hour, nil},
	} {
		// whatever zone the server's clock is in
		since := time.Now().Add(-test.since).In(time.FixedZone("east", 9*3600))
		found, err := store.Replay(t.Context(), caller(fatima), "atlas", since, 25)
		if diff := cmp.Diff(test.want, events(t, found, err)); diff != "" {
			t.Errorf("since %s: -want +got:\n%s", test.since, diff)
		}
	}
}

func TestReplayPayloads(t *testing.T) {
	t.Parallel()
	store, database := setupChannels(t, `insert into realtime.messages (topic, extension, event, payload, binary_payload, private) values
		('t', 'broadcast', 'json', '{"a": [1, null]}', null, true),
		('t', 'broadcast', 'bytes', null, '\x00ff01', true),
		('t', 'broadcast', 'no bytes', null, '', true),
		('t', 'broadcast', null, null, null, true)`)
	ids := texts(t, database, `select id::text from realtime.messages order by ctid`)
	found, err := store.Replay(t.Context(), serviceCaller(), "t", time.Now().Add(-time.Hour), 0)
	if err != nil {
		t.Fatal(err)
	}
	want := []rls.Message{
		{ID: ids[0], Event: "json", Payload: []byte(`{"a": [1, null]}`)},
		{ID: ids[1], Event: "bytes", Payload: []byte{0, 0xff, 1}, Binary: true},
		{ID: ids[2], Event: "no bytes", Payload: []byte{}, Binary: true},
		{ID: ids[3], Payload: []byte(`{}`)},
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// A replay reads few rows, however many a topic has, and of one topic alone.
func TestReplayByIndex(t *testing.T) {
	t.Parallel()
	_, database := setupChannels(t, `insert into realtime.messages (topic, extension, event, private)
		select 'topic ' || n % 100, 'broadcast', 'x', true from generate_series(1, 5000) as n; analyze realtime.messages`)
	plan := strings.Join(texts(t, database, `explain select id, coalesce(event, ''), payload, binary_payload from realtime.messages
		where topic = 'topic 7' and extension = 'broadcast' and private and inserted_at >= now() at time zone 'utc' - interval '1 hour'
		order by inserted_at desc, ctid desc limit 25`), "\n")
	if !strings.Contains(plan, "topic_inserted_at") || strings.Contains(plan, "Seq Scan on messages_"+time.Now().UTC().Format("2006_01_02")) {
		t.Errorf("the plan reads the whole day:\n%s", plan)
	}
}

// A message is kept for 72 hours, while partitions are created and dropped.
func TestMessagesAcrossMidnight(t *testing.T) {
	t.Parallel()
	store, database := setupChannels(t, "")
	first, err := time.Parse("realtime.messages_2006_01_02", texts(t, database,
		`select min(inhrelid::regclass::text) from pg_inherits where inhparent = 'realtime.messages'::regclass`)[0])
	if err != nil {
		t.Fatal(err)
	}
	midnight := first.AddDate(0, 0, 2) // the first partition is that of the day before the installation
	exec(t, database, `insert into realtime.messages (topic, extension, event, private, inserted_at)
		select 't', 'broadcast', n::text, true, $1::timestamp + n * interval '1 second' from generate_series(-2, 2) as n`, midnight)
	for _, step := range []struct {
		at   time.Time
		want []string
	}{
		{midnight.Add(time.Hour), []string{"-2", "-1", "0", "1", "2"}},
		{midnight.Add(71 * time.Hour), []string{"-2", "-1", "0", "1", "2"}},
		{midnight.Add(73 * time.Hour), []string{"0", "1", "2"}},
		{midnight.Add(97 * time.Hour), nil},
	} {
		exec(t, database, "select realtime.keep_partitions($1)", step.at)
		found, err := store.Replay(t.Context(), serviceCaller(), "t", midnight.Add(-time.Hour), 25)
		if diff := cmp.Diff(step.want, events(t, found, err)); diff != "" {
			t.Errorf("at %s: -want +got:\n%s", step.at, diff)
		}
	}
}
