package app

import (
	"context"
	"net/http"
	"time"

	"github.com/toubkal/toubkal/server/edge"
)

// services are the handlers behind the routes; each is given the path without
// its prefix.
type services struct {
	rest, auth, functions, site http.Handler
	ready                       func(context.Context) error
}

// limits of a request's body, in bytes.
const (
	restBody     = 10 << 20
	authBody     = 1 << 20
	functionBody = 6 << 20
)

// routes is everything that the program answers to.
func routes(s services, outside edge.Options, signIns edge.Limit) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/rest/v1/", edge.API(outside, restBody)(http.StripPrefix("/rest/v1", s.rest)))

	auth := edge.API(outside, authBody)(http.StripPrefix("/auth/v1", s.auth))
	mux.Handle("/auth/v1/", auth)
	mux.Handle("/auth/v1/token", edge.Rate(signIns, time.Now)(auth))

	mux.Handle("/functions/v1/", edge.API(outside, functionBody)(http.StripPrefix("/functions/v1", s.functions)))

	mux.Handle("GET /ready", ready(s.ready))
	mux.Handle("/", s.site) // pages, files, and 404s in words
	return edge.Outer(outside)(mux)
}

// ready answers 200 when the database does, for load balancers and containers.
func ready(ask func(context.Context) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
		defer cancel()
		if err := ask(ctx); err != nil {
			http.Error(w, "The database does not answer.", http.StatusServiceUnavailable)
			return
		}
		_, _ = w.Write([]byte("ready\n"))
	})
}
