package outbox

import (
	"bytes"
	"errors"
	"net"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// total is an amount of which there may be so much.
type total struct {
	now  atomic.Int64
	most int64
}

func (t *total) Add(n int64) bool { return t.now.Add(n) <= t.most }
func (t *total) Full() bool       { return t.now.Load() > t.most }

// far is a connection whose writes wait until they are let through.
type far struct {
	net.Conn
	writes  chan []byte
	through chan error
	gone    chan struct{} // closed with it
	limited atomic.Bool   // by a deadline of all
}

func newFar() *far {
	return &far{writes: make(chan []byte, 100), through: make(chan error), gone: make(chan struct{})}
}

func (f *far) Write(p []byte) (int, error) {
	f.writes <- bytes.Clone(p)
	return len(p), <-f.through
}

func (f *far) SetDeadline(time.Time) error { f.limited.Store(true); return nil }
func (f *far) Close() error                { close(f.gone); return nil }

func box(conn net.Conn, most Size, all *total) *Box {
	return &Box{Conn: conn, Bounds: Bounds{Most: most, All: all, Fair: 20}}
}

// wantWrite wants the next write to be of this text, and lets it through.
func (f *far) wantWrite(t *testing.T, text string) {
	t.Helper()
	if got := string(<-f.writes); got != text {
		t.Errorf("written was %q, want %q", got, text)
	}
	f.through <- nil
}

// What waits while one write is under way goes out in the next, but for what is large.
func TestFramesThatWaitAreWrittenTogether(t *testing.T) {
	t.Parallel()
	conn, all := newFar(), &total{most: 1 << 20}
	b := box(conn, Size{100, 1 << 20}, all)
	large := string(bytes.Repeat([]byte("x"), coalesced))
	b.Push([]byte("first"))
	if got := string(<-conn.writes); got != "first" {
		t.Fatalf("written was %q", got)
	}
	for _, frame := range []string{"second ", "", "third", large, "fourth"} {
		if !b.Push([]byte(frame)) {
			t.Errorf("%.10q found no room", frame)
		}
	}
	if got, want := b.Waiting(), (Size{4, len("second thirdfourth") + len(large)}); got != want || all.now.Load() != int64(want.Bytes) {
		t.Errorf("%+v and %d bytes in all wait, want %+v", got, all.now.Load(), want)
	}
	conn.through <- nil
	conn.wantWrite(t, "second third")
	conn.wantWrite(t, large)
	conn.wantWrite(t, "fourth")
	if got := b.Waiting(); got != (Size{}) || all.now.Load() != 0 {
		t.Errorf("%+v and %d bytes in all are left", got, all.now.Load())
	}
}

// One frame is always taken, however large; more than the bounds is refused, and
// where all hold too much whoever holds more than a fair part.
func TestWhatIsAboveTheBoundsIsRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		most   Size
		all    int64
		frames []string
		want   bool // of the last
	}{
		{"one that is larger than all", Size{2, 10}, 5, []string{"a frame of 22 letters"}, true},
		{"one in its bounds", Size{2, 10}, 50, []string{"five.", "five."}, true},
		{"too many", Size{2, 10}, 50, []string{"a", "b", "c"}, false},
		{"too long", Size{3, 10}, 50, []string{"five.", "more than"}, false},
		{"too much of all, and a fair part", Size{9, 100}, 9, []string{"ten letter", "ten letter", "x"}, true},
		{"too much of all, and more", Size{9, 100}, 9, []string{"ten letter", "ten letters", "x"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := box(newFar(), c.most, &total{most: c.all})
			b.writing = true // nobody writes
			last := len(c.frames) - 1
			for _, frame := range c.frames[:last] {
				if !b.Push([]byte(frame)) {
					t.Fatalf("%q found no room", frame)
				}
			}
			if got := b.Push([]byte(c.frames[last])); got != c.want {
				t.Errorf("%q is taken: %t, want %t", c.frames[last], got, c.want)
			}
		})
	}
}

// The last frame comes behind what waits, or instead of it, and once.
func TestTheLastFrame(t *testing.T) {
	t.Parallel()
	for _, drop := range []bool{false, true} {
		conn, all := newFar(), &total{most: 100}
		b := box(conn, Size{9, 100}, all)
		b.Push([]byte("under way"))
		if got := string(<-conn.writes); got != "under way" {
			t.Fatalf("written was %q", got)
		}
		b.Push([]byte("waits "))
		if b.Over() || !b.Finish([]byte("end"), drop) || b.Finish([]byte("again"), drop) || !b.Over() {
			t.Error("it does not end once")
		}
		if !conn.limited.Load() {
			t.Error("the write that is under way may take for ever")
		}
		if !b.Push([]byte("behind the end")) {
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
func TestAConnectionThatIsLost(t *testing.T) {
	t.Parallel()
	conn, all := newFar(), &total{most: 100}
	b := box(conn, Size{9, 100}, all)
	b.Push([]byte("one"))
	<-conn.writes
	b.Push([]byte("two"))
	conn.through <- errors.New("lost")
	<-conn.gone
	b.Abandon()
	if !b.Push([]byte("three")) || b.Waiting() != (Size{}) || all.now.Load() != 0 {
		t.Errorf("%+v and %d bytes of it are left", b.Waiting(), all.now.Load())
	}
}

// Whoever sends writes by itself, and what comes meanwhile is written behind it. What
// is sent while somebody else writes waits its turn.
func TestSending(t *testing.T) {
	t.Parallel()
	conn, all := newFar(), &total{most: 100}
	b := box(conn, Size{9, 100}, all)
	sent := make(chan bool)
	go func() { sent <- b.Send([]byte("first")) }()
	if got := string(<-conn.writes); got != "first" {
		t.Fatalf("written was %q", got)
	}
	b.Push([]byte("second "))
	b.Send([]byte("third"))
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
	b.Finish([]byte("end"), false)
	conn.wantWrite(t, "end")
	if !b.Send([]byte("behind the end")) || all.now.Load() != 0 {
		t.Errorf("%d bytes wait behind the end", all.now.Load())
	}
}

func TestAWriteThatIsStuck(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		conn := newFar()
		b := box(conn, Size{9, 100}, &total{most: 100})
		b.Push([]byte("one"))
		<-conn.writes
		time.Sleep(writeTime - time.Nanosecond)
		if b.Stuck() {
			t.Error("it is taken for stuck too early")
		}
		time.Sleep(time.Nanosecond)
		if !b.Stuck() {
			t.Error("it is not taken for stuck")
		}
		conn.through <- nil
		synctest.Wait()
		if b.Stuck() {
			t.Error("it is taken for stuck with nothing to write")
		}
		sent := make(chan bool)
		go func() { sent <- b.Send([]byte("two")) }()
		<-conn.writes
		time.Sleep(writeTime)
		if !b.Stuck() {
			t.Error("one who writes by itself is not taken for stuck")
		}
		conn.through <- nil
		<-sent
	})
}
