package admin

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestAdmin(t *testing.T) {
	t.Parallel()
	fine, down := func(context.Context) error { return nil }, func(context.Context) error { return errors.New("not now") }
	m := NewMetrics(Gauges{
		Pool:   func() Pool { return Pool{Max: 10, Available: 7, Waiting: 2, Timeouts: 3} },
		Tokens: func() (int64, int64, int64) { return 9, 8, 1 },
		Links: func() map[string]Link {
			now := time.Now()
			return map[string]Link{"keys": {Opened: now.Add(-time.Hour), Proved: now}, "pgrst": {Proved: now.Add(-time.Minute)}}
		},
	})
	m.ObserveRealtime(func() Realtime {
		return Realtime{
			Connections: 1, Channels: 2, ReplicationConnected: true, ReplicationLag: 3, RetainedWAL: 4, Inserts: 5, Updates: 6, Deletes: 7,
			FilterQueries: 8, RLSQueries: 9, RLSTime: 10 * time.Second, RLSQueued: 11, FanoutQueued: 12, FanoutDropped: 13,
			OutboxBytes: 14, OutboxFrames: 15, SlowConsumers: 16, ClusterDropped: 17,
		}
	})
	m.Loaded(250 * time.Millisecond)
	m.LoadFailed()
	refusing := m.Count(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) }))
	for _, method := range []string{"GET", "BREW"} {
		refusing.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), method, "/x", nil))
	}
	up := Options{Live: fine, Ready: http.NotFoundHandler(), Config: func() string { return "PORT=1\n" }, SchemaCache: func() any { return map[string]int{"tables": 2} }, Metrics: m.Handler()}
	broken := up
	broken.Live = down
	for _, c := range []struct {
		name, path string
		o          Options
		status     int
		want       []string
	}{
		{"alive", "/live", up, 200, nil},
		{"dead", "/live", broken, 500, nil},
		{"ready, as its handler says", "/ready", up, 404, nil},
		{"configuration", "/config", up, 200, []string{"PORT=1\n"}},
		{"schema cache", "/schema_cache", up, 200, []string{`{"tables":2}`}},
		{"unknown", "/other", up, 404, nil},
		{"metrics", "/metrics", up, 200, []string{
			"pgrst_db_pool_max 10", "pgrst_db_pool_available 7", "pgrst_db_pool_waiting 2", "pgrst_db_pool_timeouts_total 3",
			`pgrst_schema_cache_loads_total{status="SUCCESS"} 1`, `pgrst_schema_cache_loads_total{status="FAIL"} 1`,
			"pgrst_schema_cache_query_time_seconds 0.25", "pgrst_jwt_cache_requests_total 9", "pgrst_jwt_cache_hits_total 8",
			"pgrst_jwt_cache_evictions_total 1", `http_requests_total{method="GET",status="404"} 1`,
			`http_requests_total{method="other",status="404"} 1`, `http_request_duration_seconds_count{method="GET"} 1`,
			`http_request_duration_seconds_bucket{method="GET",le="8.192"} 1`, `http_request_duration_seconds_bucket{method="GET",le="+Inf"} 1`,
			"# HELP pgrst_db_pool_max Max pool connections\n# TYPE pgrst_db_pool_max gauge\n", "# TYPE pgrst_db_pool_timeouts_total counter\n",
			"# TYPE http_requests_total counter\n", "# TYPE http_request_duration_seconds histogram\n", "\ngo_goroutines ",
			`toubkal_connection_age_seconds{connection="keys"} 36`, `toubkal_connection_age_seconds{connection="pgrst"} 0`,
			`toubkal_connection_silence_seconds{connection="pgrst"} 6`,
		}},
		{"metrics of realtime", "/metrics", up, 200, []string{
			"realtime_connections 1\n", "realtime_channels 2\n", "realtime_replication_connected 1\n", "realtime_replication_lag_bytes 3\n",
			"realtime_replication_retained_wal_bytes 4\n", "realtime_replication_inserts_total 5\n", "realtime_replication_updates_total 6\n",
			"realtime_replication_deletes_total 7\n", "realtime_filter_queries_total 8\n", "realtime_rls_queries_total 9\n",
			"realtime_rls_query_seconds_total 10\n", "realtime_rls_queued_changes 11\n", "realtime_fanout_buffer_changes 12\n",
			"realtime_fanout_dropped_total 13\n", "realtime_outbox_bytes 14\n", "realtime_outbox_frames_total 15\n",
			"realtime_outbox_slow_consumers_total 16\n", "realtime_cluster_dropped_total 17\n",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := httptest.NewRecorder()
			New(c.o).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, c.path, nil))
			if w.Code != c.status {
				t.Errorf("status %d, want %d", w.Code, c.status)
			}
			for _, want := range c.want {
				if !strings.Contains(w.Body.String(), want) {
					t.Errorf("the answer lacks %q:\n%s", want, w.Body.String())
				}
			}
		})
	}
}
