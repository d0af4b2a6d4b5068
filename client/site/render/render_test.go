package render_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/client/site/render"
)

// script keeps the protocol of client/src/site/render/main.ts.
const script = `
	let page, count = 0, given;
	globalThis.start = (lines) => { given = lines; };
	globalThis.render = (path, language, state) => {
		page = undefined;
		Promise.resolve().then(() => {
			while (path === '/forever') {}
			if (path === '/memory') for (const all = []; ; ) all.push(new Uint8Array(1 << 20));
			if (path === '/deep') { const f = () => f() + 1; f(); }
			hostLog('rendered ' + path);
			count += 1;
			page = { head: '<title>' + given + '</title>', app: language + state + count + hostSanitize('</p><b>x') };
		});
	};
	globalThis.take = () => {
		if (page === undefined) throw new Error('nothing was rendered');
		return JSON.stringify(page);
	};`

func text(s string) func() (string, error) { return func() (string, error) { return s, nil } }

func newRenderer(o render.Options) *render.Renderer {
	o.Script, o.Lines = text(script), text("the lines")
	if o.Sanitize == nil {
		o.Sanitize = func(html string) string { return html }
	}
	return render.New(o)
}

func TestPage(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	r := newRenderer(render.Options{Log: slog.New(slog.NewTextHandler(&log, nil)), Sanitize: func(html string) string { return html + "<i>" }})
	defer r.Close()
	for i, want := range []string{"ar[1]1", "ar[1]2"} {
		page, err := r.Page(t.Context(), "/book", "ar", "[1]")
		want := render.Page{Head: "<title>the lines</title>", App: want + "<p></p><b>x<i></i></b>"}
		if err != nil || !cmp.Equal(page, want) {
			t.Errorf("page %d: %+v, %v, want %+v", i, page, err, want)
		}
	}
	if !strings.Contains(log.String(), "rendered /book") {
		t.Errorf("the console is not in the log: %s", log.String())
	}
}

// TestBounds: a page that does not end, or takes too much, fails, and the next does not.
func TestBounds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path string
		o    render.Options
	}{
		{"/forever", render.Options{Timeout: 200 * time.Millisecond}},
		{"/memory", render.Options{Memory: 16 << 20}},
		{"/deep", render.Options{}},
	} {
		t.Run(c.path, func(t *testing.T) {
			t.Parallel()
			r := newRenderer(c.o)
			defer r.Close()
			if page, err := r.Page(t.Context(), c.path, "en", ""); err == nil {
				t.Errorf("it was rendered: %+v", page)
			}
			r.Timeout = time.Minute
			if page, err := r.Page(t.Context(), "/", "en", ""); err != nil || !strings.HasPrefix(page.App, "en1") {
				t.Errorf("the page after it: %+v, %v, want one of a new interpreter", page, err)
			}
		})
	}
}

func TestWaitingEndsWithTheContext(t *testing.T) {
	t.Parallel()
	r := newRenderer(render.Options{Timeout: time.Minute})
	defer r.Close()
	busy, end := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := r.Page(busy, "/forever", "en", "")
		ended <- err
	}()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Page(gone, "/forever", "en", ""); err == nil {
		t.Error("a page was rendered for a caller that had gone")
	}
	end()
	if err := <-ended; err == nil {
		t.Error("rendering goes on without its caller")
	}
}

// TestGoneCallerLeavesTheInterpreter: the next page has the interpreter of the page before.
func TestGoneCallerLeavesTheInterpreter(t *testing.T) {
	t.Parallel()
	r := newRenderer(render.Options{})
	defer r.Close()
	gone, leave := context.WithCancel(t.Context())
	leave()
	for _, want := range []string{"en1", "en2"} {
		if page, err := r.Page(t.Context(), "/", "en", ""); err != nil || !strings.HasPrefix(page.App, want) {
			t.Errorf("%+v, %v, want %s", page, err, want)
		}
		for range 20 {
			if _, err := r.Page(gone, "/forever", "en", ""); err == nil {
				t.Error("a page was rendered for a caller that had gone")
			}
		}
	}
}

func TestBrokenScript(t *testing.T) {
	t.Parallel()
	r := render.New(render.Options{Script: text("throw new Error('no')"), Lines: text("")})
	if _, err := r.Page(t.Context(), "/", "en", ""); err == nil || !strings.Contains(err.Error(), "run the script: Error: no") {
		t.Errorf("error %v", err)
	}
}
