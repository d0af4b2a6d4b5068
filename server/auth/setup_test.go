package auth

import (
	"context"
	"encoding/json"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/token"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

const (
	testSecret = "a-secret-of-the-tests-with-32-bytes-and-more"
	ann        = "ann@example.test"
	annPass    = "secret123"

	reuseInterval          = 10 * time.Second
	reauthenticationWindow = 15 * time.Minute
)

// fixture is the auth API on a database of its own, with a clock that stands.
type fixture struct {
	*Service
	options Options // of the Service; change them by configure

	t     testing.TB
	db    *pgtest.DB
	clock *clock
	sent  *atomic.Int64 // messages to PostgreSQL; each waits for its answer
	mails *mailbox
}

// dial counts what is sent.
func (f *fixture) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	return counted{conn, f.sent}, err
}

type counted struct {
	net.Conn
	sent *atomic.Int64
}

func (c counted) Write(text []byte) (int, error) {
	c.sent.Add(1)
	return c.Conn.Write(text)
}

type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

func setup(t testing.TB) *fixture {
	t.Helper()
	return setupOn(t, pgtest.New(t))
}

func setupOn(t testing.TB, d *pgtest.DB) *fixture {
	t.Helper()
	f := &fixture{t: t, db: d, sent: &atomic.Int64{}, mails: &mailbox{}, clock: &clock{at: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}}
	pool, err := db.Open(t.Context(), f.db.LoginURL("supabase_auth_admin"), db.Options{MaxConns: 4, Wait: time.Minute, Slow: time.Minute, Dial: f.dial})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	keys, err := token.New(token.Options{Secret: testSecret, Now: f.clock.now})
	if err != nil {
		t.Fatal(err)
	}
	f.options = Options{
		Pool: pool, Keys: keys, APIURL: "http://site.test/", Flows: Flows{MailInterval: time.Minute, RedirectURLs: []string{"https://app.test/**"}}, Now: f.clock.now, MaxBackOff: 5 * time.Minute, ReuseInterval: reuseInterval,
		RefuseCommonPasswords: true, Reauthentication: Reauthentication{Required: true, Window: reauthenticationWindow},
		Log: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError})), Mail: f.mails,
		Secret: []byte(testSecret), ProviderTimeout: time.Minute, HookTimeout: time.Minute, Sleep: func(context.Context, time.Duration) error { return nil },
	}
	f.configure(func(*Options) {})
	return f
}

// configure replaces the Service by one with other options: what it had in memory is gone.
func (f *fixture) configure(change func(*Options)) {
	f.t.Helper()
	change(&f.options)
	var err error
	if f.Service, err = New(f.options); err != nil {
		f.t.Fatal(err)
	}
}

// answer is a response; body is nil where it was no JSON object.
type answer struct {
	status int
	header http.Header
	text   string
	body   map[string]any
}

func (a answer) str(key string) string {
	s, _ := a.body[key].(string)
	return s
}

// call speaks to the handler; headers are pairs.
func (f *fixture) call(method, path, bearer, body string, headers ...string) answer {
	f.t.Helper()
	r := httptest.NewRequestWithContext(token.WithBearer(f.t.Context(), bearer), method, path, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	f.ServeHTTP(w, r)
	a := answer{status: w.Code, header: w.Header(), text: w.Body.String()}
	_ = json.Unmarshal(w.Body.Bytes(), &a.body)
	return a
}

// refused checks an error in the shape without an API version.
func (f *fixture) refused(a answer, status int, code, message string) {
	f.t.Helper()
	if a.status != status || a.body["code"] != float64(status) || a.str("error_code") != code ||
		a.str("msg") != message || a.header.Get("X-Sb-Error-Code") != code {
		f.t.Errorf("got %d %s\nwant %d %s %q", a.status, a.text, status, code, message)
	}
}

func (f *fixture) ok(a answer) answer {
	f.t.Helper()
	if a.status != http.StatusOK {
		f.t.Fatalf("got %d %s, want 200", a.status, a.text)
	}
	return a
}

// user makes a confirmed account, whose password hash is made once.
func (f *fixture) user(email string) string {
	f.t.Helper()
	var u account.User
	err := f.pool.LoginTx(f.t.Context(), func(tx db.Tx) (err error) {
		u, err = f.accounts.Create(f.t.Context(), tx, account.NewUser{Email: email, PasswordHash: annHash, Confirmed: true})
		return err
	})
	if err != nil {
		f.t.Fatal(err)
	}
	return u.ID
}

// annHash is annPass at cost 10, so that tests do not wait for hashing.
const (
	annHash = "$2a$10$xOGLrNYe05omL8/gLPo1KOFoIdA7lsCv5j8430YUbqstgQeR9pEJ6"
	// cost6 is that of pgcrypto.
	cost6 = "$2a$06$Xp4FKrg9.A9pXD/RohmpZep9LMEzy1W.dsTh1onHQxxodED5/A6r2"
)

// login signs in with annPass.
func (f *fixture) login(email string) answer {
	f.t.Helper()
	return f.ok(f.call("POST", "/token?grant_type=password", "", `{"email":"`+email+`","password":"`+annPass+`"}`))
}

func (f *fixture) service() string {
	f.t.Helper()
	key, err := f.keys.APIKey(token.ServiceRole)
	if err != nil {
		f.t.Fatal(err)
	}
	return key
}

// count runs a query that gives one number, as superuser.
func (f *fixture) count(sql string, args ...any) (n int) {
	f.t.Helper()
	if err := f.db.Admin.QueryRow(f.t.Context(), sql, args...).Scan(&n); err != nil {
		f.t.Fatal(err)
	}
	return n
}

// exec runs a statement as superuser.
func (f *fixture) exec(sql string, args ...any) {
	f.t.Helper()
	if _, err := f.db.Admin.Exec(f.t.Context(), sql, args...); err != nil {
		f.t.Fatal(err)
	}
}

// text runs a query that gives one text, as superuser.
func (f *fixture) text(sql string, args ...any) (value string) {
	f.t.Helper()
	if err := f.db.Admin.QueryRow(f.t.Context(), sql, args...).Scan(&value); err != nil {
		f.t.Fatal(err)
	}
	return value
}

// rawFields are values as JSON.
func rawFields(t testing.TB, values map[string]any) map[string]json.RawMessage {
	t.Helper()
	all := map[string]json.RawMessage{}
	for name, value := range values {
		text, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = text
	}
	return all
}
