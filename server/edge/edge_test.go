package edge

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/token"
)

func serve(t *testing.T, layer Middleware, inner http.HandlerFunc, change func(*http.Request)) *http.Response {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, "/rest/v1/reviews?apikey=hush", nil)
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	layer(inner).ServeHTTP(w, r)
	return w.Result()
}

func logTo(w io.Writer) *slog.Logger {
	return slog.New(LogHandler(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug})))
}

func TestAPIKeyResolvesToTheCallersToken(t *testing.T) {
	t.Parallel()
	known := map[string]string{"sb_publishable_p": "anon-jwt", "sb_secret_s": "service-jwt"}
	exchange := Exchange(func(opaque string) string { return known[opaque] })
	const browser, program = "Mozilla/5.0 (X11; Linux x86_64)", "node"
	for _, c := range []struct{ name, authorization, apikey, agent, want, refused string }{
		{"nothing", "", "", browser, "", ""},
		{"user token wins over the key", "Bearer user-jwt", "sb_secret_s", program, "user-jwt", ""},
		{"scheme in any case", "bEaReR user-jwt", "", browser, "user-jwt", ""},
		{"publishable in apikey", "", "sb_publishable_p", browser, "anon-jwt", ""},
		{"publishable in both, as supabase-js sends it", "Bearer sb_publishable_p", "sb_publishable_p", browser, "anon-jwt", ""},
		{"secret in Authorization alone", "Bearer sb_secret_s", "", program, "service-jwt", ""},
		{"secret in Authorization, and the anon key", "Bearer sb_secret_s", "anon-jwt", program, "service-jwt", ""},
		{"two keys", "Bearer sb_secret_s", "sb_publishable_p", program, "", "invalid_api_key"},
		{"unknown opaque key", "Bearer sb_secret_other", "sb_secret_other", program, "", "invalid_api_key"},
		{"unknown in apikey", "", "sb_secret_other", program, "", "invalid_api_key"},
		{"unknown in apikey beside a user token", "Bearer user-jwt", "sb_publishable_other", browser, "", "invalid_api_key"},
		{"of an unknown kind", "", "sb_temp_x", program, "", "invalid_api_key"},
		{"a secret key of a browser", "", "sb_secret_s", browser, "", "secret_key_in_browser"},
		{"a secret key of a browser beside a user token", "Bearer user-jwt", "sb_secret_s", browser, "", "secret_key_in_browser"},
		{"a JWT as apikey only says nothing", "", "anon-jwt", browser, "", ""},
		{"basic is not bearer", "Basic dXNlcjpwdw==", "", browser, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			reached, got := false, ""
			res := serve(t, API(Options{Exchange: exchange}, 10), func(_ http.ResponseWriter, r *http.Request) {
				reached, got = true, token.Bearer(r.Context())
			}, func(r *http.Request) {
				r.Header = http.Header{"Authorization": {c.authorization}, "Apikey": {c.apikey}, "User-Agent": {c.agent}}
			})
			if got != c.want || reached != (c.refused == "") {
				t.Errorf("bearer %q, reached %v, want %q", got, reached, c.want)
			}
			if c.refused == "" {
				return
			}
			body, _ := io.ReadAll(res.Body)
			if res.StatusCode != 401 || res.Header.Get("X-Sb-Error-Code") != c.refused || res.Header.Get("Access-Control-Allow-Origin") != "*" {
				t.Errorf("%d %v %s, want 401 %s, readable across origins", res.StatusCode, res.Header, body, c.refused)
			}
			for _, secret := range []string{"sb_", "jwt"} {
				if strings.Contains(string(body), secret) {
					t.Errorf("the refusal shows a key: %s", body)
				}
			}
		})
	}
}

func TestAPILayerHandsOnTheBearer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, authorization, want string
		sent                      bool
	}{
		{"a token", "Bearer abc", "abc", true},
		{"an empty one", "Bearer", "", true},
		{"an opaque key where none are known", "Bearer sb_secret_other", "", false},
		{"none", "", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var got string
			var sent bool
			serve(t, API(Options{}, 10), func(_ http.ResponseWriter, r *http.Request) { got, sent = token.BearerSent(r.Context()) },
				func(r *http.Request) { r.Header.Set("Authorization", c.authorization) })
			if got != c.want || sent != c.sent {
				t.Errorf("bearer %q, sent %v, want %q, %v", got, sent, c.want, c.sent)
			}
		})
	}
}

func TestPanicBecomesALogged500(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	res := serve(t, Outer(Options{Log: logTo(&log)}), func(http.ResponseWriter, *http.Request) { panic("secret cause") }, nil)
	body, _ := io.ReadAll(res.Body)
	if res.StatusCode != http.StatusInternalServerError {
		t.Errorf("status = %d, want 500", res.StatusCode)
	}
	if strings.Contains(string(body), "secret cause") {
		t.Errorf("the answer tells the cause: %s", body)
	}
	if !strings.Contains(log.String(), "secret cause") {
		t.Errorf("the log lacks the cause: %s", log.String())
	}
}

func TestAccessLogKeepsSecretsOut(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	serve(t, Outer(Options{Log: logTo(&log)}), func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("hello")) },
		func(r *http.Request) {
			r.Header.Set("Authorization", "Bearer top-secret")
			r.Header.Set("X-Request-Id", "request-7")
		})
	line := log.String()
	for _, want := range []string{"path=/rest/v1/reviews", "status=200", "client=192.0.2.1", "bytes=5", "id=request-7"} {
		if !strings.Contains(line, want) {
			t.Errorf("the log line lacks %q: %s", want, line)
		}
	}
	for _, secret := range []string{"hush", "top-secret"} {
		if strings.Contains(line, secret) {
			t.Errorf("the log line tells %q: %s", secret, line)
		}
	}
}

func TestAClientThatLeftIsNoErrorOfOurs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		left bool
		want []string
	}{
		{"the client left", true, []string{"level=DEBUG", "status=499"}},
		{"the client waits", false, []string{"level=ERROR", "status=504"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			ctx, leave := context.WithCancel(t.Context())
			defer leave()
			layer := Outer(Options{Log: logTo(&log)})
			r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/rest/v1/notes", nil)
			layer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if c.left {
					leave()
				}
				w.WriteHeader(http.StatusGatewayTimeout)
			})).ServeHTTP(httptest.NewRecorder(), r)
			for _, want := range c.want {
				if !strings.Contains(log.String(), want) {
					t.Errorf("the log lacks %q: %s", want, log.String())
				}
			}
		})
	}
}

// overTCP serves inner behind the whole edge, sends what is written, and gives
// the answer.
func overTCP(t *testing.T, o Options, inner http.HandlerFunc, sent string) *http.Response {
	t.Helper()
	server := httptest.NewServer(Outer(o)(API(o, 1<<20)(inner)))
	t.Cleanup(server.Close)
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := io.WriteString(conn, sent); err != nil {
		t.Fatal(err)
	}
	// Only a failure ends here: half a body never becomes a whole one.
	if err := conn.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("no answer: %v", err)
	}
	return answer
}

func TestHalfABodyIsNotWaitedForForEver(t *testing.T) {
	t.Parallel()
	half := "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{"
	for _, c := range []struct {
		name  string
		inner http.HandlerFunc
		want  int
	}{
		{"where it is read", func(w http.ResponseWriter, r *http.Request) {
			if _, err := io.ReadAll(r.Body); err != nil {
				w.WriteHeader(http.StatusBadRequest)
			}
		}, http.StatusBadRequest},
		{"where it is not", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusMethodNotAllowed)
		}, http.StatusMethodNotAllowed},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := Options{Log: logTo(io.Discard), Timeout: 20 * time.Millisecond}
			if got := overTCP(t, o, c.inner, half).StatusCode; got != c.want {
				t.Errorf("status %d, want %d", got, c.want)
			}
		})
	}
}

// TestABodyThatArrivedLiftsItsDeadline has a handler outlive it: were it still
// there, net/http would take the client for gone and say Canceled.
func TestABodyThatArrivedLiftsItsDeadline(t *testing.T) {
	t.Parallel()
	o := Options{Log: logTo(io.Discard), Timeout: time.Second}
	server := httptest.NewServer(Outer(o)(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.ReadAll(r.Body); err != nil {
			t.Errorf("the body did not arrive: %v", err)
		}
		outlived, cancel := context.WithTimeout(r.Context(), o.Timeout+o.Timeout/2)
		defer cancel()
		<-outlived.Done()
		if r.Context().Err() != nil {
			w.WriteHeader(http.StatusGone)
		}
	})))
	t.Cleanup(server.Close)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL, strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	res, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Errorf("status %d, want 200: the client was taken for gone", res.StatusCode)
	}
}

func TestRequestIDIsKeptOnlyIfHarmless(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, given string
		kept        bool
	}{
		{"a proxy's id", "abc-123", true},
		{"a forged log line", "abc level=ERROR", false},
		{"too long", strings.Repeat("a", 65), false},
		{"none", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			res := serve(t, requestID, func(http.ResponseWriter, *http.Request) {},
				func(r *http.Request) { r.Header.Set("X-Request-Id", c.given) })
			got := res.Header.Get("X-Request-Id")
			if (got == c.given) != c.kept || got == "" {
				t.Errorf("given %q, answered %q, want kept = %v", c.given, got, c.kept)
			}
		})
	}
}

func TestBodyLimit(t *testing.T) {
	t.Parallel()
	var failed error
	serve(t, API(Options{}, 4), func(_ http.ResponseWriter, r *http.Request) { _, failed = io.ReadAll(r.Body) },
		func(r *http.Request) { r.Body = io.NopCloser(strings.NewReader("12345")) })
	if _, tooLarge := failed.(*http.MaxBytesError); !tooLarge {
		t.Errorf("reading 5 bytes of 4 gave %v, want *http.MaxBytesError", failed)
	}
}

func TestDeadlineReachesTheService(t *testing.T) {
	t.Parallel()
	serve(t, API(Options{Timeout: time.Minute}, 4), func(_ http.ResponseWriter, r *http.Request) {
		if _, ok := r.Context().Deadline(); !ok {
			t.Error("the request has no deadline")
		}
	}, nil)
}

func TestRateLimit(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	handler := Rate(Limit{Per5Min: 300, Burst: 2}, func() time.Time { return now })(
		http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}),
	)
	ask := func(from string) *http.Response {
		r := httptest.NewRequest(http.MethodPost, "/token", nil)
		r.RemoteAddr = from + ":5000"
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w.Result()
	}
	for i, want := range []int{200, 200, 429} {
		if got := ask("192.0.2.1").StatusCode; got != want {
			t.Errorf("request %d: status %d, want %d", i+1, got, want)
		}
	}
	if got := ask("192.0.2.1").Header.Get("Retry-After"); got != "1" {
		t.Errorf("Retry-After = %q, want 1 s at 300 per 5 min", got)
	}
	if got := ask("192.0.2.2").StatusCode; got != 200 {
		t.Errorf("another address: status %d, want 200", got)
	}
	now = now.Add(time.Second)
	if got := ask("192.0.2.1").StatusCode; got != 200 {
		t.Errorf("a second later: status %d, want 200", got)
	}
}
