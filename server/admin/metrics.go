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

// NewMetrics begins to count.
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

// observe registers what others count.
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

// label bounds the number of series: anyone can invent a method.
func label(method string) string {
	switch method {
	case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY":
		return method
	}
	return "other"
}
