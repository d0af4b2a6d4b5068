package limit_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/limit"
)

var (
	start     = time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	perSecond = limit.Rate{PerSecond: 1, Burst: 4}
)

func TestAllowN(t *testing.T) {
	t.Parallel()
	k := limit.New(10)
	for _, c := range []struct {
		name string
		key  string
		n    int
		at   time.Duration
		want bool
		wait time.Duration // until n tokens are there, afterwards
	}{
		{"three of four", "a", 3, 0, true, 2 * time.Second},
		{"two where one is left", "a", 2, 0, false, time.Second},
		{"the one that is left", "a", 1, 0, true, time.Second},
		{"another key has its own bucket", "b", 4, 0, true, 4 * time.Second},
		{"too early", "a", 1, 999 * time.Millisecond, false, time.Millisecond},
		{"refilled by one", "a", 1, time.Second, true, time.Second},
		{"a full bucket holds its burst and no more", "a", 5, time.Hour, false, time.Second},
		{"a full bucket", "a", 4, time.Hour, true, 4 * time.Second},
		{"more than the burst", "c", 5, 0, false, time.Second},
	} {
		now := start.Add(c.at)
		if got := k.AllowN(c.key, perSecond, c.n, now); got != c.want {
			t.Errorf("%s: allowed = %v, want %v", c.name, got, c.want)
		}
		if got := k.Wait(c.key, perSecond, c.n, now).Round(time.Millisecond); got != c.wait {
			t.Errorf("%s: wait %v, want %v", c.name, got, c.wait)
		}
	}
}

func TestNoWaitForTokensThatAreThere(t *testing.T) {
	t.Parallel()
	if got := limit.New(1).Wait("a", perSecond, 1, start); got != 0 {
		t.Errorf("wait %v, want none", got)
	}
}

// The key that is evicted is the one that was used least recently.
func TestKeysAreBounded(t *testing.T) {
	t.Parallel()
	k := limit.New(3)
	for i := range 1000 {
		k.AllowN("in use", perSecond, 1, start)
		k.AllowN(fmt.Sprint(i), perSecond, 1, start)
	}
	if k.Len() != 3 {
		t.Errorf("%d keys are kept, want 3", k.Len())
	}
	if k.AllowN("in use", perSecond, 1, start) {
		t.Error("other keys evicted the one in use")
	}
}

func TestLongKeysAreCut(t *testing.T) {
	t.Parallel()
	k := limit.New(10)
	long := strings.Repeat("9", 4000)
	k.AllowN(long, perSecond, 4, start)
	if k.AllowN(long[:300], perSecond, 1, start) {
		t.Error("more than 300 bytes of a key are kept")
	}
	if !k.AllowN(long[:299], perSecond, 1, start) {
		t.Error("less than 300 bytes of a key are kept")
	}
}

// Two first calls at the same time must not make two buckets.
func TestFirstCallsAtTheSameTime(t *testing.T) {
	t.Parallel()
	k := limit.New(1000)
	for i := range 200 {
		var allowed atomic.Int64
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if k.AllowN(fmt.Sprint(i), perSecond, 1, start) {
					allowed.Add(1)
				}
			})
		}
		wg.Wait()
		if allowed.Load() != 4 {
			t.Fatalf("%d of 8 calls allowed, want the burst of 4", allowed.Load())
		}
	}
}

func TestNetwork(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ address, want string }{
		{"192.0.2.1", "192.0.2.1"},
		{"192.0.2.1:8000", "192.0.2.1"},
		{"[2001:db8::1]:8000", "2001:db8::"},
		{"2001:db8::ffff", "2001:db8::"},
		{"2001:db8:0:1::1", "2001:db8:0:1::"},
		{"::ffff:192.0.2.1", "192.0.2.1"},
		{"fe80::1%eth0", "fe80::"},
		{"a proxy's name", "a proxy's name"},
		{"", ""},
	} {
		if got := limit.Network(c.address); got != c.want {
			t.Errorf("%q: %q, want %q", c.address, got, c.want)
		}
	}
}
