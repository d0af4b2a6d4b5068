// Package admin serves operators and their tools on a port of its own: liveness,
// readiness, schema cache, configuration and metrics. Paths and names are
// PostgREST's, so that the same monitoring works for both. It refuses unknown
// paths with 404.
package admin

import (
	"context"
	"encoding/json"
	"net/http"
)

// Options are the sources of the answers.
type Options struct {
	// Live reports whether the server takes connections.
	Live func(context.Context) error
	// Ready answers 200 where it can answer from the database, else 503.
	Ready http.Handler
	// Config is the configuration in effect, without secrets.
	Config func() string
	// SchemaCache is the current schema cache; nil before the first load.
	SchemaCache func() any
	// Jobs and Mail are the state of background jobs and of the outbox, as JSON. Nil where
	// there are none.
	Jobs, Mail func(context.Context) (any, error)
	// Metrics answers in Prometheus' text format.
	Metrics http.Handler
}

// New makes the handler.
func New(o Options) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /live", func(w http.ResponseWriter, r *http.Request) {
		if err := o.Live(r.Context()); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	})
	mux.Handle("GET /ready", o.Ready)
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
	for path, read := range map[string]func(context.Context) (any, error){"GET /jobs": o.Jobs, "GET /mail": o.Mail} {
		if read != nil {
			mux.Handle(path, asJSON(read))
		}
	}
	mux.Handle("GET /metrics", o.Metrics)
	return mux
}

func asJSON(read func(context.Context) (any, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		value, err := read(r.Context())
		var text []byte
		if err == nil {
			text, err = json.Marshal(value)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(text)
	})
}
