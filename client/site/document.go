package site

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"strings"

	"github.com/toubkal/toubkal/server/static"
)

// The documents of the build around the pages.
const (
	publicShell = "index.html"
	adminShell  = "admin.html"
)

// The marks of a shell, in their order.
const (
	htmlMark = `<html lang="en" dir="ltr">`
	headMark = "<!--head-->"
	appMark  = `<div id="root"><!--app--></div>`
	dataMark = "<!--data-->"
)

// shell is an HTML file of the build, cut at its marks.
type shell struct {
	parts []string
	// scripts are the sources of its scripts for a Content-Security-Policy.
	scripts string
}

// readShell refuses a file that lacks a mark: it is of a build that does not fit this program.
func readShell(files fs.FS, name string, marks ...string) (shell, error) {
	text, err := fs.ReadFile(files, name)
	if errors.Is(err, fs.ErrNotExist) {
		return shell{}, ErrNotBuilt
	}
	if err != nil {
		return shell{}, fmt.Errorf("read %s: %w", name, err)
	}
	s := shell{scripts: static.ScriptSources(string(text))}
	rest := string(text)
	for _, mark := range marks {
		before, after, found := strings.Cut(rest, mark)
		if !found {
			return shell{}, fmt.Errorf("%s lacks the mark %s: build the client again", name, mark)
		}
		s.parts = append(s.parts, before)
		rest = after
	}
	s.parts = append(s.parts, rest)
	return s, nil
}

// write puts one value at each mark.
func (s shell) write(w *bytes.Buffer, values ...func(*bytes.Buffer)) {
	for i, part := range s.parts {
		w.WriteString(part)
		if i < len(values) {
			values[i](w)
		}
	}
}

func htmlTag(language string) func(*bytes.Buffer) {
	return func(w *bytes.Buffer) {
		fmt.Fprintf(w, `<html lang="%s" dir="%s">`, language, direction(language))
	}
}

// readStyles reads the stylesheets of all routes, each once.
func (s *Site) readStyles() error {
	elements, hashes := map[string]string{}, map[string]string{}
	read := func(r *route) error {
		sources := "'self'"
		for _, name := range r.Styles {
			if _, ok := elements[name]; !ok {
				css, err := fs.ReadFile(s.Files, strings.TrimPrefix(name, "/"))
				if err != nil {
					return fmt.Errorf("read the styles of %s: %w", r.Path, err)
				}
				hash := sha256.Sum256(css)
				hashes[name] = " 'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'"
				// The page's script loads the file once more. The service worker finds its address here.
				elements[name] = `<style data-from="` + name + `">` + string(css) + "</style>"
			}
			r.styles = append(r.styles, elements[name])
			sources += hashes[name]
		}
		r.policy = securityPolicy(s.shell.scripts, sources)
		return nil
	}
	for i := range s.pages.Public {
		if err := read(&s.pages.Public[i]); err != nil {
			return err
		}
	}
	return read(s.pages.NotFound)
}

// askAgain has a browser without scripts load the page again, which is rendered meanwhile: it would show nothing for good.
const askAgain = `<noscript><meta http-equiv="refresh" content="2"></noscript>`

// write writes the document of the view: with its rendered page, else without, and the client renders it.
func (v *view) write(w *bytes.Buffer) {
	title, description := v.title(), v.description()
	v.shell.write(w, htmlTag(v.language), func(w *bytes.Buffer) {
		if v.html != nil {
			w.WriteString(v.html.Head)
		} else {
			w.WriteString("<title>" + html.EscapeString(title) + "</title>")
			if description != "" {
				w.WriteString(`<meta name="description" content="` + html.EscapeString(description) + `">`)
			}
		}
		if v.html == nil && v.keepable() {
			w.WriteString(askAgain)
		}
		for _, font := range v.pages.Fonts[v.language] {
			w.WriteString(`<link rel="preload" as="font" type="font/woff2" crossorigin href="` + font + `">`)
		}
		for _, style := range v.styles {
			w.WriteString(style)
		}
		w.WriteString(v.head(title, description))
	}, v.writeApp, func(w *bytes.Buffer) {
		w.WriteString(`<script type="application/json" id="__DATA__">`)
		w.Write(v.state.Bytes())
		w.WriteString(`</script>`)
		// One small script with low priority loads the others after the first paint (client/src/site/app/start.ts): they
		// would compete with the document, and Lighthouse counts them as render-blocking (GoogleChrome/lighthouse#17163).
		fmt.Fprintf(w, `<script type="module" fetchpriority="low" src="%s" data-scripts="%s"></script>`,
			v.pages.Start, strings.Join(v.Scripts[v.language], " "))
	})
}

func (v *view) writeApp(w *bytes.Buffer) {
	w.WriteString(`<div id="root"`)
	if v.route == v.pages.NotFound { // its links are those of another address: it is not hydrated
		w.WriteString(` data-render="client"`)
	}
	w.WriteString(">")
	if v.html != nil {
		w.WriteString(v.html.App)
	}
	w.WriteString("</div>")
}

// title is that of the rendered page, else of the row, or of the route.
func (v *view) title() string {
	if v.html != nil {
		return v.html.title
	}
	// A row that is not known now is an entry of its parent.
	title := cmp.Or(v.rowText("title"), v.rowText("name"), v.Head[v.language].Title, v.titleOf(parentOf(v.path)))
	return title + " · " + v.siteTitle(v.language)
}

func (v *view) description() string {
	if v.html != nil {
		return v.html.description
	}
	return cmp.Or(v.rowText("excerpt"), v.rowText("description"), v.Head[v.language].Description, v.rowText("title"))
}
