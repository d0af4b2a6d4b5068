//go:build linux || darwin || freebsd

package localpg

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// root is the project's folder, where npm's binaries are if they are installed.
const root = "../.."

// tempDir is a folder that PostgreSQL's account can pass into, which t.TempDir's
// is not for root.
func tempDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp(throwawayDir(), "localpg-test-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o711); err != nil {
		t.Fatal(err)
	}
	return dir
}

var made struct {
	sync.Once
	dir string
}

// cluster is a folder with a cluster that was made and stopped before: a copy of
// one that all tests share, as initdb takes a second.
func cluster(t *testing.T) string {
	t.Helper()
	made.Do(func() {
		parent, err := os.MkdirTemp(throwawayDir(), "localpg-test-*")
		if err != nil {
			t.Fatal(err)
		}
		os.Chmod(parent, 0o711)
		made.dir = filepath.Join(parent, "pg")
		stop(t, start1(t, Options{Dir: made.dir}))
	})
	dir := filepath.Join(tempDir(t), "pg")
	if out, err := exec.Command("cp", "-a", made.dir, dir).CombinedOutput(); err != nil {
		t.Fatalf("copy the cluster: %v: %s", err, out)
	}
	return dir
}

// TestMain removes what all tests share, also when one of them is the helper
// process of TestKilledProgram.
func TestMain(m *testing.M) {
	if dir := os.Getenv(helperDir); dir != "" {
		helper(dir)
	}
	code := m.Run()
	if made.dir != "" {
		os.RemoveAll(filepath.Dir(made.dir))
	}
	os.Exit(code)
}

// start1 starts a Fast cluster, which is stopped when the test ends.
func start1(t *testing.T, o Options) *Server {
	t.Helper()
	o.Root, o.Fast = root, true
	s, err := Start(t.Context(), o)
	if err != nil {
		t.Fatalf("Start: %v", err)
	}
	t.Cleanup(func() { s.Stop(context.Background()) })
	return s
}

func stop(t *testing.T, s *Server) {
	t.Helper()
	if err := s.Stop(context.Background()); err != nil {
		t.Fatalf("Stop: %v", err)
	}
}

func connect(t *testing.T, s *Server) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

func ask(t *testing.T, conn *pgx.Conn, sql string) (text string) {
	t.Helper()
	if err := conn.QueryRow(t.Context(), "select ("+sql+")::text").Scan(&text); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return text
}

// says checks that err is one line that contains all texts.
func says(t *testing.T, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("got no error, want one with %q", words)
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("got %q, want it to say %q", err, word)
		}
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("got several lines: %q", err)
	}
}

// alive reports whether a process runs.
func alive(t *testing.T, pid int) bool {
	t.Helper()
	_, ok := processes(t.Context())[pid]
	return ok
}

// safeBuffer is a log that two goroutines may use.
type safeBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}
