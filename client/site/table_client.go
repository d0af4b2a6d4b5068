package site

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// patience bounds the wait for a page's data. A page without goes out, and its
	// client asks again.
	patience = 800 * time.Millisecond
	// respite is how long a database that is away, or did not answer in time, is
	// left alone, so that not every request waits for it nor every page a line
	// in the log.
	respite = 2 * time.Second
	// maxRows bounds what a page carries, in bytes.
	maxRows = 1 << 20
)

// errAway is the table API's word that its database does not answer.
var errAway = errors.New("the database is away")

// source asks the table API, in this process and as anon.
type source struct {
	tables  http.Handler
	anonKey string
	log     *slog.Logger
	now     func() time.Time
	wakes   atomic.Int64 // when to ask again, in Unix nanoseconds
	lacking atomic.Bool  // the last questions were not all answered
}

func newSource(o Options) *source {
	return &source{tables: o.Tables, anonKey: o.AnonKey, log: o.Log, now: o.Now}
}

// ask puts all the requests at once, and gives their answers: JSON arrays, or
// nil for what could not be answered. It takes patience at most.
func (s *source) ask(ctx context.Context, requests ...string) []json.RawMessage {
	answers := make([]json.RawMessage, len(requests))
	if s.tables == nil || len(requests) == 0 || s.now().UnixNano() < s.wakes.Load() {
		return answers
	}
	asking, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	failures := make([]error, len(requests))
	var all sync.WaitGroup
	for i, request := range requests[1:] {
		all.Go(func() { answers[i+1], failures[i+1] = s.one(asking, request) })
	}
	answers[0], failures[0] = s.one(asking, requests[0])
	all.Wait()
	if ctx.Err() == nil { // else the client has disconnected
		s.judge(ctx, failures, asking.Err() != nil)
	}
	return answers
}

func (s *source) one(ctx context.Context, request string) (json.RawMessage, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, request, http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("ask %s: %w", request, err)
	}
	r.Header.Set("Apikey", s.anonKey)
	r.Header.Set("Accept", "application/json")
	a := &answer{header: http.Header{}}
	s.tables.ServeHTTP(a, r)
	switch {
	case a.status == http.StatusServiceUnavailable:
		return nil, fmt.Errorf("ask %s: %w: %.300s", request, errAway, a.body.Bytes())
	case a.status != http.StatusOK:
		return nil, fmt.Errorf("ask %s: %d %.300s", request, a.status, a.body.Bytes())
	case a.body.Len() > maxRows || !json.Valid(a.body.Bytes()):
		return nil, fmt.Errorf("ask %s: %d bytes that no page can carry", request, a.body.Len())
	}
	return a.body.Bytes(), nil
}

// judge logs the first failure of a row of them, and the end of the row.
func (s *source) judge(ctx context.Context, failures []error, late bool) {
	if late || slices.ContainsFunc(failures, func(err error) bool { return errors.Is(err, errAway) }) {
		s.wakes.Store(s.now().Add(respite).UnixNano())
	}
	for _, err := range failures {
		if err == nil {
			continue
		}
		if !s.lacking.Swap(true) {
			s.log.WarnContext(ctx, "pages are served without some of their data", "error", err)
		}
		return
	}
	if s.lacking.Swap(false) {
		s.log.InfoContext(ctx, "pages have all of their data again")
	}
}

// answer is what the table API writes.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

func (a *answer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(p)
}
