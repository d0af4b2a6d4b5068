// Package outgoing sends the requests of net.http_request_queue, which the engine's own pg_net.sql makes, and
// stores the responses. Each is sent once, after its transaction, by one of the nodes, and never again. It
// refuses addresses of this machine, of its links and of metadata services, also where a name or a redirect
// leads there, but for those of the program itself, which answers without a network.
package outgoing

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toubkal/toubkal/server/db"
)

// Options configure a Worker.
type Options struct {
	// Tx runs a transaction as toubkal_worker.
	Tx func(ctx context.Context, fn func(db.Tx) error) error
	// Listening is a connection as toubkal_worker that hears of requests.
	Listening db.Link
	// Allow are exceptions of what is refused.
	Allow Allowed
	// Self answers requests to the program itself.
	Self Self
	// Memory bounds what the requests on their way have in memory, with addresses and headers, in bytes. Those that
	// do not fit stay in the queue, which is a table; one that never would is answered with an error. Defaults to
	// 64 MiB.
	Memory int64
	// Log gets failures of the queue, never requests.
	Log *slog.Logger
}

// Worker sends requests until its context ends.
type Worker struct {
	o      Options
	client http.Client
}

const (
	channel = "toubkal_net" // of notifications of requests; net.wake names it
	// maxRequests bounds the requests on their way.
	maxRequests = 100
	// maxContent bounds the body of a response, in bytes.
	maxContent = 1 << 20
	// maxHeaders bounds the headers of a response, in bytes; libcurl takes 300 kB.
	maxHeaders = 300 << 10
	// maxTimeout bounds what a request may ask for; libcurl takes 0 for ever.
	maxTimeout = 10 * time.Minute
	// maxRedirects is libcurl's default.
	maxRedirects = 30
	// keep is the time that responses are kept, and cleanEvery the interval at which older ones are deleted.
	keep, cleanEvery = 6 * time.Hour, 10 * time.Minute
	// stopTimeout is the time that requests on their way may take at the end of the program.
	stopTimeout = 3 * time.Second
	// storeTimeout bounds a statement on the queue.
	storeTimeout = 10 * time.Second
)

// New makes a Worker.
func New(o Options) *Worker {
	o.Memory = cmp.Or(o.Memory, 64<<20)
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Worker{o: o}
}

// request is a row of the queue.
type request struct {
	id          int64
	method, url string
	headers     map[string]string
	body        []byte
	timeout     time.Duration
	size        int64 // in memory
	isTooLarge  bool
}

// Run sends until ctx ends. Requests on their way then have stopTimeout, and are recorded as failed after it.
func (w *Worker) Run(ctx context.Context) {
	sending, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cancel(nil)
	w.client = w.newClient(sending)
	defer w.client.CloseIdleConnections()
	wake := make(chan struct{}, 1)
	awake := func() {
		select {
		case wake <- struct{}{}:
		default:
		}
	}
	var listening sync.WaitGroup
	listening.Go(func() {
		db.Listen(ctx, w.o.Listening, channel, func(string) { awake() }, func(err error) {
			w.o.Log.Warn("requests of net are not heard of", "component", "net", "error", err)
		})
	})
	w.failed(w.clean(ctx))
	clean := time.NewTicker(cleanEvery)
	defer clean.Stop()
	slots := make(chan struct{}, maxRequests)
	var taken atomic.Int64 // of the memory
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-clean.C:
			w.failed(w.clean(ctx))
		case <-wake:
			free := maxRequests - len(slots) // only this goroutine takes slots, and memory
			requests, err := w.take(ctx, free, w.o.Memory-taken.Load())
			w.failed(err)
			for _, r := range requests {
				slots <- struct{}{}
				taken.Add(r.size)
				go func() {
					w.failed(w.store(context.WithoutCancel(ctx), r, w.send(sending, r)))
					taken.Add(-r.size)
					<-slots
					awake() // others may wait for the slot, or the memory
				}()
			}
		}
	}
	late := time.AfterFunc(stopTimeout, func() { cancel(errors.New("the program was stopped")) })
	defer late.Stop()
	for range maxRequests {
		slots <- struct{}{}
	}
	listening.Wait()
}

// failed logs what keeps the queue from being worked off.
func (w *Worker) failed(err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		w.o.Log.Warn("the queue of net cannot be worked off", "component", "net", "error", err)
	}
}

// take takes the oldest requests from the queue, up to a number and a size.
func (w *Worker) take(ctx context.Context, most int, memory int64) (taken []request, err error) {
	if most == 0 {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	err = w.o.Tx(ctx, func(tx db.Tx) error {
		// materialized: a plan that ran the subquery again would take more
		rows, err := tx.Query(ctx, `with oldest as materialized (
				select id, octet_length(url) + coalesce(octet_length(headers::text), 0)::bigint + coalesce(octet_length(body), 0) as size
				from net.http_request_queue order by id for update skip locked limit $1
			), fitting as (
				select id, case when size <= $3 then size else 0 end as size, size > $3 as is_too_large,
					sum(case when size <= $3 then size end) over (order by id) as total
				from oldest
			)
			delete from net.http_request_queue q using fitting f where q.id = f.id and coalesce(f.total, 0) <= $2
			returning q.id, upper(method), case when not f.is_too_large then url else '' end, case when not f.is_too_large then body end, timeout_milliseconds,
			coalesce((select jsonb_object_agg(key, value) from jsonb_each_text(headers) where value is not null and not f.is_too_large), '{}'),
			f.size, f.is_too_large`, most, memory, w.o.Memory)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var r request
			var milliseconds int
			if err := rows.Scan(&r.id, &r.method, &r.url, &r.body, &milliseconds, &r.headers, &r.size, &r.isTooLarge); err != nil {
				return err
			}
			r.timeout = time.Duration(milliseconds) * time.Millisecond
			if r.timeout <= 0 || r.timeout > maxTimeout {
				r.timeout = maxTimeout
			}
			taken = append(taken, r)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, err
	}
	return taken, nil
}

// clean deletes the responses that are too old.
func (w *Worker) clean(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	return w.o.Tx(ctx, func(tx db.Tx) error {
		_, err := tx.Exec(ctx, "delete from net._http_response where created < now() - make_interval(secs => $1)", keep.Seconds())
		return err
	})
}

// response is a row of net._http_response; nil is null.
type response struct {
	status      *int
	contentType *string
	headers     map[string]string
	content     *string
	isTimedOut  bool
	failure     *string
}

func (w *Worker) store(ctx context.Context, r request, answer response) error {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	return w.o.Tx(ctx, func(tx db.Tx) error {
		_, err := tx.Exec(ctx, `insert into net._http_response (id, status_code, content_type, headers, content, timed_out, error_msg)
			values ($1, $2, $3, $4, $5, $6, $7)`,
			r.id, answer.status, answer.contentType, answer.headers, answer.content, answer.isTimedOut, answer.failure)
		return err
	})
}

// send sends a request and reads the response.
func (w *Worker) send(ctx context.Context, r request) response {
	if r.isTooLarge {
		text := fmt.Sprintf("the request is larger than %d MB", w.o.Memory>>20)
		return response{failure: &text}
	}
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	answer, err := w.exchange(ctx, r)
	if err == nil {
		return answer
	}
	failed := response{}
	text := reason(err)
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, context.DeadlineExceeded):
		failed.isTimedOut = true
		text = fmt.Sprintf("Timeout of %d ms reached. Total time: %f ms", r.timeout.Milliseconds(), float64(time.Since(began).Microseconds())/1000)
	case cause != nil:
		text = cause.Error()
	}
	failed.failure = &text
	return failed
}

func (w *Worker) exchange(ctx context.Context, r request) (answer response, err error) {
	var body io.Reader
	if r.body != nil {
		body = bytes.NewReader(r.body)
	}
	sent, err := http.NewRequestWithContext(ctx, r.method, r.url, body)
	if err != nil {
		return answer, err
	}
	sent.Header.Set("User-Agent", "pg_net (toubkal)")
	for name, value := range r.headers {
		if strings.EqualFold(name, "host") {
			sent.Host = value
			continue
		}
		sent.Header.Set(name, value)
	}
	received, err := w.client.Do(sent)
	if err != nil {
		return answer, err
	}
	defer func() { _ = received.Body.Close() }()
	content, err := io.ReadAll(io.LimitReader(received.Body, maxContent+1))
	if err != nil {
		return answer, err
	}
	if len(content) > maxContent {
		return answer, fmt.Errorf("the response is larger than %d MB", maxContent>>20)
	}
	answer = response{status: &received.StatusCode, headers: map[string]string{}}
	for name, values := range received.Header {
		if received.ProtoMajor > 1 { // where they are in lower case
			name = strings.ToLower(name)
		}
		answer.headers[name] = text(values[len(values)-1])
	}
	if kind := received.Header.Get("Content-Type"); kind != "" {
		kind = text(kind)
		answer.contentType = &kind
	}
	if len(content) > 0 {
		shown := text(string(content))
		answer.content = &shown
	}
	return answer, nil
}

// text is what PostgreSQL can store.
func text(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}

// reason is an error without the address of the request, which may hold a secret.
func reason(err error) string {
	var refused *refusedError
	if errors.As(err, &refused) {
		return refused.Error()
	}
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err
	}
	return err.Error()
}

// newClient follows redirects, as pg_net does. ctx ends the program's own server.
func (w *Worker) newClient(ctx context.Context) http.Client {
	plain := &net.Dialer{Timeout: 30 * time.Second}
	guarded := &net.Dialer{Timeout: plain.Timeout, Control: w.o.Allow.control}
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		if host, _, err := net.SplitHostPort(address); err == nil && w.o.Allow.hasHost(host) {
			return plain.DialContext(ctx, network, address)
		}
		return guarded.DialContext(ctx, network, address)
	}
	routes := router{self: w.o.Self, outside: &http.Transport{
		DialContext: dial, DisableCompression: true, ForceAttemptHTTP2: true, TLSHandshakeTimeout: 30 * time.Second,
		IdleConnTimeout: time.Minute, MaxIdleConns: maxRequests, MaxResponseHeaderBytes: maxHeaders,
	}}
	if w.o.Self.Handler != nil {
		routes.inside = w.o.Self.serve(ctx, w.o.Log)
	}
	return http.Client{Transport: routes, CheckRedirect: func(next *http.Request, before []*http.Request) error {
		if len(before) > maxRedirects {
			return fmt.Errorf("more than %d redirects", maxRedirects)
		}
		if next.URL.Host != before[0].URL.Host || next.URL.Scheme != before[0].URL.Scheme { // keys are for the one that was named
			next.Header = http.Header{"User-Agent": next.Header["User-Agent"], "Content-Type": next.Header["Content-Type"]}
		}
		return nil
	}}
}
