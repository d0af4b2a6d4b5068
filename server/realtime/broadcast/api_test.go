package broadcast

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/toubkal/toubkal/server/token"
)

func TestSenderKey(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest(http.MethodPost, "/", nil)
	r.RemoteAddr = "192.0.2.7:1234"
	for _, c := range []struct {
		name   string
		claims token.Claims
		want   string
	}{
		{"a user", token.Claims{Role: token.Authenticated, Subject: "ada"}, "user ada"},
		{"anonymous", token.AnonClaims(), "192.0.2.7"},
		{"a server", token.Claims{Role: token.ServiceRole}, ""},
	} {
		if got := (&API{}).senderKey(r, c.claims); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
