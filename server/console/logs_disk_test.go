package console_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toubkal/toubkal/server/console"
)

// started is a Log that keeps its lines in a folder.
func started(folder string) (lines *console.Log, stop func()) {
	lines = console.NewLog()
	return lines, lines.Keep(folder, slog.New(slog.DiscardHandler))
}

func asked(t *testing.T, lines *console.Log, path string) {
	t.Helper()
	lines.Request(httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody), http.StatusOK, time.Millisecond)
}

// paths are those of the newest lines, the newest first.
func paths(lines *console.Log, most int) string {
	var all []string
	for _, line := range lines.Newest("", 0, 0, most) {
		all = append(all, line.Path+line.Message)
	}
	return strings.Join(all, " ")
}

func TestTheLogSurvivesARestart(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "logs")
	lines, stop := started(folder)
	asked(t, lines, "/rest/v1/a?title=eq.secret")
	lines.Statement(t.Context(), "select $1", time.Second, nil)
	stop()
	asked(t, lines, "/after-the-end")
	asked(t, lines, "/after-the-end")
	for name, want := range map[string]fs.FileMode{"": 0o700, "lines": 0o600} {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Mode().Perm() != want {
			t.Errorf("%q: %v %v, want mode %o", name, info, err, want)
		}
	}
	if text, err := os.ReadFile(filepath.Join(folder, "lines")); err != nil || bytes.Contains(text, []byte("secret")) {
		t.Errorf("the file has a value, or is not there: %s %v", text, err)
	}
	lines = console.NewLog()
	lines.Logger(slog.New(slog.DiscardHandler)).Info("started")
	stop = lines.Keep(folder, slog.New(slog.DiscardHandler))
	asked(t, lines, "/rest/v1/b")
	const want = "/rest/v1/b started slow statement /rest/v1/a"
	if got := paths(lines, 9); got != want {
		t.Errorf("after a restart: %s, want %s", got, want)
	}
	stop()
	lines, stop = started(folder)
	defer stop()
	if got := paths(lines, 9); got != want {
		t.Errorf("after another: %s, want %s", got, want)
	}
}

func TestALineIsOnTheDiskWhereTheProgramDies(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		lines, stop := started(folder)
		defer stop()
		for _, path := range []string{"/a", "/b"} {
			asked(t, lines, path)
			time.Sleep(time.Second) // of the bubble
			synctest.Wait()
			if text, err := os.ReadFile(filepath.Join(folder, "lines")); err != nil || !bytes.Contains(text, []byte(path)) {
				t.Errorf("a second after %s, the file has %q %v", path, text, err)
			}
		}
	})
}

func TestALineThatWasNotFinishedIsLostAlone(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for n, path := range []string{"/a", "/b", "/c"} {
		lines, stop := started(folder)
		asked(t, lines, path)
		stop()
		if n != 1 {
			continue
		}
		file := filepath.Join(folder, "lines")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(file, int64(len(text)-9)); err != nil {
			t.Fatal(err)
		}
	}
	lines, stop := started(folder)
	defer stop()
	if got := paths(lines, 9); got != "/c /a" {
		t.Errorf("there are %s, want /c /a", got)
	}
}

func TestTheFilesOfTheLogAreBounded(t *testing.T) {
	t.Parallel()
	folder, long := t.TempDir(), strings.Repeat("x", 280)
	for range 5 {
		lines, stop := started(folder)
		for range 4_000 {
			asked(t, lines, "/"+long)
		}
		asked(t, lines, "/newest")
		stop()
	}
	size := int64(0)
	entries, err := os.ReadDir(folder)
	for _, entry := range entries {
		info, failed := entry.Info()
		err = errors.Join(err, failed)
		size += info.Size()
	}
	if err != nil || len(entries) != 2 || size < 2<<20 || size > 5<<20 {
		t.Errorf("%d files of %d bytes, want two of 2 MB each: %v", len(entries), size, err)
	}
	lines, stop := started(folder)
	defer stop()
	if got := paths(lines, 5_000); !strings.HasPrefix(got, "/newest /x") || strings.Count(got, "/") != 5_000 {
		t.Errorf("%d lines, which begin with %.20s", strings.Count(got, "/"), got)
	}
}

func TestAFolderThatRefusesIsSaidOnce(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		var logged bytes.Buffer
		lines := console.NewLog()
		log := lines.Logger(slog.New(slog.NewTextHandler(io.Writer(&logged), nil)))
		stop := lines.Keep(filepath.Join(file, "logs"), log)
		for _, path := range []string{"/a", "/b"} {
			asked(t, lines, path)
			time.Sleep(2 * time.Second) // of the bubble
			synctest.Wait()
		}
		stop()
		if n := strings.Count(logged.String(), "kept in memory alone"); n != 1 {
			t.Errorf("%d warnings, want 1: %s", n, logged.String())
		}
		if got := paths(lines, 9); !strings.HasPrefix(got, "/b the lines") || !strings.HasSuffix(got, " /a") {
			t.Errorf("in memory are %s", got)
		}
	})
}

func TestTheConsoleShowsTheLogOfTheStartBefore(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	o.Send(t, "GET", "/rest/v1/nothing", "", append(o.Headers(""), "X-Request-Id: before-the-restart")...)
	o.Stop()
	again := o.serve(t, "serve").withKey(t)
	if found := ask[[]struct{ Path string }](t, again, "GET", "/logs?q=before-the-restart", ""); len(found) != 1 || found[0].Path != "/rest/v1/nothing" {
		t.Errorf("after a restart the log has %+v", found)
	}
}
