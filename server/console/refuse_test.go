package console

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
)

// What fails because its client has left is not logged as a failure.
func TestAFailureIsLoggedUnlessItsClientHasLeft(t *testing.T) {
	t.Parallel()
	left, leave := context.WithCancel(t.Context())
	leave()
	for name, c := range map[string]struct {
		ctx    context.Context
		logged bool
	}{"there": {t.Context(), true}, "left": {left, false}} {
		var log bytes.Buffer
		of := &core{Options: Options{Log: slog.New(slog.NewTextHandler(&log, nil))}}
		r := httptest.NewRequestWithContext(c.ctx, http.MethodGet, "/tables", http.NoBody)
		of.refuse(httptest.NewRecorder(), r, context.Canceled)
		meta{of}.refuse(httptest.NewRecorder(), r, context.Canceled)
		if n := bytes.Count(log.Bytes(), []byte("the console failed")); (n == 2) != c.logged || n == 1 {
			t.Errorf("%s: %d failures are logged", name, n)
		}
	}
}
