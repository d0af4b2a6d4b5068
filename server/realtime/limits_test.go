package realtime

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toubkal/toubkal/server/realtime/broadcast"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/token"
)

// TestPresenceKeyIDs: a stock client takes what has a key "ids" at its top for a
// change of a table, and throws: nobody may have that key in the others' state.
func TestPresenceKeyIDs(t *testing.T) {
	t.Parallel()
	s, clock := newTimedService(t)
	eve, eveSink := member(s, protocol.V2, "room", presenceOn("ids"))
	call(t, s, eve, "1", "track", `{}`)
	want(t, "the answer", settled(t, eve, eveSink), `phx_reply {"status":"ok","response":{}}`)
	clock.pass(time.Second)
	ada, adaSink := member(s, protocol.V2, "room", presenceOn("ada"))
	s.showPresence(t.Context(), ada)
	if got := settled(t, ada, adaSink); len(got) != 1 || strings.Contains(got[0], `{"ids":`) || !strings.Contains(got[0], `"metas"`) {
		t.Errorf("ada is shown %s, want one present under another key", got)
	}
}

// TestNothingAfterTheEnd: a channel that is over hears nothing more, though its
// lane has work to do before it can leave its topic.
func TestNothingAfterTheEnd(t *testing.T) {
	t.Parallel()
	s := newService(t)
	bob, bobSink := member(s, protocol.V2, "room")
	done := make(chan struct{})
	bob.queue.enqueue(func() { <-done })
	defer close(done)
	bob.close("no more for you")
	s.publish(broadcast.TopicKey{Name: "room"}, &protocol.Broadcast{Event: "secret", Payload: []byte(`{}`)}, nil, nil)
	bob.connection.push(protocol.Text(protocol.V2, protocol.Header{Event: "settled"}, []byte(`{}`)))
	if got := bobSink.got(t, `"settled"`); strings.Contains(got, "secret") {
		t.Errorf("behind its end a channel was sent %q", got)
	}
}

// TestPresenceOfAllTopicsIsBounded: one who tracks a megabyte on each of many
// topics finds no room at some point, and what is left behind is free again.
func TestPresenceOfAllTopicsIsBounded(t *testing.T) {
	t.Parallel()
	s, _ := newTimedService(t)
	s.budgets.presence.limit = 3000
	large := `{"a":"` + strings.Repeat("x", 2000) + `"}`
	full := `phx_reply {"status":"error","response":{"reason":"Presence state of this topic is full"}}`
	var first *channel
	for i, answer := range []string{`phx_reply {"status":"ok","response":{}}`, `phx_reply {"status":"ok","response":{}}`, full} {
		c, far := member(s, protocol.V2, fmt.Sprint("room", i), presenceOn("eve"))
		call(t, s, c, "1", "track", large)
		want(t, "the answer", settled(t, c, far), answer)
		if i == 0 {
			first = c
		} else if i == 1 {
			defer s.leavePresence(c)
		}
	}
	s.leavePresence(first)
	c, far := member(s, protocol.V2, "room3", presenceOn("eve"))
	call(t, s, c, "1", "track", `{}`)
	want(t, "with room again", settled(t, c, far), `phx_reply {"status":"ok","response":{}}`)
	s.leavePresence(c)
	if held := s.budgets.presence.now.Load(); held < 2000 || held > 2100 {
		t.Errorf("%d bytes are held for one member with 2,000", held)
	}
}

// TestJoinsCountTheirMemory: an entry is asked for in few bytes and holds many, in
// each table that it is of.
func TestJoinsCountTheirMemory(t *testing.T) {
	withFixture(t, func(w *fixture) {
		w.service.budgets.joins.limit = 100_000
		c := w.open()
		entries := strings.Repeat(`{"schema":"*"},`, 128)
		ref := c.say("", "realtime:many", "phx_join", `{"config":{"postgres_changes":[`+strings.TrimSuffix(entries, ",")+`]}}`)
		c.expect(joinRefused("many", ref, "ChannelRateLimitReached: Too many channels"))
		c.expect(joinedTo("none", c.join("none", "")))
		if held := w.service.budgets.joins.now.Load(); held < channelSize || held > 2*channelSize {
			t.Errorf("%d bytes are held for one channel", held)
		}
	})
}

func TestReserveBindings(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c, _ := member(s, protocol.V2, "room")
	c.join.Changes = make([]protocol.ChangeBinding, 1)
	if !c.reserveBindings(3) || s.budgets.joins.now.Load() != 2*entrySize {
		t.Errorf("%d bytes are held for two tables more", s.budgets.joins.now.Load())
	}
	s.budgets.joins.limit = entrySize
	if c.reserveBindings(3) {
		t.Error("there is room where there is none")
	}
}

// TestStatusBesideTheQueues: the view of all subscriptions is made beside the
// channels' lanes, for the race detector.
func TestStatusBesideTheQueues(t *testing.T) {
	t.Parallel()
	s := newService(t)
	k := newSocket(s.hub, protocol.V2, token.AnonClaims(), "")
	c, _ := memberOf(k, "room")
	k.channels["room"] = c
	if s.sockets.reserve("", &s.Limits) != "" || !s.sockets.enter(k) {
		t.Fatal("no place for a socket")
	}
	looked := make(chan subscriptionsStatus)
	go func() { looked <- s.status() }()
	call(t, s, c, "1", "track", `{}`)
	<-looked
	if v := s.status().Connections[0].Channels[0]; !v.Presence || v.State != "joined" {
		t.Errorf("a channel that is present looks like %+v", v)
	}
}

// TestWarningsAreLimited: clients that all fail at once do not fill the log.
func TestWarningsAreLimited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		s := newService(t, func(o *Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
		c, _ := member(s, protocol.V2, "room")
		for range 1000 {
			c.warn("join failed", errDatabaseUnavailable)
		}
		if n := strings.Count(log.String(), "join failed"); n != maxWarnings {
			t.Errorf("1,000 errors are %d lines, want %d", n, maxWarnings)
		}
		log.Reset()
		time.Sleep(warningInterval)
		c.warn("join failed", errDatabaseUnavailable)
		if want := `suppressed=980`; !strings.Contains(log.String(), want) {
			t.Errorf("the next line is %q, want %s in it", log.String(), want)
		}
	})
}

// TestMetrics: the state of sockets and outboxes, and of a service without other nodes.
func TestMetrics(t *testing.T) {
	withFixture(t, func(w *fixture) {
		a, b := w.open(), w.open()
		a.expect(joinedTo("room", a.join("room", "")))
		b.expect(joinedTo("room", b.join("room", "")))
		b.expect(joinedTo("other", b.join("other", "")))
		if m := w.service.Metrics(); m.Connections != 2 || m.Channels != 3 || m.OutboxFrames != 3 || m.SlowConsumers != 0 || m.ReplicationConnected {
			t.Errorf("two sockets with three channels have the metrics %+v", m)
		}
		_ = b.conn.Close()
		b.over()
		synctest.Wait()
		if m := w.service.Metrics(); m.Connections != 1 || m.Channels != 1 || m.OutboxBytes != 0 {
			t.Errorf("one socket with one channel has the metrics %+v", m)
		}
	})
}
