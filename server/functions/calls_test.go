package functions_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/functions"
)

// The record has each call once, with the error that its caller did not see.
func TestCallsAreRecorded(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	took := time.Millisecond
	answer := func(err error) functions.Handler {
		return func(http.ResponseWriter, *http.Request, *functions.Call) error {
			now = now.Add(took)
			return err
		}
	}
	leave := func(err error) functions.Handler {
		return func(_ http.ResponseWriter, r *http.Request, _ *functions.Call) error {
			<-r.Context().Done()
			return err
		}
	}
	s, err := functions.New(functions.Options{Now: func() time.Time { return now }, Functions: map[string]functions.Function{
		"fine":    {Public: true, Handle: answer(nil), Methods: []string{"POST"}},
		"refuses": {Public: true, Handle: answer(functions.Refuse(http.StatusConflict, "taken"))},
		"fails":   {Public: true, Handle: answer(errors.New("the secret cause")), Source: "/project/functions/fails/index.ts"},
		"panics": {Public: true, Handle: func(http.ResponseWriter, *http.Request, *functions.Call) error {
			panic("out of range")
		}},
		"left":  {Public: true, Handle: leave(context.Canceled)},
		"never": {Public: true, Handle: answer(nil)},
	}})
	if err != nil {
		t.Fatal(err)
	}
	call := func(ctx context.Context, method, name string) {
		s.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, method, "/"+name, strings.NewReader("{}")))
	}
	for n := range 5 {
		took = time.Duration(n) * time.Millisecond
		call(t.Context(), "POST", "fine")
	}
	took = 0
	call(t.Context(), "GET", "fine") // a method that it does not serve is no call
	for _, name := range []string{"refuses", "fails", "fails", "panics", "unknown"} {
		call(t.Context(), "POST", name)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	call(gone, "POST", "left")

	all := map[string]functions.Calls{}
	for _, c := range s.Calls() {
		all[c.Name] = c
	}
	for name, want := range map[string]struct {
		count, errors int64
		text          string
	}{"fine": {count: 5}, "refuses": {count: 1}, "fails": {2, 2, "the secret cause"}, "panics": {1, 1, "function panics panicked: out of range"}, "left": {count: 1}, "never": {}} {
		got := all[name]
		if got.Count != want.count || got.Errors != want.errors || (got.LastError != nil) != (want.text != "") {
			t.Errorf("%s: %+v, want %+v", name, got, want)
			continue
		}
		if got.LastError != nil && (got.LastError.Text != want.text || got.LastError.Status != http.StatusInternalServerError || got.LastError.Method != "POST") {
			t.Errorf("%s: the error is %+v", name, got.LastError)
		}
		if (got.Last == nil) != (want.count == 0) {
			t.Errorf("%s: last called at %v", name, got.Last)
		}
	}
	if got := all["fine"].Median; got != 2*time.Millisecond {
		t.Errorf("the median of 0 to 4 ms is %s", got)
	}
	if stack := all["panics"].LastError.Stack; !strings.Contains(stack, "calls_test.go") {
		t.Errorf("the trace is %q", stack)
	}
	if got := all["fails"].Source; got != "/project/functions/fails/index.ts" || len(all) != 6 {
		t.Errorf("the source is %q, of %d functions", got, len(all))
	}
}
