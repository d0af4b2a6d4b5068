package admin

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/toubkal/toubkal/server/edge"
)

// Gauges are read at each scrape.
type Gauges struct {
	// Pool is the state of the table API's connections.
	Pool func() Pool
	// Tokens are requests of, hits in and evictions from the cache of verified
	// tokens since it was made; a reload makes another.
	Tokens func() (requests, hits, evictions int64)
	// Links are the connections to PostgreSQL that stay open, by name.
	Links func() map[string]Link
}

// Pool counts connections, and the requests that got none in time.
type Pool struct {
	Max, Available, Waiting int
	Timeouts                int64
}

// Link is a connection that stays open.
type Link struct {
	Opened time.Time // zero while there is none
	Proved time.Time // when it last proved that it lives
}

// Metrics counts what the server does, and writes it in the text format of Prometheus
// (https://prometheus.io/docs/instrumenting/exposition_formats/). Those that PostgREST
// has too keep its names.
type Metrics struct {
	gauges   Gauges
	realtime func() Realtime // nil without realtime
	// background are the numbers of jobs and messages; nil where there are none.
	background func(context.Context) (Background, error)

	loads, failedLoads, loadTime atomic.Int64 // of the schema cache; nanoseconds

	mu        sync.Mutex
	requests  map[[2]string]int64   // by method and status
	durations map[string]*histogram // by method
}

// histogram counts durations by the first of bounds that is not exceeded; the last count
// is of longer ones.
type histogram struct {
	counts [len(bounds) + 1]int64
	sum    float64 // seconds
}

// bounds are in seconds.
var bounds = [...]float64{
	0.00025, 0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 0.512, 1.024, 2.048, 4.096, 8.192,
}

// NewMetrics has counted nothing yet.
func NewMetrics(g Gauges) *Metrics {
	metrics.ExposeMetadata(true) // for those of the Go runtime
	return &Metrics{gauges: g, requests: map[[2]string]int64{}, durations: map[string]*histogram{}}
}

// Realtime is the state of the realtime service. Counters begin with the program.
type Realtime struct {
	Connections, Channels       int64
	ReplicationConnected        bool
	ReplicationLag, RetainedWAL uint64 // bytes
	Inserts, Updates, Deletes   int64  // counters, of replication
	FilterQueries               int64  // counter
	RLSQueries                  int64  // counter
	RLSTime                     time.Duration
	RLSQueued                   int64 // changes
	FanoutQueued                int64 // changes
	FanoutDropped               int64 // counter of changes
	OutboxBytes                 int64
	OutboxFrames, SlowConsumers int64 // counters
	ClusterDropped              int64 // counter of messages
}

// ObserveRealtime adds the metrics of the realtime service. read is called once at each
// scrape.
func (m *Metrics) ObserveRealtime(read func() Realtime) { m.realtime = read }

// Background is the number of jobs by queue and state, and of e-mails by state.
type Background struct {
	Jobs map[[2]string]int
	Mail map[string]int
}

// ObserveBackground adds the metrics of background jobs. read is called once at each
// scrape; after an error they are left out.
func (m *Metrics) ObserveBackground(read func(context.Context) (Background, error)) {
	m.background = read
}

// Handler answers a scrape.
func (m *Metrics) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var text bytes.Buffer
		m.writeTables(&text)
		if m.realtime != nil {
			writeRealtime(&text, m.realtime())
		}
		if m.background != nil {
			if b, err := m.background(r.Context()); err == nil {
				writeBackground(&text, b)
			}
		}
		metrics.WriteProcessMetrics(&text)
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, _ = w.Write(text.Bytes())
	})
}

// describe begins a metric. The kind is counter, gauge or histogram.
func describe(w io.Writer, kind, name, help string) {
	_, _ = fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

// write writes a metric that has no labels.
func write[T int | int64 | uint64 | float64](w io.Writer, kind, name, help string, value T) {
	describe(w, kind, name, help)
	_, _ = fmt.Fprintf(w, "%s %v\n", name, value)
}

func (m *Metrics) writeTables(w io.Writer) {
	pool := m.gauges.Pool()
	write(w, "gauge", "pgrst_db_pool_max", "Max pool connections", pool.Max)
	write(w, "gauge", "pgrst_db_pool_available", "Available connections in the pool", pool.Available)
	write(w, "gauge", "pgrst_db_pool_waiting", "Requests waiting to acquire a pool connection", pool.Waiting)
	write(w, "counter", "pgrst_db_pool_timeouts_total", "The total number of pool connection timeouts", pool.Timeouts)
	requests, hits, evictions := m.gauges.Tokens()
	write(w, "counter", "pgrst_jwt_cache_requests_total", "The total number of JWT cache lookups", requests)
	write(w, "counter", "pgrst_jwt_cache_hits_total", "The total number of JWT cache hits", hits)
	write(w, "counter", "pgrst_jwt_cache_evictions_total", "The total number of JWT cache evictions", evictions)
	write(w, "gauge", "pgrst_schema_cache_query_time_seconds", "The time the last schema cache load took, in seconds", time.Duration(m.loadTime.Load()).Seconds())
	describe(w, "counter", "pgrst_schema_cache_loads_total", "The total number of times the schema cache was loaded")
	_, _ = fmt.Fprintf(w, "pgrst_schema_cache_loads_total{status=\"SUCCESS\"} %d\npgrst_schema_cache_loads_total{status=\"FAIL\"} %d\n",
		m.loads.Load(), m.failedLoads.Load())
	writeLinks(w, m.gauges.Links())
	m.mu.Lock()
	defer m.mu.Unlock()
	describe(w, "counter", "http_requests_total", "Requests to the table API by method and status")
	for _, r := range slices.SortedFunc(maps.Keys(m.requests), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		_, _ = fmt.Fprintf(w, "http_requests_total{method=%q,status=%q} %d\n", r[0], r[1], m.requests[r])
	}
	const name = "http_request_duration_seconds"
	describe(w, "histogram", name, "Time to answer a request to the table API, in seconds")
	for _, method := range slices.Sorted(maps.Keys(m.durations)) {
		h, total := m.durations[method], int64(0)
		for i, bound := range bounds {
			total += h.counts[i]
			_, _ = fmt.Fprintf(w, "%s_bucket{method=%q,le=\"%v\"} %d\n", name, method, bound, total)
		}
		total += h.counts[len(bounds)]
		_, _ = fmt.Fprintf(w, "%s_bucket{method=%q,le=\"+Inf\"} %d\n%s_sum{method=%q} %v\n%s_count{method=%q} %d\n",
			name, method, total, name, method, h.sum, name, method, total)
	}
}

func writeLinks(w io.Writer, links map[string]Link) {
	age := func(t time.Time) float64 {
		if t.IsZero() {
			return 0
		}
		return time.Since(t).Seconds()
	}
	names := slices.Sorted(maps.Keys(links))
	describe(w, "gauge", "toubkal_connection_age_seconds", "Age of a connection to PostgreSQL that stays open, 0 while there is none")
	for _, name := range names {
		_, _ = fmt.Fprintf(w, "toubkal_connection_age_seconds{connection=%q} %v\n", name, age(links[name].Opened))
	}
	describe(w, "gauge", "toubkal_connection_silence_seconds", "Time since that connection last proved that it is alive")
	for _, name := range names {
		_, _ = fmt.Fprintf(w, "toubkal_connection_silence_seconds{connection=%q} %v\n", name, age(links[name].Proved))
	}
}

func writeRealtime(w io.Writer, r Realtime) {
	connected := 0
	if r.ReplicationConnected {
		connected = 1
	}
	write(w, "gauge", "realtime_connections", "Open websocket connections", r.Connections)
	write(w, "gauge", "realtime_channels", "Channels that are joined or joining", r.Channels)
	write(w, "gauge", "realtime_replication_connected", "1 while replication is connected, else 0", connected)
	write(w, "gauge", "realtime_replication_lag_bytes", "WAL that replication has not delivered yet", r.ReplicationLag)
	write(w, "gauge", "realtime_replication_retained_wal_bytes", "WAL that the replication slot retains", r.RetainedWAL)
	write(w, "gauge", "realtime_fanout_buffer_changes", "Row changes between replication and the filters", r.FanoutQueued)
	write(w, "gauge", "realtime_rls_queued_changes", "Row changes that wait for an RLS query", r.RLSQueued)
	write(w, "gauge", "realtime_outbox_bytes", "Frames in the outboxes of all connections, in bytes", r.OutboxBytes)
	write(w, "counter", "realtime_replication_inserts_total", "Inserted rows that replication has delivered", r.Inserts)
	write(w, "counter", "realtime_replication_updates_total", "Updated rows that replication has delivered", r.Updates)
	write(w, "counter", "realtime_replication_deletes_total", "Deleted rows that replication has delivered", r.Deletes)
	write(w, "counter", "realtime_filter_queries_total", "Queries for filters that PostgreSQL evaluates", r.FilterQueries)
	write(w, "counter", "realtime_rls_queries_total", "RLS queries", r.RLSQueries)
	write(w, "counter", "realtime_rls_query_seconds_total", "Time that RLS queries took, in seconds", r.RLSTime.Seconds())
	write(w, "counter", "realtime_fanout_dropped_total", "Row changes that were dropped because a queue was full", r.FanoutDropped)
	write(w, "counter", "realtime_outbox_frames_total", "Frames written to connections", r.OutboxFrames)
	write(w, "counter", "realtime_outbox_slow_consumers_total", "Connections closed because their outbox was full", r.SlowConsumers)
	write(w, "counter", "realtime_cluster_dropped_total", "Messages between nodes that were dropped", r.ClusterDropped)
}

func writeBackground(w io.Writer, b Background) {
	describe(w, "gauge", "toubkal_jobs", "Background jobs by queue and state")
	for _, key := range slices.SortedFunc(maps.Keys(b.Jobs), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		_, _ = fmt.Fprintf(w, "toubkal_jobs{queue=%q,state=%q} %d\n", key[0], key[1], b.Jobs[key])
	}
	describe(w, "gauge", "toubkal_mail", "E-mails of the outbox by state")
	for _, state := range slices.Sorted(maps.Keys(b.Mail)) {
		_, _ = fmt.Fprintf(w, "toubkal_mail{state=%q} %d\n", state, b.Mail[state])
	}
}

// Loaded counts a load of the schema cache.
func (m *Metrics) Loaded(took time.Duration) {
	m.loads.Add(1)
	m.loadTime.Store(int64(took))
}

// LoadFailed counts one that failed.
func (m *Metrics) LoadFailed() { m.failedLoads.Add(1) }

// Count counts the requests that next answers.
func (m *Metrics) Count(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began, response := time.Now(), edge.NewRecorder(w)
		next.ServeHTTP(response, r)
		method, took := label(r.Method), time.Since(began).Seconds()
		bucket, _ := slices.BinarySearch(bounds[:], took) // the first that is not below
		m.mu.Lock()
		defer m.mu.Unlock()
		m.requests[[2]string{method, strconv.Itoa(response.Status())}]++
		h := m.durations[method]
		if h == nil {
			h = &histogram{}
			m.durations[method] = h
		}
		h.counts[bucket]++
		h.sum += took
	})
}

// label bounds the number of series: a client may send any method.
func label(method string) string {
	switch method {
	case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY":
		return method
	}
	return "other"
}
