package tests

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"testing"

	"github.com/toubkal/toubkal/server/apptest"
	"github.com/toubkal/toubkal/server/invoke"
	"github.com/toubkal/toubkal/server/pgtest"
	"github.com/toubkal/toubkal/server/project"
)

// An event stream has no end of its own. The server ends it when it stops, instead of
// waiting for it and closing its connection: the client gets what the function writes
// last.
func TestShutdownEndsEventStreams(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	p := fixtureProject()
	p.Functions = func(*project.Host) (map[string]invoke.Function, error) {
		return map[string]invoke.Function{"watch": {Public: true, Timeout: apptest.Timeout, Handle: watch}}, nil
	}
	p.Site = func(*project.Host) (http.Handler, error) {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _ = watch(w, r, nil) }), nil
	}
	s := apptest.New(t, p, database)
	s.Start(t, []string{"DATABASE_URL=" + database.URL})
	ctx, cancel := context.WithTimeout(t.Context(), apptest.Timeout)
	defer cancel()
	streams := map[string]*bufio.Reader{"/functions/v1/watch": nil, "/page": nil}
	for path := range streams {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := s.Client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		streams[path] = bufio.NewReader(response.Body)
		if line, err := streams[path].ReadString('\n'); line != "data: open\n" || err != nil {
			t.Fatalf("%s: the first event is %q, %v", path, line, err)
		}
	}
	s.Stop()
	for path, events := range streams {
		if rest, err := io.ReadAll(events); string(rest) != "\ndata: closed\n\n" || err != nil {
			t.Errorf("%s after the stop: %q, %v; want the last event and an orderly end", path, rest, err)
		}
	}
}

// watch writes an event, and another one when its context ends.
func watch(w http.ResponseWriter, r *http.Request, _ *invoke.Call) error {
	w.Header().Set("Content-Type", "text/event-stream")
	_, _ = io.WriteString(w, "data: open\n\n")
	w.(http.Flusher).Flush()
	<-r.Context().Done()
	_, err := io.WriteString(w, "data: closed\n\n")
	return err
}
