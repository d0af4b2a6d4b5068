package password

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// queued is a queue of one slot that is taken, and the order in which others get it.
type queued struct {
	*queue
	order chan string
}

func withQueue(t *testing.T, maxWaiting int, do func(*testing.T, *queued)) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := &queued{newQueue(1, maxWaiting, maxWait, nil), make(chan string, 1000)}
		if err := q.acquire(t.Context(), Caller{}); err != nil {
			t.Fatal(err)
		}
		do(t, q)
	})
}

// enter has callers wait, a name each; strangers begin with "s".
func (q *queued) enter(ctx context.Context, names ...string) {
	for _, name := range names {
		go func() {
			err := q.acquire(ctx, Caller{Name: name, Stranger: name[0] == 's'})
			if err == nil {
				q.order <- name
				return
			}
			if errors.Is(err, ErrQueueFull) {
				name += " full"
			} else {
				name += " left"
			}
			q.order <- name
		}()
		synctest.Wait()
	}
}

// next are the names that came out of the queue since the last call.
func (q *queued) next() (names []string) {
	synctest.Wait()
	for len(q.order) > 0 {
		names = append(names, <-q.order)
	}
	return names
}

// serve releases the slot n times, and gives the order of those who got it.
func (q *queued) serve(n int) (names []string) {
	for range n {
		q.release()
		names = append(names, q.next()...)
	}
	return names
}

func TestCallersTakeTurns(t *testing.T) {
	withQueue(t, 100, func(t *testing.T, q *queued) {
		q.enter(t.Context(), "s1", "s1", "s1", "s2", "s3", "s2")
		if got, want := strings.Join(q.serve(6), " "), "s1 s2 s3 s1 s2 s1"; got != want {
			t.Errorf("served %s, want %s", got, want)
		}
		q.release()
		if q.used != 0 || q.waiting() != 0 {
			t.Errorf("%d slots used and %d waiting, want none", q.used, q.waiting())
		}
	})
}

func TestKnownCallersComeFirst(t *testing.T) {
	withQueue(t, 1000, func(t *testing.T, q *queued) {
		for i := range 100 {
			q.enter(t.Context(), fmt.Sprint("s", i))
		}
		q.enter(t.Context(), "owner")
		if got := q.serve(1); !slices.Equal(got, []string{"owner"}) {
			t.Errorf("served %s, want the owner", got)
		}
		for i := range 12 { // and do not starve the strangers
			q.enter(t.Context(), fmt.Sprint("known", i))
		}
		strangers := 0
		for _, name := range q.serve(13) {
			if name[0] == 's' {
				strangers++
			}
		}
		if strangers != 1 {
			t.Errorf("%d strangers among 13, want 1", strangers)
		}
		q.serve(100)
	})
}

func TestQueueIsBounded(t *testing.T) {
	withQueue(t, 20, func(t *testing.T, q *queued) {
		for range maxOfCaller + 1 {
			q.enter(t.Context(), "s1")
		}
		if got := q.next(); !slices.Equal(got, []string{"s1 full"}) {
			t.Errorf("of one caller: %s, want the last refused", got)
		}
		for i := range 12 {
			q.enter(t.Context(), fmt.Sprint("s", i+2))
		}
		if got := q.next(); len(got) != 0 {
			t.Errorf("%s came out, want none", got)
		}
		q.enter(t.Context(), "snew") // takes the place of one who has several
		if got := q.next(); !slices.Equal(got, []string{"s1 full"}) {
			t.Errorf("a new caller in a full queue: %s, want s1 to lose a place", got)
		}
		for i := range 7 {
			q.enter(t.Context(), fmt.Sprint("sx", i))
		}
		q.next()
		q.enter(t.Context(), "slate")
		if got := q.next(); !slices.Equal(got, []string{"slate full"}) {
			t.Errorf("with one place each: %s, want the newest refused", got)
		}
		q.enter(t.Context(), "known") // has places of its own kind
		if got := q.serve(21); len(got) != 21 || got[0] != "known" {
			t.Errorf("served %s", got)
		}
	})
}

func TestWaitingEnds(t *testing.T) {
	withQueue(t, 20, func(t *testing.T, q *queued) {
		ctx, cancel := context.WithCancel(t.Context())
		q.enter(ctx, "s1")
		q.enter(t.Context(), "s2")
		cancel()
		if got := q.next(); !slices.Equal(got, []string{"s1 left"}) {
			t.Errorf("got %s, want s1 to leave", got)
		}
		time.Sleep(maxWait)
		if got := q.next(); !slices.Equal(got, []string{"s2 full"}) || q.waiting() != 0 {
			t.Errorf("got %s and %d waiting, want s2 to be refused", got, q.waiting())
		}
		q.release()
		if q.used != 0 {
			t.Errorf("%d slots used, want none", q.used)
		}
	})
}

// As many hashes as cores while nothing else is served: the last core is given back with the
// first hash that ends after another request has come.
func TestIdleCoreHashes(t *testing.T) {
	withQueue(t, 20, func(t *testing.T, q *queued) {
		idle := true
		q.idle = func() bool { return idle }
		q.enter(t.Context(), "a", "b", "c", "d", "e")
		if got := q.next(); !slices.Equal(got, []string{"a"}) {
			t.Errorf("%s beside the first, want a", got)
		}
		if got := q.serve(1); !slices.Equal(got, []string{"b"}) || q.used != 2 {
			t.Errorf("served %s, %d slots used", got, q.used)
		}
		idle = false
		if got := q.serve(1); len(got) != 0 || q.used != 1 {
			t.Errorf("served %s beside another request, %d slots used", got, q.used)
		}
		if got := q.serve(1); !slices.Equal(got, []string{"c"}) || q.used != 1 {
			t.Errorf("served %s, %d slots used", got, q.used)
		}
		idle = true
		if got := q.serve(1); !slices.Equal(got, []string{"d", "e"}) && !slices.Equal(got, []string{"e", "d"}) {
			t.Errorf("served %s once the program is idle, want two", got)
		}
		q.serve(2)
	})
}
