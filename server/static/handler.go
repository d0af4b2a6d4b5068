package static

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"github.com/toubkal/toubkal/server/fault"
)

// index is the document of a single-page application: the client's router decides
// what a path without a file shows.
const index = "index.html"

// Handler serves a built client: its files, and index.html for every other path
// that a browser opens (SPA fallback). A path with an extension that is no file
// is a plain 404, never a document.
func Handler(fsys fs.FS) http.Handler {
	files := New(fsys, nil)
	return readOnly(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path != "/" && files.Has(r.URL.Path):
			files.ServeHTTP(w, r)
		case path.Ext(r.URL.Path) != "" && path.Base(r.URL.Path) != index:
			http.Error(w, "There is no such file.", http.StatusNotFound)
		case !WantsPage(r):
			NotFound(w)
		default:
			serveIndex(w, fsys)
		}
	}))
}

func serveIndex(w http.ResponseWriter, fsys fs.FS) {
	content, err := fs.ReadFile(fsys, index)
	if err != nil {
		http.Error(w, "The client is not built: index.html is missing.", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(content)
}

//go:embed start.html
var startText string

var (
	startTemplate = template.Must(template.New("start").Parse(startText))
	startPolicy   = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src " + StyleSources(startText) +
		"; style-src-attr 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

// Start is the content of the start page.
type Start struct {
	Project, Folder string
	Address         string
	AnonKey         string
	// Tables are the tables of the exposed schemas.
	Tables func() []string
	// Reload has the page load itself again, in development.
	Reload bool
}

// StartPage is shown at / by a project without a client: it says that the backend
// runs, and what to do next.
func StartPage(s Start) http.Handler {
	return readOnly(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" || !WantsPage(r) {
			NotFound(w)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Security-Policy", startPolicy)
		shown := struct {
			Start
			Tables []string
		}{s, s.Tables()}
		_ = startTemplate.Execute(w, shown) // the connection is lost, if anything
	}))
}

func readOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Referrer-Policy", "strict-origin-when-cross-origin")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			RefuseMethod(w)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// RefuseMethod answers 405 to what would write to a page or a file.
func RefuseMethod(w http.ResponseWriter) {
	w.Header().Set("Allow", "GET, HEAD")
	http.Error(w, "This address can only be read.", http.StatusMethodNotAllowed)
}

// WantsPage tells a browser from a script that mistyped an API's address and
// would try to read HTML as JSON. No Accept, or */*, is taken for a browser,
// unless the path looks like an API's.
func WantsPage(r *http.Request) bool {
	accept := r.Header.Get("Accept")
	return accept == "" || strings.Contains(accept, "text/html") || strings.Contains(accept, "*/*") && !apiPath(r.URL.Path)
}

// apiPath is the shape of every service's address: /storage/v1/….
func apiPath(p string) bool {
	parts := strings.SplitN(strings.TrimPrefix(p, "/"), "/", 3)
	return len(parts) >= 2 && parts[1] == "v1"
}

// NotFound answers 404 as the APIs do.
func NotFound(w http.ResponseWriter) {
	f := fault.New(fault.NotFound, "There is nothing at this address.")
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(f.Status)
	_ = json.NewEncoder(w).Encode(map[string]string{"code": f.Code, "message": f.Message})
}
