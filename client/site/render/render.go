// Package render runs the client's server rendering (client/src/site/render) in an embedded
// JavaScript interpreter. It refuses a page that takes more time or memory than Options
// allows, and one that is written with what the interpreter lacks.
package render

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"modernc.org/quickjs"
)

// Options say what to run, and its bounds.
type Options struct {
	// Script is the text of dist/render/main.js, Lines that of lines.json beside it.
	// They are called when an interpreter starts, so that neither is kept.
	Script, Lines func() (string, error)
	// Sanitize cleans the HTML of a post.
	Sanitize func(html string) string
	// Timeout bounds one page, the start of an interpreter included. Defaults to 60 s: a page
	// with a new mountain takes 1 s of CPU, and a machine with other work much longer.
	Timeout time.Duration
	// Idle is how long an interpreter is kept without a page to render. Defaults to 30 s.
	Idle time.Duration
	// Memory bounds an interpreter, in bytes. Defaults to 128 MB.
	Memory uintptr
	// Log takes what the script writes to the console. Defaults to none.
	Log *slog.Logger
}

// pagesPerInterpreter bounds what the script's caches gather: after so many pages a new
// interpreter starts.
const pagesPerInterpreter = 1000

// interruptEvery is the time between interrupts of a page that is to end.
const interruptEvery = 10 * time.Millisecond

// Renderer renders one page at a time, in one interpreter, which it starts when it is
// needed. It is safe for concurrent use.
type Renderer struct {
	Options
	turn  chan struct{} // has an element while a page is rendered
	vm    *quickjs.VM   // nil while none is running
	pages int           // that vm has rendered
	idle  *time.Timer   // closes vm
}

// Page is a rendered page: the elements that belong into its head, and the content of the
// root element.
type Page struct {
	Head string `json:"head"`
	App  string `json:"app"`
	// Uses are the names that the client has for the settings that the page shows, and
	// Values is what Settings answers for them.
	Uses   []string `json:"uses,omitempty"`
	Values string   `json:"values,omitempty"`
}

// New starts nothing yet.
func New(o Options) *Renderer {
	if o.Timeout == 0 {
		o.Timeout = time.Minute
	}
	if o.Idle == 0 {
		o.Idle = 30 * time.Second
	}
	if o.Memory == 0 {
		o.Memory = 128 << 20
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Renderer{Options: o, turn: make(chan struct{}, 1)}
}

// Page renders the page at a path, in a language, from the state that the browser will
// hydrate it with: JSON of query keys and rows. It waits for its turn.
func (r *Renderer) Page(ctx context.Context, path, language, state string) (page Page, err error) {
	err = r.use(ctx, func() error {
		if _, err := r.vm.Call("render", path, language, state); err != nil {
			return err
		}
		if _, err := r.vm.ExecutePendingJobs(); err != nil {
			return err
		}
		answer, err := r.vm.Call("take")
		if err != nil {
			return err
		}
		text, _ := answer.(string)
		if err = json.Unmarshal([]byte(text), &page); err != nil {
			return fmt.Errorf("read the answer of the script: %w", err)
		}
		return nil
	})
	if err != nil {
		return Page{}, fmt.Errorf("render %s in %s: %w", path, language, err)
	}
	return page, nil
}

// Settings is the JSON of some settings as pages show them, from the rows of the table as
// JSON. A page whose Values it still equals is as it would be rendered now, if the other
// rows are the same. It waits for its turn.
func (r *Renderer) Settings(ctx context.Context, rows string, names []string) (values string, err error) {
	err = r.use(ctx, func() error {
		asked, err := json.Marshal(names)
		if err != nil {
			return err
		}
		answer, err := r.vm.Call("settings", rows, string(asked))
		values, _ = answer.(string)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("read settings: %w", err)
	}
	return values, nil
}

// use runs work, which uses the interpreter, when it is its turn.
func (r *Renderer) use(ctx context.Context, work func() error) (err error) {
	select {
	case r.turn <- struct{}{}:
		defer func() { <-r.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if ctx.Err() != nil { // an interrupted interpreter would be lost
		return ctx.Err()
	}
	if r.idle != nil {
		r.idle.Stop()
	}
	ctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	if r.vm == nil {
		r.vm, err = r.start(ctx)
	}
	if err == nil {
		err = interruptible(ctx, r.vm, work)
	}
	if r.pages++; err != nil || r.pages >= pagesPerInterpreter {
		r.close() // after an error, its state is unknown
	}
	r.idle = time.AfterFunc(r.Idle, r.Close)
	return err
}

// Close ends the interpreter, if one is running and idle. A later page starts another.
func (r *Renderer) Close() {
	select {
	case r.turn <- struct{}{}:
		r.close()
		<-r.turn
	default: // a page is being rendered
	}
}

func (r *Renderer) close() {
	if r.vm != nil {
		_ = r.vm.Close() // it only reports a second Close
		r.vm = nil
	}
}

// start runs the script in a new interpreter.
func (r *Renderer) start(ctx context.Context) (vm *quickjs.VM, err error) {
	script, err := r.Script()
	if err != nil {
		return nil, err
	}
	lines, err := r.Lines()
	if err != nil {
		return nil, err
	}
	started, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("start an interpreter: %w", err)
	}
	defer func() {
		if err != nil {
			_ = started.Close() // it only reports a second Close
		}
	}()
	started.SetMemoryLimit(r.Memory)
	defer interruptAtEnd(ctx, started)()
	host := map[string]quickjs.HostFunc{
		"hostLog": func(args []any) (any, error) {
			r.Log.Warn("the script that renders pages", "says", fmt.Sprint(args...))
			return nil, nil
		},
		"hostSanitize": func(args []any) (any, error) { return balance(r.Sanitize(fmt.Sprint(args...))) },
	}
	for name, function := range host {
		if err = started.RegisterHostFunc(name, function); err != nil {
			return nil, fmt.Errorf("register %s: %w", name, err)
		}
	}
	if _, err = started.Eval(script, quickjs.EvalGlobal); err != nil {
		return nil, fmt.Errorf("run the script: %w", withStack(err))
	}
	if _, err = started.Call("start", lines); err != nil {
		return nil, fmt.Errorf("run the script: %w", withStack(err))
	}
	r.pages = 0
	return started, nil
}

func interruptible(ctx context.Context, vm *quickjs.VM, work func() error) error {
	defer interruptAtEnd(ctx, vm)()
	return withStack(work())
}

// interruptAtEnd stops the interpreter when the context ends, until it is released. It interrupts again and again:
// each call into the interpreter forgets an interrupt that came before it.
func interruptAtEnd(ctx context.Context, vm *quickjs.VM) (release func()) {
	released, ended := make(chan struct{}), make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		for {
			vm.Interrupt()
			select {
			case <-released:
				return
			case <-time.After(interruptEvery):
			}
		}
	})
	return func() {
		if !stop() {
			close(released)
			<-ended // so that it interrupts no later page
		}
	}
}

func withStack(err error) error {
	var thrown *quickjs.Error
	if errors.As(err, &thrown) && thrown.Stack != "" {
		return fmt.Errorf("%w\n%.1000s", err, thrown.Stack)
	}
	return err
}

// balance closes what is open and drops what was never opened, as a browser does: the
// HTML of a post must not end the element around it.
func balance(fragment string) (string, error) {
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragment(strings.NewReader(fragment), body)
	if err != nil {
		return "", fmt.Errorf("read HTML: %w", err)
	}
	var b strings.Builder
	for _, node := range nodes {
		if err := html.Render(&b, node); err != nil {
			return "", fmt.Errorf("write HTML: %w", err)
		}
	}
	return b.String(), nil
}
