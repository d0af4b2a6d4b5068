package site

import (
	"bytes"
	"errors"
	"fmt"
	"html"
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
	// hidden is a page that asks search engines to leave it out.
	hidden bool
	// scriptSources and styleSources are those of its scripts and styles, policy its Content-Security-Policy.
	scriptSources, styleSources, policy string
	// renderable is a document whose page the server can render.
	renderable bool
	// read reads the file again.
	read func() ([]byte, error)
}

// piece is text, or the name of the mark that was there. The styles are the same
// in every document, and most of it: they are kept once.
type piece struct {
	text, mark string
	styles     unique.Handle[string]
	// built is what the build has rendered, which a rendered page replaces. Its text, most
	// of the document, is not kept: it is from begin to end in the file.
	built      bool
	begin, end int
}

// marks of the body are filled in the head too. The build writes them; a shell
// that lacks the first is a build that does not fit this server. What the build has
// rendered of a page is between <!--built …--> and <!--/built-->.
var (
	bodyMarks = regexp.MustCompile(`<!--(head|data|built app|/built)-->|⟦(wordmark|(?:name|named|title)\.(?:en|fr|ar))⟧`)
	headMarks = regexp.MustCompile(`<html lang="en" dir="ltr">|<!--built head-->|(?s:<style[^>]*>.*?</style>)|` +
		titleTag.String() + `|` + descriptionTag.String() + `|` + bodyMarks.String())
	titleTag       = regexp.MustCompile(`<title[^>]*>([^<]*)</title>`)
	descriptionTag = regexp.MustCompile(`<meta name="description" content="([^"]*)"\s*/?>`)
)

var robots = regexp.MustCompile(`<meta name="robots" content="[^"]*noindex`)

const headMark = "<!--head-->"

// document reads a file, or gives what it was cut into before.
func (s *Site) document(name string) (*document, error) {
	if cut, ok := s.documents.Load(name); ok {
		return cut.(*document), nil
	}
	read := func() ([]byte, error) { return fs.ReadFile(s.Files, name) }
	text, err := read()
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
	cut.read = read
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
		size: len(text), hidden: robots.MatchString(head),
		scriptSources: static.ScriptSources(head), styleSources: static.StyleSources(text),
	}
	d.policy = securityPolicy(d.scriptSources, d.styleSources)
	d.cut(head, 0, headMarks)
	d.cut(body, len(head), bodyMarks)
	return d
}

// cut adds the pieces of a part of the file, which begins at an offset.
func (d *document) cut(text string, offset int, marks *regexp.Regexp) {
	end, built := 0, false
	add := func(begin, end int) {
		if built {
			d.pieces = append(d.pieces, piece{built: true, begin: offset + begin, end: offset + end})
		} else { // a copy, so that the file itself can be let go
			d.pieces = append(d.pieces, piece{text: strings.Clone(text[begin:end])})
		}
	}
	for _, at := range marks.FindAllStringIndex(text, -1) {
		add(end, at[0])
		p := d.marked(text[at[0]:at[1]])
		built = built && p.mark != "/built"
		p.built = built
		d.pieces = append(d.pieces, p)
		built = built || strings.HasPrefix(p.mark, "built ")
		end = at[1]
	}
	add(end, len(text))
}

func (d *document) marked(found string) piece {
	switch {
	case strings.HasPrefix(found, "<html"):
		return piece{mark: "html"}
	case strings.HasPrefix(found, "<style"):
		return piece{mark: "styles", styles: unique.Make(found)}
	case strings.HasPrefix(found, "<title"):
		d.titled = true
		d.title = plain(titleTag.FindStringSubmatch(found)[1])
		return piece{mark: "title"}
	case strings.HasPrefix(found, "<meta"):
		d.description = plain(descriptionTag.FindStringSubmatch(found)[1])
		return piece{mark: "description"}
	}
	d.renderable = d.renderable || found == "<!--built app-->"
	return piece{mark: strings.Trim(found, "<!->⟦⟧")}
}

// documentValues are what a view puts at the marks. title and description are plain
// text; the others are HTML.
type documentValues struct {
	language, title, description string
	head                         string
	data                         func(*bytes.Buffer) // nil for none
	set                          settings
	rendered                     *renderedPage // nil for what the build has rendered
}

// fill writes the document. Where it fails to read what the build has rendered, the page is
// without, and its client renders it.
func (d *document) fill(w *bytes.Buffer, f documentValues) {
	w.Grow(d.size + len(f.head))
	var file []byte
	if f.rendered == nil && d.read != nil {
		file, _ = d.read()
	}
	for _, p := range d.pieces {
		if p.built && f.rendered != nil {
			continue
		}
		switch p.mark {
		case "":
			if p.text != "" || p.end > len(file) {
				w.WriteString(p.text)
			} else {
				w.Write(file[p.begin:p.end])
			}
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
		case "built head", "built app":
			if f.rendered != nil {
				f.rendered.write(w, p.mark)
			}
		case "/built":
		default: // name.fr
			w.WriteString(html.EscapeString(f.set.branded("⟦" + p.mark + "⟧")))
		}
	}
}
