package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/app/config"
	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/localpg"
)

// told is a log that says when a line has come.
type told struct {
	mu    sync.Mutex
	text  strings.Builder
	lines chan string
}

func (tl *told) Write(line []byte) (int, error) {
	tl.mu.Lock()
	defer tl.mu.Unlock()
	tl.lines <- string(line)
	return tl.text.Write(line)
}

func (tl *told) wait(t *testing.T, words string) {
	t.Helper()
	patience := time.After(time.Minute)
	for {
		select {
		case line := <-tl.lines:
			if strings.Contains(line, words) {
				return
			}
		case <-patience:
			t.Fatalf("the log never said %q", words)
		}
	}
}

func kill(t *testing.T, server *localpg.Server) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(server.Dir(), "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		t.Fatal(err)
	}
	postmaster, err := os.FindProcess(pid)
	if err == nil {
		err = postmaster.Kill()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A PostgreSQL that is killed comes back under the program; one that is killed
// again and again ends it, with the reason.
func TestThePostgresThatIsKilledComesBack(t *testing.T) {
	t.Parallel()
	server, err := localpg.Start(t.Context(), localpg.Options{Root: filepath.Join("..", ".."), Throwaway: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop(context.Background()) })
	log := &told{lines: make(chan string, 100)}
	settings := config.Config{LogLevel: "info"}
	p := newProgram(&installation.Installation{Log: settings.NewLog(log)})
	ctx, stop := context.WithCancelCause(t.Context())
	defer stop(nil)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		begun := time.Now() // a slow machine may take longer than the window
		p.supervisePostgres(ctx, server, stop, func() time.Time { return begun })
	}()
	for range maxRestarts {
		kill(t, server)
		log.wait(t, "runs again")
		conn, err := pgx.Connect(t.Context(), server.URL("postgres"))
		if err != nil {
			t.Fatalf("it runs again and lets nobody in: %v", err)
		}
		_ = conn.Close(t.Context())
	}
	kill(t, server)
	<-ended
	if cause := context.Cause(ctx); cause == nil || errors.Is(cause, context.Canceled) || !strings.Contains(cause.Error(), "ended 4 times") {
		t.Errorf("the program ends with %v", cause)
	}
}

func TestWithin(t *testing.T) {
	t.Parallel()
	at := func(seconds ...int) (times []time.Time) {
		for _, s := range seconds {
			times = append(times, time.Unix(int64(s), 0))
		}
		return times
	}
	for _, c := range []struct {
		times []time.Time
		want  int
	}{{at(0), 1}, {at(0, 59), 2}, {at(0, 60), 1}, {at(0, 30, 70, 80), 3}} {
		if got := len(within(time.Minute, c.times)); got != c.want {
			t.Errorf("%v: %d, want %d", c.times, got, c.want)
		}
	}
}
