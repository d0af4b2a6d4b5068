package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"regexp"
	"strings"
)

// pagesFile is written by the client's build from its own router and its own
// queries (client/build/pages.ts), so that both are kept in one place.
const pagesFile = "pages.json"

// pages are the client's pages.
type pages struct {
	Brand  brand   `json:"brand"`
	Public []route `json:"public"`
	// NotFound is the page of all other addresses.
	NotFound *route  `json:"not_found"`
	Admin    []route `json:"admin"`
	// Picture is the query for the picture with the id :picture.
	Picture tableQuery `json:"picture"`
	// Start is the script that loads those of a page after its first paint.
	Start string `json:"start"`
	// Fonts are those above the fold, by language.
	Fonts map[string][]string `json:"fonts"`
}

// brand is what pages call the site until the settings say, and her while they give no name.
type brand struct {
	Wordmark string `json:"wordmark"`
	Unnamed  texts  `json:"unnamed"`
}

// route is one page. A segment of its path that starts with a colon stands for
// any one segment: /blog/:slug.
type route struct {
	Path string       `json:"path"`
	Data []tableQuery `json:"data"`
	// Found says which row has to be there for the page to exist; nil is none.
	Found *struct {
		Data   string `json:"data"`   // the first word of a query's key
		Column string `json:"column"` // which equals the last segment of the address
	} `json:"found"`
	// Pictures are the settings whose pictures the page shows.
	Pictures []string `json:"pictures"`
	// Head is the title and the description by language, as plain text. A page of a row has them of the row.
	Head map[string]pageHead `json:"head"`
	// Hidden is a page that search engines are to leave out.
	Hidden bool `json:"hidden"`
	// ClientOnly is a page without public content, which only the browser renders.
	ClientOnly bool `json:"client_only"`
	// Styles are its stylesheets, which go into the document, Scripts what it needs beside the start script, by language.
	Styles  []string            `json:"styles"`
	Scripts map[string][]string `json:"scripts"`

	styles []string // style elements
	policy string   // the Content-Security-Policy of its documents
}

type pageHead struct {
	Title       string `json:"title"`
	Description string `json:"description"`
}

// tableQuery is a request to the table API, and the key under which the client
// caches its answer. Both may name a segment of the page's path: :slug.
type tableQuery struct {
	Key     json.RawMessage `json:"key"` // nil for a query that only the server makes
	Request string          `json:"request"`
	named   string          // the first word of the key
}

// UnmarshalJSON also reads a bare path.
func (r *route) UnmarshalJSON(text []byte) error {
	if json.Unmarshal(text, &r.Path) == nil {
		return nil
	}
	type plain route
	return json.Unmarshal(text, (*plain)(r))
}

func readPages(files fs.FS) (pages, error) {
	var all pages
	text, err := fs.ReadFile(files, pagesFile)
	if errors.Is(err, fs.ErrNotExist) {
		return all, ErrNotBuilt
	}
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err == nil && all.NotFound == nil {
		err = errors.New("it has no page for what is not found: build the client again")
	}
	if err != nil {
		return all, fmt.Errorf("read %s: %w", pagesFile, err)
	}
	return all, nil
}

// UnmarshalJSON also reads the first word of the key.
func (t *tableQuery) UnmarshalJSON(text []byte) error {
	type plain tableQuery
	if err := json.Unmarshal(text, (*plain)(t)); err != nil {
		return err
	}
	var words []any
	if json.Unmarshal(t.Key, &words) == nil && len(words) > 0 {
		t.named, _ = words[0].(string)
	}
	return nil
}

// settings is the client's query for the settings.
func (p pages) settings() tableQuery {
	for _, each := range p.Public {
		for _, q := range each.Data {
			if q.named == "settings" {
				return q
			}
		}
	}
	return tableQuery{Request: settingsRequest, named: "settings"}
}

// about puts the segment into the query; into the request URL-encoded.
func (t tableQuery) about(mark, segment string) tableQuery {
	if mark == "" {
		return t
	}
	return tableQuery{
		Key:     json.RawMessage(strings.ReplaceAll(string(t.Key), mark, segment)),
		Request: strings.ReplaceAll(t.Request, mark, url.QueryEscape(segment)),
		named:   t.named,
	}
}

// address is a path that fits a route.
type address struct {
	*route
	path string // in its canonical form: /blog/first-light
	slug string // the segment that the route leaves open; "" if none
}

// slugFormat is the one that the tables check. What does not fit it is in none.
var slugFormat = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// find gives the address that a path means, however it is written: in capitals,
// or with a slash at its end. A route without open segments goes first. What fits
// none is not found.
func (p pages) find(urlPath string) address {
	given := segments(strings.ToLower(urlPath))
	open := p.notFound()
	for i := range p.Public {
		slug, ok := matches(segments(p.Public[i].Path), given)
		found := address{&p.Public[i], "/" + strings.Join(given, "/"), slug}
		if ok && slug == "" {
			return found
		}
		if ok && open.route == p.NotFound {
			open = found
		}
	}
	return open
}

// notFound has one path for all addresses without a page, so that it is rendered once.
func (p pages) notFound() address { return address{p.NotFound, "/404", ""} }

func (p pages) isAdminPage(urlPath string) bool {
	given := segments(urlPath)
	for _, each := range p.Admin {
		if _, ok := matchesAny(segments(each.Path), given); ok {
			return true
		}
	}
	return false
}

// matches also gives the last open segment, which has to be a slug.
func matches(pattern, given []string) (slug string, ok bool) {
	slug, ok = matchesAny(pattern, given)
	return slug, ok && (slug == "" || len(slug) <= 200 && slugFormat.MatchString(slug))
}

func matchesAny(pattern, given []string) (open string, ok bool) {
	if len(pattern) != len(given) {
		return "", false
	}
	for i, segment := range pattern {
		if strings.HasPrefix(segment, ":") && given[i] != "" {
			open = given[i]
		} else if segment != given[i] {
			return "", false
		}
	}
	return open, true
}

// segments ignores a slash at the end, as the client's router does.
func segments(p string) []string { return strings.Split(strings.Trim(p, "/"), "/") }

// mark is how the route's questions name the open segment: ":slug"; "" if none is.
func (r *route) mark() string {
	for _, segment := range segments(r.Path) {
		if strings.HasPrefix(segment, ":") {
			return segment
		}
	}
	return ""
}
