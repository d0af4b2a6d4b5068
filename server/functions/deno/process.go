package deno

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// Reasons of the event beforeunload, by Supabase's names.
const (
	earlyDrop            = "EarlyDrop"
	terminationRequested = "TerminationRequested"
)

// process is one process of a function.
type process struct {
	runtime  *Runtime
	function Function
	socket   string // on which it serves HTTP
	control  string // on which the engine talks with bootstrap.ts
	proxy    *httputil.ReverseProxy

	ready   chan struct{}              // closed once it serves
	exited  chan struct{}              // closed once it has ended
	refusal *refusal                   // why it has ended before it served; set before exited is closed
	overrun atomic.Bool                // it took more memory than it may
	late    atomic.Bool                // it did not begin to serve in time
	pending atomic.Int64               // promises of EdgeRuntime.waitUntil
	deno    atomic.Pointer[os.Process] // nil before its start
	ending  chan string                // the reason to end

	// Of the runtime's lock.
	requests int // that it answers
	used     time.Time
	retired  string // the reason; "" while it takes requests
}

func newProcess(r *Runtime, f Function, number int) *process {
	path := filepath.Join(r.folder, strconv.Itoa(number))
	p := &process{
		runtime: r, function: f, socket: path + ".http", control: path + ".control",
		ready: make(chan struct{}), exited: make(chan struct{}), ending: make(chan string, 1), used: time.Now(),
	}
	p.proxy = &httputil.ReverseProxy{
		Rewrite: func(pr *httputil.ProxyRequest) {
			pr.Out.URL.Scheme, pr.Out.URL.Host = "http", "function"
			pr.Out.Host = pr.In.Host
			pr.SetXForwarded()
			if proto := pr.In.Header.Get("X-Forwarded-Proto"); proto != "" {
				pr.Out.Header.Set("X-Forwarded-Proto", proto)
			}
		},
		Transport: &http.Transport{
			DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
				return (&net.Dialer{}).DialContext(ctx, "unix", p.socket)
			},
			ResponseHeaderTimeout: r.o.FirstByte, DisableCompression: true, MaxIdleConnsPerHost: 100, IdleConnTimeout: time.Minute,
		},
		FlushInterval: -1, ErrorHandler: p.failed, ErrorLog: nil,
	}
	return p
}

// failed answers for a function that did not.
func (p *process) failed(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		panic(http.ErrAbortHandler) // the client has left, or the response took too long
	}
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		p.runtime.o.Log.Warn("function did not respond in time and was ended", "function", p.function.Name, "after", p.runtime.o.FirstByte)
		p.runtime.o.Console(p.function.Name, fmt.Sprintf("ended: it did not respond within %s", p.runtime.o.FirstByte))
		p.abandon()
		idleTimeout.write(w)
		return
	}
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		(&refusal{http.StatusRequestEntityTooLarge, "request_entity_too_large", fmt.Sprintf("Request body too large (max %d bytes)", tooLarge.Limit)}).write(w)
		return
	}
	// The connection breaks before the process is known to have ended, on a busy machine long before.
	if !p.endsWithin(time.Second) && !p.listens() {
		p.endsWithin(time.Minute)
	}
	if p.overrun.Load() {
		workerLimit.write(w)
		return
	}
	p.runtime.o.Log.Warn("function broke its connection", "function", p.function.Name, "error", err)
	workerError.write(w)
}

// endsWithin waits until the process has ended, for at most d, and tells whether it has.
func (p *process) endsWithin(d time.Duration) bool {
	select {
	case <-p.exited:
		return true
	case <-time.After(d):
		return false
	}
}

// listens tells whether the process is there: the system closes its socket with it.
func (p *process) listens() bool {
	conn, err := net.Dial("unix", p.socket)
	if err == nil {
		_ = conn.Close()
	}
	return err == nil
}

// run has the process from its start to its end.
func (p *process) run() {
	if !p.runtime.freeSlot() {
		p.refusal = busy
		p.forget()
		close(p.exited)
		return
	}
	err := p.execute()
	if err != nil {
		p.runtime.o.Log.Warn("function ended", "function", p.function.Name, "error", err)
		p.runtime.o.Console(p.function.Name, "ended: "+err.Error())
	}
	p.forget()
	_ = os.Remove(p.socket)
	_ = os.Remove(p.control)
	<-p.runtime.slots
	close(p.exited)
}

// forget has the next call start another process.
func (p *process) forget() {
	p.runtime.mu.Lock()
	defer p.runtime.mu.Unlock()
	if p.runtime.current[p.function.Name] == p {
		delete(p.runtime.current, p.function.Name)
	}
	delete(p.runtime.all, p)
}

// execute starts Deno, and returns when it has ended.
func (p *process) execute() error {
	control, err := net.Listen("unix", p.control)
	if err != nil {
		return fmt.Errorf("listen for function %s: %w", p.function.Name, err)
	}
	defer func() { _ = control.Close() }()
	command, err := p.command()
	if err != nil {
		return err
	}
	output := &console{print: func(line string) { p.runtime.o.Console(p.function.Name, line) }}
	command.Stdout, command.Stderr = output, output
	if err := command.Start(); err != nil {
		return fmt.Errorf("start Deno: %w", err)
	}
	p.deno.Store(command.Process)
	over := make(chan error, 1)
	go func() { over <- command.Wait() }()
	go p.converse(control)
	err = p.supervise(command.Process.Pid, over)
	output.flush()
	if p.late.Load() {
		p.refusal = idleTimeout
	}
	return p.meaning(err)
}

// meaning is what the end of the process says: nothing where it was asked to end.
func (p *process) meaning(err error) error {
	exit, ok := errors.AsType[*exec.ExitError](err)
	if ok && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGTRAP { // V8 has no memory left
		p.overrun.Store(true)
	}
	p.runtime.mu.Lock()
	defer p.runtime.mu.Unlock()
	switch {
	case p.overrun.Load():
		return fmt.Errorf("it took more than %d MB of memory", p.runtime.o.Memory>>20)
	case p.late.Load():
		return fmt.Errorf("it did not call Deno.serve within %s", p.runtime.o.FirstByte)
	case p.retired != "":
		return nil
	case err == nil:
		return errors.New("its code ended without Deno.serve")
	}
	return err
}

func (p *process) command() (*exec.Cmd, error) {
	o, f := p.runtime.o, p.function
	readable := append([]string{p.socket, p.control, filepath.Join(o.Cache, "npm")}, f.Readable...) // files of packages, such as WebAssembly
	args := []string{
		"run", "--quiet", "--no-prompt", "--no-lock", "--preload", filepath.Join(p.runtime.folder, "bootstrap.ts"),
		"--allow-net", "--allow-env", "--allow-sys", "--allow-import",
		"--allow-read=" + strings.Join(readable, ","), "--allow-write=" + p.socket + "," + p.control,
		fmt.Sprintf("--v8-flags=--max-old-space-size=%d", o.Memory>>20),
	}
	args = append(args, f.modules()...)
	program := o.Executable
	if p.runtime.nice != "" { // the engine goes first
		program, args = p.runtime.nice, append([]string{"-n", "10", o.Executable}, args...)
	}
	environ, err := o.Environ()
	if err != nil {
		return nil, fmt.Errorf("the variables of functions: %w", err)
	}
	command := exec.Command(program, args...) // #nosec G204 -- the operator's own Deno and function
	command.Dir = filepath.Dir(f.Entrypoint)
	command.Env = append(append(inherited(), environ...), fixed...) // of two that are the same, the last is taken
	command.Env = append(command.Env, "DENO_DIR="+o.Cache, "DENO_SERVE_ADDRESS=unix:"+p.socket, "TOUBKAL_CONTROL="+p.control)
	return command, nil
}

// inherited are the variables of the engine's environment by which Deno downloads. It trusts the
// certificates of the machine, too, as the engine does.
func inherited() []string {
	environ := []string{"DENO_TLS_CA_STORE=system,mozilla"}
	for _, name := range []string{
		"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR", "DENO_CERT", "DENO_TLS_CA_STORE",
		"DENO_AUTH_TOKENS", "NPM_CONFIG_REGISTRY", "JSR_URL", "LD_LIBRARY_PATH", "TZ", "LANG",
	} {
		if value, set := os.LookupEnv(name); set {
			environ = append(environ, name+"="+value)
		}
	}
	return environ
}

// converse takes the connection of bootstrap.ts: it hears when the function serves and of pending
// promises, and says when to end. The process ends where the connection does, so that none
// outlives the engine.
func (p *process) converse(control net.Listener) {
	began := time.Now()
	conn, err := control.Accept()
	if err != nil {
		return // it has ended before
	}
	defer func() { _ = conn.Close() }()
	go func() {
		lines := bufio.NewScanner(conn)
		serves := sync.OnceFunc(func() {
			close(p.ready)
			if tell := p.runtime.o.Started; tell != nil {
				go tell(p.function, began)
			}
		})
		for lines.Scan() {
			if lines.Text() == "serves" {
				serves()
			}
			if n, err := strconv.ParseInt(lines.Text(), 10, 64); err == nil {
				p.pending.Store(n)
			}
		}
	}()
	select {
	case reason := <-p.ending:
		_, _ = conn.Write([]byte(reason + "\n")) // else it has ended
		<-p.exited
	case <-p.exited:
	}
}

// supervise waits for the end, and ends a process that does not begin to serve in time, was idle
// for too long, or takes too much memory.
func (p *process) supervise(pid int, over <-chan error) error {
	boot := time.NewTimer(p.runtime.o.FirstByte)
	defer boot.Stop()
	watch := time.NewTicker(250 * time.Millisecond)
	defer watch.Stop()
	for {
		select {
		case err := <-over:
			return err
		case <-boot.C:
			select {
			case <-p.ready:
			default:
				p.late.Store(true)
				p.kill()
			}
		case <-watch.C:
			if residentMemory(pid) > p.runtime.o.Memory+p.runtime.o.Memory/4+denoMemory {
				p.overrun.Store(true)
				p.kill()
			}
			p.endIdle()
		}
	}
}

// denoMemory is the resident memory of Deno without code, in bytes: 58 MB of 2.9.6.
const denoMemory = 64 << 20

// residentMemory is that of a process, in bytes; 0 where the system does not tell, as other
// systems than Linux.
func residentMemory(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	var size, resident int64
	if _, err := fmt.Sscan(string(text), &size, &resident); err != nil {
		return 0
	}
	return resident * int64(os.Getpagesize())
}

// isIdle needs the runtime's lock.
func (p *process) isIdle() bool { return p.requests == 0 && p.pending.Load() == 0 }

func (p *process) endIdle() {
	p.runtime.mu.Lock()
	defer p.runtime.mu.Unlock()
	if p.isIdle() && p.retired == "" && time.Since(p.used) > p.runtime.o.Idle {
		p.retire(earlyDrop)
	}
}

// release ends a request that acquire has counted.
func (p *process) release() {
	p.runtime.mu.Lock()
	defer p.runtime.mu.Unlock()
	p.requests--
	p.used = time.Now()
	if p.requests <= 0 && p.retired != "" {
		p.end()
	}
}

// retire has the process end once it answers no request. It needs the runtime's lock.
func (p *process) retire(reason string) {
	if p.retired == "" {
		p.retired = reason
		if p.runtime.current[p.function.Name] == p {
			delete(p.runtime.current, p.function.Name)
		}
		time.AfterFunc(p.runtime.o.FirstByte, p.kill) // nothing after its end
	}
	if p.requests <= 0 {
		p.end()
	}
}

// end asks the process to end, once. It needs the runtime's lock.
func (p *process) end() {
	select {
	case p.ending <- p.retired:
	default:
	}
}

// abandon has the next call start another process, and kills this one.
func (p *process) abandon() {
	p.runtime.mu.Lock()
	p.retire(terminationRequested)
	p.runtime.mu.Unlock()
	p.kill()
}

func (p *process) kill() {
	if running := p.deno.Load(); running != nil {
		_ = running.Kill() // fails after its end
	}
}
