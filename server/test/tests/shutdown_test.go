package tests

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/functions"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// An event stream has no end of its own. The server ends it when it stops, instead of
// waiting for it and closing its connection: the client gets what the function writes
// last.
func TestShutdownEndsEventStreams(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	p := fixtureProject()
	p.Functions = func(*project.Host) (map[string]functions.Function, error) {
		return map[string]functions.Function{"watch": {Public: true, Timeout: apptest.Timeout, Handle: watch}}, nil
	}
	p.Site = func(*project.Host) (http.Handler, error) {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _ = watch(w, r, nil) }), nil
	}
	s := apptest.New(t, p, database)
	s.Start(t, []string{"DATABASE_URL=" + database.URL})
	ctx, cancel := context.WithTimeout(t.Context(), apptest.Timeout)
	defer cancel()
	streams := map[string]*bufio.Reader{"/functions/v1/watch": nil, "/page": nil}
	for path := range streams {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := s.Client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		streams[path] = bufio.NewReader(response.Body)
		if line, err := streams[path].ReadString('\n'); line != "data: open\n" || err != nil {
			t.Fatalf("%s: the first event is %q, %v", path, line, err)
		}
	}
	s.Stop()
	for path, events := range streams {
		if rest, err := io.ReadAll(events); string(rest) != "\ndata: closed\n\n" || err != nil {
			t.Errorf("%s after the stop: %q, %v; want the last event and an orderly end", path, rest, err)
		}
	}
}

// watch writes an event, and another one when its context ends.
func watch(w http.ResponseWriter, r *http.Request, _ *functions.Call) error {
	w.Header().Set("Content-Type", "text/event-stream")
	_, _ = io.WriteString(w, "data: open\n\n")
	w.(http.Flusher).Flush()
	<-r.Context().Done()
	_, err := io.WriteString(w, "data: closed\n\n")
	return err
}

// A node that stops says so first, takes requests as long as balancers may send some, and
// then finishes those in flight.
func TestAStoppingNodeFinishesItsRequests(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	started, finish := make(chan struct{}), make(chan struct{})
	p := fixtureProject()
	p.Functions = func(*project.Host) (map[string]functions.Function, error) {
		return map[string]functions.Function{"long": {Public: true, Timeout: apptest.Timeout, Handle: func(w http.ResponseWriter, _ *http.Request, _ *functions.Call) error {
			close(started)
			<-finish
			_, err := io.WriteString(w, "done")
			return err
		}}}, nil
	}
	s := apptest.New(t, p, database)
	s.Start(t, []string{"DATABASE_URL=" + database.URL, withRealtime + ",functions", "SHUTDOWN_DELAY=2s"})
	socket := s.Realtime(t, apptest.Version2)
	socket.MustJoin("room", `{}`)
	var running sync.WaitGroup
	var long apptest.Reply
	running.Go(func() { long = s.Send(t, "GET", "/functions/v1/long", "") })
	<-started
	running.Go(s.Stop)
	s.Until(t, "/ready", func(r apptest.Reply) bool {
		return r.Status == http.StatusServiceUnavailable && apptest.Parse[readiness](t, r.Body).Stopping
	})
	r, err := s.Client.Get(s.URL + "/rest/v1/notes?select=id")
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Body.Close()
	if r.StatusCode != http.StatusOK || !r.Close {
		t.Errorf("a request before the node is taken away: %d, closes the connection: %t, want an answer that does", r.StatusCode, r.Close)
	}
	if code := socket.CloseCode(); code != 1012 {
		t.Errorf("the socket was closed with %d, want 1012", code)
	}
	host := strings.TrimPrefix(s.URL, "http://")
	for { // the node takes no more requests
		conn, err := net.DialTimeout("tcp", host, apptest.Timeout)
		if err != nil {
			break
		}
		_ = conn.Close()
	}
	close(finish)
	running.Wait()
	if long.Status != http.StatusOK || long.Body != "done" {
		t.Errorf("the request in flight: %d %q, want its answer", long.Status, long.Body)
	}
}

// Three nodes behind a balancer that asks /ready and repeats nothing are replaced one after
// the other: no request fails.
func TestRollingNodesFailNoRequest(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	boot := func() *apptest.Instance {
		s := instanceOn(t, database)
		s.Start(t, []string{"DATABASE_URL=" + database.URL, "SERVICES=rest,auth", "SHUTDOWN_DELAY=2s"})
		return s
	}
	b := &balancer{client: &http.Client{Timeout: apptest.Timeout}}
	nodes := []*apptest.Instance{boot(), boot(), boot()}
	for _, s := range nodes {
		b.add(s.URL)
	}
	ctx, stop := context.WithCancel(t.Context())
	var watching, sending sync.WaitGroup
	watching.Go(func() { b.watch(ctx) })
	var sent, failed atomic.Int64
	rolled := make(chan struct{})
	front := nodes[0].Headers("")
	for range 4 {
		sending.Go(func() {
			for sent.Add(1) <= 5000 || !isClosed(rolled) {
				w := &status{header: http.Header{}}
				r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://front/rest/v1/notes?select=id", nil)
				if err != nil {
					t.Error(err)
					return
				}
				for _, h := range front {
					name, value, _ := strings.Cut(h, ": ")
					r.Header.Set(name, value)
				}
				b.ServeHTTP(w, r)
				if w.code != http.StatusOK {
					failed.Add(1)
				}
			}
		})
	}
	for i := range nodes {
		fresh := boot()
		b.add(fresh.URL)
		nodes[i].Stop()
		nodes[i] = fresh
	}
	close(rolled)
	sending.Wait()
	stop()
	watching.Wait()
	if n := failed.Load(); n > 0 {
		t.Errorf("%d of %d requests failed", n, sent.Load())
	}
}

func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// balancer passes requests on to the nodes that are ready, in turn, and repeats none.
type balancer struct {
	client *http.Client
	mu     sync.Mutex
	nodes  []*node
	next   int
}

type node struct {
	url   string
	proxy *httputil.ReverseProxy
	ready bool
}

func (b *balancer) add(address string) {
	u, _ := url.Parse(address)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.nodes = append(b.nodes, &node{address, &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(u) },
		Transport: &http.Transport{MaxIdleConnsPerHost: 8, DisableCompression: true},
	}, true})
}

// watch asks the nodes all the time, as balancers do each second.
func (b *balancer) watch(ctx context.Context) {
	for tick := time.NewTicker(20 * time.Millisecond); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		b.mu.Lock()
		nodes := b.nodes
		b.mu.Unlock()
		for _, n := range nodes {
			answer, err := b.client.Get(n.url + "/ready")
			ready := err == nil && answer.StatusCode == http.StatusOK
			if err == nil {
				_ = answer.Body.Close()
			}
			b.mu.Lock()
			n.ready = ready
			b.mu.Unlock()
		}
	}
}

func (b *balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	for range b.nodes {
		b.next = (b.next + 1) % len(b.nodes)
		if b.nodes[b.next].ready {
			break
		}
	}
	proxy := b.nodes[b.next].proxy
	b.mu.Unlock()
	proxy.ServeHTTP(w, r)
}

// status keeps the status of an answer.
type status struct {
	header http.Header
	code   int
}

func (s *status) Header() http.Header { return s.header }

func (s *status) WriteHeader(code int) { s.code = code }

func (s *status) Write(b []byte) (int, error) {
	if s.code == 0 {
		s.code = http.StatusOK
	}
	return len(b), nil
}
