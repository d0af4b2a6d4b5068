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
	s := apptest.New(t, p, database)
	s.Start(t, []string{"DATABASE_URL=" + database.URL})
	ctx, cancel := context.WithTimeout(t.Context(), apptest.Timeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+"/functions/v1/watch", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := s.Client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	events := bufio.NewReader(response.Body)
	if line, err := events.ReadString('\n'); line != "data: open\n" || err != nil {
		t.Fatalf("the first event is %q, %v", line, err)
	}
	s.Stop()
	if rest, err := io.ReadAll(events); string(rest) != "\ndata: closed\n\n" || err != nil {
		t.Errorf("after the stop: %q, %v; want the last event and an orderly end", rest, err)
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
