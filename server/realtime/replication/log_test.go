package replication_test

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/toubkal/toubkal/server/realtime/replication"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// lines is a log to be read while it is written.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) all() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Split(strings.TrimSpace(l.text.String()), "\n")
}

// TestEqualFailuresAreLoggedOnce: each reason why there is no stream is in the log, once
// however often it is tried, and then that there is one.
func TestEqualFailuresAreLoggedOnce(t *testing.T) {
	t.Parallel()
	log := new(lines)
	s := begin(t, pgtest.Empty(t), func(o *replication.Options) { o.Log = slog.New(slog.NewTextHandler(log, nil)) })
	refuses(t, s, "create publication")
	s.exec("create publication " + publication)
	s.untilIt(t, "connected")
	if err := s.stream.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.exec("select pg_terminate_backend($1)", s.walsender())
	s.why()
	s.untilIt(t, "connected")
	var said []string
	for _, line := range log.all() {
		for _, what := range []string{"create publication", "is connected", "ended the connection", "cannot be reached"} {
			if strings.Contains(line, what) {
				said = append(said, what)
			}
		}
	}
	if got := strings.Join(said, ", "); got != "create publication, is connected, ended the connection, is connected" &&
		got != "create publication, is connected, cannot be reached, is connected" {
		t.Errorf("the log says %s:\n%s", got, strings.Join(log.all(), "\n"))
	}
}
