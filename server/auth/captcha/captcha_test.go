package captcha_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/auth/captcha"
	"github.com/toubkal/toubkal/server/fault"
)

// TestVerify speaks with a server in the providers' protocol.
func TestVerify(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.FormValue("secret") != "site-secret" || r.FormValue("remoteip") != "192.0.2.7" {
			t.Errorf("got %s %v", r.Method, r.Form)
		}
		switch r.FormValue("response") {
		case "solved":
			_ = json.NewEncoder(w).Encode(map[string]any{"success": true, "hostname": "app.test"})
		case "broken":
			_, _ = w.Write([]byte("<html>"))
		default:
			_ = json.NewEncoder(w).Encode(map[string]any{"success": false, "error-codes": []string{"timeout-or-duplicate"}})
		}
	}))
	t.Cleanup(server.Close)
	p, err := captcha.New(captcha.Options{Name: "turnstile", Secret: "site-secret", URL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	for token, want := range map[string]struct{ code, message string }{
		"solved": {}, " solved ": {},
		"":       {"captcha_failed", "no captcha response"},
		"used":   {"captcha_failed", "timeout-or-duplicate"},
		"broken": {"unexpected_failure", "captcha verification process failed"},
	} {
		err := p.Verify(t.Context(), token, "192.0.2.7")
		f, _ := errors.AsType[*fault.Fault](err)
		if want.code == "" && err != nil || want.code != "" && (f == nil || f.Code != want.code || !strings.Contains(f.Message, want.message)) {
			t.Errorf("%q: %v, want %v", token, err, want)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	for _, o := range []captcha.Options{{Name: "recaptcha", Secret: "x"}, {Name: "hcaptcha"}} {
		if _, err := captcha.New(o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
}
