package site

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/cespare/xxhash/v2"
)

// pageFolder keeps pages as files. A page names files of its build, so each build has a
// folder of its own. Anonymous users have requested its rows: it holds no personal data.
type pageFolder struct {
	path    string // "" keeps none
	log     *slog.Logger
	failing bool // the last page could not be written
}

// openPageFolder makes the folder of this build and removes those of others.
func openPageFolder(o Options) *pageFolder {
	if o.PagesDir == "" {
		return &pageFolder{}
	}
	build := buildID(o)
	others, _ := os.ReadDir(o.PagesDir) // none if it is not there
	for _, other := range others {
		if other.Name() != build {
			if err := os.RemoveAll(filepath.Join(o.PagesDir, other.Name())); err != nil {
				o.Log.Warn("the pages of an older build are not removed", "error", err)
			}
		}
	}
	path := filepath.Join(o.PagesDir, build)
	if err := os.MkdirAll(path, 0o700); err != nil {
		o.Log.Warn("rendered pages are kept in memory only", "error", err)
		return &pageFolder{}
	}
	return &pageFolder{path: path, log: o.Log}
}

// buildID is another one where the same rows may give another page: with other files of the
// client, another program or another api key.
func buildID(o Options) string {
	hash := xxhash.New()
	for _, name := range []string{publicShell, pagesFile, renderScript, renderLines} {
		text, _ := fs.ReadFile(o.Files, name) // what is missing is not rendered with
		fmt.Fprintf(hash, "%d %s", len(text), text)
	}
	_, _ = hash.WriteString(o.AnonKey) // never fails
	if program, err := os.Executable(); err == nil {
		if info, err := os.Stat(program); err == nil {
			fmt.Fprint(hash, info.Size(), info.ModTime().UnixNano())
		}
	}
	return strconv.FormatUint(hash.Sum64(), 36)
}

func (p *pageFolder) file(name pageName) string {
	return filepath.Join(p.path, url.PathEscape(name.Path)+"."+name.Language)
}

// read gives the pages of the folder, the one that was written last at the end, and removes
// what is none.
func (p *pageFolder) read() (pages []*pageFile) {
	if p.path == "" {
		return nil
	}
	type written struct {
		*pageFile
		at int64
	}
	var all []written
	entries, _ := os.ReadDir(p.path)
	for _, entry := range entries {
		file := filepath.Join(p.path, entry.Name())
		page, at, err := readPageFile(file)
		if err != nil || p.file(page.Name) != file {
			_ = os.Remove(file) // it is read again at the next start
			continue
		}
		all = append(all, written{page, at})
	}
	slices.SortFunc(all, func(a, b written) int { return cmp.Compare(a.at, b.at) })
	for _, each := range all {
		pages = append(pages, each.pageFile)
	}
	return pages
}

func readPageFile(file string) (page *pageFile, writtenAt int64, err error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, 0, err
	}
	text, err := os.ReadFile(file) // #nosec G304 -- in our own folder
	if err != nil {
		return nil, 0, err
	}
	page = &pageFile{}
	err = gob.NewDecoder(bytes.NewReader(text)).Decode(page)
	return page, info.ModTime().UnixNano(), err
}

// write replaces the file of a page whole.
func (p *pageFolder) write(page *pageFile) {
	if p.path == "" {
		return
	}
	err := p.replace(page)
	if err != nil && !p.failing {
		p.log.Warn("a rendered page is kept in memory only", "error", err)
	}
	p.failing = err != nil
}

func (p *pageFolder) replace(page *pageFile) error {
	var text bytes.Buffer
	if err := gob.NewEncoder(&text).Encode(page); err != nil {
		return fmt.Errorf("keep a page: %w", err)
	}
	temporary := p.file(page.Name) + ".new"
	if err := os.WriteFile(temporary, text.Bytes(), 0o600); err != nil {
		_ = os.Remove(temporary)
		return err
	}
	return os.Rename(temporary, p.file(page.Name))
}

func (p *pageFolder) remove(name pageName) {
	if p.path != "" {
		_ = os.Remove(p.file(name)) // at worst it is read again at the next start
	}
}
