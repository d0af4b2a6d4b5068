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
// queries, so that both are kept in one place.
const pagesFile = "pages.json"

// pages are the client's pages. The shape is the build's:
// {"brand":{"wordmark":…,"unnamed":{…}},"public":[{"path":…,"data":[…],"found":…}],"admin":[…]}.
type pages struct {
	Brand  brand   `json:"brand"`
	Public []route `json:"public"`
	Admin  []route `json:"admin"`
	// Picture is the query for the picture with the id :picture.
	Picture tableQuery `json:"picture"`
}

// brand is what the documents call the site until the settings say, and her while they give no name.
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
	if err != nil {
		return all, fmt.Errorf("read %s: %w", pagesFile, err)
	}
	return all, nil
}

// UnmarshalJSON also reads the first word of the key.
func (q *tableQuery) UnmarshalJSON(text []byte) error {
	type plain tableQuery
	if err := json.Unmarshal(text, (*plain)(q)); err != nil {
		return err
	}
	var words []any
	if json.Unmarshal(q.Key, &words) == nil && len(words) > 0 {
		q.named, _ = words[0].(string)
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
func (q tableQuery) about(mark, segment string) tableQuery {
	if mark == "" {
		return q
	}
	return tableQuery{
		Key:     json.RawMessage(strings.ReplaceAll(string(q.Key), mark, segment)),
		Request: strings.ReplaceAll(q.Request, mark, url.QueryEscape(segment)),
		named:   q.named,
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
// or with a slash at its end. A route without open segments goes first.
func (p pages) find(urlPath string) (address, bool) {
	given := segments(strings.ToLower(urlPath))
	var open address
	for i := range p.Public {
		slug, ok := matches(segments(p.Public[i].Path), given)
		found := address{&p.Public[i], "/" + strings.Join(given, "/"), slug}
		if ok && slug == "" {
			return found, true
		}
		if ok && open.route == nil {
			open = found
		}
	}
	return open, open.route != nil
}

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

// files are where the document of an address may be, in a language: its own, and
// then its route's, in which a colon is written _.
func (a address) files(language string) []string {
	own := strings.Trim(a.path, "/")
	if own == "" {
		own = "index"
	}
	shared := strings.ReplaceAll(strings.Trim(a.Path, "/"), ":", "_")
	return []string{prerendered(language, own), prerendered(language, shared)}
}

func prerendered(language, name string) string { return "prerender/" + language + "/" + name + ".html" }
