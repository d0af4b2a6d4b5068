package hook

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/fault"
)

const (
	secretA = "v1,whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="
	secretB = "v1,whsec_YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXoxMjM0NTY="
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, uri, secrets, want string // want is a part of the error
	}{
		{"function", "pg-functions://postgres/public/custom_claims", "", ""},
		{"https", "https://app.test/hook", secretA, ""},
		{"two secrets", "https://app.test/hook", secretA + "|" + secretB, ""},
		{"http on this machine", "http://127.0.0.1:3000/hook", secretA, ""},
		{"http elsewhere", "http://app.test/hook", secretA, "http:// on localhost"},
		{"a private address is not this machine", "http://10.0.0.1/hook", secretA, "http:// on localhost"},
		{"function without a schema", "pg-functions://postgres/custom_claims", "", "pg-functions://postgres/SCHEMA/FUNCTION"},
		{"function with a quote", `pg-functions://postgres/public/a"b`, "", "pg-functions://postgres/SCHEMA/FUNCTION"},
		{"no secret", "https://app.test/hook", "", "secret 1"},
		{"short secret", "https://app.test/hook", secretA + "|v1,whsec_YWJj", "secret 2"},
		{"asymmetric secret", "https://app.test/hook", "v1a,whpk_x:whsk_y", "secret 1"},
	} {
		_, err := Parse(test.uri, test.secrets)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
		if err != nil && strings.Contains(err.Error(), "YWJj") {
			t.Errorf("%s: the error repeats a secret: %v", test.name, err)
		}
	}
}

// newHooks has one HTTP hook, whose pauses are counted and take no time.
func newHooks(t *testing.T, handler http.HandlerFunc) (*Hooks, *atomic.Int64) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	target, err := Parse(server.URL, secretA+"|"+secretB)
	if err != nil {
		t.Fatal(err)
	}
	pauses := &atomic.Int64{}
	return New(Options{
		Targets: map[Name]Target{BeforeUserCreated: target},
		Timeout: time.Minute,
		Now:     func() time.Time { return time.Unix(1_700_000_000, 0) },
		Sleep:   func(context.Context, time.Duration) error { pauses.Add(1); return nil },
	}), pauses
}

func TestPostIsSigned(t *testing.T) {
	t.Parallel()
	h, _ := newHooks(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Header.Get("Webhook-Timestamp") != "1700000000" || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("headers %v", r.Header)
		}
		signatures := strings.Split(r.Header.Get("Webhook-Signature"), " ")
		for i, secret := range []string{secretA, secretB} {
			key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "v1,whsec_"))
			want := Target{secrets: [][]byte{key}}.sign(r.Header.Get("Webhook-Id"), "1700000000", body)
			if len(signatures) != 2 || signatures[i] != want {
				t.Errorf("signatures %q, want %q", signatures, want)
			}
		}
		var input struct {
			Metadata struct{ UUID, Time, Name string }
			User     map[string]string
		}
		if err := json.Unmarshal(body, &input); err != nil || input.Metadata.Name != "before-user-created" ||
			input.Metadata.UUID != "the-id" || r.Header.Get("Webhook-Id") != "the-id" || input.User["email"] != "ann@example.test" {
			t.Errorf("input %s", body)
		}
		w.WriteHeader(http.StatusNoContent)
	})
	err := h.Call(t.Context(), Event{Name: BeforeUserCreated, ID: "the-id", Input: map[string]any{"user": map[string]string{"email": "ann@example.test"}}}, nil)
	if err != nil {
		t.Error(err)
	}
}

// The signature of an example of https://github.com/standard-webhooks/standard-webhooks.
func TestSign(t *testing.T) {
	t.Parallel()
	key, err := base64.StdEncoding.DecodeString("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		t.Fatal(err)
	}
	got := Target{secrets: [][]byte{key}}.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", []byte(`{"test": 2432232314}`))
	if want := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	answer := func(status int, kind, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}
	}
	for _, test := range []struct {
		name    string
		handler http.HandlerFunc
		status  int // 0 is no error
		code    string
	}{
		{"accepted", answer(202, "application/json; charset=utf-8", "{}"), 0, ""},
		{"rejection", answer(200, "application/json", `{"error":{"http_code":403,"message":"only employees"}}`), 403, "hook_rejected"},
		{"rejection without a status", answer(200, "application/json", `{"error":{"message":"no"}}`), 500, "unexpected_failure"},
		{"error without a message", answer(200, "application/json", `{"error":{"http_code":403}}`), 0, ""},
		{"no JSON", answer(200, "text/plain", "ok"), 400, "hook_payload_invalid_content_type"},
		{"broken JSON", answer(200, "application/json", "{"), 500, "unexpected_failure"},
		{"too large", answer(200, "application/json", `"`+strings.Repeat("x", 200<<10)+`"`), 422, "hook_payload_over_size_limit"},
		{"other status", answer(404, "application/json", "{}"), 500, "unexpected_failure"},
		{"redirect", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/other", http.StatusFound) }, 500, "unexpected_failure"},
		{"busy without Retry-After", answer(503, "application/json", "{}"), 500, "unexpected_failure"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h, _ := newHooks(t, test.handler)
			err := h.Call(t.Context(), Event{Name: BeforeUserCreated}, nil)
			f, _ := errors.AsType[*fault.Fault](err)
			if test.status == 0 && err != nil || test.status != 0 && (f == nil || f.Status != test.status || f.Code != test.code) {
				t.Errorf("got %v, want %d %s", err, test.status, test.code)
			}
		})
	}
}

func TestRetries(t *testing.T) {
	t.Parallel()
	broken := func(w http.ResponseWriter) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		_ = conn.Close()
	}
	for _, test := range []struct {
		name   string
		fails  int64 // requests that get no answer
		busy   int64 // requests that are answered 503 with Retry-After
		pauses int64
		code   string
	}{
		{"network error", 2, 0, 2, ""},
		{"asked to come back", 0, 2, 0, ""},
		{"network down", 9, 0, 2, "hook_timeout_after_retry"},
		{"always busy", 0, 9, 0, "hook_timeout_after_retry"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			calls := &atomic.Int64{}
			h, pauses := newHooks(t, func(w http.ResponseWriter, _ *http.Request) {
				switch n := calls.Add(1); {
				case n <= test.fails:
					broken(w)
				case n <= test.busy:
					w.Header().Set("Retry-After", "1")
					w.WriteHeader(http.StatusServiceUnavailable)
				default:
					w.WriteHeader(http.StatusNoContent)
				}
			})
			h.o.Client.Transport = &http.Transport{DisableKeepAlives: true} // which would repeat requests by itself
			err := h.Call(t.Context(), Event{Name: BeforeUserCreated}, nil)
			f, _ := errors.AsType[*fault.Fault](err)
			if test.code == "" && err != nil || test.code != "" && (f == nil || f.Code != test.code) {
				t.Errorf("got %v, want %q", err, test.code)
			}
			if calls.Load() != 3 || pauses.Load() != test.pauses {
				t.Errorf("%d calls, %d pauses; want 3 and %d", calls.Load(), pauses.Load(), test.pauses)
			}
		})
	}
}

// All tries together end with the time of the request, or after httpTimeout.
func TestTimeout(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	h, _ := newHooks(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		cancel()
		<-r.Context().Done()
	})
	err := h.Call(ctx, Event{Name: BeforeUserCreated}, nil)
	if f, _ := errors.AsType[*fault.Fault](err); f == nil || f.Code != fault.AuthHookTimeout {
		t.Errorf("got %v", err)
	}
}
