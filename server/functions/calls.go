package functions

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/edge"
)

// Calls is the record of a function's calls: those of this node since its start.
type Calls struct {
	Name string `json:"name"`
	// Source is the path of the code in TypeScript; "" of a function in Go.
	Source  string   `json:"source"`
	Public  bool     `json:"public"`
	Methods []string `json:"methods"` // none is all
	Count   int64    `json:"count"`
	// Errors are the calls that were answered with 500 or above, or cut off.
	Errors int64 `json:"errors"`
	// Median is that of the newest keptDurations calls, in nanoseconds.
	Median    time.Duration `json:"median"`
	Last      *time.Time    `json:"last"`
	LastError *CallError    `json:"lastError"`
}

// CallError is a call that failed.
type CallError struct {
	At     time.Time `json:"at"`
	Method string    `json:"method"`
	Status int       `json:"status"` // 0 where the answer was cut off
	// ID is that of the request, as in the log.
	ID string `json:"id"`
	// Text is the error, and Stack the trace of a panic, of a function in Go. What one in
	// TypeScript prints is in its log.
	Text  string `json:"text"`
	Stack string `json:"stack"`
}

// keptDurations are the durations that a median is of.
const keptDurations = 128

// maxErrorText bounds the text and the trace of an error that is kept, in bytes.
const maxErrorText = 8000

// callRecord is the record of all functions. Names are those of functions, so it is bounded.
type callRecord struct {
	mu sync.Mutex
	of map[string]*functionCalls
}

type functionCalls struct {
	count, errors int64
	durations     [keptDurations]time.Duration // a ring
	last          time.Time
	lastError     *CallError
}

// add records a call that took so long. failed is nil for one that did not fail.
func (c *callRecord) add(name string, at time.Time, took time.Duration, failed *CallError) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of == nil {
		c.of = map[string]*functionCalls{}
	}
	of := c.of[name]
	if of == nil {
		of = &functionCalls{}
		c.of[name] = of
	}
	of.durations[of.count%keptDurations] = took
	of.count++
	of.last = at
	if failed != nil {
		of.errors++
		of.lastError = failed
	}
}

// record records the call of a request that has been answered. A client that has left is no error.
func (s *Service) record(name string, r *http.Request, began time.Time, answer *edge.Recorder, err error) {
	if r.Method == http.MethodOptions {
		return // a browser's, before a call
	}
	now := s.o.Now()
	status := answer.Status()
	if err != nil {
		status = 0
		if !answer.Started() && !errors.Is(err, http.ErrAbortHandler) {
			status = db.Fault(err, false).Status
		}
	}
	var failed *CallError
	if (status == 0 || status >= http.StatusInternalServerError) && !errors.Is(r.Context().Err(), context.Canceled) {
		failed = &CallError{At: now.UTC(), Method: r.Method, Status: status, ID: edge.RequestID(r.Context())}
		if err != nil {
			failed.Text = err.Error()[:min(len(err.Error()), maxErrorText)]
		}
		if p, ok := errors.AsType[*panicked](err); ok {
			failed.Stack = string(p.stack[:min(len(p.stack), maxErrorText)])
		}
	}
	s.calls.add(name, now.UTC(), now.Sub(began), failed)
}

// Calls are the records of all functions that are served, by name.
func (s *Service) Calls() []Calls {
	served := *s.functions.Load()
	s.calls.mu.Lock()
	defer s.calls.mu.Unlock()
	all := []Calls{}
	for _, name := range slices.Sorted(maps.Keys(served)) {
		f := served[name]
		c := Calls{Name: name, Source: f.Source, Public: f.Public, Methods: f.Methods}
		if of := s.calls.of[name]; of != nil {
			c.Count, c.Errors, c.LastError = of.count, of.errors, of.lastError
			c.Last = &of.last
			recent := slices.Sorted(slices.Values(of.durations[:min(of.count, keptDurations)]))
			c.Median = recent[len(recent)/2]
		}
		all = append(all, c)
	}
	return all
}
