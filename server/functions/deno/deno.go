// Package deno runs functions in TypeScript. Each is a process of Deno's, which is started at
// its first call, serves HTTP on a socket in a private folder, and is ended after it was idle.
// It refuses, as Supabase's runtime does, a function that does not start (503), that does not
// answer in time (504), and that takes more memory than it may (546). What a request may do is
// the function's own matter.
package deno

import (
	"cmp"
	"context"
	_ "embed" // bootstrap.ts
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

// Options configure a Runtime.
type Options struct {
	// Executable is the path of Deno. See Executable.
	Executable string
	// Environ gives the variables of every function, as "NAME=value", when a process starts.
	// Deno has no others but those that it needs itself.
	Environ func() ([]string, error)
	// Cache is the folder of what functions import.
	Cache string
	// Processes is the number of processes that run at a time. Where all are busy, a call of
	// another function waits for up to 10 s. Defaults to 10.
	Processes int
	// Memory bounds one process, in bytes: its heap, and a quarter more with all else.
	// Defaults to 256 MiB.
	Memory int64
	// FirstByte is the time that a function may take until its response begins. Defaults to 150 s.
	FirstByte time.Duration
	// Idle is the time after which a process without a request is ended. Defaults to 5 minutes.
	Idle time.Duration
	// Started, if not nil, is called with each process that serves, and when it was started.
	Started func(f Function, at time.Time)
	// Console gets each line that a function prints.
	Console func(function, line string)
	// Log gets starts that failed, and what was ended. Defaults to slog.Default.
	Log *slog.Logger
}

// Runtime has the processes of all functions.
type Runtime struct {
	o      Options
	folder string // of bootstrap and sockets, whose paths have to be short
	nice   string // the command; "" for none
	slots  chan struct{}

	mu      sync.Mutex
	current map[string]*process // by function
	all     map[*process]struct{}
	started int
	closed  bool
}

//go:embed bootstrap.ts
var bootstrap []byte

// New makes a Runtime. It starts no process.
func New(o Options) (*Runtime, error) {
	o.Processes = cmp.Or(o.Processes, 10)
	o.Memory = cmp.Or(o.Memory, 256<<20)
	o.FirstByte = cmp.Or(o.FirstByte, 150*time.Second)
	o.Idle = cmp.Or(o.Idle, 5*time.Minute)
	if o.Log == nil {
		o.Log = slog.Default()
	}
	folder, err := os.MkdirTemp("", "toubkal-fn-") // mode 0700
	if err != nil {
		return nil, fmt.Errorf("make a folder for the sockets of functions: %w", err)
	}
	if err := os.WriteFile(filepath.Join(folder, "bootstrap.ts"), bootstrap, 0o600); err != nil {
		return nil, fmt.Errorf("write what functions begin with: %w", err)
	}
	nice, _ := exec.LookPath("nice") // without it, functions have the priority of the engine
	return &Runtime{
		o: o, folder: folder, nice: nice, slots: make(chan struct{}, o.Processes),
		current: map[string]*process{}, all: map[*process]struct{}{},
	}, nil
}

// HowToInstall says what to do where Executable finds none.
const HowToInstall = "run `npm install --save-dev deno` in the project's folder, or set TOUBKAL_DENO to its path"

// Executable finds Deno: a path that is given, else the program "deno" on PATH, else the npm
// package deno in node_modules of a folder. "" is none.
func Executable(given, folder string) (string, error) {
	if given != "" {
		path, err := exec.LookPath(given)
		if err != nil {
			return "", fmt.Errorf("TOUBKAL_DENO is %q, which cannot be run: %w", given, err)
		}
		return filepath.Abs(path)
	}
	if path, err := exec.LookPath("deno"); err == nil {
		return filepath.Abs(path)
	}
	for _, modules := range []string{"node_modules", "client/node_modules"} {
		// the package for the platform; deno itself is a script for Node that starts it
		found, _ := filepath.Glob(filepath.Join(folder, modules, "@deno", "*", "deno"))
		for _, path := range found {
			if exec.Command(path, "--version").Run() == nil { // #nosec G204 -- of the project's own node_modules
				return filepath.Abs(path)
			}
		}
	}
	return "", nil
}

// Warm starts functions before they are called, and returns when each serves or has failed.
func (r *Runtime) Warm(ctx context.Context, all []Function) {
	var started sync.WaitGroup
	for _, f := range all[:min(len(all), r.o.Processes)] {
		started.Go(func() {
			if p, refusal := r.acquire(ctx, f); refusal == nil {
				p.release()
			}
		})
	}
	started.Wait()
}

// Serve answers a request with a function. Its path begins with the function's name.
func (r *Runtime) Serve(f Function, w http.ResponseWriter, req *http.Request) {
	p, refusal := r.acquire(req.Context(), f)
	if refusal != nil {
		refusal.write(w)
		return
	}
	defer p.release()
	p.proxy.ServeHTTP(w, req)
}

// acquire gives the process of a function, started, to be released after the request.
func (r *Runtime) acquire(ctx context.Context, f Function) (*process, *refusal) {
	p := r.join(f)
	if p == nil {
		return nil, stopped
	}
	select {
	case <-p.ready:
		return p, nil
	case <-p.exited:
		p.release()
		return nil, cmp.Or(p.refusal, bootError)
	case <-ctx.Done():
		p.release()
		return nil, idleTimeout
	}
}

// join counts a request for the process of a function, which it begins to start where there is
// none. Nil is a Runtime that is closed.
func (r *Runtime) join(f Function) *process {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil
	}
	p := r.current[f.Name]
	if p == nil {
		r.started++
		p = newProcess(r, f, r.started)
		r.current[f.Name] = p
		r.all[p] = struct{}{}
		go p.run()
	}
	p.requests++
	return p
}

// Restart has the next call of a function run its code as it is now. Requests that are being
// answered end where they are. "" is all functions.
func (r *Runtime) Restart(function string) (names []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for name, p := range r.current {
		if function == "" || name == function {
			p.retire(terminationRequested)
			names = append(names, name)
		}
	}
	return names
}

// freeSlot waits for a place among the processes, and ends the one that was idle for the
// longest time where there is none.
func (r *Runtime) freeSlot() bool {
	select {
	case r.slots <- struct{}{}:
		return true
	default:
	}
	r.mu.Lock()
	var oldest *process
	for _, p := range r.current {
		if p.isIdle() && (oldest == nil || p.used.Before(oldest.used)) {
			oldest = p
		}
	}
	if oldest != nil {
		oldest.retire(earlyDrop)
	}
	r.mu.Unlock()
	select {
	case r.slots <- struct{}{}:
		return true
	case <-time.After(slotTimeout):
		return false
	}
}

// slotTimeout is the time that a start waits for others to end.
const slotTimeout = 10 * time.Second

// Close ends all processes: they get the event beforeunload, and what they wait for with
// EdgeRuntime.waitUntil has until the end of ctx.
func (r *Runtime) Close(ctx context.Context) {
	r.mu.Lock()
	r.closed = true
	running := make([]*process, 0, len(r.all))
	for p := range r.all {
		p.requests = 0
		p.retire(terminationRequested)
		running = append(running, p)
	}
	r.mu.Unlock()
	for _, p := range running {
		select {
		case <-p.exited:
		case <-ctx.Done():
			p.kill()
			<-p.exited
		}
	}
	_ = os.RemoveAll(r.folder)
}
