package site

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/toubkal/toubkal/server/static"
)

const (
	// checkInterval is how long the rows of a kept page are not read again, unless
	// something was written through this program.
	checkInterval = time.Second
	// maxStale bounds how old a page is that is sent without reading its rows first, while nothing was
	// written through this program: a change that another program made is seen after it.
	maxStale = 2 * time.Second
	// maxKeptPages and maxKeptPageBytes bound the kept pages, the second in bytes. A page of this site
	// takes about 70 kB, so there is room for the pages of 70 posts in three languages.
	maxKeptPages     = 2000
	maxKeptPageBytes = 32 << 20
)

// pageName is what a page is kept under. There are as many as pages that exist: what a
// visitor adds to an address is not in it.
type pageName struct{ path, language string }

// keptPage is a rendered page as it is sent. Only the fields after mu's comment change.
type keptPage struct {
	pageName
	origin string // its links begin with it
	// state is the hash of the rows that it shows, and rows that of all but the settings.
	state, rows uint64
	rendering   *keptRendering
	// html is the page, compressed with gzip; size is its length before.
	html        []byte
	size        int
	tag, policy string
	hidden      bool

	asked     time.Time // when it was requested last; guarded by keptPages.mu
	confirmed time.Time // when its rows were those of the tables; guarded by keptPages.mu
	writes    uint64    // keptPages.writes then; guarded by keptPages.mu
}

func (k *keptPage) bytes() int { return len(k.html) + len(k.rendering.packed) }

// keptPages are the pages that were asked for last, within the two bounds.
type keptPages struct {
	now    func() time.Time
	mu     sync.Mutex
	recent *simplelru.LRU[pageName, *keptPage]
	total  int           // of bytes
	writes atomic.Uint64 // counts what was written to tables through this program
}

func newKeptPages(now func() time.Time) *keptPages {
	p := &keptPages{now: now}
	// No error: the size is positive.
	p.recent, _ = simplelru.NewLRU(maxKeptPages, func(_ pageName, kept *keptPage) { p.total -= kept.bytes() })
	return p
}

// get is the page for a request, and how long ago it was true. It is not current if its
// rows may be others by now.
func (p *keptPages) get(name pageName, origin string) (kept *keptPage, age time.Duration, current bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	kept, ok := p.recent.Get(name)
	if !ok {
		return nil, 0, false
	}
	kept.asked = p.now()
	if kept.origin != origin {
		return nil, 0, false
	}
	return kept, p.now().Sub(kept.confirmed), kept.writes == p.writes.Load()
}

// put keeps a page, or confirms that one is still true. at and writes are from before its
// rows were read.
func (p *keptPages) put(kept *keptPage, at time.Time, writes uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if old, ok := p.recent.Peek(kept.pageName); ok && old.confirmed.After(at) && old != kept {
		return // rendered with older rows than the one that is kept
	}
	kept.confirmed, kept.writes = at, writes
	if old, ok := p.recent.Peek(kept.pageName); ok {
		p.total -= old.bytes()
		kept.asked = old.asked
	} else {
		kept.asked = p.now()
	}
	p.total += kept.bytes()
	p.recent.Add(kept.pageName, kept) // also tells the eviction of what is over maxKeptPages
	for p.total > maxKeptPageBytes {
		p.recent.RemoveOldest()
	}
}

func (p *keptPages) peek(name pageName) *keptPage {
	p.mu.Lock()
	defer p.mu.Unlock()
	kept, _ := p.recent.Peek(name)
	return kept
}

func (p *keptPages) drop(name pageName) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.recent.Remove(name)
}

// requested are the kept pages that were requested within that time, the latest first.
func (p *keptPages) requested(within time.Duration) []*keptPage {
	p.mu.Lock()
	defer p.mu.Unlock()
	since := p.now().Add(-within)
	pages := slices.DeleteFunc(p.recent.Values(), func(kept *keptPage) bool { return kept.asked.Before(since) })
	slices.SortStableFunc(pages, func(a, b *keptPage) int { return b.asked.Compare(a.asked) })
	return pages
}

// staleMetric tells the client (src/shared/app/dehydrated-state.ts) that the rows in the page are
// no longer those of the tables, so that it asks for them again.
const staleMetric = "stale"

// send answers with the page. stale is one whose rows are known to be others by now.
func (k *keptPage) send(w http.ResponseWriter, r *http.Request, stale bool) {
	h := w.Header()
	setPageHeaders(h, k.language, k.policy, k.hidden)
	tag, packed := k.tag, static.Accepts(r, "gzip")
	if h.Add("Vary", "Accept-Encoding"); packed {
		h.Set("Content-Encoding", "gzip")
		tag = strings.TrimSuffix(tag, `"`) + `-gzip"` // as of what package edge compresses, which strips it from requests
	}
	h.Set("ETag", tag)
	if stale {
		h.Set("Server-Timing", staleMetric)
	} else if static.Matches(r, k.tag) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if packed {
		h.Set("Content-Length", strconv.Itoa(len(k.html)))
		_, _ = w.Write(k.html)
		return
	}
	h.Set("Content-Length", strconv.Itoa(k.size))
	if r.Method == http.MethodHead {
		return
	}
	if page, err := gzip.NewReader(bytes.NewReader(k.html)); err == nil { // it is ours: it can be read
		_, _ = io.Copy(w, page) // #nosec G110 -- of the size that was compressed
	}
}

// packers compress pages. One takes 1 MB.
var packers = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(nil, gzip.BestCompression) // no error: the level exists
	return w
}}

func pack(content []byte) []byte {
	var packed bytes.Buffer
	w := packers.Get().(*gzip.Writer)
	defer packers.Put(w)
	w.Reset(&packed)
	_, _ = w.Write(content) // a buffer takes everything
	_ = w.Close()
	return bytes.Clone(packed.Bytes())
}

func unpack(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("unpack a page: %w", err)
	}
	return io.ReadAll(r)
}
