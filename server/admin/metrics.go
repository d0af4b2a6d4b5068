package admin

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/toubkal/toubkal/server/edge"
)

// Gauges are read at each scrape.
type Gauges struct {
	// Pool is the state of the table API's connections.
	Pool func() Pool
	// Tokens are requests of, hits in and evictions from the cache of verified
	// tokens since it was made; a reload makes another.
	Tokens func() (requests, hits, evictions int64)
}

// Pool counts connections, and the requests that got none in time.
type Pool struct {
	Max, Available, Waiting int
	Timeouts                int64
}

// Metrics counts what the server does. Those that PostgREST has too keep its
// names.
type Metrics struct {
	registry *prometheus.Registry
	loads    *prometheus.CounterVec
	loadTime prometheus.Gauge
	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
}

// NewMetrics registers all metrics.
func NewMetrics(g Gauges) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		loads: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "pgrst_schema_cache_loads_total", Help: "The total number of times the schema cache was loaded",
		}, []string{"status"}),
		loadTime: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "pgrst_schema_cache_query_time_seconds", Help: "The time the last schema cache load took, in seconds",
		}),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "http_requests_total", Help: "Requests to the table API by method and status",
		}, []string{"method", "status"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "http_request_duration_seconds", Help: "Time to answer a request to the table API, in seconds",
			Buckets: prometheus.ExponentialBuckets(0.00025, 2, 16), // to 8 s
		}, []string{"method"}),
	}
	m.registry.MustRegister(m.loads, m.loadTime, m.requests, m.duration, collectors.NewGoCollector())
	m.observe(g)
	return m
}

// observe registers the metrics of the table API, which are read at each scrape.
func (m *Metrics) observe(g Gauges) {
	gauge := func(name, help string, value func() float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value))
	}
	counter := func(name, help string, value func() float64) {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, value))
	}
	gauge("pgrst_db_pool_max", "Max pool connections", func() float64 { return float64(g.Pool().Max) })
	gauge("pgrst_db_pool_available", "Available connections in the pool", func() float64 { return float64(g.Pool().Available) })
	gauge("pgrst_db_pool_waiting", "Requests waiting to acquire a pool connection", func() float64 { return float64(g.Pool().Waiting) })
	counter("pgrst_db_pool_timeouts_total", "The total number of pool connection timeouts", func() float64 { return float64(g.Pool().Timeouts) })
	counter("pgrst_jwt_cache_requests_total", "The total number of JWT cache lookups", func() float64 {
		requests, _, _ := g.Tokens()
		return float64(requests)
	})
	counter("pgrst_jwt_cache_hits_total", "The total number of JWT cache hits", func() float64 {
		_, hits, _ := g.Tokens()
		return float64(hits)
	})
	counter("pgrst_jwt_cache_evictions_total", "The total number of JWT cache evictions", func() float64 {
		_, _, evictions := g.Tokens()
		return float64(evictions)
	})
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

// ObserveRealtime registers the metrics of the realtime service. read is called once at
// each scrape.
func (m *Metrics) ObserveRealtime(read func() Realtime) {
	c := &realtimeCollector{read: read}
	for _, metric := range []struct {
		name, help string
		kind       prometheus.ValueType
		value      func(Realtime) float64
	}{
		{"connections", "Open websocket connections", prometheus.GaugeValue, func(r Realtime) float64 { return float64(r.Connections) }},
		{"channels", "Channels that are joined or joining", prometheus.GaugeValue, func(r Realtime) float64 { return float64(r.Channels) }},
		{"replication_connected", "1 while replication is connected, else 0", prometheus.GaugeValue, func(r Realtime) float64 {
			if r.ReplicationConnected {
				return 1
			}
			return 0
		}},
		{"replication_lag_bytes", "WAL that replication has not delivered yet", prometheus.GaugeValue, func(r Realtime) float64 { return float64(r.ReplicationLag) }},
		{"replication_retained_wal_bytes", "WAL that the replication slot retains", prometheus.GaugeValue, func(r Realtime) float64 { return float64(r.RetainedWAL) }},
		{"fanout_buffer_changes", "Row changes between replication and the filters", prometheus.GaugeValue, func(r Realtime) float64 { return float64(r.FanoutQueued) }},
		{"rls_queued_changes", "Row changes that wait for an RLS query", prometheus.GaugeValue, func(r Realtime) float64 { return float64(r.RLSQueued) }},
		{"outbox_bytes", "Frames in the outboxes of all connections, in bytes", prometheus.GaugeValue, func(r Realtime) float64 { return float64(r.OutboxBytes) }},
		{"replication_inserts_total", "Inserted rows that replication has delivered", prometheus.CounterValue, func(r Realtime) float64 { return float64(r.Inserts) }},
		{"replication_updates_total", "Updated rows that replication has delivered", prometheus.CounterValue, func(r Realtime) float64 { return float64(r.Updates) }},
		{"replication_deletes_total", "Deleted rows that replication has delivered", prometheus.CounterValue, func(r Realtime) float64 { return float64(r.Deletes) }},
		{"filter_queries_total", "Queries for filters that PostgreSQL evaluates", prometheus.CounterValue, func(r Realtime) float64 { return float64(r.FilterQueries) }},
		{"rls_queries_total", "RLS queries", prometheus.CounterValue, func(r Realtime) float64 { return float64(r.RLSQueries) }},
		{"rls_query_seconds_total", "Time that RLS queries took, in seconds", prometheus.CounterValue, func(r Realtime) float64 { return r.RLSTime.Seconds() }},
		{"fanout_dropped_total", "Row changes that were dropped because a queue was full", prometheus.CounterValue, func(r Realtime) float64 { return float64(r.FanoutDropped) }},
		{"outbox_frames_total", "Frames written to connections", prometheus.CounterValue, func(r Realtime) float64 { return float64(r.OutboxFrames) }},
		{"outbox_slow_consumers_total", "Connections closed because their outbox was full", prometheus.CounterValue, func(r Realtime) float64 { return float64(r.SlowConsumers) }},
		{"cluster_dropped_total", "Messages between nodes that were dropped", prometheus.CounterValue, func(r Realtime) float64 { return float64(r.ClusterDropped) }},
	} {
		c.metrics = append(c.metrics, realtimeMetric{prometheus.NewDesc("realtime_"+metric.name, metric.help, nil, nil), metric.kind, metric.value})
	}
	m.registry.MustRegister(c)
}

// realtimeCollector is a prometheus.Collector of one state.
type realtimeCollector struct {
	read    func() Realtime
	metrics []realtimeMetric
}

type realtimeMetric struct {
	desc  *prometheus.Desc
	kind  prometheus.ValueType
	value func(Realtime) float64
}

// Describe is for prometheus.Collector.
func (c *realtimeCollector) Describe(descriptions chan<- *prometheus.Desc) {
	for _, m := range c.metrics {
		descriptions <- m.desc
	}
}

// Collect is for prometheus.Collector.
func (c *realtimeCollector) Collect(collected chan<- prometheus.Metric) {
	state := c.read()
	for _, m := range c.metrics {
		collected <- prometheus.MustNewConstMetric(m.desc, m.kind, m.value(state))
	}
}

// Handler answers a scrape.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// Loaded counts a load of the schema cache.
func (m *Metrics) Loaded(took time.Duration) {
	m.loads.WithLabelValues("SUCCESS").Inc()
	m.loadTime.Set(took.Seconds())
}

// LoadFailed counts one that failed.
func (m *Metrics) LoadFailed() { m.loads.WithLabelValues("FAIL").Inc() }

// Count counts the requests that next answers.
func (m *Metrics) Count(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began, response := time.Now(), edge.NewRecorder(w)
		next.ServeHTTP(response, r)
		method := label(r.Method)
		m.requests.WithLabelValues(method, strconv.Itoa(response.Status())).Inc()
		m.duration.WithLabelValues(method).Observe(time.Since(began).Seconds())
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
