package realtime

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/realtime/presence"
	"github.com/toubkal/toubkal/server/realtime/protocol"
)

// clock is time that goes on when a test says so.
type clock struct {
	mu      sync.Mutex
	at      time.Time
	waiting []alarm
}

type alarm struct {
	at time.Time
	do func()
}

func newClock() *clock { return &clock{at: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) later(wait time.Duration, do func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = append(c.waiting, alarm{c.at.Add(wait), do})
}

// pass advances the clock and runs the due timers. It returns their number.
func (c *clock) pass(d time.Duration) (done int) {
	c.mu.Lock()
	c.at = c.at.Add(d)
	var due []alarm
	rest := c.waiting[:0:0]
	for _, a := range c.waiting {
		if a.at.After(c.at) {
			rest = append(rest, a)
		} else {
			due = append(due, a)
		}
	}
	c.waiting = rest
	c.mu.Unlock()
	for _, a := range due {
		a.do()
	}
	return len(due)
}

func newTimedService(t testing.TB, change ...func(*Options)) (*Service, *clock) {
	t.Helper()
	c := newClock()
	s := newService(t, append(change, func(o *Options) { o.Now = c.now })...)
	withPresences(s, c.later, nil)
	return s, c
}

// withPresences gives a service other presences.
func withPresences(s *Service, later func(time.Duration, func()), ref func() string) {
	s.presences = presence.New(presence.Options{
		QueueBytes: s.Limits.QueueBytes, PerSecond: s.Limits.PresencePerSecond, Now: s.Now, Later: later, Ref: ref,
		Budget: &s.budgets.presence, Cluster: s.cluster,
	})
}

// sameRef is a ref for all metas.
func sameRef() string { return "R" }

func presenceOn(key string) func(*protocol.Join) {
	return func(j *protocol.Join) { j.Presence = protocol.PresenceConfig{Key: key, Enabled: true} }
}

// call sends a presence message as a client does.
func call(t testing.TB, s *Service, c *channel, ref, event, payload string) {
	t.Helper()
	text := fmt.Sprintf(`{"type":"presence","event":%q,"payload":%s}`, event, payload)
	s.track(t.Context(), c, &protocol.Message{Ref: ref, Event: "presence", Payload: []byte(text)})
}

// events are the events that a sink was sent in 2.0.0's text, as "event payload".
func (s *sink) events(t testing.TB) (list []string) {
	t.Helper()
	s.mu.Lock()
	text := s.text.String()
	s.mu.Unlock()
	for text != "" {
		var frame string
		frame, text = firstFrame(text)
		var parts []json.RawMessage
		if err := json.Unmarshal([]byte(frame), &parts); err != nil || len(parts) != 5 {
			t.Fatalf("not a message: %v in %q", err, frame)
		}
		list = append(list, strings.Trim(string(parts[3]), `"`)+" "+string(parts[4]))
	}
	return list
}

// settled are the messages that were sent by the time the socket's writer has nothing more.
func settled(t testing.TB, c *channel, far *sink) []string {
	t.Helper()
	c.system("test", "ok", "settled")
	far.got(t, `"settled"`)
	all := far.events(t)
	far.mu.Lock()
	far.text.Reset()
	far.mu.Unlock()
	return all[:len(all)-1]
}

// TestTheReplyComesBeforeTheDiff: a client gets the answer to its own track and
// untrack before anything that they cause, whenever the diff is scheduled.
func TestTheReplyComesBeforeTheDiff(t *testing.T) {
	t.Parallel()
	s, clock := newTimedService(t)
	withPresences(s, clock.later, sameRef)
	ada, sink := member(s, protocol.V2, "room", presenceOn("ada"))
	s.showPresence(t.Context(), ada)
	settled(t, ada, sink)
	withPresences(s, func(_ time.Duration, diff func()) {
		ada.system("test", "ok", "scheduled")
		ada.queue.enqueue(diff) // its own lane is busy with the message that is answered
	}, sameRef)
	const scheduled = `system {"extension":"test","status":"ok","message":"scheduled","channel":"room"}`
	for i, event := range []string{"track", "untrack"} {
		done := make(chan struct{})
		ada.queue.enqueue(func() { call(t, s, ada, fmt.Sprint(i), event, `{}`) })
		ada.queue.enqueue(func() {}) // behind the diff or before it
		ada.queue.enqueue(func() { close(done) })
		<-done
		diff := `presence_diff {"joins":{"ada":{"metas":[{"phx_ref":"R"}]}},"leaves":{}}`
		if event == "untrack" {
			diff = `presence_diff {"joins":{},"leaves":{"ada":{"metas":[{"phx_ref":"R"}]}}}`
		}
		want(t, event, settled(t, ada, sink), `phx_reply {"status":"ok","response":{}}`, scheduled, diff)
	}
}

func TestPresenceStateAndDiffs(t *testing.T) {
	t.Parallel()
	s, clock := newTimedService(t)
	withPresences(s, clock.later, sameRef)
	ada, adaSink := member(s, protocol.V2, "room", presenceOn("ada"))
	s.showPresence(t.Context(), ada)
	call(t, s, ada, "7", "TRACK", `{"at":"home"}`)
	want(t, "before the diff", settled(t, ada, adaSink), `presence_state {}`, `phx_reply {"status":"ok","response":{}}`)
	clock.pass(0)
	want(t, "the first is told at once", settled(t, ada, adaSink),
		`presence_diff {"joins":{"ada":{"metas":[{"phx_ref":"R","at":"home"}]}},"leaves":{}}`)

	bob, bobSink := member(s, protocol.V2, "room", presenceOn("bob"))
	s.showPresence(t.Context(), bob)
	want(t, "bob is shown", settled(t, bob, bobSink), `presence_state {"ada":{"metas":[{"phx_ref":"R","at":"home"}]}}`)
	call(t, s, bob, "1", "track", `{}`)
	s.leavePresence(ada)
	s.exit(ada)
	if clock.pass(49*time.Millisecond) != 0 {
		t.Error("a second diff came at once")
	}
	want(t, "within the moment", settled(t, bob, bobSink), `phx_reply {"status":"ok","response":{}}`)
	clock.pass(time.Millisecond)
	want(t, "bob hears all at once", settled(t, bob, bobSink),
		`presence_diff {"joins":{"bob":{"metas":[{"phx_ref":"R"}]}},"leaves":{"ada":{"metas":[{"phx_ref":"R","at":"home"}]}}}`)
	want(t, "ada hears no more", settled(t, ada, adaSink))
}

func want(t *testing.T, what string, got []string, wanted ...string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(wanted, "\n") {
		t.Errorf("%s:\n got %s\nwant %s", what, strings.Join(got, "\n     "), strings.Join(wanted, "\n     "))
	}
}

// Without a word about presence a channel hears nothing of it, until it tracks.
func TestTrackEnablesPresence(t *testing.T) {
	t.Parallel()
	s, clock := newTimedService(t)
	withPresences(s, clock.later, sameRef)
	ada, _ := member(s, protocol.V2, "room", presenceOn("ada"))
	call(t, s, ada, "1", "track", `{}`)
	clock.pass(0)
	bob, bobSink := member(s, protocol.V2, "room", func(j *protocol.Join) { j.Presence.Key = "bob" })
	s.showPresence(t.Context(), bob)
	call(t, s, ada, "2", "track", `{"n":1}`)
	clock.pass(time.Second)
	want(t, "not enabled", settled(t, bob, bobSink))
	call(t, s, bob, "3", "track", `{}`)
	clock.pass(time.Second)
	want(t, "enabled by track", settled(t, bob, bobSink),
		`phx_reply {"status":"ok","response":{}}`,
		`presence_state {"ada":{"metas":[{"phx_ref":"R","phx_ref_prev":"R","n":1}]}}`,
		`presence_diff {"joins":{"bob":{"metas":[{"phx_ref":"R"}]}},"leaves":{}}`)
	call(t, s, bob, "4", "Untrack", `null`)
	clock.pass(time.Second)
	want(t, "untracked", settled(t, bob, bobSink), `phx_reply {"status":"ok","response":{}}`,
		`presence_diff {"joins":{},"leaves":{"bob":{"metas":[{"phx_ref":"R"}]}}}`)
}

func TestPresenceAnswers(t *testing.T) {
	t.Parallel()
	const ok, no = `phx_reply {"status":"ok","response":{}}`, `phx_reply {"status":"error","response":{}}`
	const noMap = `phx_reply {"status":"error","response":{"reason":"Presence track payload must be a map"}}`
	for _, c := range []struct{ name, payload, want string }{
		{"track", `{"event":"track","payload":{}}`, ok},
		{"track without a payload", `{"event":"track"}`, ok},
		{"track null", `{"event":"track","payload":null}`, noMap},
		{"track a list", `{"event":"track","payload":[1]}`, noMap},
		{"track a text", `{"event":"track","payload":"x"}`, noMap},
		{"untrack", `{"event":"UNTRACK"}`, ok},
		{"untrack with anything", `{"event":"untrack","payload":7}`, ok},
		{"no event", `{"payload":{}}`, ok},
		{"unknown", `{"event":"dance"}`, no},
		{"an event that is no text", `{"event":7}`, `phx_reply {"status":"error","response":{"reason":"Presence payload must be a map"}}`},
		{"no object", `[]`, `phx_reply {"status":"error","response":{"reason":"Presence payload must be a map"}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s, _ := newTimedService(t)
			ada, far := member(s, protocol.V2, "room", presenceOn("ada"))
			s.presences.Subscribe(&ada.membership.topic.Topic, ada, &ada.membership.subscribed)
			settled(t, ada, far)
			s.track(t.Context(), ada, &protocol.Message{Ref: "1", Payload: []byte(c.payload)})
			want(t, c.payload, settled(t, ada, far), c.want)
		})
	}
}

func TestPresenceLimits(t *testing.T) {
	t.Parallel()
	ends := func(t *testing.T, message, event string, change func(*Options), calls ...string) {
		t.Helper()
		s, _ := newTimedService(t, change)
		ada, far := member(s, protocol.V2, "room", presenceOn("ada"))
		s.presences.Subscribe(&ada.membership.topic.Topic, ada, &ada.membership.subscribed)
		for _, payload := range calls {
			settled(t, ada, far)
			call(t, s, ada, "1", "track", payload)
		}
		reason := `{}`
		if event == "phx_error" {
			reason = `"` + message + `"`
		}
		want(t, message, settled(t, ada, far),
			`system {"extension":"system","status":"error","message":"`+message+`","channel":"room"}`, event+" "+reason)
	}
	ends(t, "Client presence rate limit exceeded", "phx_error", func(o *Options) { o.Limits.PresenceCalls = 2 }, `{"n":1}`, `{"n":2}`, `{"n":3}`)
	ends(t, "Client presence rate limit exceeded", "phx_close", func(o *Options) { o.Limits.PresenceCalls, o.StrictClose = 1, true }, `{"n":1}`, `{"n":2}`)
	ends(t, "Track message size exceeded", "phx_close", func(o *Options) { o.Limits.Payload = 20 }, `{"n":1}`, `{"text":"0123456789"}`)
	many := make([]string, presence.Burst+1)
	for i := range many {
		many[i] = fmt.Sprintf(`{"n":%d}`, i)
	}
	ends(t, "Too many presence messages per second", "phx_error", func(o *Options) { o.Limits.PresenceCalls, o.Limits.PresencePerSecond = 1000, 1 }, many...)

	s, clock := newTimedService(t)
	ada, far := member(s, protocol.V2, "room", presenceOn("ada"))
	for i := range 20 {
		call(t, s, ada, "1", "track", fmt.Sprintf(`{"n":%d}`, i))
		if i%5 == 4 {
			clock.pass(presenceRateWindow + time.Millisecond)
		}
	}
	for _, event := range settled(t, ada, far) {
		if strings.Contains(event, "limit") {
			t.Errorf("five in each window: %s", event)
		}
	}
}

func TestATopicsPresenceIsBounded(t *testing.T) {
	t.Parallel()
	s, clock := newTimedService(t, func(o *Options) { o.Limits.QueueBytes = 8 << 10 })
	payload := `{"text":"` + strings.Repeat("x", 700) + `"}`
	var full int
	for range 10 {
		c, far := member(s, protocol.V2, "room", presenceOn(""))
		s.showPresence(t.Context(), c)
		call(t, s, c, "1", "track", payload)
		if strings.Contains(strings.Join(settled(t, c, far), ""), `"Presence state of this topic is full"`) {
			full++
		}
		clock.pass(time.Second)
	}
	if full != 7 {
		t.Errorf("%d of 10 found it full, want 7", full)
	}
}

// A thousand who come within a moment hear of one another in few messages, and
// every subscriber gets each diff exactly once.
func TestAPresenceStorm(t *testing.T) {
	t.Parallel()
	s, clock := newTimedService(t)
	const many = 300
	type one struct {
		c   *channel
		far *sink
	}
	all := make([]one, many)
	var busy sync.WaitGroup
	for i := range all {
		busy.Go(func() {
			c, far := member(s, protocol.V2, "room", presenceOn(fmt.Sprint("key", i)))
			all[i] = one{c, far}
			s.showPresence(context.Background(), c)
			call(t, s, c, "1", "track", `{}`)
			if i%20 == 0 {
				clock.pass(10 * time.Millisecond)
			}
		})
	}
	busy.Wait()
	clock.pass(time.Second)
	for i := range all {
		seen, messages := map[string]int{}, 0
		for _, event := range settled(t, all[i].c, all[i].far) {
			name, payload, _ := strings.Cut(event, " ")
			joins := map[string]any{}
			switch name {
			case "presence_state":
				decode(t, payload, &joins)
			case "presence_diff":
				decode(t, payload, &struct{ Joins *map[string]any }{&joins})
			}
			messages++
			for key := range joins {
				seen[key]++
			}
		}
		for j := range many {
			if seen[fmt.Sprint("key", j)] != 1 {
				t.Fatalf("client %d heard of %d %d times", i, j, seen[fmt.Sprint("key", j)])
			}
		}
		if messages > 10 {
			t.Errorf("client %d was sent %d messages", i, messages)
		}
	}
}

func decode(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
}

// A thousand join, track and watch one another, until each has been handed to the
// network all that it is told.
func BenchmarkPresenceStorm(b *testing.B) {
	const many = 1000
	b.ReportAllocs()
	var bytes, diffs int64
	for b.Loop() {
		s, clock := newTimedService(b, func(o *Options) { o.Limits.QueueBytes = 64 << 20 })
		count := &arrivals{there: make(chan struct{}, 1)}
		for i := range many {
			c, far := member(s, protocol.V2, "room", presenceOn(fmt.Sprintf("8f4e2c1a-77aa-4c52-9e2b-%012d", i)))
			far.arrivals = count
			s.showPresence(b.Context(), c)
			call(b, s, c, "1", "track", `{"online_at":"2026-11-21T10:00:00.000Z"}`)
			if i%100 == 99 { // 2,000 joins a second
				diffs += int64(clock.pass(presence.DiffDebounce))
			}
		}
		bytes += count.sum.Load()
	}
	b.ReportMetric(float64(bytes)/float64(b.N)/many, "bytes/member")
	b.ReportMetric(float64(diffs)/float64(b.N), "diffs")
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/many, "µs/member")
}
