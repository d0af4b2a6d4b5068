package invoke

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/limit"
	"github.com/toubkal/toubkal/server/token"
)

func service(t *testing.T, log *strings.Builder, run func(context.Context, *Call) (any, error)) *Service {
	t.Helper()
	s, err := New(Options{
		Functions: []Func{{Name: "f", Open: true, Run: run}},
		Verify:    func(string) (token.Claims, error) { return token.Claims{}, errors.New("none") },
		Log:       slog.New(slog.NewTextHandler(log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func post(s *Service) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/f", nil))
	return w
}

// The answer does not wait, the end of the program does, and what fails after
// the answer is logged and nothing else.
func TestLater(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	answered, done := make(chan struct{}), false
	s := service(t, &log, func(_ context.Context, call *Call) (any, error) {
		call.Later("broken", func(context.Context) error { panic("swordfish") })
		call.Later("failing", func(context.Context) error { return errors.New("no mail today") })
		return call.Later("waiting", func(context.Context) error { <-answered; done = true; return nil }), nil
	})
	if w := post(s); w.Body.String() != "true" {
		t.Errorf("it answers %s", w.Body)
	}
	close(answered)
	s.Close(t.Context())
	if !done || !strings.Contains(log.String(), "swordfish") || !strings.Contains(log.String(), "no mail today") {
		t.Errorf("done = %v, log %s", done, log.String())
	}
}

func TestLaterIsBounded(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	taken := 0
	s := service(t, &log, func(_ context.Context, call *Call) (any, error) {
		for call.Later("endless", func(ctx context.Context) error { <-ctx.Done(); return nil }) {
			taken++
		}
		return taken, nil
	})
	if w := post(s); w.Body.String() != fmt.Sprint(maxLater) {
		t.Errorf("%s pieces of work were taken, want %d", w.Body, maxLater)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	s.Close(ended) // gives up on them, and does not hang
}

func TestAFileIsSentAsItIs(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	w := post(service(t, &log, func(context.Context, *Call) (any, error) {
		return File{Name: "a.pdf", Type: "application/pdf", Bytes: []byte("%PDF")}, nil
	}))
	h := w.Header()
	if w.Body.String() != "%PDF" || h.Get("Content-Type") != "application/pdf" || h.Get("Content-Disposition") != `attachment; filename="a.pdf"` || h.Get("Cache-Control") != "no-store" {
		t.Errorf("got %s %v", w.Body, h)
	}
}

func TestRateLimited(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := &Service{limits: limit.New(maxNames)}
	s.o.Now, s.o.Address = func() time.Time { return now }, func(*http.Request) string { return "" }
	call := &Call{Request: &http.Request{}, service: s}
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
