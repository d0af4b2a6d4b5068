package app

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/toubkal/toubkal/server/admin"
	"github.com/toubkal/toubkal/server/app/config"
	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/policy/explain"
	"github.com/toubkal/toubkal/server/rest"
	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/token"
)

// tables is the table API: connections, what is known of the database, and the
// handler under the newest configuration.
type tables struct {
	*program
	listening string // the address of the login that becomes the callers, without a pooler
	keys      *token.Keys
	pool      *db.Pool // of requests
	control   *db.Pool // one connection, so that a reload never waits behind them
	holder    *catalog.Cache
	metrics   *admin.Metrics
	// middleware is the project's; it passes everything where there is none.
	middleware func(http.Handler) http.Handler
	current    atomic.Pointer[serving]
	silent     atomic.Bool            // the failure that lasts has been logged
	loading    sync.Mutex             // one configuration at a time
	unread     atomic.Bool            // what the database says of the configuration
	changed    func()                 // told of each load of the catalog; may be nil
	database   *installation.Database // for hints in development; else nil
	signals    chan os.Signal
}

// serving is the table API under one configuration. A reload replaces it whole;
// requests in flight keep theirs.
type serving struct {
	config.Config
	handler  http.Handler
	verifier *token.Verifier // nil where nothing verifies tokens
}

// openTables connects as url's user; listening is its address without a pooler. keys
// verify tokens where PGRST_JWT_SECRET does not say otherwise; they may be nil.
func (p *program) openTables(ctx context.Context, url, listening string, keys *token.Keys) (*tables, error) {
	options := p.PoolOptions()
	options.MaxConns = p.PoolShare(options.MaxConns)
	pool, err := p.OpenPool(ctx, url, options)
	if err != nil {
		return nil, err
	}
	alone := options
	alone.MaxConns, alone.MaxMessage = 1, 0
	control, err := p.OpenPool(ctx, url, alone)
	if err != nil {
		pool.Close()
		return nil, err
	}
	t := &tables{
		program: p, listening: listening, keys: keys, pool: pool, control: control, holder: catalog.New(control, p.Schemas),
		middleware: func(next http.Handler) http.Handler { return next }, signals: make(chan os.Signal, 8),
	}
	if p.signals { // before anything else: unhandled, either ends the program
		signal.Notify(t.signals, syscall.SIGUSR1, syscall.SIGUSR2)
	}
	t.unread.Store(p.InDatabase)
	t.metrics = admin.NewMetrics(admin.Gauges{Pool: t.poolState, Tokens: t.tokenUse, Links: func() map[string]admin.Link { return linksOf(p.Ages) }})
	if err := t.serve(p.Config); err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

func (t *tables) close() {
	signal.Stop(t.signals)
	t.pool.Close()
	t.control.Close()
}

// ServeHTTP answers under the newest configuration.
func (t *tables) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	t.current.Load().handler.ServeHTTP(w, r)
}

// serve puts a configuration in the place of the one before.
func (t *tables) serve(c config.Config) error {
	fresh := &serving{Config: c}
	options := c.RestOptions()
	if t.lines != nil {
		options.Observe = t.lines.Statement
	}
	options.Pool, options.Catalog, options.Newer, options.Outdated = t.pool, t.snapshot, t.holder.Newer, t.holder.Outdated
	options.Log, options.Memory = t.Log, t.Requests
	if t.database != nil {
		options.Hint = t.hint
	}
	if !c.OnlyTables() { // another's domain of that name may mean something else
		options.Sanitizers = t.Project.Sanitize
		if public := t.PublicURL(); public != "" && options.Root.ProxyURI == "" {
			options.Root.ProxyURI = public + "/rest/v1"
		}
	}
	var err error
	if c.Secret == "" && t.keys != nil {
		fresh.verifier = t.keys.WithRules(c.TokenRules())
	} else if fresh.verifier, err = c.Verifier(); err != nil {
		return err
	}
	if fresh.verifier != nil {
		options.Verify = fresh.verifier.Verify
	}
	if c.Secret != "" && t.keys != nil { // whose keys do not verify the tokens of opaque keys
		ours, theirs := t.keys.WithRules(c.TokenRules()), fresh.verifier
		options.Verify = func(bearer string) (token.Claims, error) {
			if t.keys.IsExchanged(bearer) {
				return ours.Verify(bearer)
			}
			return theirs.Verify(bearer)
		}
	}
	fresh.handler = edge.CORS(c.Origins)(edge.Trace(c.TraceHeader)(t.middleware(rest.New(options))))
	if t.HasAdmin() { // else nobody could read the counts
		fresh.handler = t.metrics.Count(fresh.handler)
	}
	t.current.Store(fresh)
	return nil
}

// explainTo adds hints to answers without a row.
func (t *tables) explainTo(d *installation.Database) error {
	t.database = d
	return t.serve(t.current.Load().Config)
}

// hint says why a read has found no row. It reads what the caller may not see: in development alone.
func (t *tables) hint(ctx context.Context, request parse.Request, claims token.Claims) (text string) {
	c, snapshot := t.current.Load().Config, t.snapshot()
	options := explain.Options{Catalog: snapshot, Planning: plan.Options{Schemas: c.Schemas}, ExtraSearchPath: c.ExtraSearchPath}
	err := t.database.AsOwner(ctx, func(conn *db.Conn) (err error) {
		text, err = explain.Empty(ctx, conn, options, request, claims)
		return err
	})
	if err != nil {
		t.Log.Debug("no hint at an empty answer", "error", err)
	}
	return text
}

// use puts the project's middleware in front of the tables.
func (t *tables) use(middleware func(http.Handler) http.Handler, err error) error {
	if err != nil {
		return fmt.Errorf("the project's table middleware: %w", err)
	}
	t.middleware = middleware
	return t.serve(t.current.Load().Config)
}

// names are the tables that are exposed, as schema.table outside public.
func (t *tables) names() []string {
	snapshot := t.snapshot()
	if snapshot == nil {
		return nil
	}
	var all []string
	for name := range snapshot.Tables {
		if name.Schema == "public" {
			all = append(all, name.Name)
			continue
		}
		all = append(all, name.Schema+"."+name.Name)
	}
	slices.Sort(all)
	return all
}

// snapshot is nil until the configuration is known too: nobody is served under
// half of it.
func (t *tables) snapshot() *catalog.Snapshot {
	if t.unread.Load() {
		return nil
	}
	return t.holder.Snapshot()
}

// begin reads configuration and catalog once. Without a database it fails, and
// follow goes on trying.
func (t *tables) begin(ctx context.Context) error {
	misconfigured := t.configure(ctx)
	began := time.Now()
	if err := t.holder.Reload(ctx); err != nil {
		return fmt.Errorf("read the catalog: %w", err)
	}
	if misconfigured != nil {
		t.keepConfig(misconfigured)
	}
	t.loaded(ctx, time.Since(began), t.holder.Snapshot())
	return nil
}

// follow reloads catalog and configuration when the database tells of changes,
// until ctx ends, and on PostgREST's signals: SIGUSR1 for the catalog, SIGUSR2 for
// the configuration.
func (t *tables) follow(ctx context.Context, stop context.CancelCauseFunc) {
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case received := <-t.signals:
				if received == syscall.SIGUSR2 {
					t.reconfigure(ctx)
					continue
				}
				t.holder.RequestReload()
			}
		}
	}()
	link := t.Link(t.listening)
	if !t.ChannelEnabled {
		link.URL = ""
	}
	go t.holder.Watch(ctx, link, catalog.Callbacks{
		Channel: t.Channel,
		Config:  func() { t.reconfigure(ctx) },
		Loaded:  func(took time.Duration, fresh *catalog.Snapshot) { t.loaded(ctx, took, fresh) },
		Failed: func(err error) {
			t.failed(err)
			if !t.PoolRecovery {
				stop(fmt.Errorf("the database was lost: %w", err))
			}
		},
	})
}

// loaded tells of a new snapshot, once where the database had been away.
func (t *tables) loaded(ctx context.Context, took time.Duration, fresh *catalog.Snapshot) {
	t.metrics.Loaded(took)
	if t.changed != nil {
		t.changed()
	}
	if t.unread.Load() {
		t.reconfigure(ctx)
	}
	if t.silent.CompareAndSwap(true, false) {
		t.Log.Info("the database answers again", "tables", len(fresh.Tables), "functions", len(fresh.Functions))
	}
	if len(fresh.MissingSchemas) > 0 {
		t.Log.Warn("PGRST_DB_SCHEMAS names schemas that do not exist", "missing", strings.Join(fresh.MissingSchemas, ", "))
	}
}

// failed logs the first of a row of failures: each retry would say the same.
func (t *tables) failed(err error) {
	t.metrics.LoadFailed()
	level := t.Log.Warn
	if t.silent.Swap(true) {
		level = t.Log.Debug
	}
	level("the database does not answer: trying again", "error", err)
}

// ready tells whether the table API can answer. It does not wait behind a reload.
func (t *tables) ready(ctx context.Context) error {
	state := t.pool.Stat()
	switch {
	case t.snapshot() == nil:
		return errNotLoaded
	case state.InUse >= state.Max && t.silent.Load():
		return errNoAnswer
	}
	return answering(t.pool)(ctx)
}

func linksOf(ages *db.Ages) map[string]admin.Link {
	all := map[string]admin.Link{}
	for name, age := range ages.All() {
		all[name] = admin.Link(age)
	}
	return all
}

func (t *tables) poolState() admin.Pool {
	state := t.pool.Stat()
	return admin.Pool{
		Max: state.Max, Available: state.Max - state.InUse, Waiting: state.Waiting, Timeouts: state.Timeouts,
	}
}

func (t *tables) tokenUse() (requests, hits, evictions int64) {
	verifier := t.current.Load().verifier
	if verifier == nil {
		return 0, 0, 0
	}
	use := verifier.Usage()
	return use.Requests, use.Hits, use.Evictions
}
