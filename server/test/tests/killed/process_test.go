//go:build endurance && (linux || darwin || freebsd)

package killed

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// patience bounds every wait. It is never reached where things work.
const patience = time.Minute

// process is one run of the program.
type process struct {
	cmd   *exec.Cmd
	began time.Time
	url   string        // after ready
	ready chan struct{} // closed when it has printed its address
	ended chan struct{} // closed when the process has ended

	restarts   int // of its PostgreSQL
	postmaster int // before the lock file was spoiled; 0 for what the file says

	mu   sync.Mutex
	text strings.Builder // what it printed and logged
}

// launch starts the program on a data folder and does not wait for it.
func launch(t *testing.T, dir string) *process {
	t.Helper()
	p := &process{began: time.Now(), ready: make(chan struct{}), ended: make(chan struct{})}
	p.cmd = exec.CommandContext(context.WithoutCancel(t.Context()), os.Args[0], "serve")
	p.cmd.Env = append(os.Environ(), programVariable+"=1", "TOUBKAL_DATA_DIR="+dir, "TOUBKAL_ENV=production",
		"PORT=0", "TOUBKAL_POSTGRES_PORT=0", "GOTRUE_JWT_SECRET="+secret, "SERVICES=rest,auth,realtime", "LOG_LEVEL=warn", "DATABASE_URL=")
	output, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.cmd.Stderr = p
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go p.read(output)
	t.Cleanup(func() { _ = p.cmd.Process.Kill(); <-p.ended })
	return p
}

var address = regexp.MustCompile(`(?:Site|APIs) +(http://\S+)`)

// read looks for the address in the output until the program ends.
func (p *process) read(output io.Reader) {
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		_, _ = p.Write(append(lines.Bytes(), '\n'))
		if found := address.FindStringSubmatch(lines.Text()); found != nil && p.url == "" {
			p.url = strings.Replace(found[1], "localhost", "127.0.0.1", 1)
			close(p.ready)
		}
	}
	_ = p.cmd.Wait() // how it ends is the round's affair
	close(p.ended)
}

func (p *process) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.Write(text)
}

func (p *process) output() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.String()
}

// settled waits until the program has started, or has ended: a start whose
// PostgreSQL is killed may fail.
func (p *process) settled(t *testing.T) (started bool) {
	t.Helper()
	select {
	case <-p.ready:
		return true
	case <-p.ended:
		return false
	case <-time.After(patience):
		t.Fatalf("the program neither starts nor ends:\n%s", p.output())
		return false
	}
}

// answers waits until the program acknowledges a write, and gives the time since.
func (p *process) answers(t *testing.T, since time.Time) time.Duration {
	t.Helper()
	if !p.settled(t) {
		t.Fatalf("the program does not start:\n%s", p.output())
	}
	client := &http.Client{Timeout: 5 * time.Second}
	defer client.CloseIdleConnections()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if _, ok := write(t.Context(), client, p.url); ok {
			return time.Since(since)
		}
		select {
		case <-p.ended:
			t.Fatalf("the program ended:\n%s", p.output())
		default:
		}
	}
	t.Fatalf("the program acknowledges no write:\n%s", p.output())
	return 0
}

// recovers waits until the program has started its killed PostgreSQL again and
// acknowledges a write. (A session that outlives the postmaster by a moment does too.)
func (p *process) recovers(t *testing.T, since time.Time) time.Duration {
	t.Helper()
	for deadline := time.Now().Add(patience); strings.Count(p.output(), "runs again") < p.restarts; time.Sleep(5 * time.Millisecond) {
		select {
		case <-p.ended:
			t.Fatalf("the program ended:\n%s", p.output())
		default:
		}
		if time.Now().After(deadline) {
			t.Fatalf("the program does not start PostgreSQL again:\n%s", p.output())
		}
	}
	return p.answers(t, since)
}

func (p *process) terminate(t *testing.T) {
	t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatalf("end the program: %v\n%s", err, p.output())
	}
}

func (p *process) wait(t *testing.T) {
	t.Helper()
	select {
	case <-p.ended:
	case <-time.After(patience):
		t.Fatalf("the program does not end:\n%s", p.output())
	}
}
