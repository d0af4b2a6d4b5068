package app

import (
	"net/http/httptest"
	"testing"
)

func TestHashesPassword(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{
		"/auth/v1/token?grant_type=password": true, "/auth/v1/signup": true, "/auth/v1/token?grant_type=refresh_token": false,
		"/auth/v1/user": false, "/rest/v1/todos": false, "/": false,
	} {
		if got := hashesPassword(httptest.NewRequestWithContext(t.Context(), "POST", path, nil)); got != want {
			t.Errorf("%s: %t, want %t", path, got, want)
		}
	}
}
