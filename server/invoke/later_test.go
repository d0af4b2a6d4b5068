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

func TestCounter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	c := newCounter(func() time.Time { return now })
	for i, want := range []bool{false, false, true, true} {
		if got := c.over("a", 2); got != want {
			t.Errorf("asking %d is too often = %v", i+1, got)
		}
	}
	if c.over("b", 2) {
		t.Error("another name pays for the first")
	}
	now = now.Add(time.Hour)
	if c.over("a", 2) {
		t.Error("an hour later it is still too often")
	}
	for i := range 2 * maxCounted {
		c.over(fmt.Sprint(i), 1)
	}
	if len(c.seen) > maxCounted {
		t.Errorf("%d names are kept", len(c.seen))
	}
}
