package site

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"io/fs"
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
	// renderWait bounds how long a request waits for its page to be rendered. Then it is
	// answered with the HTML of the build, whose client shows the rows.
	renderWait = 10 * time.Second
	// renderRetry is how long a page that could not be rendered with some rows is not
	// rendered with them again.
	renderRetry = 15 * time.Second
	// maxRendered bounds the rendered pages that are kept, in bytes.
	maxRendered = 32 << 20
)

// renderedPage is a page as the client's server rendering wrote it.
type renderedPage struct {
	render.Page
	// title and description are what its head says, as plain text.
	title, description string
	// styleSources are those of its styles, for the Content-Security-Policy.
	styleSources string
}

// pageName is what a page is kept under. There are as many as pages that exist: what a
// visitor adds to an address is not in it.
type pageName struct{ path, language string }

// keptPage is the last rendering of a page.
type keptPage struct {
	state   uint64        // the hash of the rows that it was rendered with
	page    *renderedPage // nil if it could not be rendered
	retryAt time.Time     // then, and again after this time
}

// pageRenderer renders pages with the rows of the tables, and keeps each until its rows
// are others.
type pageRenderer struct {
	*render.Renderer
	now     func() time.Time
	running singleflight.Group
	mu      sync.Mutex
	recent  *simplelru.LRU[pageName, keptPage]
	bytes   int
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
		now: o.Now, Renderer: render.New(render.Options{Script: read(renderScript), Lines: read(renderLines), Sanitize: Clean, Log: o.Log}),
	}
	// No error: the size is positive. maxRendered is the bound that counts.
	p.recent, _ = simplelru.NewLRU(1<<20, func(_ pageName, kept keptPage) { p.bytes -= kept.size() })
	return p
}

const (
	renderScript = "render/main.js"
	renderLines  = "render/lines.json"
)

// rendered is the page of the view as it is with its rows; nil for one of the build's:
// where something was not answered, where the client renders, while rendering takes too
// long, and where it fails.
func (v *view) rendered(ctx context.Context) *renderedPage {
	if v.renderer == nil || v.status != 200 || !v.renderable || !v.answered() {
		return nil
	}
	name, state := pageName{v.path, v.language}, v.state.String()
	hash := xxhash.Sum64String(state)
	kept, ok := v.renderer.get(name)
	if ok && kept.state == hash && (kept.page != nil || v.renderer.now().Before(kept.retryAt)) {
		return kept.page
	}
	// Others may wait for the page too: it is rendered even if this one is gone.
	result := v.renderer.running.DoChan(fmt.Sprint(name, hash), func() (any, error) {
		page, err := v.renderer.page(context.WithoutCancel(ctx), name, state)
		if err != nil {
			v.Log.ErrorContext(ctx, "a page is served as the build rendered it", "path", name.path, "language", name.language, "error", err)
		}
		v.renderer.put(name, keptPage{hash, page, v.renderer.now().Add(renderRetry)})
		return page, nil
	})
	wait := time.NewTimer(renderWait)
	defer wait.Stop()
	select {
	case done := <-result:
		page, _ := done.Val.(*renderedPage)
		return page
	case <-wait.C:
	case <-ctx.Done():
	}
	return nil
}

// answered tells whether each query of the client's was.
func (v *view) answered() bool {
	for _, q := range v.queries {
		if q.Key != nil && v.rows[q.named] == nil {
			return false
		}
	}
	return len(v.queries) > 0
}

// page renders one.
func (p *pageRenderer) page(ctx context.Context, name pageName, state string) (*renderedPage, error) {
	page, err := p.Page(ctx, name.path, name.language, state)
	if err != nil {
		return nil, err
	}
	whole := &renderedPage{Page: page, styleSources: strings.TrimPrefix(static.StyleSources(styleTag(page.Styles)), "'self'")}
	if found := titleTag.FindStringSubmatch(page.Head); found != nil {
		whole.title = plain(found[1])
	}
	if found := descriptionTag.FindStringSubmatch(page.Head); found != nil {
		whole.description = plain(found[1])
	}
	return whole, nil
}

// styleTag holds the rules that replace the style attributes. The script refuses what
// would end it.
func styleTag(rules string) string { return "<style data-attributes>" + rules + "</style>" }

// write writes what replaces a part of the document. The client hydrates the root
// element with the rows in the page.
func (p *renderedPage) write(w *bytes.Buffer, part string) {
	switch part {
	case "built head":
		w.WriteString(p.Head)
	case "built styles":
		w.WriteString(styleTag(p.Styles))
	case "built app":
		w.WriteString(`<div id="root" data-render="rows">` + p.App + `</div>`)
	}
}

func (k keptPage) size() int {
	if k.page == nil {
		return 0
	}
	return len(k.page.Head) + len(k.page.App) + len(k.page.Styles)
}

func (p *pageRenderer) get(name pageName) (keptPage, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.recent.Get(name)
}

func (p *pageRenderer) put(name pageName, kept keptPage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.recent.Remove(name)
	p.recent.Add(name, kept)
	for p.bytes += kept.size(); p.bytes > maxRendered; {
		p.recent.RemoveOldest()
	}
}

func plain(text string) string { return strings.TrimSpace(html.UnescapeString(text)) }
