package site

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestWhatLacksIsLoggedOnce(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	from := seeded()
	s := newSource(Options{Tables: from, AnonKey: "k", Log: slog.New(slog.NewTextHandler(&log, nil)), Now: time.Now})
	ask := func(requests ...string) int {
		answered := 0
		for _, rows := range s.ask(t.Context(), requests...) {
			if rows != nil {
				answered++
			}
		}
		return answered
	}
	const there, missing = "/rest/v1/site_settings", "/rest/v1/nowhere"
	for _, c := range []struct {
		requests           []string
		answered, warnings int
		again              int
	}{
		{[]string{there}, 1, 0, 0},
		{[]string{there, missing}, 1, 1, 0},
		{[]string{missing, missing, there}, 1, 1, 0},
		{[]string{there, there}, 2, 1, 1},
		{[]string{missing}, 0, 2, 1},
		{[]string{"::no address"}, 0, 2, 1},
	} {
		if got := ask(c.requests...); got != c.answered {
			t.Errorf("%v: %d answers, want %d", c.requests, got, c.answered)
		}
		if got := strings.Count(log.String(), "level=WARN"); got != c.warnings {
			t.Errorf("%v: %d warnings so far, want %d:\n%s", c.requests, got, c.warnings, &log)
		}
		if got := strings.Count(log.String(), "level=INFO"); got != c.again {
			t.Errorf("%v: said to be there again %d times, want %d:\n%s", c.requests, got, c.again, &log)
		}
	}
}

// A client that disconnects is no failure of the database.
func TestDisconnectedClient(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	left, leave := context.WithCancel(t.Context())
	tables := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		leave()
		<-r.Context().Done()
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	s := newSource(Options{Tables: tables, Log: slog.New(slog.NewTextHandler(&log, nil)), Now: time.Now})
	s.ask(left, "/rest/v1/site_settings")
	if log.Len() > 0 || s.wakes.Load() != 0 {
		t.Errorf("it counts as one: %s", &log)
	}
}

func TestTooMuchForAPage(t *testing.T) {
	t.Parallel()
	tables := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`["` + strings.Repeat("x", maxRows) + `"]`))
	})
	s := newSource(Options{Tables: tables, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	if rows := s.ask(t.Context(), "/rest/v1/site_settings")[0]; rows != nil {
		t.Errorf("%d bytes would go into a page", len(rows))
	}
}
