package app

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/toubkal/toubkal/server/db"
)

// readyTimeout bounds the checks of a probe.
const readyTimeout = 2 * time.Second

// readiness tells load balancers and operators whether this node takes requests: each of
// its parts answers, and it does not stop.
type readiness struct {
	mu       sync.Mutex
	parts    map[string]func(context.Context) error
	probing  singleflight.Group // the pools have few connections
	stopping atomic.Bool
}

// part adds one, by the name of its service.
func (r *readiness) part(name string, check func(context.Context) error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.parts == nil {
		r.parts = map[string]func(context.Context) error{}
	}
	r.parts[name] = check
}

type partState struct {
	Ready  bool   `json:"ready"`
	Reason string `json:"reason,omitempty"`
}

type nodeState struct {
	Ready    bool                 `json:"ready"`
	Stopping bool                 `json:"stopping"`
	Parts    map[string]partState `json:"parts"`
}

// ServeHTTP answers 200, or 503 with the reasons. Probes at the same time share one check of
// the parts.
func (r *readiness) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	checked, _, _ := r.probing.Do("", func() (any, error) {
		return r.check(context.WithoutCancel(request.Context())), nil // for the others too
	})
	state := checked.(nodeState)
	state.Stopping = r.stopping.Load()
	state.Ready = state.Ready && !state.Stopping
	w.Header().Set("Content-Type", "application/json")
	if !state.Ready {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(state)
}

// check asks all parts.
func (r *readiness) check(ctx context.Context) nodeState {
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	state := nodeState{Ready: true, Parts: map[string]partState{}}
	r.mu.Lock()
	parts := maps.Clone(r.parts)
	r.mu.Unlock()
	var checking sync.WaitGroup
	var mu sync.Mutex
	for name, check := range parts {
		checking.Go(func() {
			err := check(ctx)
			mu.Lock()
			defer mu.Unlock()
			state.Parts[name] = partState{err == nil, reason(err)}
			state.Ready = state.Ready && err == nil
		})
	}
	checking.Wait()
	return state
}

var (
	errNotLoaded = errors.New("the schema cache is not loaded yet")
	errNoAnswer  = errors.New("the database does not answer")
)

// reason is for everybody: it names no address. Of several hosts, a primary that is refused
// says more than a standby that does not take connections yet.
func reason(err error) string {
	if fenced, ok := errors.AsType[*db.FenceError](err); ok {
		return fenced.Error()
	}
	if refused := db.Refused(err); refused != nil {
		return "PostgreSQL refuses: " + refused.Message + " (" + refused.Code + ")"
	}
	switch {
	case err == nil:
		return ""
	case errors.Is(err, errNotLoaded):
		return errNotLoaded.Error()
	}
	return errNoAnswer.Error()
}

// answering tells whether the database answers on a pool. One whose connections are all in
// use, or came to be while the check waited for one, is busy, and its node must not be taken
// away: the others would be busier.
func answering(pool *db.Pool) func(context.Context) error {
	isBusy := func() bool { s := pool.Stat(); return s.InUse >= s.Max }
	return func(ctx context.Context) error {
		if isBusy() {
			return nil
		}
		err := pool.Ping(ctx)
		if ctx.Err() != nil && isBusy() {
			return nil
		}
		return err
	}
}
