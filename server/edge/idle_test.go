package edge

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"
)

func TestIdle(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var idle Idle
		end := make(chan struct{})
		handler := idle.Watch(func(r *http.Request) bool { return r.URL.Path == "/sign-in" },
			http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-end }))
		request := func(path string) {
			go handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
			synctest.Wait()
		}
		want := func(yes bool, when string) {
			t.Helper()
			if idle.For(time.Second) != yes {
				t.Errorf("idle %s: %t, want %t", when, !yes, yes)
			}
		}
		want(true, "at first")
		request("/sign-in")
		want(true, "beside a sign-in")
		request("/")
		time.Sleep(time.Hour)
		want(false, "while another request is served")
		close(end)
		synctest.Wait()
		want(false, "just after it")
		time.Sleep(time.Second)
		want(true, "a second after it")
	})
}
