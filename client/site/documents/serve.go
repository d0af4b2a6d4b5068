package documents

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Language returns a language of the site: the given one, or English if it is
// none.
func Language(asked string) string {
	if slices.Contains(languages, asked) {
		return asked
	}
	return languages[0]
}

// ServeHTTP answers /downloads/<document>.<language>.pdf and
// /og/<page>.<language>.png.
func (p *Renderer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	folder, file, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	parts := strings.Split(file, ".")
	if len(parts) != 3 || !slices.Contains(languages, parts[1]) {
		http.NotFound(w, r)
		return
	}
	name, language := parts[0], parts[1]
	switch {
	case folder == "downloads" && parts[2] == "pdf" && documents[name] != nil:
		made, err := p.document(r.Context(), name, language)
		p.respond(w, r, response{made, err, "application/pdf", "no-cache", language, name})
	case folder == "og" && parts[2] == "png":
		p.respondPreview(w, r, name, language)
	default:
		http.NotFound(w, r)
	}
}

func (p *Renderer) respondPreview(w http.ResponseWriter, r *http.Request, page, language string) {
	made, known, err := p.preview(r.Context(), page, language)
	if err == nil && !known {
		http.NotFound(w, r)
		return
	}
	p.respond(w, r, response{made, err, "image/png", "public, max-age=3600", language, ""})
}

// response is what respond writes; name is the name of a download, "" for an
// image.
type response struct {
	rendered
	err                         error
	kind, cache, language, name string
}

func (p *Renderer) respond(w http.ResponseWriter, r *http.Request, s response) {
	if s.err != nil {
		p.log.ErrorContext(r.Context(), "render a document", "path", r.URL.Path, "error", s.err)
		w.Header().Set("Retry-After", "60")
		w.Header().Set("Content-Language", s.language)
		http.Error(w, p.messages[s.language].message("failure"), http.StatusServiceUnavailable)
		return
	}
	h := w.Header()
	h.Set("Content-Type", s.kind)
	h.Set("Content-Language", s.language)
	h.Set("Cache-Control", s.cache)
	h.Set("ETag", s.etag)
	if s.name != "" {
		name := s.name + "-" + s.language + ".pdf"
		if c, err := p.load(r.Context(), s.language); err == nil {
			name = slug(c.wordmark()) + name
		}
		h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s"`, name))
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(s.bytes))
}

// slug keeps the letters and digits that are safe in a file name on every system.
// It ends in a hyphen unless it is empty.
func slug(s string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		b.WriteString(word + "-")
	}
	return b.String()
}
