package app

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/console"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/mcp"
	"github.com/toubkal/toubkal/server/static"
)

// services are the handlers behind the routes; each is given the path without
// its prefix.
type services struct {
	names                                              []string // of those that run
	rest, auth, functions, realtime, storage, s3, site http.Handler
	console                                            *console.Console // nil for none
	explain                                            http.Handler
	mcp                                                http.Handler // nil for none
	exposesGraphQL                                     bool         // the table API has schema graphql_public
	anonKey                                            func() (string, error)
	address                                            string           // where this server is reached
	reloader                                           *static.Reloader // nil but in development
	ready                                              http.Handler
}

func (s services) has(name string) bool { return slices.Contains(s.names, name) }

// running are the services that the console passes requests on to, by name.
func (s services) running() map[string]http.Handler {
	all := map[string]http.Handler{"auth": s.auth, "storage": s.storage, "functions": s.functions, "rest": s.rest, "realtime": s.realtime}
	maps.DeleteFunc(all, func(name string, _ http.Handler) bool { return !s.has(name) })
	return all
}

// bounds of a request's body, in bytes; the table API's is configured.
const (
	authBody     = 1 << 20
	realtimeBody = 6 << 20 // of a message that is posted; a socket has a bound of its own
)

// idleBody is the time that the body of an upload may stand still.
const idleBody = 30 * time.Second

// limits are the rate limits, and the maximum sizes of bodies.
type limits struct {
	signIns edge.Limit
	// bytes
	restBody, functionBody, fileSize int64
}

// routes is everything that the program answers to. The end of ctx ends event streams:
// functions, the reload in development and the project's pages may have them.
func routes(ctx context.Context, s services, outside edge.Options, bounds limits) http.Handler {
	mux := http.NewServeMux()
	streams := edge.EndEventStreams(ctx.Done())
	api := func(prefix string, bodyLimit int64, service http.Handler) http.Handler {
		return edge.API(outside, bodyLimit)(http.StripPrefix(prefix, service))
	}
	serve := func(prefix string, bodyLimit int64, service http.Handler) {
		mux.Handle(prefix+"/", api(prefix, bodyLimit, service))
	}
	if s.has("rest") { // it has rules of its own for other origins
		serve("/rest/v1", bounds.restBody, knownHost(s.address, s.rest))
		mux.Handle("/graphql/v1", edge.API(outside, bounds.restBody)(graphQL(s.rest, s.exposesGraphQL)))
	}
	if s.has("auth") {
		serve("/auth/v1", authBody, edge.CORS(nil)(s.auth))
		// within CORS, so that scripts of other origins read the refusal
		mux.Handle("/auth/v1/token", api("/auth/v1", authBody, edge.CORS(nil)(edge.Rate(bounds.signIns, time.Now)(s.auth))))
	}
	if s.has("functions") {
		own := outside
		own.Timeout = -1 // each function has its own
		mux.Handle("/functions/v1/", edge.API(own, bounds.functionBody)(http.StripPrefix("/functions/v1", streams(s.functions))))
	}
	if s.has("realtime") {
		serve("/realtime/v1", realtimeBody, edge.CORS(nil)(s.realtime))
	}
	for _, name := range []string{"rest", "auth", "functions", "realtime", "storage"} {
		if !s.has(name) { // else the site would answer with a page
			serve("/"+name+"/v1", 0, edge.CORS(nil)(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				edge.Refuse(w, fault.New(fault.NotFound, "The service "+name+" is switched off on this server"))
			})))
		}
	}
	mux.Handle("/explain/v1", edge.API(outside, explainBody)(s.explain))
	mux.Handle("GET /ready", s.ready)
	if s.console != nil {
		mux.Handle("/_/", s.console.Pages)
		mux.Handle("/pg/", api("/pg", bounds.restBody, s.console.Meta))
	}
	if s.mcp != nil {
		mux.Handle("/mcp", edge.API(outside, mcp.MaxBody)(s.mcp))
	}
	switch {
	case s.has("site"):
		if s.reloader != nil {
			mux.Handle("GET "+static.ReloadPath, streams(s.reloader))
			mux.Handle("GET "+static.ReloadPath+".js", s.reloader)
		}
		mux.Handle("GET /config.json", clientConfig(s.anonKey))
		mux.Handle("/", streams(s.site)) // pages, files, and 404 pages
	case s.has("rest"):
		mux.Handle("/", edge.API(outside, bounds.restBody)(knownHost(s.address, s.rest)))
	}
	var all http.Handler = uncached(mux, !s.has("site"))
	if s.has("storage") {
		all = storageFirst(all, s.storage, s.s3, outside, bounds.fileSize)
	}
	all = edge.Outer(outside)(all)
	if s.console != nil {
		all = console.Outermost(all)
	}
	return all
}

// s3Prefix is the path of the S3 protocol.
const s3Prefix = "/storage/v1/s3"

// storageFirst is next with the storage API in front: names of files may have two slashes in
// a row, which http.ServeMux would redirect, and the answers say themselves who may keep
// them. A file may take as long as its bytes flow. The S3 protocol has keys of its own, and
// its path is signed as it is sent.
func storageFirst(next, files, s3 http.Handler, outside edge.Options, fileSize int64) http.Handler {
	outside.Timeout = -1
	const prefix, forms = "/storage/v1", 1 << 20 // a form has fields beside the file
	api := edge.API(outside, fileSize+forms)(edge.CORS(nil)(http.StripPrefix(prefix, edge.Flowing(idleBody)(files))))
	own := outside
	own.Exchange = nil
	signed := edge.API(own, fileSize+fileSize/8+4*forms)(edge.CORS(nil)(edge.Flowing(idleBody)(s3))) // chunks have headers
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == s3Prefix, strings.HasPrefix(r.URL.Path, s3Prefix+"/"):
			signed.ServeHTTP(w, r)
		case strings.HasPrefix(r.URL.Path, prefix+"/"):
			api.ServeHTTP(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// uncached is next, with the API's answers kept out of caches; all are the API's
// where there is no site. It stands around the routes, because they have answers of
// their own, such as the redirect to a path without its double slash.
func uncached(next http.Handler, all bool) http.Handler {
	api := edge.NoStore(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if all || r.URL.Path == "/ready" || apiPath.MatchString(r.URL.Path) {
			api.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

var apiPath = regexp.MustCompile(`^/+(rest|graphql|auth|functions|realtime|storage|explain)/+v1(/|$)`)

// graphQL answers as Supabase does: by a function in schema graphql_public, which pg_graphql replaces by its own. tables
// is the table API.
func graphQL(tables http.Handler, isExposed bool) http.Handler {
	if !isExposed {
		return edge.CORS(nil)(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"errors": [{"message": "pg_graphql extension is not enabled."}]}`)
		}))
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Set("Content-Profile", "graphql_public")
		url := *r.URL
		url.Path, url.RawPath, url.RawQuery = "/rpc/graphql", "", ""
		r.URL = &url
		tables.ServeHTTP(w, r)
	})
}

// knownHost gives next the host of address in the place of one that anybody can send:
// OpenAPI and the database's functions may make links of it.
func knownHost(address string, next http.Handler) http.Handler {
	_, host, _ := strings.Cut(address, "://")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, ok := edge.Address(r); !ok {
			r.Host = host
		}
		next.ServeHTTP(w, r)
	})
}

// tableRoutes is everything that the table API alone answers to: it is found at
// the root, as PostgREST is, and where supabase-js looks for it.
func tableRoutes(tables http.Handler, outside edge.Options, restBody int64) http.Handler {
	handler := edge.API(outside, restBody)(tables)
	prefixed := http.StripPrefix("/rest/v1", handler)
	return edge.Outer(outside)(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/rest/v1/") {
			prefixed.ServeHTTP(w, r)
			return
		}
		handler.ServeHTTP(w, r)
	}))
}

// clientConfig tells a client on another origin (the Vite server) the anon key.
func clientConfig(anonKey func() (string, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		key, err := anonKey()
		if err != nil {
			edge.Refuse(w, fault.As(err))
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		_ = json.NewEncoder(w).Encode(map[string]string{"anonKey": key})
	})
}
