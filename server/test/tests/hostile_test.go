package tests

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

//go:embed testdata/hostile.sql
var hostileSchema string

// How long and with what seed to send generated requests, for runs beyond the few
// thousand of every test: TOUBKAL_HOSTILE_SECONDS=1200 TOUBKAL_HOSTILE_SEED=7.
const (
	hostileSeconds = "TOUBKAL_HOSTILE_SECONDS"
	hostileSeed    = "TOUBKAL_HOSTILE_SEED"
)

// madeUp is the number of requests that are made up by default.
const madeUp = 3000

// target is a program under test, and its state before.
type target struct {
	*apptest.Instance
	t          *testing.T
	label      string
	admin      *http.Client
	vocabulary vocabulary
	sent       atomic.Int64
	found      atomic.Int64
	answered   sync.Map   // how often, by status and code
	writing    sync.Mutex // deadlocks between two writers are PostgREST's 500
	goroutines int
}

// newTarget starts the program with a label on all of its goroutines, so that they
// can be told from those of other tests.
func newTarget(t *testing.T, s *apptest.Instance, schema string, start func(environ ...string)) *target {
	t.Helper()
	g := &target{Instance: s, t: t, label: t.Name()}
	socket := filepath.Join(t.TempDir(), "admin")
	pprof.SetGoroutineLabels(pprof.WithLabels(t.Context(), pprof.Labels("site", g.label)))
	start("PGRST_DB_AGGREGATES_ENABLED=true", "PGRST_DB_PLAN_ENABLED=true", "PGRST_JWT_SECRET="+apptest.Secret,
		"PGRST_ADMIN_SERVER_UNIX_SOCKET="+socket, "LOG_LEVEL=error")
	pprof.SetGoroutineLabels(context.Background())
	g.admin = overSocket(socket)
	var err error
	if g.vocabulary, err = readVocabulary(t.Context(), s.DB.Admin, schema); err != nil {
		t.Fatal(err)
	}
	g.ask(t)
	s.Client.CloseIdleConnections()
	g.goroutines = g.running()
	return g
}

// ask is a request that a friend makes.
func (tg *target) ask(t *testing.T) {
	t.Helper()
	if r := tg.Send(t, "GET", "/rest/v1/", ""); r.Status != http.StatusOK {
		t.Fatalf("a good request is answered %d %s", r.Status, r.Body)
	}
}

func TestHostileRequests(t *testing.T) {
	t.Parallel()
	f := newForeign(t)
	f.do(t, hostileSchema+fmt.Sprintf(`;
		grant usage on schema hostile to %[1]q, %[2]q; grant all on all tables in schema hostile to %[1]q, %[2]q; grant usage on all sequences in schema hostile to %[1]q, %[2]q;
		revoke all on hostile.hidden from %[1]q, %[2]q`, f.visitor, f.member))
	s := instanceOn(t, f.DB)
	g := newTarget(t, s, "hostile", func(environ ...string) {
		s.Run(t, f.environ(append(environ, "PGRST_DB_SCHEMAS=hostile,api", "PGRST_DB_TX_END=rollback")...))
		s.URL = s.Printed.Wait(t, `Tables +(\S+)`)
	})
	g.vocabulary.tokens = claimed(t, f.visitor, f.member)
	g.sendAll(known())
	g.sendAll(sweeps(g.vocabulary))
	g.sendGenerated("")
	g.survived()
}

// TestHostileRequestsToAllServices: the same to all services, and to tables with
// policies. What is written stays.
func TestHostileRequestsToAllServices(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	s := instanceOn(t, database)
	g := newTarget(t, s, "public", func(environ ...string) {
		s.Start(t, append(environ, "DATABASE_URL="+database.URL))
	})
	g.vocabulary.tokens = append(claimed(t, "anon", "authenticated", "service_role"), s.AnonKey)
	g.sendGenerated("/rest/v1")
	g.survived()
}

// open sends bytes and leaves the connection to the test.
func (tg *target) open(t *testing.T, wire string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(tg.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := io.WriteString(conn, wire); err != nil {
		t.Fatal(err)
	}
	return conn
}

// workers send at the same time.
const workers = 4

func (tg *target) sendAll(requests []rawRequest) {
	tg.sendEach(func(n uint64) (rawRequest, bool) {
		if n >= uint64(len(requests)) {
			return rawRequest{}, false
		}
		return requests[n], true
	})
}

// sendGenerated sends requests of the grammar.
func (tg *target) sendGenerated(prefix string) {
	seed, _ := strconv.ParseUint(os.Getenv(hostileSeed), 10, 64)
	seconds, _ := strconv.Atoi(os.Getenv(hostileSeconds))
	end := time.Now().Add(time.Duration(seconds) * time.Second)
	tg.sendEach(func(n uint64) (rawRequest, bool) {
		s := newGenerator(tg.vocabulary, seed, n).request()
		s.target = prefix + s.target
		return s, n < madeUp || seconds > 0 && time.Now().Before(end)
	})
}

// mostFound ends a run that finds the same over and over.
const mostFound = 40

func (tg *target) sendEach(next func(n uint64) (rawRequest, bool)) {
	var turn atomic.Uint64
	var busy sync.WaitGroup
	for range workers {
		busy.Go(func() {
			with := &client{address: strings.TrimPrefix(tg.URL, "http://")}
			defer with.close()
			for {
				s, more := next(turn.Add(1) - 1)
				if !more || tg.found.Load() >= mostFound {
					return
				}
				tg.one(with, s)
			}
		})
	}
	busy.Wait()
}

// one sends one request and checks its answer.
func (tg *target) one(with *client, s rawRequest) {
	if s.method != "GET" && s.method != "HEAD" && s.method != "OPTIONS" {
		tg.writing.Lock()
		defer tg.writing.Unlock()
	}
	tg.sent.Add(1)
	r, err := with.send(s)
	wrong := ""
	if err != nil {
		wrong = err.Error()
	} else {
		wrong = problemOf(s, r)
	}
	_, code, _ := strings.Cut(r.Header.Get("Proxy-Status"), "error=")
	count, _ := tg.answered.LoadOrStore(fmt.Sprintf("%d %s", r.Status, code), new(atomic.Int64))
	count.(*atomic.Int64).Add(1)
	if wrong != "" {
		tg.found.Add(1)
		tg.t.Errorf("%s\n  request:   %s\n  answer: %d %v %.600q", wrong, s, r.Status, r.Header, r.Body)
	}
}

// survived wants everything to be as before, and nothing in the log that somebody
// would be woken for.
func (tg *target) survived() {
	tg.t.Logf("%d requests were sent, and answered %s", tg.sent.Load(), tg.summary())
	tg.waitIdle()
	if log := tg.Logged.String(); strings.Contains(log, "level=ERROR") || strings.Contains(log, "panic") {
		tg.t.Errorf("the log has errors:\n%.4000s", log)
	}
	tg.eventually("megabytes in use", func() string { // what tests beside this one take for a moment is no leak
		runtime.GC()
		var memory runtime.MemStats
		if runtime.ReadMemStats(&memory); memory.HeapAlloc > mostMemory {
			return strconv.FormatUint(memory.HeapAlloc>>20, 10)
		}
		return ""
	})
}

// spareGoroutines is the number of goroutines above those at the start that are no leak: connections that
// were reopened, and timers. A leak by thousands of requests has more.
const spareGoroutines = 10

// waitIdle waits until nothing is left of what was under way.
func (tg *target) waitIdle() {
	tg.ask(tg.t)
	tg.Client.CloseIdleConnections()
	tg.eventually("goroutines", func() string {
		if now := tg.running(); now > tg.goroutines+spareGoroutines {
			return fmt.Sprintf("%d, at first %d", now, tg.goroutines)
		}
		return ""
	})
	tg.eventually("connections of the pool", tg.inUse)
	tg.eventually("sessions of PostgreSQL", tg.activity)
}

// summary is the count of each status and code.
func (tg *target) summary() string {
	var counts []string
	tg.answered.Range(func(status, count any) bool {
		counts = append(counts, fmt.Sprintf("%v: %d", status, count.(*atomic.Int64).Load()))
		return true
	})
	slices.Sort(counts)
	return strings.Join(counts, ", ")
}

// mostMemory is the memory that all tests of this package may hold together. Bytes.
const mostMemory = 256 << 20

// eventually waits until nothing is wrong any more.
func (tg *target) eventually(what string, wrong func() string) {
	limit := time.After(apptest.Timeout)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for said := wrong(); said != ""; said = wrong() {
		select {
		case <-tick.C:
		case <-limit:
			var stacks strings.Builder
			_ = pprof.Lookup("goroutine").WriteTo(&stacks, 1)
			tg.t.Fatalf("%s do not come to rest: %s\n%.8000s", what, said, stacks.String())
		}
	}
}

// running counts the goroutines of the program. Those of River are left out: a node
// starts the maintenance of background jobs only once it is elected, at any time.
func (tg *target) running() (n int) {
	var stacks strings.Builder
	_ = pprof.Lookup("goroutine").WriteTo(&stacks, 1)
	alike := regexp.MustCompile(`(?m)^(\d+) @.*\n# labels: .*` + regexp.QuoteMeta(strconv.Quote(tg.label)))
	for group := range strings.SplitSeq(stacks.String(), "\n\n") {
		if found := alike.FindStringSubmatch(group); found != nil && !strings.Contains(group, "riverqueue") {
			count, _ := strconv.Atoi(found[1])
			n += count
		}
	}
	return n
}

// inUse says how many connections have not come back to the pool.
func (tg *target) inUse() string {
	answer, err := tg.admin.Get("http://admin/metrics")
	if err != nil {
		return err.Error()
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return err.Error()
	}
	value := func(name string) string {
		_, after, _ := strings.Cut(string(text), "\n"+name+" ")
		number, _, _ := strings.Cut(after, "\n")
		return number
	}
	if free, all := value("pgrst_db_pool_available"), value("pgrst_db_pool_max"); free != all || all == "" {
		return fmt.Sprintf("%q of %q are free", free, all)
	}
	return ""
}

// activity says what PostgreSQL is still doing for the program.
func (tg *target) activity() (text string) {
	err := tg.DB.Admin.QueryRow(tg.t.Context(), `select coalesce(string_agg(state || ': ' || left(query, 200), '; '), '') from pg_stat_activity
		where datname = current_database() and application_name = 'toubkal' and state <> 'idle'`).Scan(&text)
	if err != nil {
		return err.Error()
	}
	return text
}

func overSocket(path string) *http.Client {
	return &http.Client{Timeout: apptest.Timeout, Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, "unix", path)
		},
	}}
}
