package realtime

import (
	"bytes"
	"errors"
	"net"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// heldConn is a connection whose writes wait until they are let through.
type heldConn struct {
	net.Conn
	writes  chan []byte
	through chan error
	gone    chan struct{} // closed with it
	limited atomic.Bool   // by a deadline of all
}

func newHeldConn() *heldConn {
	return &heldConn{writes: make(chan []byte, 100), through: make(chan error), gone: make(chan struct{})}
}

func (h *heldConn) Write(p []byte) (int, error) {
	h.writes <- bytes.Clone(p)
	return len(p), <-h.through
}

func (h *heldConn) SetDeadline(time.Time) error { h.limited.Store(true); return nil }
func (h *heldConn) Close() error                { close(h.gone); return nil }

func newTestOutbox(conn net.Conn, limit queueSize, all *budget) *outbox {
	return &outbox{conn: conn, limit: limit, all: all, fairShare: 20, written: new(atomic.Int64)}
}

// wantWrite wants the next write to be of this text, and lets it through.
func (h *heldConn) wantWrite(t *testing.T, text string) {
	t.Helper()
	if got := string(<-h.writes); got != text {
		t.Errorf("written was %q, want %q", got, text)
	}
	h.through <- nil
}

// What waits while one write is under way goes out in the next, but for what is large.
func TestQueuedFramesAreCombined(t *testing.T) {
	t.Parallel()
	conn, all := newHeldConn(), &budget{limit: 1 << 20}
	b := newTestOutbox(conn, queueSize{100, 1 << 20}, all)
	large := string(bytes.Repeat([]byte("x"), maxCoalesced))
	b.push([]byte("first"))
	if got := string(<-conn.writes); got != "first" {
		t.Fatalf("written was %q", got)
	}
	for _, frame := range []string{"second ", "", "third", large, "fourth"} {
		if !b.push([]byte(frame)) {
			t.Errorf("%.10q found no room", frame)
		}
	}
	if got, want := b.queued(), (queueSize{4, len("second thirdfourth") + len(large)}); got != want || all.now.Load() != int64(want.bytes) {
		t.Errorf("%+v and %d bytes in all wait, want %+v", got, all.now.Load(), want)
	}
	conn.through <- nil
	conn.wantWrite(t, "second third")
	conn.wantWrite(t, large)
	conn.wantWrite(t, "fourth")
	if got := b.queued(); got != (queueSize{}) || all.now.Load() != 0 {
		t.Errorf("%+v and %d bytes in all are left", got, all.now.Load())
	}
}

// One frame is always taken, however large; more than the bounds is refused, and
// where all hold too much whoever holds more than a fair part.
func TestFullOutboxRefusesFrames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		most   queueSize
		all    int64
		frames []string
		want   bool // of the last
	}{
		{"one that is larger than all", queueSize{2, 10}, 5, []string{"a frame of 22 letters"}, true},
		{"one in its bounds", queueSize{2, 10}, 50, []string{"five.", "five."}, true},
		{"too many", queueSize{2, 10}, 50, []string{"a", "b", "c"}, false},
		{"too long", queueSize{3, 10}, 50, []string{"five.", "more than"}, false},
		{"too much of all, and a fair part", queueSize{9, 100}, 9, []string{"ten letter", "ten letter", "x"}, true},
		{"too much of all, and more", queueSize{9, 100}, 9, []string{"ten letter", "ten letters", "x"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newTestOutbox(newHeldConn(), c.most, &budget{limit: c.all})
			b.writing = true // no goroutine writes
			last := len(c.frames) - 1
			for _, frame := range c.frames[:last] {
				if !b.push([]byte(frame)) {
					t.Fatalf("%q found no room", frame)
				}
			}
			if got := b.push([]byte(c.frames[last])); got != c.want {
				t.Errorf("%q is taken: %t, want %t", c.frames[last], got, c.want)
			}
		})
	}
}

// The last frame comes behind what waits, or instead of it, and once.
func TestTheLastFrame(t *testing.T) {
	t.Parallel()
	for _, drop := range []bool{false, true} {
		conn, all := newHeldConn(), &budget{limit: 100}
		b := newTestOutbox(conn, queueSize{9, 100}, all)
		b.push([]byte("under way"))
		if got := string(<-conn.writes); got != "under way" {
			t.Fatalf("written was %q", got)
		}
		b.push([]byte("waits "))
		if b.isClosing() || !b.closeAfter([]byte("end"), drop) || b.closeAfter([]byte("again"), drop) || !b.isClosing() {
			t.Error("it does not end once")
		}
		if !conn.limited.Load() {
			t.Error("the write that is under way may take for ever")
		}
		if !b.push([]byte("behind the end")) {
			t.Error("who pushes behind the end is told to end it")
		}
		conn.through <- nil
		conn.wantWrite(t, map[bool]string{false: "waits end", true: "end"}[drop])
		if all.now.Load() != 0 {
			t.Errorf("%d bytes are counted still", all.now.Load())
		}
	}
}

// A connection that is lost is closed, so that its reader learns of it.
func TestLostConnection(t *testing.T) {
	t.Parallel()
	conn, all := newHeldConn(), &budget{limit: 100}
	b := newTestOutbox(conn, queueSize{9, 100}, all)
	b.push([]byte("one"))
	<-conn.writes
	b.push([]byte("two"))
	conn.through <- errors.New("lost")
	<-conn.gone
	b.discard()
	if !b.push([]byte("three")) || b.queued() != (queueSize{}) || all.now.Load() != 0 {
		t.Errorf("%+v and %d bytes of it are left", b.queued(), all.now.Load())
	}
}

// Whoever sends writes by itself, and what comes meanwhile is written behind it. What
// is sent while somebody else writes waits its turn.
func TestSend(t *testing.T) {
	t.Parallel()
	conn, all := newHeldConn(), &budget{limit: 100}
	b := newTestOutbox(conn, queueSize{9, 100}, all)
	sent := make(chan bool)
	go func() { sent <- b.send([]byte("first")) }()
	if got := string(<-conn.writes); got != "first" {
		t.Fatalf("written was %q", got)
	}
	b.push([]byte("second "))
	b.send([]byte("third"))
	select {
	case <-sent:
		t.Error("who sends does not wait for the write")
	default:
	}
	conn.through <- nil
	if !<-sent {
		t.Error("the first found no room")
	}
	conn.wantWrite(t, "second third")
	b.closeAfter([]byte("end"), false)
	conn.wantWrite(t, "end")
	if !b.send([]byte("behind the end")) || all.now.Load() != 0 {
		t.Errorf("%d bytes wait behind the end", all.now.Load())
	}
}

func TestStalledWrite(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		conn := newHeldConn()
		b := newTestOutbox(conn, queueSize{9, 100}, &budget{limit: 100})
		b.push([]byte("one"))
		<-conn.writes
		time.Sleep(writeTimeout - time.Nanosecond)
		if b.stalled() {
			t.Error("it is taken for stuck too early")
		}
		time.Sleep(time.Nanosecond)
		if !b.stalled() {
			t.Error("it is not taken for stuck")
		}
		conn.through <- nil
		synctest.Wait()
		if b.stalled() {
			t.Error("it is taken for stuck with nothing to write")
		}
		sent := make(chan bool)
		go func() { sent <- b.send([]byte("two")) }()
		<-conn.writes
		time.Sleep(writeTimeout)
		if !b.stalled() {
			t.Error("one who writes by itself is not taken for stuck")
		}
		conn.through <- nil
		<-sent
	})
}
