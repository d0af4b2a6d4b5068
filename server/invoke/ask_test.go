package invoke

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestOneAddressCannotFillTheCounter: with 20,000 made-up numbers one visitor pushed
// out what others had asked, and with it the bound on trying for theirs.
func TestOneAddressCannotFillTheCounter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := &Service{asked: newCounter(func() time.Time { return now })}
	s.o.Address = func(r *http.Request) string { return r.RemoteAddr }
	from := func(address string) *Call { return &Call{Request: &http.Request{RemoteAddr: address}, service: s} }
	for range 2 {
		if from("192.0.2.1").Often("order A", 2) {
			t.Fatal("the buyer is refused at once")
		}
	}
	for i := range 2 * maxCounted {
		from("192.0.2.2").Often(fmt.Sprint("order ", i), 2)
	}
	if got := len(s.asked.seen); got > 10 {
		t.Errorf("one address made the counter keep %d names", got)
	}
	if !from("192.0.2.3").Often("order A", 2) {
		t.Error("the order can be tried for again")
	}
	if from("192.0.2.3").Often("order 39000", 2) {
		t.Error("an order that a flood has named is barred to its buyer")
	}
}

func TestTheCounterKeepsNoLongNames(t *testing.T) {
	t.Parallel()
	c := newCounter(time.Now)
	c.over("order "+strings.Repeat("9", 4000), 1)
	for name := range c.seen {
		if len(name) > maxName {
			t.Errorf("a name of %d bytes is kept", len(name))
		}
	}
}

// TestWithoutAnAddressOnlyTheNameCounts, as where visitors have no limit.
func TestWithoutAnAddressOnlyTheNameCounts(t *testing.T) {
	t.Parallel()
	s := service(t, &strings.Builder{}, func(context.Context, *Call) (any, error) { return nil, nil })
	s.o.Address = func(*http.Request) string { return "" }
	call := &Call{Request: &http.Request{}, service: s}
	for i := range 20 {
		if call.Often(fmt.Sprint("order ", i), 1) {
			t.Errorf("order %d is refused", i)
		}
	}
}
