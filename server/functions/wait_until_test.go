package functions

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/token"
)

func service(t *testing.T, log *strings.Builder, run func(context.Context, *Call, struct{}) (any, error)) *Service {
	t.Helper()
	s, err := New(Options{
		Functions: map[string]Function{"f": {Public: true, Handle: JSON(run)}},
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

// The response does not wait, the end of the program does, and what fails after the
// response is logged and nothing else.
func TestWaitUntil(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	answered, done := make(chan struct{}), false
	s := service(t, &log, func(_ context.Context, call *Call, _ struct{}) (any, error) {
		call.WaitUntil(func(context.Context) error { panic("swordfish") })
		call.WaitUntil(func(context.Context) error { return errors.New("no mail today") })
		return call.WaitUntil(func(context.Context) error { <-answered; done = true; return nil }), nil
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

func TestWaitUntilIsBounded(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	taken := 0
	s := service(t, &log, func(_ context.Context, call *Call, _ struct{}) (any, error) {
		for call.WaitUntil(func(ctx context.Context) error { <-ctx.Done(); return nil }) {
			taken++
		}
		return taken, nil
	})
	if w := post(s); w.Body.String() != fmt.Sprint(maxBackground) {
		t.Errorf("%s pieces of work were taken, want %d", w.Body, maxBackground)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	s.Close(ended) // gives up on them, and does not hang
}
