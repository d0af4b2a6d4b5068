package realtime

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/token"
)

// newPostedService takes the tokens "ada", "bob" (users) and "service".
func newPostedService(t testing.TB, change ...func(*Options)) *Service {
	t.Helper()
	return newService(t, append(change, func(o *Options) {
		o.Verify = func(jwt string) (token.Claims, error) {
			claims := token.Claims{Role: token.Authenticated, Subject: jwt, Expires: time.Now().Add(time.Hour)}
			switch jwt {
			case "service":
				claims.Role, claims.Subject = token.ServiceRole, ""
			case "anon":
				claims.Role, claims.Subject = token.Anon, ""
			case "ada", "bob":
			default:
				return token.Claims{}, errors.New("no token")
			}
			return claims, nil
		}
	})...)
}

func post(s *Service, bearer, path, media, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	if media != "" {
		r.Header.Set("Content-Type", media)
	}
	if bearer != "" {
		r = r.WithContext(token.WithBearer(r.Context(), bearer))
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func TestPostedMessagesArrive(t *testing.T) {
	t.Parallel()
	s := newPostedService(t)
	two, twoSink := member(s, protocol.V2, "room/1 é")
	one, oneSink := member(s, protocol.V1, "room/1 é")
	for _, c := range []struct{ path, media, body string }{
		{"/api/broadcast/room%2F1%20%C3%A9/events/a%2Fb", "application/json; charset=utf-8", `{"n":1}`},
		{"/api/broadcast/room%2F1%20%C3%A9/events/bytes?private=false", "application/octet-stream", "\x00\xff"},
		{"/api/broadcast/nobody/events/e", "application/json", `[1]`},
		{"/api/broadcast/room%2F1%20%C3%A9/events/empty", "application/octet-stream", ""},
		{"/api/broadcast?apikey=x&vsn=2.0.0", "application/json", `{"messages":[{"topic":"room/1 é","event":"c","payload":{"n":2}},{"topic":"nobody","event":"d","payload":{}}]}`},
	} {
		if w := post(s, "ada", c.path, c.media, c.body); w.Code != http.StatusAccepted || w.Body.Len() != 0 {
			t.Errorf("%s: %d %s; want 202 and nothing", c.path, w.Code, w.Body)
		}
	}
	two.system("test", "ok", "settled")
	one.system("test", "ok", "settled")
	got := twoSink.got(t, "settled")
	for _, want := range []string{
		"\x04\x12\x03\x00\x01realtime:room/1 éa/b{\"n\":1}", "\x04\x12\x05\x00\x00realtime:room/1 ébytes\x00\xff", "\x04\x12\x05\x00\x00realtime:room/1 éempty",
		`[null,null,"realtime:room/1 é","broadcast",{"type":"broadcast","event":"c","payload":{"n":2}}]`,
	} {
		if strings.Count(got, want) != 1 {
			t.Errorf("2.0.0 did not get %q once: %q", want, got)
		}
	}
	got = oneSink.got(t, "settled")
	for _, want := range []string{`{"type":"broadcast","event":"a/b","payload":{"n":1}}`, `{"type":"broadcast","event":"c","payload":{"n":2}}`} {
		if strings.Count(got, want) != 1 {
			t.Errorf("1.0.0 did not get %s once: %s", want, got)
		}
	}
	if strings.Contains(got, "bytes") || strings.Contains(got, "empty") {
		t.Errorf("1.0.0 got bytes: %s", got)
	}
}

func TestInvalidPosts(t *testing.T) {
	t.Parallel()
	s := newPostedService(t, func(o *Options) { o.Limits.Payload = 200 })
	bob, far := member(s, protocol.V2, "room")
	long := `{"text":"` + strings.Repeat("x", 200) + `"}`
	batch := func(messages string) string { return `{"messages":[` + messages + `]}` }
	const single, many = "/api/broadcast/room/events/e", "/api/broadcast"
	for _, c := range []struct {
		name, bearer, path, media, body string
		status                          int
		want                            string
	}{
		{"no token", "", single, "application/json", `{}`, 401, `{"message":"Unauthorized"}`},
		{"no good token", "eve", single, "application/json", `{}`, 401, `{"message":"Unauthorized"}`},
		{"no token, batch", "", many, "", `{}`, 401, `{"message":"Unauthorized"}`},
		{"text", "ada", single, "text/plain", `hello`, 415, `{"error":"Unsupported Media Type. Use application/json or application/octet-stream."}`},
		{"no media", "ada", single, "", `{}`, 415, `{"error":"Unsupported Media Type. Use application/json or application/octet-stream."}`},
		{"no JSON", "ada", single, "application/json", `{`, 422, `{"errors":{"payload":["is invalid"]}}`},
		{"no UTF-8", "ada", single, "application/json", "\"\xff\"", 422, `{"errors":{"payload":["is invalid"]}}`},
		{"nothing", "ada", single, "application/json", ``, 422, `{"errors":{"payload":["can't be blank"]}}`},
		{"too large", "ada", single, "application/json", long, 422, `{"errors":{"payload":["Payload size exceeds tenant limit"]}}`},
		{"too many bytes", "ada", single, "application/octet-stream", long, 422, `{"errors":{"payload":["Payload size exceeds tenant limit"]}}`},
		{"no messages", "ada", many, "application/json", `{}`, 422, `{"errors":{"messages":["can't be blank"]}}`},
		{"null", "ada", many, "", `{"messages":null}`, 422, `{"errors":{"messages":["can't be blank"]}}`},
		{"none", "ada", many, "", `{"messages":[]}`, 422, `{"errors":{"messages":["can't be blank"]}}`},
		{"no list", "ada", many, "", `{"messages":{}}`, 422, `{"errors":{"messages":["is invalid"]}}`},
		{"no objects", "ada", many, "", `{"messages":[1]}`, 422, `{"errors":{"messages":["is invalid"]}}`},
		{
			"fields are missing", "ada", many, "",
			batch(`{"topic":"room"},{"payload":{}},{"topic":"room","payload":{},"event":"e"}`), 422,
			`{"errors":{"messages":[{"event":["can't be blank"],"payload":["can't be blank"]},{"event":["can't be blank"],"topic":["can't be blank"]},{}]}}`,
		},
		{
			"fields are wrong", "ada", many, "",
			batch(`{"topic":7,"event":[],"payload":[],"private":"maybe"},{"topic":" ","event":null,"payload":null},null`), 422,
			`{"errors":{"messages":[{"event":["is invalid"],"payload":["is invalid"],"private":["is invalid"],"topic":["is invalid"]},` +
				`{"event":["can't be blank"],"payload":["can't be blank"],"topic":["can't be blank"]},` +
				`{"event":["can't be blank"],"payload":["can't be blank"],"topic":["can't be blank"]}]}}`,
		},
		{
			"one is too large", "ada", many, "", batch(`{"topic":"room","event":"e","payload":` + long + `}`), 422,
			`{"errors":{"messages":[{"payload":["Payload size exceeds tenant limit"]}]}}`,
		},
		{"the whole is too large", "ada", many, "", batch(strings.Repeat(long+",", 10)), 413, `{"message":"The body is larger than 400 bytes. Send it in several requests, or let the operator raise REALTIME_MAX_PAYLOAD_KB"}`},
		{"rubbish", "ada", many, "", `]`, 400, `{"message":"The body is not a JSON object"}`},
		{"not UTF-8", "ada", many, "", batch("{\"topic\":\"room\",\"event\":\"\xff\",\"payload\":{}}"), 400, `{"message":"The body is not a JSON object"}`},
		{"a list", "ada", many, "", `[]`, 400, `{"message":"The body is not a JSON object"}`},
	} {
		w := post(s, c.bearer, c.path, c.media, c.body)
		if got := strings.TrimSpace(w.Body.String()); w.Code != c.status || got != c.want {
			t.Errorf("%s: %d %s\nwant %d %s", c.name, w.Code, got, c.status, c.want)
		}
	}
	want(t, "nobody heard", settled(t, bob, far))
	if w := post(s, "ada", "/api/broadcast/room", "application/json", "{}"); w.Code != http.StatusNotFound {
		t.Errorf("half a path: %d", w.Code)
	}
}

func TestPostsAreLimitedByCaller(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := newPostedService(t, func(o *Options) {
		o.Limits.Events, o.Now = 1, clock.now
	})
	s.Verify = func(verify func(string) (token.Claims, error)) func(string) (token.Claims, error) {
		return func(jwt string) (token.Claims, error) {
			claims, err := verify(jwt)
			claims.Expires = clock.now().Add(time.Hour)
			return claims, err
		}
	}(s.Verify)
	single := func(bearer string) int {
		return post(s, bearer, "/api/broadcast/room/events/e", "application/json", `{}`).Code
	}
	many := func(bearer string, n int) (int, string) {
		one := `{"topic":"room","event":"e","payload":{}},`
		w := post(s, bearer, "/api/broadcast", "", `{"messages":[`+strings.TrimSuffix(strings.Repeat(one, n), ",")+`]}`)
		return w.Code, strings.TrimSpace(w.Body.String())
	}
	for range burst {
		if got := single("ada"); got != http.StatusAccepted {
			t.Fatalf("within the limit: %d", got)
		}
	}
	if got := single("ada"); got != http.StatusTooManyRequests {
		t.Errorf("over the limit: %d", got)
	}
	if status, body := many("ada", 1); status != http.StatusTooManyRequests || body != `{"message":"You have exceeded your rate limit"}` {
		t.Errorf("a batch over the limit: %d %s", status, body)
	}
	if status, body := many("bob", burst+1); status != http.StatusTooManyRequests || body != `{"message":"Too many messages to broadcast, please reduce the batch size"}` {
		t.Errorf("a batch that is too large: %d %s", status, body)
	}
	if status, _ := many("bob", burst); status != http.StatusAccepted {
		t.Errorf("another's: %d", status)
	}
	for range 3 * burst {
		if got := single("service"); got != http.StatusAccepted {
			t.Fatalf("a server of the installation's own: %d", got)
		}
	}
	clock.pass(time.Second)
	if got := single("ada"); got != http.StatusAccepted {
		t.Errorf("a second later: %d", got)
	}
}

// TestPostsCountIntoTheReceiveBudget: a large body finds no room where large messages
// have taken it, and one that is cut off is no message.
func TestPostsCountIntoTheReceiveBudget(t *testing.T) {
	t.Parallel()
	s := newPostedService(t)
	c, far := member(s, protocol.V2, "room")
	large := strings.Repeat("x", 2*smallMessage)
	if w := post(s, "ada", "/api/broadcast/room/events/first", "application/octet-stream", large); w.Code != http.StatusAccepted {
		t.Errorf("with room it is answered %d %s", w.Code, w.Body)
	}
	if !s.budgets.receiving.TryAcquire(maxReceiveBytes) {
		t.Fatal("what was read is still held")
	}
	s.budgets.receiveTimeout = time.Millisecond
	for _, path := range []string{"/api/broadcast", "/api/broadcast/room/events/second"} {
		if w := post(s, "ada", path, "application/octet-stream", large); w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
			t.Errorf("without room %s is answered %d %s", path, w.Code, w.Body)
		}
	}
	r := httptest.NewRequest(http.MethodPost, "/api/broadcast/room/events/third", io.MultiReader(strings.NewReader("half"), cutOff{}))
	r.Header.Set("Content-Type", "application/octet-stream")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r.WithContext(token.WithBearer(r.Context(), "ada")))
	if w.Code != http.StatusBadRequest {
		t.Errorf("what is cut off is answered %d %s", w.Code, w.Body)
	}
	c.system("test", "ok", "settled")
	if got := far.got(t, `"settled"`); !strings.Contains(got, "first") || strings.Contains(got, "second") || strings.Contains(got, "third") {
		t.Errorf("the room heard %.200q", got)
	}
}

// cutOff is a body whose connection ends.
type cutOff struct{}

func (cutOff) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
