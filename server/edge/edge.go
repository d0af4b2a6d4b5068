// Package edge is the middleware of every request: request id, access log, recovery from
// panics, CORS, api key, limits on rate, size and time, and compression. It refuses what
// exceeds a limit (429, 413) and changes nothing else about a request.
package edge

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/fault"
)

// Middleware wraps a handler.
type Middleware func(http.Handler) http.Handler

// Options say what the edge needs to know of the installation.
type Options struct {
	// Log should write through LogHandler, so that its lines name their request.
	Log *slog.Logger
	// Exchange knows the opaque keys; nil ignores them.
	Exchange Exchange
	// Timeout bounds one request, its database work included, and the arrival of
	// its body. Defaults to 30 s; a negative one leaves the work to the service.
	Timeout time.Duration
	// Proxies are the trusted proxies in front.
	Proxies Proxies
	// Observe gets each request when it is answered, whatever the level of the log is; nil for
	// nothing.
	Observe Observer
	// Now is the clock. Defaults to time.Now.
	Now func() time.Time
}

// Observer takes a request that was answered. It must not block.
type Observer func(r *http.Request, status int, took time.Duration)

// Outer is the middleware of every request, pages and files too.
func Outer(o Options) Middleware {
	now := o.Now
	if now == nil {
		now = time.Now
	}
	return chain(
		closeUncertain, clientAddress(o.Proxies, o.Log), requestID, accessLog(o.Log, o.Observe, now), recoverPanics(o.Log),
		bodyDeadline(cmp.Or(o.Timeout, defaultTimeout)), compress(),
	)
}

// API is the middleware of the services that supabase-js calls, around CORS. bodyLimit
// is in bytes.
func API(o Options, bodyLimit int64) Middleware {
	return chain(apiKey(o.Exchange), limitBody(bodyLimit), deadline(cmp.Or(o.Timeout, defaultTimeout)))
}

// NoStore keeps answers out of every cache, and browsers from guessing a type: what one
// caller may read is no other's, and a body of a user's making is no page. The service
// may say otherwise.
func NoStore(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		next.ServeHTTP(w, r)
	})
}

// chain puts the first one outermost.
func chain(layers ...Middleware) Middleware {
	return func(h http.Handler) http.Handler {
		for i := len(layers) - 1; i >= 0; i-- {
			h = layers[i](h)
		}
		return h
	}
}

const (
	defaultTimeout  = 30 * time.Second
	requestIDHeader = "X-Request-Id"
)

// acceptable is a request id that we accept from a proxy: nothing that could forge a
// line of the log.
var acceptable = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

type requestIDKey struct{}

// requestID gives each request an id, keeps the one that a proxy in front gave,
// and answers with it, so that a person can name a failure. SQL finds it in
// request.headers, as the audit log does.
func requestID(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get(requestIDHeader)
		if !acceptable.MatchString(id) {
			id = uuid.NewString()
			r.Header.Set(requestIDHeader, id)
		}
		w.Header().Set(requestIDHeader, id)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), requestIDKey{}, id)))
	})
}

// RequestID is the id of the request that ctx belongs to; "" outside of one.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

// recoverPanics turns a panic into a logged 500. If the response has begun, it closes
// the connection (http.ErrAbortHandler), so that the client does not take half a
// response for a whole one. It stands within accessLog, whose Recorder it gets.
func recoverPanics(log *slog.Logger) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer func() {
				switch cause := recover(); cause {
				case nil:
				case http.ErrAbortHandler:
					panic(cause)
				default:
					log.ErrorContext(
						r.Context(), "panic",
						"cause", fmt.Sprint(cause), "stack", string(debug.Stack()),
					)
					if response, ok := w.(*Recorder); ok && response.Started() {
						panic(http.ErrAbortHandler)
					}
					Refuse(w, fault.As(fmt.Errorf("panic: %v", cause)))
				}
			}()
			next.ServeHTTP(w, r)
		})
	}
}

// Trace answers with the header of that name as the client sent it, so that it
// can tell its requests apart; "" traces none.
func Trace(name string) Middleware {
	return func(next http.Handler) http.Handler {
		if name == "" {
			return next
		}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if value := r.Header.Get(name); value != "" {
				w.Header().Set(name, value)
			}
			next.ServeHTTP(w, r)
		})
	}
}

// Refuse answers for the edge itself, in a shape that every stock client reads:
// PostgREST's for rest, message for functions, error_code and msg for auth, statusCode
// for storage.
func Refuse(w http.ResponseWriter, f *fault.Fault) {
	var hint any // null where there is none, as PostgREST prints it
	if f.Hint != "" {
		hint = f.Hint
	}
	for name, values := range f.Header {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Sb-Error-Code", f.Code)
	w.WriteHeader(f.Status)
	_ = json.NewEncoder(w).Encode(map[string]any{
		"statusCode": strconv.Itoa(f.Status), "code": f.Code, "error_code": f.Code, "message": f.Message, "msg": f.Message, "details": f.Details, "hint": hint,
	})
}
