package site

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/sync/singleflight"

	"github.com/toubkal/toubkal/client/site/render"
	"github.com/toubkal/toubkal/server/static"
)

const (
	// renderWait bounds how long a request waits for its page to be rendered where none is kept. Then
	// it is answered with the rows, and the client renders it, which takes a phone longer: the first
	// page of a program takes 0.5 s of CPU time.
	renderWait = 2 * time.Second
	// renderRetry is how long a page that could not be rendered with some rows is not
	// rendered with them again. It doubles with each failure, up to maxRenderRetry.
	renderRetry    = 15 * time.Second
	maxRenderRetry = 16 * time.Minute
	// maxWaiting bounds the pages that wait to be rendered. Requests for others get their
	// rows at once.
	maxWaiting = 32
	// maxFailures bounds the pages of which a failure is remembered.
	maxFailures = 1000
)

// renderedPage is a page as the client's server rendering wrote it.
type renderedPage struct {
	render.Page
	// title and description are what its head says, as plain text.
	title, description string
}

// keptRendering is a renderedPage as it is kept: most changes of the settings leave it
// as it is, and need another state in the page only.
type keptRendering struct {
	Packed []byte   // the page as JSON, compressed
	Uses   []string // names of the settings that it shows
	Values uint64   // the hash of their values
}

// failure is a page that could not be rendered.
type failure struct {
	state   uint64 // with these rows
	wait    time.Duration
	retryAt time.Time
}

// pageRenderer renders pages with the rows of the tables, and keeps each until its rows
// are others. Each page is rendered once at a time, however many wait for it.
type pageRenderer struct {
	*render.Renderer
	*keptPages
	renderWait, checkWait time.Duration
	running               singleflight.Group
	waiting               chan struct{} // has an element for each page that is rendered or waits for it
	log                   *slog.Logger
	mu                    sync.Mutex
	failures              *simplelru.LRU[pageName, failure]
}

// newPageRenderer is nil for a build that brings no script to render with.
func newPageRenderer(o Options) *pageRenderer {
	read := func(name string) func() (string, error) {
		return func() (string, error) {
			text, err := fs.ReadFile(o.Files, name)
			if err != nil {
				return "", fmt.Errorf("read %s: %w", name, err)
			}
			return string(text), nil
		}
	}
	if _, err := fs.Stat(o.Files, renderScript); err != nil {
		return nil
	}
	p := &pageRenderer{
		Renderer:  render.New(render.Options{Script: read(renderScript), Lines: read(renderLines), Sanitize: Clean, Log: o.Log}),
		keptPages: newKeptPages(o.Now, openPageFolder(o)), renderWait: renderWait, checkWait: checkWait, waiting: make(chan struct{}, maxWaiting), log: o.Log,
	}
	p.failures, _ = simplelru.NewLRU[pageName, failure](maxFailures, nil) // no error: the size is positive
	return p
}

const (
	renderScript = "render/main.js"
	renderLines  = "render/lines.json"
)

// keepable tells whether the view's page can be rendered: one that exists, whose queries were
// all answered.
func (v *view) keepable() bool {
	return v.renderer != nil && v.status == http.StatusOK && !v.ClientOnly && v.answered()
}

// page is the page with the rows of the view, rendered now unless it is kept. It is nil
// while too many wait, when ctx ends, and where it fails.
func (p *pageRenderer) page(ctx context.Context, v *view) *keptPage {
	for {
		// Others may wait for the page too: it is rendered even if this one is gone.
		result := p.running.DoChan(v.path+" "+v.language, func() (any, error) {
			return p.update(context.WithoutCancel(ctx), v), nil
		})
		select {
		case done := <-result:
			made, _ := done.Val.(*attempt)
			if made == nil || made.kept == nil && made.state == v.hash {
				return nil
			}
			if made.kept != nil && made.kept.State == v.hash && made.kept.Origin == v.origin {
				return made.kept
			}
			// It was made for another request, with other rows.
		case <-ctx.Done():
			return nil
		}
	}
}

// start has the page rendered with the rows of the view, and waits for nothing.
func (p *pageRenderer) start(ctx context.Context, v *view) {
	p.running.DoChan(v.path+" "+v.language, func() (any, error) { return p.update(ctx, v), nil })
}

// attempt is what became of rendering a page with some rows.
type attempt struct {
	state uint64
	kept  *keptPage // nil if it failed
}

// update renders a page again if its rows are others, and confirms it if not. It returns
// nil if too many are waiting.
func (p *pageRenderer) update(ctx context.Context, v *view) *attempt {
	if old := p.peek(v.name()); old != nil && old.Origin == v.origin && old.State == v.hash {
		p.put(old, v.readAt, v.writes)
		return &attempt{v.hash, old}
	}
	failed, ok := p.failed(v.name())
	if ok && failed.state == v.hash && p.now().Before(failed.retryAt) {
		return &attempt{v.hash, nil}
	}
	select {
	case p.waiting <- struct{}{}:
		defer func() { <-p.waiting }()
	default:
		return nil
	}
	rendering, page, err := p.rendering(ctx, v)
	if err != nil {
		again := failure{v.hash, renderRetry, p.now().Add(renderRetry)}
		if ok && failed.state == v.hash {
			again.wait = min(2*failed.wait, maxRenderRetry)
			again.retryAt = p.now().Add(again.wait)
		} else {
			p.log.ErrorContext(ctx, "a page cannot be rendered: browsers render it", "path", v.path, "language", v.language, "error", err)
		}
		p.remember(v.name(), again)
		return &attempt{v.hash, nil}
	}
	kept := v.keep(rendering, page)
	p.put(kept, v.readAt, v.writes)
	return &attempt{v.hash, kept}
}

// rendering is that of the kept page if only settings changed that it does not show.
func (p *pageRenderer) rendering(ctx context.Context, v *view) (*keptRendering, *renderedPage, error) {
	if kept := p.peek(v.name()); kept != nil && kept.Rows == v.rowsHash {
		values, err := p.Settings(ctx, string(v.rows["settings"]), kept.Rendering.Uses)
		if err != nil {
			return nil, nil, err
		}
		if xxhash.Sum64String(values) == kept.Rendering.Values {
			text, err := unpack(kept.Rendering.Packed)
			if err != nil {
				return nil, nil, err
			}
			page := &renderedPage{}
			if err := json.Unmarshal(text, &page.Page); err != nil {
				return nil, nil, fmt.Errorf("read a kept page: %w", err)
			}
			page.readHead()
			return kept.Rendering, page, nil
		}
	}
	rendered, err := p.Page(ctx, v.path, v.language, v.state.String())
	if err != nil {
		return nil, nil, err
	}
	page := &renderedPage{Page: rendered}
	page.readHead()
	text, err := json.Marshal(render.Page{Head: page.Head, App: page.App})
	if err != nil {
		return nil, nil, fmt.Errorf("keep a page: %w", err)
	}
	return &keptRendering{pack(text), rendered.Uses, xxhash.Sum64String(rendered.Values)}, page, nil
}

// keep writes the page of the view.
func (v *view) keep(rendering *keptRendering, page *renderedPage) *keptPage {
	written := *v // v may be written meanwhile, without the page
	written.html = page
	text := pageBuffer()
	defer text.free()
	written.write(&text.Buffer)
	return &keptPage{pageFile: pageFile{
		Name: v.name(), Origin: v.origin, Status: v.sentStatus(), State: v.hash, Rows: v.rowsHash, Rendering: rendering,
		HTML: pack(text.Bytes()), Size: text.Len(), Tag: static.Tag(text.Bytes()), Policy: v.policy, Hidden: v.Hidden,
	}}
}

func (p *pageRenderer) failed(name pageName) (failure, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failures.Get(name)
}

func (p *pageRenderer) remember(name pageName, failed failure) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.failures.Add(name, failed)
}

var (
	titleTag       = regexp.MustCompile(`<title[^>]*>([^<]*)</title>`)
	descriptionTag = regexp.MustCompile(`<meta name="description" content="([^"]*)"\s*/?>`)
)

func (r *renderedPage) readHead() {
	if found := titleTag.FindStringSubmatch(r.Head); found != nil {
		r.title = plain(found[1])
	}
	if found := descriptionTag.FindStringSubmatch(r.Head); found != nil {
		r.description = plain(found[1])
	}
}

// plain is the text of HTML without tags, as a copy: a part would keep the whole document.
func plain(text string) string { return strings.Clone(strings.TrimSpace(html.UnescapeString(text))) }
