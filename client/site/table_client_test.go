package site

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestWhatLacksIsLoggedOnce(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	from := seeded()
	s := newTableClient(Options{Tables: from, AnonKey: "k", Log: slog.New(slog.NewTextHandler(&log, nil)), Now: time.Now})
	ask := func(requests ...string) int {
		answered := 0
		for _, rows := range s.fetch(t.Context(), requests...) {
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
	s := newTableClient(Options{Tables: tables, Log: slog.New(slog.NewTextHandler(&log, nil)), Now: time.Now})
	s.fetch(left, "/rest/v1/site_settings")
	if log.Len() > 0 || s.retryAt.Load() != 0 {
		t.Errorf("it counts as one: %s", &log)
	}
}

func TestTooMuchForAPage(t *testing.T) {
	t.Parallel()
	tables := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`["` + strings.Repeat("x", maxRows) + `"]`))
	})
	s := newTableClient(Options{Tables: tables, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	if rows := s.fetch(t.Context(), "/rest/v1/site_settings")[0]; rows != nil {
		t.Errorf("%d bytes would go into a page", len(rows))
	}
}

// While the database is busy or down, pages get the last answers, and without waiting long.
func TestLastAnswers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		type state int
		const (
			ready state = iota
			busy
			down
			gone
		)
		now := ready
		tables := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch now {
			case ready:
				_, _ = w.Write([]byte(`[{"path":"` + r.URL.Path + `"}]`))
			case busy:
				<-r.Context().Done()
				w.WriteHeader(http.StatusGatewayTimeout)
			case down:
				w.WriteHeader(http.StatusServiceUnavailable)
			case gone:
				_, _ = w.Write([]byte(`[]`))
			}
		})
		c := newTableClient(Options{Tables: tables, Log: slog.New(slog.DiscardHandler), Now: time.Now})
		const request, want = "/rest/v1/posts", `[{"path":"/rest/v1/posts"}]`
		fetch := func(requests ...string) string { return string(c.fetch(t.Context(), requests...)[0]) }
		if got := fetch(request); got != want {
			t.Fatalf("got %s", got)
		}
		for _, now = range []state{busy, down} {
			begun := time.Now()
			if got := fetch(request); got != want || time.Since(begun) > shortWait {
				t.Errorf("state %d: got %q after %s", now, got, time.Since(begun))
			}
			time.Sleep(retryInterval)
		}
		if got := fetch(request+"/other", request); got != "" {
			t.Errorf("what was never answered: got %q", got)
		}
		time.Sleep(retryInterval)
		now = gone
		if got := fetch(request); got != "[]" {
			t.Errorf("what is gone: got %q", got)
		}
		time.Sleep(retryInterval)
		now = down
		if got := fetch(request); got != "" {
			t.Errorf("what was gone at last: got %q", got)
		}
	})
}

func TestLastAnswersAreBounded(t *testing.T) {
	t.Parallel()
	l := newLastAnswers()
	answer := make([]byte, maxKeptBytes/10)
	for i := range 30 {
		l.put(strconv.Itoa(i%20), answer)
	}
	if l.recent.Len() != 10 || l.bytes != 10*len(answer) || l.get("9") == nil || l.get("10") != nil {
		t.Errorf("%d answers with %d bytes are kept", l.recent.Len(), l.bytes)
	}
}

// A page flood leaves connections to others.
func TestRequestsAtATimeAreBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var running, most atomic.Int64
		tables := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			most.Store(max(most.Load(), running.Add(1)))
			time.Sleep(time.Millisecond)
			running.Add(-1)
			_, _ = w.Write([]byte(`[]`))
		})
		c := newTableClient(Options{Tables: tables, Log: slog.New(slog.DiscardHandler), Now: time.Now})
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				for _, rows := range c.fetch(t.Context(), "/a", "/b", "/c") {
					if rows == nil {
						t.Error("a request was not answered")
					}
				}
			})
		}
		all.Wait()
		if got := most.Load(); got != maxRequests {
			t.Errorf("%d requests at a time, want %d", got, maxRequests)
		}
	})
}
