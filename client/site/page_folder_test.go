package site

import (
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// restarted is a program that begins with the pages of a folder.
func restarted(t *testing.T, dir string, files fstest.MapFS, from http.Handler, log slog.Handler) *Site {
	t.Helper()
	site, err := New(Options{Files: files, PagesDir: dir, AnonKey: "anon", Tables: from, SiteURL: "https://example.org", Now: func() time.Time { return today }, Log: slog.New(log)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(site.renderer.Close)
	site.renderer.renderWait, site.renderer.checkWait = time.Hour, time.Hour // however busy the machine is
	site.waitForTables()
	return site
}

// filesIn are the files of a folder, by path.
func filesIn(t *testing.T, dir string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestRestartServesTheKeptPages(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := restarted(t, dir, rendering(), seeded(), slog.DiscardHandler)
	for _, target := range []string{"/story", "/blog/first-light?lang=fr", "/nowhere"} {
		ask(first, target)
	}
	away := restarted(t, dir, rendering(), &tables{}, slog.DiscardHandler)
	for _, c := range []struct {
		target string
		status int
		has    string
	}{
		{"/story", 200, "/story in en of Cairn & Co, number 1<"},
		{"/blog/first-light?lang=fr", 200, "/blog/first-light in fr of Cairn & Co, number 2<"},
		{"/nowhere/else", 404, "/404 in en of Cairn & Co, number 3<"},
		{"/book", 503, bareApp},
		{"/story?lang=ar", 503, bareApp},
		{"/blog/never-asked", 503, bareApp},
	} {
		res, body := ask(away, c.target)
		if res.StatusCode != c.status || !strings.Contains(body, c.has) {
			t.Errorf("%s without a database: %d, want %d with %s: %s", c.target, res.StatusCode, c.status, c.has, body)
		}
		if stale := res.Header.Get("Server-Timing") == staleMetric; stale != (c.has != bareApp) {
			t.Errorf("%s without a database: marked as stale: %v", c.target, stale)
		}
	}
	var log lockedLog
	again := restarted(t, dir, rendering(), seeded(), slog.NewTextHandler(&log, nil))
	if res, body := ask(again, "/story"); !strings.Contains(body, "number 1<") || res.Header.Get("Server-Timing") != "" || strings.Contains(log.String(), "rendering") {
		t.Errorf("with the same rows it is rendered again: %v %s %s", res.Header, body, log.String())
	}
	from := seeded()
	setting("brand.wordmark", `"Other"`)(from)
	changed := restarted(t, dir, rendering(), from, slog.DiscardHandler)
	if res, body := ask(changed, "/story"); !strings.Contains(body, "of Cairn & Co, number 1<") || res.Header.Get("Server-Timing") != staleMetric {
		t.Errorf("with other rows: %v, want the last page, marked as stale: %s", res.Header, body)
	}
	askUntil(changed, "/story", "of Other, number 1<")
}

// TestPageOfAnOlderBuild names files that are gone: it is neither served nor left behind.
func TestPageOfAnOlderBuild(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(fstest.MapFS, *Options){
		"another script": func(f fstest.MapFS, _ *Options) {
			f[renderScript] = &fstest.MapFile{Data: []byte(fakeScript + "\n;")}
		},
		"another asset": func(f fstest.MapFS, _ *Options) {
			f[pagesFile] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(pagesJSON, "start-1f2e", "start-3a4b"))}
		},
		"another api key": func(_ fstest.MapFS, o *Options) { o.AnonKey = "other" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			ask(restarted(t, dir, rendering(), seeded(), slog.DiscardHandler), "/story")
			if files := filesIn(t, dir); len(files) != 1 {
				t.Fatalf("%v are kept, want one page", files)
			}
			o := Options{Files: nil, PagesDir: dir, AnonKey: "anon", Tables: &tables{}, SiteURL: "https://example.org"}
			files := rendering()
			change(files, &o)
			o.Files = files
			site, err := New(o)
			if err != nil {
				t.Fatal(err)
			}
			if res, body := ask(site, "/story"); res.StatusCode != http.StatusServiceUnavailable || strings.Contains(body, "number") {
				t.Errorf("%d, want 503 without the old page: %s", res.StatusCode, body)
			}
			if files := filesIn(t, dir); len(files) != 0 {
				t.Errorf("%v are left", files)
			}
		})
	}
}

// TestPageFolderIsBounded as the pages in memory are, whatever was in it.
func TestPageFolderIsBounded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder := &pageFolder{path: dir, log: slog.New(slog.DiscardHandler)}
	page := func(path string, size int) *pageFile {
		return &pageFile{Name: pageName{path, "en"}, HTML: make([]byte, size), Rendering: &keptRendering{}}
	}
	kept := newKeptPages(time.Now, folder)
	for _, path := range []string{"/a", "/b", "/c", "/d", "/e"} {
		kept.put(&keptPage{pageFile: *page(path, maxKeptPageBytes/4)}, today, 0)
	}
	if files := filesIn(t, dir); len(files) != 4 || strings.Contains(fmt.Sprint(files), "2Fa.en") {
		t.Errorf("%v are kept, want the last four", files)
	}
	kept.put(&keptPage{pageFile: *page("/e", 1)}, today, 1)
	kept.drop(pageName{"/d", "en"})
	if files := filesIn(t, dir); len(files) != 3 {
		t.Errorf("%v are kept, want /b, /c and /e", files)
	}
	for i, path := range []string{"/f", "/g", "/h", "/i"} { // as a release with larger bounds would leave them
		folder.write(page(path, maxKeptPageBytes/4))
		at := time.Now().Add(time.Duration(i) * time.Second)
		if err := os.Chtimes(folder.file(pageName{path, "en"}), at, at); err != nil {
			t.Fatal(err)
		}
	}
	again := newKeptPages(time.Now, folder)
	if files := filesIn(t, dir); len(files) != 4 || again.recent.Len() != 4 || again.total != maxKeptPageBytes {
		t.Errorf("%v are kept, %d of %d bytes in memory: want the four that were written last", files, again.recent.Len(), again.total)
	}
}

// TestDamagedPagesAreLeftOut and removed: such a file is of a machine that lost its power.
func TestDamagedPagesAreLeftOut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder := &pageFolder{path: dir, log: slog.New(slog.DiscardHandler)}
	for _, path := range []string{"/", "/story", "/book", "/film"} {
		folder.write(&pageFile{Name: pageName{path, "en"}, HTML: make([]byte, 1000), Rendering: &keptRendering{}})
	}
	file := func(path string) string { return folder.file(pageName{path, "en"}) }
	whole, err := os.ReadFile(file("/story"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{
		file("/story"): whole[:len(whole)-1], file("/book"): nil, file("/film") + ".new": whole, file("/retreat"): whole,
	} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	kept := newKeptPages(time.Now, folder)
	if names := kept.recent.Keys(); len(names) != 2 || kept.peek(pageName{"/", "en"}) == nil || kept.peek(pageName{"/film", "en"}) == nil {
		t.Errorf("%v are read, want / and /film", names)
	}
	if files := filesIn(t, dir); len(files) != 2 {
		t.Errorf("%v are left, want / and /film", files)
	}
}

// TestPageWithoutAFolder is kept in memory: a disk that is full stops no page.
func TestPageWithoutAFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var log lockedLog
	site := restarted(t, dir, rendering(), seeded(), slog.NewTextHandler(&log, nil))
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{"/story", "/book", "/story"} {
		if res, body := ask(site, target); res.StatusCode != http.StatusOK || !strings.Contains(body, "number") {
			t.Errorf("%s: %d %s", target, res.StatusCode, body)
		}
	}
	if lines := strings.Count(log.String(), "a rendered page is kept in memory only"); lines != 1 {
		t.Errorf("it is logged %d times, want once: %s", lines, log.String())
	}
}
