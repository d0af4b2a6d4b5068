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
type pageName struct{ Path, Language string }

// pageFile is what is kept of a rendered page, in memory and in a file of the data folder.
type pageFile struct {
	Name   pageName
	Origin string // its links begin with it
	Status int    // 200 or 404
	// State is the hash of the rows that it shows, and Rows that of all but the settings.
	State, Rows uint64
	Rendering   *keptRendering
	// HTML is the page, compressed with gzip; Size is its length before.
	HTML        []byte
	Size        int
	Tag, Policy string
	Hidden      bool
}

// keptPage is a rendered page as it is sent. Only the fields below the file change, guarded by keptPages.mu.
type keptPage struct {
	pageFile
	asked     time.Time // when it was requested last
	confirmed time.Time // when its rows were those of the tables
	writes    uint64    // keptPages.writes then
}

func (k *keptPage) bytes() int { return len(k.HTML) + len(k.Rendering.Packed) }

// keptPages are the pages that were asked for last, within the two bounds.
type keptPages struct {
	now    func() time.Time
	folder *pageFolder
	mu     sync.Mutex
	recent *simplelru.LRU[pageName, *keptPage]
	total  int // of bytes
	// writing lets one page be written at a time, so that a file is of the page that is kept.
	// Locked before mu, which no request waits for while a file is written.
	writing sync.Mutex
	writes  atomic.Uint64 // counts what was written to tables through this program
}

// newKeptPages begins with the pages of the folder.
func newKeptPages(now func() time.Time, folder *pageFolder) *keptPages {
	k := &keptPages{now: now, folder: folder}
	// No error: the size is positive.
	k.recent, _ = simplelru.NewLRU(maxKeptPages, func(name pageName, kept *keptPage) {
		k.total -= kept.bytes()
		folder.remove(name)
	})
	for _, file := range folder.read() {
		k.add(&keptPage{pageFile: *file})
	}
	return k
}

// add keeps a page and drops what is over the bounds.
func (k *keptPages) add(kept *keptPage) {
	k.total += kept.bytes()
	k.recent.Add(kept.Name, kept) // also tells the eviction of what is over maxKeptPages
	for k.total > maxKeptPageBytes {
		k.recent.RemoveOldest()
	}
}

// get is the page for a request, and how long ago it was true. It is not current if its
// rows may be others by now.
func (k *keptPages) get(name pageName, origin string) (kept *keptPage, age time.Duration, current bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	kept, ok := k.recent.Get(name)
	if !ok {
		return nil, 0, false
	}
	kept.asked = k.now()
	if kept.Origin != origin {
		return nil, 0, false
	}
	return kept, k.now().Sub(kept.confirmed), kept.writes == k.writes.Load()
}

// put keeps a page, or confirms that one is still true. at and writes are from before its
// rows were read.
func (k *keptPages) put(kept *keptPage, at time.Time, writes uint64) {
	if !k.isNew(kept, at, writes) {
		return
	}
	k.writing.Lock()
	defer k.writing.Unlock()
	if !k.isNew(kept, at, writes) { // another was kept meanwhile
		return
	}
	k.folder.write(&kept.pageFile) // first, since what is over the bounds is removed
	k.mu.Lock()
	defer k.mu.Unlock()
	kept.asked, kept.confirmed, kept.writes = k.now(), at, writes
	if old, ok := k.recent.Peek(kept.Name); ok {
		k.total -= old.bytes()
		kept.asked = old.asked
	}
	k.add(kept)
}

// isNew reports whether a page is to be kept: neither the one that is, which is confirmed, nor one
// that was rendered with older rows.
func (k *keptPages) isNew(page *keptPage, at time.Time, writes uint64) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	old, ok := k.recent.Peek(page.Name)
	if old == page {
		page.confirmed, page.writes = at, writes
		return false
	}
	return !ok || !old.confirmed.After(at)
}

func (k *keptPages) peek(name pageName) *keptPage {
	k.mu.Lock()
	defer k.mu.Unlock()
	kept, _ := k.recent.Peek(name)
	return kept
}

func (k *keptPages) drop(name pageName) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.recent.Remove(name)
}

// requested are the kept pages that were requested within that time, the latest first.
func (k *keptPages) requested(within time.Duration) []*keptPage {
	k.mu.Lock()
	defer k.mu.Unlock()
	since := k.now().Add(-within)
	pages := slices.DeleteFunc(k.recent.Values(), func(kept *keptPage) bool { return kept.asked.Before(since) })
	slices.SortStableFunc(pages, func(a, b *keptPage) int { return b.asked.Compare(a.asked) })
	return pages
}

// staleMetric tells the client (src/shared/app/dehydrated-state.ts) that the rows in the page are
// no longer those of the tables, so that it asks for them again.
const staleMetric = "stale"

// send answers with the page. stale is one whose rows are known to be others by now.
func (k *keptPage) send(w http.ResponseWriter, r *http.Request, stale bool) {
	h := w.Header()
	setPageHeaders(h, k.Name.Language, k.Policy, k.Hidden)
	tag, packed := k.Tag, static.Accepts(r, "gzip")
	if h.Add("Vary", "Accept-Encoding"); packed {
		h.Set("Content-Encoding", "gzip")
		tag = strings.TrimSuffix(tag, `"`) + `-gzip"` // as of what package edge compresses, which strips it from requests
	}
	h.Set("ETag", tag)
	if stale {
		h.Set("Server-Timing", staleMetric)
	} else if k.Status == http.StatusOK && static.Matches(r, k.Tag) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if packed {
		h.Set("Content-Length", strconv.Itoa(len(k.HTML)))
		w.WriteHeader(k.Status)
		_, _ = w.Write(k.HTML)
		return
	}
	h.Set("Content-Length", strconv.Itoa(k.Size))
	w.WriteHeader(k.Status)
	if r.Method == http.MethodHead {
		return
	}
	if page, err := gzip.NewReader(bytes.NewReader(k.HTML)); err == nil { // it is ours: it can be read
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
