// Package admin is what operators and their tools ask a running server, on a
// port of its own: whether it lives and is ready, what it knows and how it is
// configured, and its metrics. Paths and names are PostgREST's, so that what
// watches one watches the other. It refuses what it does not know with 404.
package admin

import (
	"context"
	"encoding/json"
	"net/http"
)

// Options are what there is to tell.
type Options struct {
	// Live tells whether the server takes connections.
	Live func(context.Context) error
	// Ready tells whether it can answer from the database.
	Ready func(context.Context) error
	// Config is the configuration in effect, without secrets.
	Config func() string
	// SchemaCache is what the server knows of the database; nil while it knows
	// nothing.
	SchemaCache func() any
	// Metrics answers in Prometheus' text format.
	Metrics http.Handler
}

// New makes the handler.
func New(o Options) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /live", state(o.Live, http.StatusInternalServerError))
	mux.Handle("GET /ready", state(o.Ready, http.StatusServiceUnavailable))
	mux.HandleFunc("GET /config", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte(o.Config()))
	})
	mux.HandleFunc("GET /schema_cache", func(w http.ResponseWriter, _ *http.Request) {
		text, err := json.Marshal(o.SchemaCache())
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(text)
	})
	mux.Handle("GET /metrics", o.Metrics)
	return mux
}

func state(ask func(context.Context) error, otherwise int) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := ask(r.Context()); err != nil {
			http.Error(w, err.Error(), otherwise)
		}
	})
}
