package deno_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/functions/deno"
)

// fixture is a server with the functions of a folder.
type fixture struct {
	*deno.Runtime
	t      testing.TB
	folder string
	url    string
	log    *lockedBuffer
	until  context.Context // ends all requests

	mu      sync.Mutex
	console []string
	printed chan struct{} // a value after each line
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(text)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// setup serves files, "hello/index.ts" and so on, as functions.
func setup(t testing.TB, files map[string]string, settings map[string]deno.Setting, change func(*deno.Options)) *fixture {
	t.Helper()
	executable, err := deno.Executable(os.Getenv("TOUBKAL_DENO"), "../../../client")
	if err != nil || executable == "" {
		t.Fatalf("no Deno: npm --prefix client ci brings one: %v", err)
	}
	f := &fixture{t: t, folder: t.TempDir(), log: &lockedBuffer{}, until: t.Context(), printed: make(chan struct{}, 1000)}
	for name, text := range files {
		f.write(name, text)
	}
	o := deno.Options{
		Executable: executable, Cache: t.TempDir(),
		Environ: func() ([]string, error) { return []string{"SUPABASE_URL=http://localhost:8000", "OWN=it's mine"}, nil },
		Log:     slog.New(slog.NewTextHandler(f.log, nil)),
		Console: func(function, line string) {
			f.mu.Lock()
			f.console = append(f.console, function+": "+line)
			f.mu.Unlock()
			f.printed <- struct{}{}
		},
	}
	if change != nil {
		change(&o)
	}
	if f.Runtime, err = deno.New(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		f.Close(ctx)
	})
	byName := map[string]deno.Function{}
	for _, each := range deno.Find(f.folder, settings) {
		byName[each.Name] = each
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
		each, ok := byName[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		defer context.AfterFunc(f.until, cancel)()
		f.Serve(each, w, r.WithContext(ctx))
	}))
	t.Cleanup(server.Close)
	f.url = server.URL
	return f
}

func (f *fixture) write(name, text string) {
	f.t.Helper()
	path := filepath.Join(f.folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		f.t.Fatal(err)
	}
}

// get returns status and body of a request.
func (f *fixture) get(path string) string {
	f.t.Helper()
	return f.send(http.MethodGet, path, "")
}

func (f *fixture) send(method, path, body string, headers ...string) string {
	f.t.Helper()
	r, err := http.NewRequestWithContext(f.t.Context(), method, f.url+path, strings.NewReader(body))
	if err != nil {
		f.t.Fatal(err)
	}
	r.Host = "api.example.test"
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		f.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		f.t.Fatalf("%s %s: %v", method, path, err)
	}
	return fmt.Sprintf("%d %s", answer.StatusCode, text)
}

// prints waits for a line of the console.
func (f *fixture) prints(want string) {
	f.t.Helper()
	for {
		f.mu.Lock()
		all := strings.Join(f.console, "\n")
		f.mu.Unlock()
		if strings.Contains(all, want) {
			return
		}
		select {
		case <-f.printed:
		case <-f.t.Context().Done():
			f.t.Fatalf("%q was not printed, but\n%s", want, all)
		case <-time.After(time.Minute):
			f.t.Fatalf("%q was not printed, but\n%s\n%s", want, all, f.log)
		}
	}
}
