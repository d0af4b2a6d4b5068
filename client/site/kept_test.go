package site

import (
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestKeptPageIsSentCompressed to those who accept it, and not at all to those who have it.
func TestKeptPageIsSentCompressed(t *testing.T) {
	t.Parallel()
	site, _ := renderingSite(t, seeded(), slog.DiscardHandler)
	_, plain := ask(site, "/story")
	res, body := ask(site, "/story", "Accept-Encoding: zstd, gzip")
	unpacked, err := unpack([]byte(body))
	if err != nil || string(unpacked) != plain || res.Header.Get("Content-Encoding") != "gzip" || !strings.HasSuffix(res.Header.Get("ETag"), `-gzip"`) {
		t.Errorf("%v, %v, want the page as gzip: %s", res.Header, err, unpacked)
	}
	if vary := strings.Join(res.Header.Values("Vary"), ", "); vary != "Cookie, Accept-Encoding" {
		t.Errorf("Vary: %s", vary)
	}
	// package edge strips the suffix from requests
	tag := strings.Replace(res.Header.Get("ETag"), "-gzip", "", 1)
	if res, body := ask(site, "/story", "Accept-Encoding: gzip", "If-None-Match: "+tag); res.StatusCode != http.StatusNotModified || body != "" || res.Header.Get("Content-Encoding") != "" {
		t.Errorf("%d with %d bytes, want 304: %v", res.StatusCode, len(body), res.Header)
	}
}

// TestKeptPagesAreBounded: the page that was asked for longest ago goes first.
func TestKeptPagesAreBounded(t *testing.T) {
	t.Parallel()
	kept := newKeptPages(time.Now, &pageFolder{})
	large := make([]byte, maxKeptPageBytes/4)
	has := func(path string) bool {
		page, _, _ := kept.get(pageName{path, "en"}, "")
		return page != nil
	}
	for _, path := range []string{"/a", "/b", "/c", "/d", "/a", "/e"} {
		if !has(path) {
			kept.put(&keptPage{pageFile: pageFile{Name: pageName{path, "en"}, HTML: large, Rendering: &keptRendering{}}}, today, 0)
		}
	}
	for path, want := range map[string]bool{"/a": true, "/b": false, "/c": true, "/d": true, "/e": true} {
		if has(path) != want {
			t.Errorf("%s is kept: %v, want %v", path, has(path), want)
		}
	}
	if kept.total != maxKeptPageBytes {
		t.Errorf("%d bytes are counted, want %d", kept.total, maxKeptPageBytes)
	}
	for i := range 2 * maxKeptPages {
		kept.put(&keptPage{pageFile: pageFile{Name: pageName{fmt.Sprint(i), "en"}, Rendering: &keptRendering{}}}, today, 0)
	}
	if pages := kept.recent.Len(); pages != maxKeptPages || kept.total != 0 {
		t.Errorf("%d pages of %d bytes are kept, want %d of none", pages, kept.total, maxKeptPages)
	}
}

// TestOlderRowsDoNotReplaceNewer: of two renderings at a time the one with older rows may end last.
func TestOlderRowsDoNotReplaceNewer(t *testing.T) {
	t.Parallel()
	kept := newKeptPages(time.Now, &pageFolder{})
	name := pageName{"/", "en"}
	for _, at := range []time.Duration{2, 1} {
		kept.put(&keptPage{pageFile: pageFile{Name: name, Size: int(at), Rendering: &keptRendering{}}}, today.Add(at), 0)
	}
	if page, _, _ := kept.get(name, ""); page.Size != 2 {
		t.Errorf("the page with the rows of %d is kept, want 2", page.Size)
	}
}
