package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/auth"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/functions"
	"github.com/toubkal/toubkal/server/mail"
	"github.com/toubkal/toubkal/server/mail/templates"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/retry"
	"github.com/toubkal/toubkal/server/static"
	"github.com/toubkal/toubkal/server/token"
)

// serve is the command `serve`: it takes the port, opens the database, and answers
// until ctx ends.
func (p *program) serve(ctx context.Context, args []string) error {
	p.OlderPolicies = slices.Contains(args, installation.AllowOlderPolicies)
	listener := p.listener
	if listener == nil {
		var err error
		if listener, err = p.listen(ctx); err != nil {
			return err
		}
	}
	defer func() { _ = listener.Close() }()
	var err error
	if p.secure, err = p.listenTLS(ctx); err != nil {
		return err
	}
	defer p.secure.close()
	p.Serving = true
	p.SetMemory()
	if p.OnlyTables() {
		return p.serveTables(ctx, listener)
	}
	return p.WithDatabase(ctx, func(d *installation.Database) error { return p.serveOn(ctx, listener, d) })
}

func (p *program) serveOn(signal context.Context, listener net.Listener, d *installation.Database) error {
	if p.lines != nil {
		defer p.lines.Keep(filepath.Join(p.DataDir, "logs", "console"), p.Log)()
	}
	ctx, answering, stop := p.lifetimes(signal)
	defer stop(nil)
	k, err := p.OpenCredentials(signal, d)
	if err != nil {
		return err
	}
	defer k.Close()
	s, err := p.services(signal, d, k, p.siteURL(listener))
	if err != nil {
		return err
	}
	defer s.close()
	defer stop(nil) // what uses the pools ends before they do
	if err := p.claimStorage(signal, d, s.files.bytes); err != nil {
		return err
	}
	if err := p.MakeBuckets(signal, d, s.files.Store); err != nil {
		return err
	}
	if err := p.serveAdmin(ctx, listener, s.tables, s.background, stop); err != nil {
		return err
	}
	s.tables.metrics.ObserveBackground(s.background.counts)
	bounds := limits{
		signIns:  edge.Limit{Per5Min: p.RateLimitToken, Burst: max(p.RateLimitToken, edge.LeastBurst)},
		restBody: p.BodyLimit << 20, functionBody: p.FunctionBody << 20, fileSize: p.FileSizeLimit,
	}
	options := p.edgeOptions(k.Keys.Exchange)
	handler := routes(answering, s.services, options, bounds)
	extensions := p.openExtensions(d, s.background, s.address, listener, handler)
	defer extensions.close()
	s.tables.changed = func() {
		s.live.schemaChanged()
		go extensions.follow(ctx)
	}
	s.tables.follow(ctx, stop)
	go p.Fence.Watch(ctx, d.Pooled.Auth, fenceInterval)
	go s.accounts.Follow(ctx, p.Link(d.Direct.Auth))
	go k.Store.Follow(ctx, p.Link(d.Direct.Auth))
	if err := p.serveMailbox(ctx); err != nil {
		return err
	}
	if err := s.background.runner.Start(ctx); err != nil {
		return err
	}
	if err := p.printBanner(ctx, d, k, s.accounts, listener); err != nil {
		return err
	}
	if d.Embedded != nil {
		go p.supervisePostgres(ctx, d.Embedded, stop, time.Now)
	}
	if p.Watching {
		go (&watcher{p, d, s.typeScript, s.calls}).watch(signal)
	}
	go s.typeScript.warm(signal)
	go extensions.follow(ctx)
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		<-answering.Done()
		s.live.drain(ctx, time.Duration(p.ShutdownDelay))
	}()
	work := max(options.Timeout, s.calls.Timeout())
	if p.Watching { // a function may be added
		work = max(work, typeScriptTime)
	}
	if err := p.answerAll(answering, listener, p.idle.Watch(hashesPassword, handler), work); err != nil {
		return err
	}
	<-drained
	return ended(ctx)
}

// lifetimes are the contexts of a program that runs until signal ends: serving ends once nothing
// has to be answered any more, or by stop, which tells why; answering ends when no more
// requests are taken. In between those in flight end. signal and answering are
// ShutdownDelay apart, in which /ready has load balancers take the node away.
func (p *program) lifetimes(signal context.Context) (serving, answering context.Context, stop context.CancelCauseFunc) {
	serving, stop = context.WithCancelCause(context.WithoutCancel(signal))
	answering, end := context.WithCancel(serving)
	context.AfterFunc(signal, func() {
		p.readiness.stopping.Store(true)
		_ = retry.Sleep(serving, time.Duration(p.ShutdownDelay))
		end()
	})
	return serving, answering, stop
}

// edgeOptions takes what knows the opaque keys; nil ignores them.
func (p *program) edgeOptions(exchange edge.Exchange) edge.Options {
	o := edge.Options{
		Log: p.Log, Exchange: exchange, Timeout: time.Duration(p.RequestTimeout) * time.Second, Proxies: p.proxies(),
	}
	if p.lines != nil {
		o.Observe = p.lines.Request
	}
	return o
}

func (p *program) proxies() edge.Proxies {
	trusted, _ := edge.ParseNetworks(p.TrustedProxies) // checked when the configuration was read
	return edge.Proxies{Trusted: trusted, Header: p.RateLimitHeader}
}

// ended is nil where somebody stopped the program, and the cause where its
// database died under it.
func ended(ctx context.Context) error {
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
		return cause
	}
	return nil
}

// instance is the handler of a running program, with what is closed at its end.
type instance struct {
	services
	tables   *tables
	accounts *auth.Service
	authPool *db.Pool
	calls    *functions.Service
	live     *realtimeService
	files    *storageService
	// templates are those of e-mails.
	templates *templates.Set
	// consoleService is nil where there is none.
	consoleService *consoleService
	// explains is nil before it is opened.
	explains *explainService
	// typeScript has the processes of calls.
	typeScript *typeScript
	// background is nil before it is opened.
	background *background
}

// mailShutdownTimeout is the time that the end of the program waits for mail on its way.
const mailShutdownTimeout = 5 * time.Second

func (i *instance) close() {
	i.live.close()
	if i.calls != nil {
		ctx, cancel := context.WithTimeout(context.Background(), mailShutdownTimeout)
		defer cancel()
		i.calls.Close(ctx)
		i.typeScript.close(ctx)
	}
	if i.background != nil {
		i.background.close()
	}
	i.tables.close()
	if i.files != nil {
		i.files.close()
	}
	i.consoleService.close()
	i.explains.close()
	i.authPool.Close()
}

// services builds what answers, on pools of their own logins.
func (p *program) services(ctx context.Context, d *installation.Database, k *installation.Credentials, site string) (*instance, error) {
	tables, err := p.openTables(ctx, d.Pooled.Authenticator, d.Direct.Authenticator, k.Keys)
	if err != nil {
		return nil, err
	}
	if p.Watching {
		if err := tables.explainTo(d); err != nil {
			tables.close()
			return nil, err
		}
	}
	templates, err := p.MailTemplates()
	if err != nil {
		tables.close()
		return nil, fmt.Errorf("mail templates: %w", err)
	}
	anonKey, err := k.AnonKey()
	if err != nil {
		tables.close()
		return nil, err
	}
	host := p.host(anonKey, site, tables, templates)
	if p.Project.TableMiddleware != nil {
		if err := tables.use(p.Project.TableMiddleware(host)); err != nil {
			tables.close()
			return nil, err
		}
	}
	accounts, authPool, err := p.Accounts(ctx, d, k.Keys, site, mailer{templates, host.Mail}, func() bool { return p.idle.For(idleFor) })
	if err != nil {
		tables.close()
		return nil, err
	}
	opened := &instance{tables: tables, accounts: accounts, authPool: authPool, templates: templates}
	if err = tables.begin(ctx); err == nil {
		opened.live, err = p.openRealtime(ctx, d, k, tables.metrics)
	}
	if err == nil {
		opened.files, err = p.openStorage(ctx, d, k)
	}
	if err == nil {
		opened.background, err = p.openBackground(ctx, d, host, accounts, opened.files)
	}
	if err == nil {
		opened.services, err = p.handlers(ctx, d, k, opened, host)
	}
	if err == nil {
		if opened.explains, err = p.openExplain(ctx, d, k.Keys, tables); err == nil {
			opened.explain = opened.explains
		}
	}
	if err == nil {
		if opened.consoleService, err = p.openConsole(ctx, d, k, opened, site); opened.consoleService != nil {
			opened.console = opened.consoleService.Console
		}
	}
	if err == nil {
		opened.mcp, err = p.openMCP(opened.consoleService, opened.tables, k)
	}
	if err != nil {
		opened.close()
		return nil, err
	}
	p.readiness.part("rest", tables.ready)
	p.readiness.part("auth", answering(authPool))
	p.readiness.part("storage", answering(opened.files.pool))
	p.readiness.part("jobs", opened.background.runner.Ping)
	if opened.live != nil {
		p.readiness.part("realtime", answering(opened.live.own))
	}
	return opened, nil
}

// handlers are the services that the project has a part in: functions and site.
func (p *program) handlers(ctx context.Context, d *installation.Database, k *installation.Credentials, on *instance, host *project.Host) (services, error) {
	inGo := map[string]functions.Function{}
	var err error
	if p.Project.Functions != nil {
		if inGo, err = p.Project.Functions(host); err != nil {
			return services{}, fmt.Errorf("the project's functions: %w", err)
		}
	}
	on.typeScript = p.newTypeScript(d, k, host.Address, inGo)
	called, err := on.typeScript.served()
	if err != nil {
		return services{}, err
	}
	on.calls, err = functions.New(functions.Options{
		Functions: called, Pool: on.tables.pool, Verify: k.Keys.WithRules(token.Rules{AnonRole: token.Anon}).Verify, Users: on.accounts, Log: p.Log,
		Mail: host.Mail, Memory: p.Requests,
	})
	if err != nil {
		return services{}, err
	}
	var stored http.Handler = on.files
	if p.Project.StorageMiddleware != nil {
		around, err := p.Project.StorageMiddleware(host)
		if err != nil {
			return services{}, fmt.Errorf("the project's middleware of the storage API: %w", err)
		}
		stored = around(stored)
	}
	pages, err := p.site(ctx, host, on)
	if err != nil {
		return services{}, fmt.Errorf("the project's site: %w", err)
	}
	return services{
		names: p.Services, rest: on.tables, auth: on.accounts, functions: on.calls, realtime: on.live, storage: stored, s3: on.files.s3, site: pages,
		exposesGraphQL: slices.Contains(p.Schemas, "graphql_public"), anonKey: k.AnonKey, address: host.Address, reloader: p.reloader,
		ready: p.readiness,
	}, nil
}

// mailer writes and sends the mail of the auth service.
type mailer struct {
	*templates.Set
	*mail.Outbox
}

// host is the part of the engine for the project's own code. Tables answers
// once the services run.
func (p *program) host(anonKey, address string, tables *tables, templates *templates.Set) *project.Host {
	h := &project.Host{
		AnonKey: anonKey, DataDir: p.DataDir, SiteURL: p.Website(), Address: address, Mail: p.Outbox(), MailTemplates: templates,
		Env: p.Variable, Services: p.Services, Memory: p.Requests, Log: p.Log, Now: time.Now,
		AsServiceRole: func(ctx context.Context, fn func(db.Tx) error) error {
			return tables.pool.Tx(ctx, db.As(token.Claims{Role: token.ServiceRole}), fn)
		},
		// without opaque keys: what the program asks itself must not fail when one is revoked
		Tables: edge.API(p.edgeOptions(nil), p.BodyLimit<<20)(http.StripPrefix("/rest/v1", tables)),
	}
	h.Query = func(ctx context.Context, path string) ([]byte, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, path, http.NoBody)
		if err != nil {
			return nil, err
		}
		r.Header.Set("Apikey", anonKey)
		answer := edge.NewMemoryResponse()
		h.Tables.ServeHTTP(answer, r)
		if answer.Status() != http.StatusOK {
			return nil, fmt.Errorf("the table API answered %d to %s: %.300s", answer.Status(), path, answer.Bytes())
		}
		return answer.Bytes(), nil
	}
	return h
}

// site answers what is no API: the project's own handler, its client, or a start
// page.
func (p *program) site(ctx context.Context, host *project.Host, on *instance) (http.Handler, error) {
	start := static.StartPage(static.Start{
		Project: p.Project.Name, Folder: p.Project.Folder, Address: host.Address, AnonKey: host.AnonKey,
		Tables: on.tables.names, Reload: p.Watching,
	})
	switch {
	case p.Project.Site != nil:
		return p.Project.Site(host)
	case p.Watching && isVite(p.Project):
		return p.startVite(ctx)
	case p.Project.Folder != "" && p.Watching: // a client may be added meanwhile
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if client := project.Client(p.Project.Folder); client != nil {
				static.Handler(static.WithReload(client)).ServeHTTP(w, r)
				return
			}
			start.ServeHTTP(w, r)
		}), nil
	case p.Project.Static != nil:
		return static.Handler(p.Project.Static), nil
	}
	return start, nil
}

// fenceInterval is the interval at which all hosts of an address are asked for their timeline.
const fenceInterval = 10 * time.Second

// idleFor is the time that nothing but sign-ins is served before they get all cores: longer than
// callers who are served at times wait between two requests.
const idleFor = 2 * time.Second

// hashesPassword reports whether a request does little else.
func hashesPassword(r *http.Request) bool {
	return r.URL.Path == "/auth/v1/token" && strings.Contains(r.URL.RawQuery, "grant_type=password") || r.URL.Path == "/auth/v1/signup"
}
