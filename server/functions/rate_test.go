package functions

import (
	"fmt"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/limit"
)

// TestOneAddressCannotFillTheCounter: with 20,000 made-up numbers one client evicted
// the names that others had asked for, and with it the bound on trying for theirs.
func TestOneAddressCannotFillTheCounter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := &Service{limits: limit.New(maxNames)}
	s.o.Now = func() time.Time { return now }
	from := func(address string) *Call { return &Call{address: address, service: s} }
	for range 2 {
		if from("192.0.2.1").RateLimited("order A", 2) {
			t.Fatal("the buyer is refused at once")
		}
	}
	for i := range 2 * maxNames {
		from("192.0.2.2").RateLimited(fmt.Sprint("order ", i), 2)
	}
	if got := s.limits.Len(); got > 10 {
		t.Errorf("one address made the counter keep %d names", got)
	}
	if !from("192.0.2.3").RateLimited("order A", 2) {
		t.Error("the order can be tried for again")
	}
	if from("192.0.2.3").RateLimited("order 39000", 2) {
		t.Error("an order that a flood has named is barred to its buyer")
	}
}

// TestNobodyCanBlockANameForOthers: a name that is counted for each address is limited for one
// of them alone.
func TestNobodyCanBlockANameForOthers(t *testing.T) {
	t.Parallel()
	s := &Service{limits: limit.New(maxNames)}
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s.o.Now = func() time.Time { return now }
	for address := range 5 {
		call := &Call{address: fmt.Sprint("192.0.2.", address), service: s}
		for i, want := range []bool{false, false, true, true} {
			if got := call.RateLimitedAtAddress("order A", 2); got != want {
				t.Errorf("address %d, call %d is limited = %v", address, i+1, got)
			}
		}
	}
}

// TestWithoutAnAddressOnlyTheNameCounts, as where clients have no limit.
func TestWithoutAnAddressOnlyTheNameCounts(t *testing.T) {
	t.Parallel()
	s := &Service{limits: limit.New(maxNames)}
	s.o.Now = time.Now
	call := &Call{service: s}
	for i := range 20 {
		if call.RateLimited(fmt.Sprint("order ", i), 1) {
			t.Errorf("order %d is refused", i)
		}
	}
}

func TestRateLimited(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := &Service{limits: limit.New(maxNames)}
	s.o.Now = func() time.Time { return now }
	call := &Call{service: s}
	for i, want := range []bool{false, false, true, true} {
		if got := call.RateLimited("a", 2); got != want {
			t.Errorf("call %d is limited = %v", i+1, got)
		}
	}
	if call.RateLimited("b", 2) {
		t.Error("another name pays for the first")
	}
	now = now.Add(30 * time.Minute)
	if call.RateLimited("a", 2) {
		t.Error("half an hour refills none of two per hour")
	}
	if !call.RateLimited("a", 2) {
		t.Error("half an hour refills two of two per hour")
	}
	now = now.Add(time.Hour)
	if call.RateLimited("a", 2) {
		t.Error("an hour later it is still limited")
	}
	for i := range 2 * maxNames {
		call.RateLimited(fmt.Sprint(i), 1)
	}
	if s.limits.Len() > maxNames {
		t.Errorf("%d names are kept", s.limits.Len())
	}
}
