package storage

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestDisabled(t *testing.T) {
	t.Parallel()
	body := strings.NewReader(strings.Repeat("x", 1<<20))
	w := httptest.NewRecorder()
	Disabled().ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/object/photos/a.jpg", body))
	want := `{"code":"FeatureNotEnabled","error":"not_found","message":"Storage is not available on this server","statusCode":"404"}` + "\n"
	if w.Code != 404 || w.Body.String() != want || !strings.HasPrefix(w.Header().Get("Content-Type"), "application/json") {
		t.Errorf("got %d %s %v", w.Code, w.Body, w.Header())
	}
	if body.Len() != 0 {
		t.Errorf("%d bytes of the body were not read", body.Len())
	}
}
