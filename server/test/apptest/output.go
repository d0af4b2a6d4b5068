package apptest

import (
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// Output is the output of the program, and a signal for each write.
type Output struct {
	mu    sync.Mutex
	text  strings.Builder
	grown chan struct{} // closed at the next write
	ended bool
}

func newOutput() *Output { return &Output{grown: make(chan struct{})} }

func (o *Output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.text.Write(p)
	close(o.grown)
	o.grown = make(chan struct{})
	return len(p), nil
}

// end makes waiters give up: nothing more will come.
func (o *Output) end(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err != nil {
		o.text.WriteString("ended: " + err.Error())
	}
	o.ended = true
	close(o.grown)
	o.grown = make(chan struct{})
}

// String is the output so far.
func (o *Output) String() string {
	text, _, _ := o.now()
	return text
}

func (o *Output) now() (text string, ended bool, grown <-chan struct{}) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String(), o.ended, o.grown
}

// Wait gives the first group of pattern, once it has been printed.
func (o *Output) Wait(t testing.TB, pattern string) string {
	t.Helper()
	wanted := regexp.MustCompile(pattern)
	limit := time.After(Timeout)
	for {
		text, ended, grown := o.now()
		if match := wanted.FindStringSubmatch(text); match != nil {
			return match[1]
		}
		if ended {
			t.Fatalf("the program ended without printing %q:\n%s", pattern, text)
		}
		select {
		case <-grown:
		case <-limit:
			t.Fatalf("nothing like %q was printed:\n%s", pattern, text)
		}
	}
}

// testLog shows the program's log where the test fails.
type testLog struct{ t testing.TB }

func (t testLog) Write(p []byte) (int, error) {
	t.t.Logf("log: %s", strings.TrimRight(string(p), "\n"))
	return len(p), nil
}
