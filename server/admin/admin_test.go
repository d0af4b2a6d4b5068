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
	})
	m.Loaded(250 * time.Millisecond)
	m.LoadFailed()
	refusing := m.Count(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) }))
	for _, method := range []string{"GET", "BREW"} {
		refusing.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), method, "/x", nil))
	}
	up := Options{Live: fine, Ready: fine, Config: func() string { return "PORT=1\n" }, SchemaCache: func() any { return map[string]int{"tables": 2} }, Metrics: m.Handler()}
	broken := up
	broken.Live, broken.Ready = down, down
	for _, c := range []struct {
		name, path string
		o          Options
		status     int
		want       []string
	}{
		{"alive", "/live", up, 200, nil},
		{"dead", "/live", broken, 500, nil},
		{"ready", "/ready", up, 200, nil},
		{"not ready", "/ready", broken, 503, []string{"not now"}},
		{"configuration", "/config", up, 200, []string{"PORT=1\n"}},
		{"schema cache", "/schema_cache", up, 200, []string{`{"tables":2}`}},
		{"unknown", "/other", up, 404, nil},
		{"metrics", "/metrics", up, 200, []string{
			"pgrst_db_pool_max 10", "pgrst_db_pool_available 7", "pgrst_db_pool_waiting 2", "pgrst_db_pool_timeouts_total 3",
			`pgrst_schema_cache_loads_total{status="SUCCESS"} 1`, `pgrst_schema_cache_loads_total{status="FAIL"} 1`,
			"pgrst_schema_cache_query_time_seconds 0.25", "pgrst_jwt_cache_requests_total 9", "pgrst_jwt_cache_hits_total 8",
			"pgrst_jwt_cache_evictions_total 1", `http_requests_total{method="GET",status="404"} 1`,
			`http_requests_total{method="other",status="404"} 1`, `http_request_duration_seconds_count{method="GET"} 1`,
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
