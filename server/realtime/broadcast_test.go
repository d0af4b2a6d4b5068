package realtime

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/realtime/broadcast"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/recipients"
)

// firstFrame takes a websocket frame off what was written, without its header.
func firstFrame(text string) (frame, rest string) {
	size, start := int(text[1]), 2
	switch size {
	case 126:
		size, start = int(binary.BigEndian.Uint16([]byte(text[2:]))), 4
	case 127:
		size, start = int(binary.BigEndian.Uint64([]byte(text[2:]))), 10
	}
	return text[start : start+size], text[start+size:]
}

// push is a broadcast as 2.0.0 sends it.
func push(event, payload string) *protocol.Message {
	return &protocol.Message{Ref: "9", Event: "broadcast", Push: &protocol.UserBroadcast{Event: event, JSON: true, Body: []byte(payload)}}
}

func TestWhoGetsABroadcast(t *testing.T) {
	t.Parallel()
	s := newService(t)
	ada, adaSink := member(s, protocol.V2, "room")
	bob, bobSink := member(s, protocol.V1, "room")
	eve, eveSink := member(s, protocol.V2, "room", func(j *protocol.Join) { j.Private = true })
	own, ownSink := member(s, protocol.V2, "room", func(j *protocol.Join) { j.Broadcast = protocol.BroadcastConfig{Self: true, Ack: true} })

	s.broadcast(t.Context(), ada, push("first", `{"n":1}`))
	s.broadcast(t.Context(), own, push("second", `{"n":2}`))
	s.broadcast(t.Context(), bob, &protocol.Message{Ref: "9", Payload: []byte(`{"type":"broadcast","event":"third","payload":{"n":3},"ids":[]}`)})
	s.broadcast(t.Context(), eve, push("fourth", `{"n":4}`))
	for _, m := range []*channel{ada, bob, eve, own} {
		m.system("test", "ok", "settled")
	}
	for _, c := range []struct {
		who   string
		got   string
		want  []string
		never []string
	}{
		{"the first sender", adaSink.got(t, "settled"), []string{`second{"n":2}`, `"third"`}, []string{"first", "fourth", "phx_reply", `"ids"`}},
		{"one who speaks 1.0.0", bobSink.got(t, "settled"), []string{`"event":"first","payload":{"n":1}`, `"event":"second"`}, []string{"third", "fourth"}},
		{"one on the private topic", eveSink.got(t, "settled"), nil, []string{"first", "second", "third", "fourth"}},
		{"one who wants his own", ownSink.got(t, "settled"), []string{`first{"n":1}`, `second{"n":2}`, `"third"`, `["1","9","realtime:room","phx_reply",{"status":"ok","response":{}}]`}, []string{"fourth"}},
	} {
		for _, text := range c.want {
			if !strings.Contains(c.got, text) {
				t.Errorf("%s did not get %s: %q", c.who, text, c.got)
			}
		}
		for _, text := range c.never {
			if strings.Contains(c.got, text) {
				t.Errorf("%s got %s: %q", c.who, text, c.got)
			}
		}
	}
}

func TestInvalidBroadcasts(t *testing.T) {
	t.Parallel()
	s := newService(t, func(o *Options) { o.Limits.Payload = 100 })
	bob, bobSink := member(s, protocol.V2, "room")
	for _, c := range []struct {
		name string
		in   *protocol.Message
		want string
	}{
		{"too large", push("e", `"`+strings.Repeat("x", 100)+`"`), `{"status":"error","response":"payload_size_exceeded"}`},
		{"no object", &protocol.Message{Ref: "9", Payload: []byte(`[1]`)}, `{"status":"error","response":{"reason":"Broadcast payload must be a map"}}`},
	} {
		asks, asksSink := member(s, protocol.V2, "room", func(j *protocol.Join) { j.Broadcast.Ack = true })
		silent, silentSink := member(s, protocol.V2, "room")
		s.broadcast(t.Context(), asks, c.in)
		s.broadcast(t.Context(), silent, c.in)
		want(t, c.name, settled(t, asks, asksSink), `phx_reply `+c.want)
		want(t, c.name+", without ack", settled(t, silent, silentSink))
	}
	want(t, "nobody else", settled(t, bob, bobSink))
}

func TestPublishSkips(t *testing.T) {
	t.Parallel()
	s := newService(t)
	ada, _ := member(s, protocol.V2, "room")
	bob, _ := member(s, protocol.V2, "room")
	member(s, protocol.V1, "room")
	key := broadcast.TopicKey{Name: "room", Private: false}
	for _, c := range []struct {
		name   string
		key    broadcast.TopicKey
		kind   protocol.PayloadKind
		except recipients.Recipient
		skip   func(recipients.Recipient) bool
		want   int
	}{
		{"all", key, protocol.JSONPayload, nil, nil, 3},
		{"but one", key, protocol.JSONPayload, ada, nil, 2},
		{"but some", key, protocol.JSONPayload, ada, func(c recipients.Recipient) bool { return c == bob }, 1},
		{"bytes", key, protocol.BinaryPayload, nil, nil, 2},
		{"the private one", broadcast.TopicKey{Name: "room", Private: true}, protocol.JSONPayload, nil, nil, 0},
		{"nobody's", broadcast.TopicKey{Name: "none", Private: false}, protocol.JSONPayload, nil, nil, 0},
	} {
		if got := s.publish(c.key, &protocol.Broadcast{Event: "e", Payload: []byte("1"), Kind: c.kind}, c.except, c.skip); got != c.want {
			t.Errorf("%s: %d got it, want %d", c.name, got, c.want)
		}
	}
}
