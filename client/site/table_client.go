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

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

const (
	// maxWait bounds the wait for a page's data. A page without goes out, and its
	// client fetches them. shortWait is the bound where the last answers are kept.
	maxWait   = 800 * time.Millisecond
	shortWait = 100 * time.Millisecond
	// retryInterval is how long a database that is down, or did not answer in time, is
	// not asked again.
	retryInterval = 2 * time.Second
	// maxRows bounds what a page carries, in bytes.
	maxRows = 1 << 20
	// maxRequests bounds the pages' requests at a time, so that they leave database
	// connections to others.
	maxRequests = 4
	// maxKeptBytes bounds the answers that are kept for when the database is busy or down, in bytes.
	maxKeptBytes = 32 << 20
)

// errUnavailable means that the table API could not reach its database.
var errUnavailable = errors.New("the database is unavailable")

// tableClient makes requests to the table API, in this process and as anon.
type tableClient struct {
	tables  http.Handler
	anonKey string
	log     *slog.Logger
	now     func() time.Time
	slots   chan struct{} // an element for each request that is being made
	retryAt atomic.Int64  // Unix nanoseconds
	failing atomic.Bool   // the last requests were not all answered
	kept    *lastAnswers
	// maxWait and shortWait are those of the constants.
	maxWait, shortWait time.Duration
}

func newTableClient(o Options) *tableClient {
	return &tableClient{
		tables: o.Tables, anonKey: o.AnonKey, log: o.Log, now: o.Now, slots: make(chan struct{}, maxRequests), kept: newLastAnswers(),
		maxWait: maxWait, shortWait: shortWait,
	}
}

// fetch makes the requests at the same time, and returns their answers: JSON arrays, or
// nil for what was never answered. While the database is busy or down, the last
// answers take the place of new ones.
func (t *tableClient) fetch(ctx context.Context, requests ...string) []json.RawMessage {
	last := make([]json.RawMessage, len(requests))
	wait := t.shortWait
	for i, request := range requests {
		if last[i] = t.kept.get(request); last[i] == nil {
			wait = t.maxWait
		}
	}
	if t.tables == nil || len(requests) == 0 || t.isAway() {
		return last
	}
	fetching, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	answers, failures := make([]json.RawMessage, len(requests)), make([]error, len(requests))
	var all sync.WaitGroup
	for i, request := range requests {
		all.Go(func() { answers[i], failures[i] = t.fetchOne(fetching, request) })
	}
	all.Wait()
	if ctx.Err() == nil { // else the client has disconnected
		t.observe(ctx, failures, fetching.Err() != nil && wait == t.maxWait)
	}
	for i, request := range requests {
		if answers[i] != nil {
			t.kept.put(request, answers[i])
		} else if isTemporary(failures[i]) {
			answers[i] = last[i]
		}
	}
	return answers
}

// isAway tells whether the database was down, or did not answer in time, just now.
func (t *tableClient) isAway() bool { return t.now().UnixNano() < t.retryAt.Load() }

// isTemporary reports whether a request may be answered again later.
func isTemporary(err error) bool {
	return errors.Is(err, errUnavailable) || errors.Is(err, context.DeadlineExceeded)
}

func (t *tableClient) fetchOne(ctx context.Context, request string) (json.RawMessage, error) {
	select {
	case t.slots <- struct{}{}:
		defer func() { <-t.slots }()
	case <-ctx.Done():
		return nil, fmt.Errorf("request %s: %w", request, ctx.Err())
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, request, http.NoBody) // #nosec G704 -- a path of our own table API
	if err != nil {
		return nil, fmt.Errorf("request %s: %w", request, err)
	}
	r.Header.Set("Apikey", t.anonKey)
	r.Header.Set("Accept", "application/json")
	a := &answer{header: http.Header{}}
	t.tables.ServeHTTP(a, r)
	switch {
	case a.status != http.StatusOK && ctx.Err() != nil:
		return nil, fmt.Errorf("request %s: %w", request, ctx.Err())
	case a.status == http.StatusServiceUnavailable || a.status == http.StatusGatewayTimeout:
		return nil, fmt.Errorf("request %s: %w: %.300s", request, errUnavailable, a.body.Bytes())
	case a.status != http.StatusOK:
		return nil, fmt.Errorf("request %s: %d %.300s", request, a.status, a.body.Bytes())
	case a.body.Len() > maxRows || !json.Valid(a.body.Bytes()):
		return nil, fmt.Errorf("request %s: %d bytes that no page can carry", request, a.body.Len())
	}
	return a.body.Bytes(), nil
}

// observe logs the first failure of a series, and its end.
func (t *tableClient) observe(ctx context.Context, failures []error, late bool) {
	if late || slices.ContainsFunc(failures, func(err error) bool { return errors.Is(err, errUnavailable) }) {
		t.retryAt.Store(t.now().Add(retryInterval).UnixNano())
	}
	for _, err := range failures {
		if err == nil {
			continue
		}
		if !t.failing.Swap(true) {
			t.log.WarnContext(ctx, "pages are served with older data, or without some of it", "error", err)
		}
		return
	}
	if t.failing.Swap(false) {
		t.log.InfoContext(ctx, "pages have all of their data again")
	}
}

// lastAnswers keeps the last answer to each request, those used last within maxKeptBytes.
type lastAnswers struct {
	mu     sync.Mutex
	recent *simplelru.LRU[string, json.RawMessage]
	bytes  int
}

func newLastAnswers() *lastAnswers {
	l := &lastAnswers{}
	// No error: the size is positive. maxKeptBytes is the bound that counts.
	l.recent, _ = simplelru.NewLRU(1<<20, func(_ string, answer json.RawMessage) { l.bytes -= len(answer) })
	return l
}

func (l *lastAnswers) get(request string) json.RawMessage {
	l.mu.Lock()
	defer l.mu.Unlock()
	answer, _ := l.recent.Get(request)
	return answer
}

func (l *lastAnswers) put(request string, answer json.RawMessage) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.recent.Remove(request)
	if len(answer) <= len("[]") { // a page that does not exist: there is no end of those
		return
	}
	l.recent.Add(request, answer)
	for l.bytes += len(answer); l.bytes > maxKeptBytes; {
		l.recent.RemoveOldest()
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
