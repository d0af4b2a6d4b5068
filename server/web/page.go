package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"strings"
)

// page is one HTML shell, filled once for each language.
type page struct {
	byLanguage map[string][]byte
	etags      map[string]string
}

// The marks in a shell that are ours to fill. A shell that lacks one is a build
// that does not fit this server.
const (
	headMark = "<!--head-->"
	htmlMark = `<html lang="en" dir="ltr">`
)

func readPage(files fs.FS, name, anonKey string) (page, error) {
	shell, err := fs.ReadFile(files, name)
	if errors.Is(err, fs.ErrNotExist) {
		return page{}, ErrNotBuilt
	}
	if err != nil {
		return page{}, fmt.Errorf("read %s: %w", name, err)
	}
	for _, mark := range []string{headMark, htmlMark} {
		if !bytes.Contains(shell, []byte(mark)) {
			return page{}, fmt.Errorf("%s lacks the mark %s: build the client again", name, mark)
		}
	}
	return fill(string(shell), anonKey), nil
}

func fill(shell, anonKey string) page {
	p := page{byLanguage: map[string][]byte{}, etags: map[string]string{}}
	key := `<meta name="toubkal-anon-key" content="` + html.EscapeString(anonKey) + `">`
	for _, language := range languages {
		filled := strings.Replace(shell, headMark, key, 1)
		filled = strings.Replace(filled, htmlMark, openHTML(language), 1)
		sum := sha256.Sum256([]byte(filled))
		p.byLanguage[language] = []byte(filled)
		p.etags[language] = `"` + hex.EncodeToString(sum[:8]) + `"`
	}
	return p
}

func openHTML(language string) string {
	return fmt.Sprintf(`<html lang="%s" dir="%s">`, language, direction(language))
}

// servePage answers a route with its shell. The shell is the same for every
// visitor of one language, so it may be kept and is asked after each time.
func (s *Site) servePage(w http.ResponseWriter, r *http.Request) {
	shell, status := s.pick(r.URL.Path)
	language := languageOf(r)
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Language", language)
	h.Set("Cache-Control", "no-cache")
	h.Add("Vary", "Cookie")
	h.Set("ETag", shell.etags[language])
	if status == http.StatusOK && r.Header.Get("If-None-Match") == shell.etags[language] {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.WriteHeader(status)
	_, _ = w.Write(shell.byLanguage[language])
}

func (s *Site) pick(urlPath string) (page, int) {
	if urlPath == "/admin" || strings.HasPrefix(urlPath, "/admin/") {
		return s.admin, statusOf(s.routes.match(s.routes.Admin, urlPath))
	}
	return s.public, statusOf(s.routes.match(s.routes.Public, urlPath))
}

func statusOf(exists bool) int {
	if exists {
		return http.StatusOK
	}
	return http.StatusNotFound
}
