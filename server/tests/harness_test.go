// Package tests boots the whole program and speaks only HTTP with it, as
// supabase-js and strangers do. What it prints is the only other thing that is
// read, since that is all a person sees.
package tests

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	website "github.com/toubkal/toubkal/client/site"
	"github.com/toubkal/toubkal/schema/schematest"
	"github.com/toubkal/toubkal/server/app"
	"github.com/toubkal/toubkal/server/pgtest"
)

func TestMain(m *testing.M) {
	// The program sets the passwords of its login roles, and roles belong to a
	// whole cluster: it must not be one that other tests use.
	if err := os.Unsetenv(pgtest.Variable); err != nil {
		panic(err)
	}
	os.Exit(schematest.Main(m))
}

// secret is the same for every program here, so that they agree on the login
// roles' passwords.
const secret = "a secret of the tests, long enough to sign with"

// patience bounds every wait. It is never reached where things work.
const patience = 60 * time.Second

// site is one running program and its database.
type site struct {
	db        *pgtest.DB
	url, anon string
	admin     string // the first super admin's address
	password  string // and one-time password
	dataDir   string
	printed   *output
	logged    *output // the log; nil where nobody asks for it
	command   string  // defaults to serve
	stop      func()
	client    *http.Client
}

// booting lets one program migrate at a time: they share the cluster's roles.
var booting sync.Mutex

// boot starts the program on a database that has the schema already, and ends
// it with the test.
func boot(t testing.TB) *site {
	t.Helper()
	return bootWith(t)
}

// bootWith is boot with more of an environment.
func bootWith(t testing.TB, environ ...string) *site {
	t.Helper()
	database := pgtest.New(t)
	return bootOn(t, database, append(environ, "DATABASE_URL="+database.URL)...)
}

// bootOn starts it for the first time on a database, reached as environ says.
func bootOn(t testing.TB, database *pgtest.DB, environ ...string) *site {
	t.Helper()
	s := &site{db: database, printed: newOutput(), client: &http.Client{Timeout: patience}, dataDir: t.TempDir()}
	s.start(t, environ)
	s.admin = s.printed.wait(t, `Super admin +(\S+)`)
	s.password = s.printed.wait(t, `Password +(\S+)`)
	return s
}

// start runs the program beside the test, until it has printed its address. It
// must end without an error.
func (s *site) start(t testing.TB, environ []string) {
	t.Helper()
	booting.Lock()
	defer booting.Unlock()
	s.run(t, append([]string{
		"PORT=0", "TOUBKAL_DATA_DIR=" + s.dataDir, "GOTRUE_JWT_SECRET=" + secret,
		"GOTRUE_RATE_LIMIT_TOKEN_REFRESH=0", "LOG_LEVEL=error",
		"TOUBKAL_RATE_LIMIT_WRITES=0",
		"SERVICES=rest,auth,functions,site", // realtime takes a replication slot each: its tests ask for it
	}, environ...))
	s.url = strings.Replace(s.printed.wait(t, `(?:Site|APIs) +(http://\S+)`), "localhost", "127.0.0.1", 1)
	s.anon = s.printed.wait(t, `Anon key +(\S+)`)
}

func (s *site) run(t testing.TB, environ []string) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	log := io.Writer(testLog{t})
	if s.logged != nil {
		log = io.MultiWriter(log, s.logged)
	}
	go func() {
		err := app.Command(ctx, website.Project(), []string{cmp.Or(s.command, "serve")}, environ, s.printed, log)
		s.printed.end(err)
		ended <- err
	}()
	s.stop = sync.OnceFunc(func() {
		cancel()
		s.client.CloseIdleConnections()
		if err := <-ended; err != nil {
			t.Errorf("the program ended with: %v", err)
		}
	})
	t.Cleanup(s.stop)
}

// output is what the program prints, and a signal for each write.
type output struct {
	mu    sync.Mutex
	text  strings.Builder
	grown chan struct{} // closed at the next write
	ended bool
}

func newOutput() *output { return &output{grown: make(chan struct{})} }

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.text.Write(p)
	close(o.grown)
	o.grown = make(chan struct{})
	return len(p), nil
}

// end makes waiters give up: nothing more will come.
func (o *output) end(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err != nil {
		o.text.WriteString("ended: " + err.Error())
	}
	o.ended = true
	close(o.grown)
	o.grown = make(chan struct{})
}

func (o *output) now() (text string, ended bool, grown <-chan struct{}) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String(), o.ended, o.grown
}

// wait gives the first group of pattern, once it has been printed.
func (o *output) wait(t testing.TB, pattern string) string {
	t.Helper()
	wanted := regexp.MustCompile(pattern)
	limit := time.After(patience)
	for {
		text, ended, grown := o.now()
		if match := wanted.FindStringSubmatch(text); match != nil {
			return match[1]
		}
		if ended {
			t.Fatalf("the program ended without printing %q:\n%s", pattern, text)
		}
		select {
		case <-grown:
		case <-limit:
			t.Fatalf("nothing like %q was printed:\n%s", pattern, text)
		}
	}
}

// testLog shows the program's log where the test fails.
type testLog struct{ t testing.TB }

func (l testLog) Write(p []byte) (int, error) {
	l.t.Logf("log: %s", strings.TrimRight(string(p), "\n"))
	return len(p), nil
}

// reply is an answer, read whole.
type reply struct {
	status int
	header http.Header
	body   string
}

// send makes one request; headers are "Name: value".
func (s *site) send(t testing.TB, method, path, body string, headers ...string) reply {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		request.Header.Set(name, value)
	}
	response, err := s.client.Do(request)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("%s %s: read the answer: %v", method, path, err)
	}
	return reply{response.StatusCode, response.Header, string(content)}
}

// headersOf are what supabase-js sends with every request: the key, and the
// session's token or else the key again.
func (s *site) headersOf(token string) []string {
	if token == "" {
		token = s.anon
	}
	if token == "" { // tables alone have no keys
		return nil
	}
	return []string{
		"apikey: " + s.anon, "Authorization: Bearer " + token, "X-Client-Info: supabase-js/2.119.0",
		"Content-Type: application/json",
	}
}

// session is what a sign-in answers.
type session struct {
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
	TokenType    string `json:"token_type"`
	ExpiresIn    int    `json:"expires_in"`
	User         struct{ ID, Email string }
}

func (s *site) signIn(t testing.TB, email, password string) session {
	t.Helper()
	body, err := json.Marshal(map[string]any{"email": email, "password": password, "gotrue_meta_security": map[string]any{}})
	if err != nil {
		t.Fatal(err)
	}
	answer := s.send(t, "POST", "/auth/v1/token?grant_type=password", string(body), s.headersOf("")...)
	if answer.status != http.StatusOK {
		t.Fatalf("sign in as %s: %d %s", email, answer.status, answer.body)
	}
	return parsed[session](t, answer.body)
}

func parsed[T any](t testing.TB, text string) T {
	t.Helper()
	var value T
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("not the JSON that was expected: %v\n%s", err, text)
	}
	return value
}

// serviceKey reads the key that may do everything, where the program says it is.
func (s *site) serviceKey(t testing.TB) string {
	t.Helper()
	key, err := os.ReadFile(s.printed.wait(t, `Service key +in (\S+)`))
	if err != nil {
		t.Fatal(err)
	}
	return string(key)
}

// until asks again and again, as a visitor, until the answer is what was wanted:
// for what the program takes up in its own time.
func (s *site) until(t *testing.T, path string, good func(reply) bool) {
	t.Helper()
	limit := time.After(patience)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		answer := s.send(t, http.MethodGet, path, "", s.headersOf("")...)
		if good(answer) {
			return
		}
		select {
		case <-tick.C:
		case <-limit:
			t.Fatalf("%s still answers %d %s", path, answer.status, answer.body)
		}
	}
}

// freeAddress is one of loopback where nobody listens, for who will. It lies below
// those that the system gives to whoever asks for any (Linux: from 32768), so that
// no other test gets in between.
func freeAddress(t *testing.T) string {
	t.Helper()
	for {
		address := net.JoinHostPort("127.0.0.1", strconv.Itoa(20000+rand.IntN(12000)))
		listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", address)
		if err != nil {
			continue
		}
		_ = listener.Close()
		return address
	}
}
