// Package web serves the built client: its files, and for every page the
// document that was rendered for it, in the visitor's language, with the data
// that it begins with. It refuses what is no page: a path with an extension that
// is no file gets a plain 404, never a document, and a route that the client
// does not have, or that shows a row which is not there, gets status 404.
package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/fault"
)

// Options say what the pages need to know of the server.
type Options struct {
	// Files is the client's dist folder.
	Files fs.FS
	// AnonKey is the api key of visitors. It is public by design.
	AnonKey string
	// Tables is the table API, at /rest/v1, which answers a request with the
	// header apikey as it would from outside. Nil gives no data to any page.
	Tables http.Handler
	// SiteURL is the address that people see, such as https://example.org.
	// Defaults to "", what each request names.
	SiteURL string
	// Address is where this server listens, for requests that name no host.
	Address string
	// Log takes one line when the data of pages begins to lack, and one when it
	// is there again. Defaults to none.
	Log *slog.Logger
	// Now is the clock. Defaults to time.Now.
	Now func() time.Time
}

// Site answers for everything that is not an API.
type Site struct {
	Options
	pages  pages
	source *source
	config []byte
	// documents are those that were asked for, by file.
	documents sync.Map
	// tags are the ETags of files, by name.
	tags sync.Map
	made map[string]http.HandlerFunc
}

// ErrNotBuilt means that the program was compiled without the client.
var ErrNotBuilt = errors.New("the client is not built: run `make run`, or `npm run build` in client/ and build the program again")

// New reads the list of pages and their two shells; ErrNotBuilt if they are
// missing.
func New(o Options) (*Site, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	config, err := json.Marshal(map[string]string{"anonKey": o.AnonKey})
	if err != nil {
		return nil, fmt.Errorf("write the client's configuration: %w", err)
	}
	s := &Site{Options: o, config: config, source: newSource(o)}
	for _, shell := range []string{publicShell, adminShell} {
		if _, err := s.document(shell); err != nil {
			return nil, err
		}
	}
	if s.pages, err = readPages(o.Files); err != nil {
		return nil, err
	}
	s.made = map[string]http.HandlerFunc{
		"/config.json":              s.serveConfig,
		"/manifest.webmanifest":     s.serveManifest,
		"/sitemap.xml":              s.serveSitemap,
		"/robots.txt":               s.serveRobots,
		"/llms.txt":                 s.serveLLMs,
		"/.well-known/security.txt": s.serveSecurity,
		"/feed.xml":                 s.serveFeed,
		"/feed.fr.xml":              s.serveFeed,
		"/feed.ar.xml":              s.serveFeed,
	}
	return s, nil
}

// ServeHTTP answers GET and HEAD.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	secure(w.Header())
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "This address can only be read.", http.StatusMethodNotAllowed)
		return
	}
	made, isMade := s.made[r.URL.Path]
	switch {
	case isMade:
		made(w, r)
	case s.isFile(r.URL.Path):
		s.serveFile(w, r)
	case path.Ext(r.URL.Path) != "" || strings.HasPrefix(r.URL.Path, "/.well-known/"):
		http.Error(w, "There is no such file.", http.StatusNotFound)
	case !wantsPage(r):
		notFound(w)
	case isAdmin(r.URL.Path):
		s.serveAdmin(w, r)
	default:
		s.servePage(w, r)
	}
}

// serveConfig tells a client on another origin (the Vite server) the key.
func (s *Site) serveConfig(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(s.config)
}

// wantsPage tells a browser from a script that mistyped an API's address and
// would try to read HTML as JSON. No Accept, or */*, is taken for a reader.
func wantsPage(r *http.Request) bool {
	accept := r.Header.Get("Accept")
	return accept == "" || strings.Contains(accept, "text/html") || strings.Contains(accept, "*/*") && !apiPath(r.URL.Path)
}

// apiPath is the shape of every service's address: /storage/v1/….
func apiPath(p string) bool {
	parts := strings.SplitN(strings.TrimPrefix(p, "/"), "/", 3)
	return len(parts) >= 2 && parts[1] == "v1"
}

func notFound(w http.ResponseWriter) {
	f := fault.New(fault.NotFound, "There is nothing at this address.")
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(f.Status)
	_ = json.NewEncoder(w).Encode(map[string]string{"code": f.Code, "message": f.Message})
}
