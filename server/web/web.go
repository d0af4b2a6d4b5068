// Package web serves the built client: its files, and for every page the right
// HTML shell in the visitor's language. It refuses what is no page: a path with
// an extension that is no file gets a plain 404, never the shell, and a route
// that the client does not have gets the shell with status 404.
package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"github.com/toubkal/toubkal/server/fault"
)

// Options say what the pages need to know of the server.
type Options struct {
	// Files is the client's dist folder.
	Files fs.FS
	// AnonKey is the api key of visitors. It is public by design.
	AnonKey string
}

// Site answers for everything that is not an API.
type Site struct {
	files  fs.FS
	routes routes
	public page
	admin  page
	config []byte
}

// ErrNotBuilt means that the program was compiled without the client.
var ErrNotBuilt = errors.New("the client is not built: run `make run`, or `npm run build` in client/ and build the program again")

// New reads the shells and the list of routes; ErrNotBuilt if they are missing.
func New(o Options) (*Site, error) {
	config, err := json.Marshal(map[string]string{"anonKey": o.AnonKey})
	if err != nil {
		return nil, fmt.Errorf("write the client's configuration: %w", err)
	}
	s := &Site{files: o.Files, config: config}
	if s.public, err = readPage(o.Files, "index.html", o.AnonKey); err != nil {
		return nil, err
	}
	if s.admin, err = readPage(o.Files, "admin.html", o.AnonKey); err != nil {
		return nil, err
	}
	s.routes, err = readRoutes(o.Files)
	return s, err
}

// ServeHTTP answers GET and HEAD.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	secure(w.Header())
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "This address can only be read.", http.StatusMethodNotAllowed)
	case r.URL.Path == "/config.json":
		s.serveConfig(w)
	case s.isFile(r.URL.Path):
		s.serveFile(w, r)
	case path.Ext(r.URL.Path) != "":
		http.Error(w, "There is no such file.", http.StatusNotFound)
	case !wantsPage(r):
		notFound(w)
	default:
		s.servePage(w, r)
	}
}

// serveConfig tells a client on another origin (the Vite server) the key.
func (s *Site) serveConfig(w http.ResponseWriter) {
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
