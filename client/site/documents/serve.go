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

// Language is the tongue of an address or a form, English unless it is ours.
func Language(asked string) string {
	if slices.Contains(languages, asked) {
		return asked
	}
	return languages[0]
}

// ServeHTTP answers /downloads/<document>.<language>.pdf and
// /og/<page>.<language>.png.
func (p *Press) ServeHTTP(w http.ResponseWriter, r *http.Request) {
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
		p.send(w, r, sending{made, err, "application/pdf", "no-cache", language, name})
	case folder == "og" && parts[2] == "png":
		p.sendPicture(w, r, name, language)
	default:
		http.NotFound(w, r)
	}
}

func (p *Press) sendPicture(w http.ResponseWriter, r *http.Request, page, language string) {
	made, known, err := p.picture(r.Context(), page, language)
	if err == nil && !known {
		http.NotFound(w, r)
		return
	}
	p.send(w, r, sending{made, err, "image/png", "public, max-age=3600", language, ""})
}

// sending is an answer; name is that of a file to keep, "" to show.
type sending struct {
	paper
	err                         error
	kind, cache, language, name string
}

func (p *Press) send(w http.ResponseWriter, r *http.Request, s sending) {
	if s.err != nil {
		p.log.ErrorContext(r.Context(), "paper: "+r.URL.Path, "error", s.err)
		w.Header().Set("Retry-After", "60")
		w.Header().Set("Content-Language", s.language)
		http.Error(w, p.words[s.language].say("failure"), http.StatusServiceUnavailable)
		return
	}
	h := w.Header()
	h.Set("Content-Type", s.kind)
	h.Set("Content-Language", s.language)
	h.Set("Cache-Control", s.cache)
	h.Set("ETag", s.etag)
	if s.name != "" {
		h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s"`, p.fileName(r, s.name, s.language)))
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(s.bytes))
}

// fileName is what a download is called among others on a disk.
func (p *Press) fileName(r *http.Request, name, language string) string {
	c, err := p.read(r.Context(), language)
	if err != nil {
		return name + "-" + language + ".pdf"
	}
	return slug(c.wordmark()) + name + "-" + language + ".pdf"
}

// slug keeps what is safe in the name of a file on every system; it ends in a
// hyphen unless it is empty.
func slug(s string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		b.WriteString(word + "-")
	}
	return b.String()
}
