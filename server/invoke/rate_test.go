package invoke

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/limit"
)

// TestOneAddressCannotFillTheCounter: with 20,000 made-up numbers one visitor evicted
// the names that others had asked for, and with it the bound on trying for theirs.
func TestOneAddressCannotFillTheCounter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := &Service{limits: limit.New(maxNames)}
	s.o.Now = func() time.Time { return now }
	s.o.Address = func(r *http.Request) string { return r.RemoteAddr }
	from := func(address string) *Call { return &Call{Request: &http.Request{RemoteAddr: address}, service: s} }
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

// TestWithoutAnAddressOnlyTheNameCounts, as where visitors have no limit.
func TestWithoutAnAddressOnlyTheNameCounts(t *testing.T) {
	t.Parallel()
	s := service(t, &strings.Builder{}, func(context.Context, *Call) (any, error) { return nil, nil })
	s.o.Address = func(*http.Request) string { return "" }
	call := &Call{Request: &http.Request{}, service: s}
	for i := range 20 {
		if call.RateLimited(fmt.Sprint("order ", i), 1) {
			t.Errorf("order %d is refused", i)
		}
	}
}
