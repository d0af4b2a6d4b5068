package static

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"
)

// ReloadPath is the path of a Reloader.
const ReloadPath = "/_/reload"

// Reloader tells open pages to load again, in development. Its script is a file
// beside the stream, so that a content security policy of 'self' lets it in.
type Reloader struct {
	mu    sync.Mutex
	pages map[chan struct{}]struct{}
}

// NewReloader has no pages yet.
func NewReloader() *Reloader { return &Reloader{pages: map[chan struct{}]struct{}{}} }

// Reload tells every open page, and returns how many there are.
func (rl *Reloader) Reload() int {
	rl.mu.Lock()
	defer rl.mu.Unlock()
	for page := range rl.pages {
		select {
		case page <- struct{}{}:
		default: // it has not read the last one yet
		}
	}
	return len(rl.pages)
}

//go:embed reload.js
var reloadScript []byte

// ServeHTTP answers ReloadPath with a stream of events (SSE), and ReloadPath.js
// with the script that reads it.
func (rl *Reloader) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, ".js") {
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		w.Header().Set("Cache-Control", "no-cache")
		_, _ = w.Write(reloadScript)
		return
	}
	page := make(chan struct{}, 1)
	rl.mu.Lock()
	rl.pages[page] = struct{}{}
	rl.mu.Unlock()
	defer func() {
		rl.mu.Lock()
		delete(rl.pages, page)
		rl.mu.Unlock()
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	rl.stream(r.Context(), http.NewResponseController(w), w, page)
}

// keepAlive is shorter than the idle times of proxies.
const keepAlive = 20 * time.Second

func (rl *Reloader) stream(ctx context.Context, control *http.ResponseController, w http.ResponseWriter, page <-chan struct{}) {
	beat := time.NewTicker(keepAlive)
	defer beat.Stop()
	for event := ": open\n\n"; ; {
		if _, err := fmt.Fprint(w, event); err != nil || control.Flush() != nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-page:
			event = "data: reload\n\n"
		case <-beat.C:
			event = ": alive\n\n"
		}
	}
}

var reloadTag = []byte(`<script src="` + ReloadPath + `.js"></script>`)

// WithReload is a file system whose HTML files load the script of a Reloader.
func WithReload(fsys fs.FS) fs.FS { return reloadFS{fsys} }

type reloadFS struct{ fs.FS }

// ReadFile adds the script to HTML.
func (r reloadFS) ReadFile(name string) ([]byte, error) {
	content, err := fs.ReadFile(r.FS, name)
	if err != nil || path.Ext(name) != ".html" {
		return content, err
	}
	if end := bytes.LastIndex(content, []byte("</body>")); end >= 0 {
		return bytes.Join([][]byte{content[:end], content[end:]}, reloadTag), nil
	}
	return append(content, reloadTag...), nil
}
