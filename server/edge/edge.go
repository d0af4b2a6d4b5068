// Package edge is what every request passes on its way in: an id, a log line,
// recovery from a panic, CORS, the api key, limits on rate, size and time, and
// compression on the way out. It refuses what is too much (429, 413) and
// changes nothing else about a request.
package edge

import (
	"log/slog"
	"net/http"
	"time"
)

// Layer wraps a handler.
type Layer func(http.Handler) http.Handler

// Options say what the edge needs to know of the installation.
type Options struct {
	// Log should write through LogHandler, so that its lines name their request.
	Log  *slog.Logger
	Keys APIKeys
	// Timeout bounds one request, its database work included, and the arrival of
	// its body. Defaults to 30 s; a negative one leaves the work to the service.
	Timeout time.Duration
	// Now is the clock. Defaults to time.Now.
	Now func() time.Time
}

// Outer is passed by everything, pages and files too.
func Outer(o Options) Layer {
	return stack(requestID, accessLog(o.Log, o.clock()), recoverPanics(o.Log), bodyDeadline(o.timeout()), compress())
}

// API is passed by the services that supabase-js calls, behind CORS. bodyLimit is
// in bytes.
func API(o Options, bodyLimit int64) Layer {
	return stack(apiKey(o.Keys), limitBody(bodyLimit), deadline(o.timeout()))
}

// stack puts the first layer outermost.
func stack(layers ...Layer) Layer {
	return func(h http.Handler) http.Handler {
		for i := len(layers) - 1; i >= 0; i-- {
			h = layers[i](h)
		}
		return h
	}
}

func (o Options) clock() func() time.Time {
	if o.Now == nil {
		return time.Now
	}
	return o.Now
}

func (o Options) timeout() time.Duration {
	if o.Timeout == 0 {
		return 30 * time.Second
	}
	return o.Timeout
}
