package site

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"html/template"
	"io/fs"
	"regexp"
	"strings"
	"unique"

	"github.com/toubkal/toubkal/server/static"
)

// The shells hold no page: the client renders it.
const (
	publicShell = "index.html"
	adminShell  = "admin.html"
)

// document is an HTML file, cut at the marks that are ours to fill. It is cut
// once, and serves every request.
type document struct {
	pieces []piece
	// size is that of the file, in bytes.
	size int
	// title and description are what the file's head says, as plain text, with
	// the marks of the brand in it.
	title, description string
	// titled is a page that has a title; the head of another may bring one.
	titled bool
	// headed is a page with a heading of its own.
	headed bool
	// hidden is a page that asks search engines to leave it out.
	hidden bool
	// policy is the Content-Security-Policy, with the hashes of the styles.
	policy string
}

// piece is text, or the name of the mark that was there. The styles are the same
// in every document, and most of it: they are kept once.
type piece struct {
	text, mark string
	styles     unique.Handle[string]
}

// marks of the body are filled in the head too. The build writes them; a shell
// that lacks the first is a build that does not fit this server.
var (
	bodyMarks = regexp.MustCompile(`<!--(head|data|app)-->|⟦(wordmark|(?:name|named|title)\.(?:en|fr|ar)|picture;[^⟦⟧<]*)⟧`)
	headMarks = regexp.MustCompile(`<html lang="en" dir="ltr">|(?s:<style[^>]*>.*?</style>)|<title[^>]*>([^<]*)</title>|<meta name="description" content="([^"]*)"\s*/?>|` + bodyMarks.String())
)

var robots = regexp.MustCompile(`<meta name="robots" content="[^"]*noindex`)

const headMark = "<!--head-->"

// document reads a file, or gives what it was cut into before.
func (s *Site) document(name string) (*document, error) {
	if cut, ok := s.documents.Load(name); ok {
		return cut.(*document), nil
	}
	text, err := fs.ReadFile(s.Files, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotBuilt
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if !bytes.Contains(text, []byte(headMark)) {
		return nil, fmt.Errorf("%s lacks the mark %s: build the client again", name, headMark)
	}
	cut := cutDocument(string(text))
	kept, _ := s.documents.LoadOrStore(name, cut)
	return kept.(*document), nil
}

// first gives the first of the files that is there, else the public shell.
func (s *Site) first(names ...string) (*document, error) {
	for _, name := range names {
		d, err := s.document(name)
		if !errors.Is(err, ErrNotBuilt) {
			return d, err
		}
	}
	return s.document(publicShell)
}

func (s *Site) exists(name string) bool {
	_, err := s.document(name)
	return err == nil
}

func cutDocument(text string) *document {
	head, body := text, ""
	if end := strings.Index(text, "</head>"); end >= 0 {
		head, body = text[:end], text[end:]
	}
	d := &document{
		size: len(text), hidden: robots.MatchString(head), headed: strings.Contains(body, "<h1"),
		policy: securityPolicy(static.StyleSources(text)),
	}
	d.cut(head, headMarks)
	d.cut(body, bodyMarks)
	return d
}

func (d *document) cut(text string, marks *regexp.Regexp) {
	end := 0
	for _, at := range marks.FindAllStringIndex(text, -1) {
		found := text[at[0]:at[1]]
		d.add(text[end:at[0]])
		d.pieces = append(d.pieces, d.marked(found))
		end = at[1]
	}
	d.add(text[end:])
}

// add keeps a copy, so that the file itself can be let go.
func (d *document) add(text string) {
	d.pieces = append(d.pieces, piece{text: strings.Clone(text)})
}

func (d *document) marked(found string) piece {
	switch {
	case strings.HasPrefix(found, "<html"):
		return piece{mark: "html"}
	case strings.HasPrefix(found, "<style"):
		return piece{mark: "styles", styles: unique.Make(found)}
	case strings.HasPrefix(found, "<title"):
		d.titled = true
		d.title = plain(headMarks.FindStringSubmatch(found)[1])
		return piece{mark: "title"}
	case strings.HasPrefix(found, "<meta"):
		d.description = plain(headMarks.FindStringSubmatch(found)[2])
		return piece{mark: "description"}
	}
	return piece{mark: strings.Trim(found, "<!->⟦⟧")}
}

func plain(text string) string { return strings.TrimSpace(html.UnescapeString(text)) }

// documentValues are what a view puts at the marks. title and description are plain
// text; the others are HTML.
type documentValues struct {
	language, title, description string
	head, app                    string
	data                         func(*bytes.Buffer) // nil for none
	set                          settings
	picture                      func(mark string) template.HTML // nil for none
}

// fill writes the document.
func (d *document) fill(w *bytes.Buffer, f documentValues) {
	w.Grow(d.size + len(f.head) + len(f.app))
	for _, p := range d.pieces {
		switch p.mark {
		case "":
			w.WriteString(p.text)
		case "styles":
			w.WriteString(p.styles.Value())
		case "html":
			fmt.Fprintf(w, `<html lang="%s" dir="%s">`, f.language, direction(f.language))
		case "title":
			w.WriteString("<title>" + html.EscapeString(f.title) + "</title>")
		case "description":
			w.WriteString(`<meta name="description" content="` + html.EscapeString(f.description) + `">`)
		case "head":
			w.WriteString(f.head)
		case "data":
			if f.data != nil {
				f.data(w)
			}
		case "app":
			w.WriteString(f.app)
		default:
			if !strings.HasPrefix(p.mark, "picture;") {
				w.WriteString(html.EscapeString(f.set.branded("⟦" + p.mark + "⟧")))
			} else if f.picture != nil {
				w.WriteString(string(f.picture(html.UnescapeString(p.mark))))
			}
		}
	}
}

// branded puts the owner's names for the marks into plain text. Hers is there in
// each language: a French cover lies on an Arabic page, too.
func (s settings) branded(text string) string {
	pairs := []string{"⟦wordmark⟧", s.wordmark}
	for _, l := range languages {
		pairs = append(pairs, "⟦name."+l+"⟧", s.name.text(l), "⟦named."+l+"⟧", s.namedAs(l), "⟦title."+l+"⟧", s.siteTitle(l))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
