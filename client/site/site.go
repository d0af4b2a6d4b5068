// Package site serves the built client: its files, and every page rendered in the
// user's language with the rows of the tables, which come with it as data. Rendered pages
// are kept in the data folder: a restart, and a database that is away, serve the last ones.
// It refuses what is no page: a path with an extension that
// is no file gets a plain 404, never a document, and a route that the client
// does not have, or that shows a row which is not there, gets status 404.
package site

import (
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/static"
)

// Options say what the pages need to know of the server.
type Options struct {
	// Files is the client's dist folder.
	Files fs.FS
	// PagesDir is where rendered pages are kept, for this program alone. Defaults to "", in memory only.
	PagesDir string
	// AnonKey is the api key of anonymous users. It is public by design.
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
	client *tableClient
	static *static.Files
	// renderer is nil for a build without the script.
	renderer   *pageRenderer
	checks     singleflight.Group // of the rows of kept pages
	renewing   atomic.Bool        // kept pages are rendered again after a write
	filePolicy string             // the Content-Security-Policy of what is no page
	shell      shell              // of public pages
	admin      shell              // of the back-office
	generated  map[string]http.HandlerFunc
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
	s := &Site{Options: o, static: static.New(o.Files, isPrivate), client: newTableClient(o), filePolicy: securityPolicy("'self'", "'self'")}
	var err error
	if s.shell, err = readShell(o.Files, publicShell, htmlMark, headMark, appMark, dataMark); err != nil {
		return nil, err
	}
	if s.admin, err = readShell(o.Files, adminShell, htmlMark, headMark); err != nil {
		return nil, err
	}
	if s.pages, err = readPages(o.Files); err != nil {
		return nil, err
	}
	if err = s.readStyles(); err != nil {
		return nil, err
	}
	s.renderer = newPageRenderer(o)
	s.generated = map[string]http.HandlerFunc{
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
	s.setSecurityHeaders(w.Header())
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		static.RefuseMethod(w)
		return
	}
	generate, generated := s.generated[r.URL.Path]
	switch {
	case generated:
		generate(w, r)
	case s.static.Has(r.URL.Path):
		s.static.ServeHTTP(w, r)
	case path.Ext(r.URL.Path) != "" || strings.HasPrefix(r.URL.Path, "/.well-known/"):
		http.Error(w, "There is no such file.", http.StatusNotFound)
	case !static.WantsPage(r):
		static.NotFound(w)
	case isAdmin(r.URL.Path):
		s.serveAdmin(w, r)
	default:
		s.servePage(w, r)
	}
}

// isPrivate are the files of the build that are for this server: documents to
// fill, what renders pages, fonts and words of PDFs, the list of pages.
func isPrivate(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return first == "print" || first == "render" || name == publicShell || name == adminShell || name == pagesFile
}

// setSecurityHeaders tells browsers what an answer may do. A page has a policy of its
// own (route.policy).
func (s *Site) setSecurityHeaders(h http.Header) {
	h.Set("Content-Security-Policy", s.filePolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
}

// securityPolicy is the Content-Security-Policy of a page that loads scripts and styles
// from the given sources. Style attributes are applied: React writes them, and texts that
// others wrote are cleaned of them. Pictures come from any host, since a post may
// show one, and as data: in the stylesheets. Films are framed from the host that sets
// no cookie.
func securityPolicy(scripts, styles string) string {
	return strings.Join([]string{
		"default-src 'self'", "script-src " + scripts, "style-src " + styles, "style-src-attr 'unsafe-inline'",
		"img-src 'self' data: https:", "font-src 'self'", "connect-src 'self'", "worker-src 'self'", "manifest-src 'self'",
		"frame-src https://www.youtube-nocookie.com", "frame-ancestors 'none'",
		"base-uri 'none'", "form-action 'self'", "object-src 'none'",
	}, "; ")
}

// origin is the address of the site, without a slash at its end: the configured
// one, or else where the request reached this server. A Host that anybody can send
// gets into no link.
func (s *Site) origin(r *http.Request) string {
	if s.SiteURL != "" {
		return strings.TrimSuffix(s.SiteURL, "/")
	}
	if address, ok := edge.Address(r); ok {
		return address
	}
	return strings.TrimSuffix(s.Address, "/")
}

// link is the full address of a path in a language; in none, of the page that
// finds the user's own.
func link(origin, path, language string) string {
	escaped := (&url.URL{Path: path}).EscapedPath()
	if language == "" {
		return origin + escaped
	}
	return origin + escaped + "?lang=" + language
}
