package realtime

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/realtime/broadcast"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/token"
)

// len is the number of topics.
func (t *topics) len() int {
	sum := 0
	for i := range t.shards {
		t.shards[i].mu.RLock()
		sum += len(t.shards[i].of)
		t.shards[i].mu.RUnlock()
	}
	return sum
}

// sink is the far end of a socket that reads everything at once.
type sink struct {
	net.Conn
	mu      sync.Mutex
	text    bytes.Buffer
	written chan struct{} // has a place for one signal
	// arrivals are counted instead of keeping the text, where they are not nil.
	arrivals *arrivals
}

func newSink() *sink { return &sink{written: make(chan struct{}, 1)} }

func (s *sink) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.arrivals != nil {
		s.arrivals.add(len(p))
		return len(p), nil
	}
	s.text.Write(p)
	select {
	case s.written <- struct{}{}:
	default:
	}
	return len(p), nil
}

func (s *sink) SetDeadline(time.Time) error      { return nil }
func (s *sink) SetWriteDeadline(time.Time) error { return nil }
func (s *sink) Close() error                     { return nil }

// got gives what was written so far, once it holds wanted.
func (s *sink) got(t testing.TB, wanted string) string {
	t.Helper()
	limit := time.After(time.Minute)
	for {
		s.mu.Lock()
		text := s.text.String()
		s.mu.Unlock()
		if strings.Contains(text, wanted) {
			return text
		}
		select {
		case <-s.written:
		case <-limit:
			t.Fatalf("%q was not sent: %q", wanted, text)
		}
	}
}

func newService(t testing.TB, change ...func(*Options)) *Service {
	t.Helper()
	o := Options{Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Verify: func(string) (token.Claims, error) { return token.AnonClaims(), nil }}
	for _, c := range change {
		c(&o)
	}
	return New(o)
}

// member is a channel that has joined a topic, and what its client was sent.
func member(s *Service, framing protocol.Serializer, topic string, change ...func(*protocol.Join)) (*channel, *sink) {
	k := newSocket(s.hub, framing, token.AnonClaims(), "")
	return memberOf(k, topic, change...)
}

// memberOf is member on a socket.
func memberOf(k *socket, topic string, change ...func(*protocol.Join)) (*channel, *sink) {
	far := newSink()
	k.out.conn = far
	c := newChannel(&k.connection, topic, protocol.Message{JoinRef: "1"}, k.remove)
	c.stop = func() {}
	for _, f := range change {
		f(&c.join)
	}
	c.auth = channelAuth{read: allowAll, write: allowAll}
	c.state.Store(joined)
	k.hub.enter(c)
	return c, far
}

func TestTopicsGoWithTheirMembers(t *testing.T) {
	t.Parallel()
	s := newService(t)
	a, _ := member(s, protocol.V2, "room")
	b, _ := member(s, protocol.V1, "room")
	secret, _ := member(s, protocol.V2, "room", func(j *protocol.Join) { j.Private = true })
	if a.membership.topic != b.membership.topic || a.membership.topic == secret.membership.topic || s.topics.len() != 2 {
		t.Errorf("public and private are not two topics of three members: %d topics", s.topics.len())
	}
	s.exit(a)
	s.exit(a)
	if topic := s.topics.find(broadcast.TopicKey{Name: "room", Private: false}); topic == nil || topic.members.Len() != 1 {
		t.Error("the topic went with the first of two")
	}
	s.exit(b)
	s.exit(secret)
	if s.topics.len() != 0 {
		t.Errorf("%d topics are left of nobody", s.topics.len())
	}
}

func TestMembersJoinAndLeaveDuringBroadcasts(t *testing.T) {
	t.Parallel()
	s := newService(t)
	steady, far := member(s, protocol.V2, "room")
	var busy sync.WaitGroup
	for i := range 4 {
		busy.Go(func() {
			for range 200 {
				c, _ := member(s, protocol.Serializer(i%2), "room")
				s.publish(broadcast.TopicKey{Name: "room", Private: false}, &protocol.Broadcast{Event: "e", Payload: []byte(`{}`)}, c, nil)
				s.leavePresence(c)
				s.exit(c)
			}
		})
	}
	busy.Wait()
	s.publish(broadcast.TopicKey{Name: "room", Private: false}, &protocol.Broadcast{Event: "last", Payload: []byte(`{}`)}, nil, nil)
	if got := strings.Count(far.got(t, "last"), "realtime:room"); got != 801 {
		t.Errorf("%d messages came, want 801", got)
	}
	s.exit(steady)
	if s.topics.len() != 0 {
		t.Errorf("%d topics are left", s.topics.len())
	}
}

// A message to a thousand, and all that goes with it until each has been handed to
// the network: at most this many are on their way at once.
const onTheWay = 64

func BenchmarkFanOut(b *testing.B) {
	for _, members := range []int{10, 1000, 18000} {
		b.Run(fmt.Sprint(members), func(b *testing.B) {
			s := newService(b)
			arrived := &arrivals{there: make(chan struct{}, 1)}
			sender, _ := member(s, protocol.V2, "room")
			for range members {
				_, far := member(s, protocol.V2, "room")
				far.arrivals = arrived
			}
			in := protocol.Message{Event: "broadcast", Push: &protocol.UserBroadcast{Event: "cursor", JSON: true, Body: bytes.Repeat([]byte("1"), 200)}}
			size := len((&protocol.Broadcast{Event: "cursor", Payload: in.Push.Body}).Frame("room").Bytes(protocol.V2))
			b.ReportAllocs()
			sent := 0
			for b.Loop() {
				s.broadcast(b.Context(), sender, &in)
				if sent++; sent%onTheWay == 0 {
					arrived.wait(b, int64(sent*size*members))
				}
			}
			arrived.wait(b, int64(sent*size*members))
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(sent*members), "ns/delivery")
		})
	}
}

// arrivals counts the bytes that many sinks were written.
type arrivals struct {
	sum, wanted atomic.Int64
	there       chan struct{} // has a place for one signal
}

func (a *arrivals) add(n int) {
	if a.sum.Add(int64(n)) >= a.wanted.Load() {
		select {
		case a.there <- struct{}{}:
		default:
		}
	}
}

func (a *arrivals) wait(t testing.TB, wanted int64) {
	a.wanted.Store(wanted)
	limit := time.After(time.Minute)
	for a.sum.Load() < wanted {
		select {
		case <-a.there:
		case <-limit:
			t.Fatalf("%d of %d bytes arrived", a.sum.Load(), wanted)
		}
	}
}

func BenchmarkEnterAndExit(b *testing.B) {
	s := newService(b)
	for range 18000 {
		member(s, protocol.V2, "room")
	}
	c, _ := member(s, protocol.V2, "room")
	b.ReportAllocs()
	for b.Loop() {
		s.exit(c)
		s.enter(c)
	}
}
