package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"github.com/toubkal/toubkal/client"
	"github.com/toubkal/toubkal/functions"
	"github.com/toubkal/toubkal/server/auth"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/invoke"
	"github.com/toubkal/toubkal/server/mail"
	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/token"
	"github.com/toubkal/toubkal/server/web"
)

// serve is the verb `serve`: it takes the port, opens the database, and answers
// until ctx ends.
func (p *program) serve(ctx context.Context, _ []string) error {
	listener, err := p.listen(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }()
	p.serving = true
	p.collectLess()
	if p.onlyTables() {
		return p.serveTables(ctx, listener)
	}
	return p.withDatabase(ctx, func(d *database) error { return p.serveOn(ctx, listener, d) })
}

func (p *program) serveOn(ctx context.Context, listener net.Listener, d *database) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	k, err := p.keyring()
	if err != nil {
		return err
	}
	s, err := p.services(ctx, d, k, p.siteURL(listener))
	if err != nil {
		return err
	}
	defer s.close()
	if err := p.serveAdmin(ctx, listener, s.tables, stop); err != nil {
		return err
	}
	s.tables.changed = s.live.forget
	s.tables.follow(ctx, stop)
	defer context.AfterFunc(ctx, s.live.farewell)() // requests in flight finish meanwhile
	if err := p.greet(ctx, d, k, s.accounts, listener); err != nil {
		return err
	}
	p.follow(ctx, d, stop)
	bounds := limits{
		signIns:  edge.Limit{Per5Min: p.RateLimitToken, Header: p.RateLimitHeader},
		restBody: p.BodyLimit << 20,
	}
	outside := p.outside(k.opaque)
	if err := answer(ctx, listener, routes(s.services, outside, bounds), outside.Timeout, p.log); err != nil {
		return err
	}
	return ended(ctx)
}

func (p *program) outside(keys edge.APIKeys) edge.Options {
	return edge.Options{Log: p.log, Keys: keys, Timeout: time.Duration(p.RequestTimeout) * time.Second}
}

// ended is nil where somebody stopped the program, and the cause where its
// database died under it.
func ended(ctx context.Context) error {
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
		return cause
	}
	return nil
}

// running is what answers, and what has to be closed when it no longer does.
type running struct {
	services
	tables   *tables
	accounts *auth.Service
	authPool *db.Pool
	calls    *invoke.Service
	live     *live
}

// lastLetters is how long the end of the program waits for mail on its way.
const lastLetters = 5 * time.Second

func (r *running) close() {
	r.live.close()
	if r.calls != nil {
		ctx, cancel := context.WithTimeout(context.Background(), lastLetters)
		defer cancel()
		r.calls.Close(ctx)
	}
	r.tables.close()
	r.authPool.Close()
}

// services builds what answers, on pools of their own logins.
func (p *program) services(ctx context.Context, d *database, k *keyring, site string) (*running, error) {
	tables, err := p.openTables(ctx, d.authenticator, k.keys)
	if err != nil {
		return nil, err
	}
	accounts, authPool, err := p.accounts(ctx, d, k.keys, site)
	if err != nil {
		tables.close()
		return nil, err
	}
	opened := &running{tables: tables, accounts: accounts, authPool: authPool}
	if err = tables.begin(ctx); err == nil {
		opened.live, err = p.openRealtime(ctx, d, k)
	}
	if err == nil {
		opened.services, err = p.handlers(k, opened, site)
	}
	if err != nil {
		opened.close()
		return nil, err
	}
	return opened, nil
}

func (p *program) handlers(k *keyring, on *running, address string) (services, error) {
	press, err := p.press(k, on, address)
	if err != nil {
		return services{}, err
	}
	on.calls, err = invoke.New(invoke.Options{
		Functions: functions.All, Pool: on.tables.pool, Verify: k.keys.Verify, Users: on.accounts, Log: p.log,
		Press: press, Mail: p.mailer(),
		Address: p.asker,
	})
	if err != nil {
		return services{}, err
	}
	pages, err := p.site(k, on, address)
	if err != nil {
		return services{}, err
	}
	return services{
		names: p.Services, rest: on.tables, auth: on.accounts, functions: on.calls, realtime: on.live, site: pages,
		printed: printed(press),
		// not the requests' pool: one that is full of slow reads is busy, not dead
		ready: on.authPool.Ping,
	}, nil
}

// asker is the address that functions count by; none where visitors have no
// limit.
func (p *program) asker(r *http.Request) string {
	if p.RateLimitWrites <= 0 {
		return ""
	}
	return edge.Address(r, p.RateLimitHeader)
}

// mailer sends what the program writes to people.
func (p *program) mailer() *mail.Mailer {
	return mail.New(mail.Options{
		Host: p.SMTPHost, Port: p.SMTPPort, User: p.SMTPUser, Pass: p.SMTPPass, From: p.SMTPFrom, FromName: p.SMTPName,
		Folder: filepath.Join(p.DataDir, "mailbox"),
	})
}

// accounts is the auth service and the pool that it works on.
func (p *program) accounts(ctx context.Context, d *database, keys *token.Keys, site string) (*auth.Service, *db.Pool, error) {
	pool, err := db.Open(ctx, d.auth, db.Options{})
	if err != nil {
		return nil, nil, err
	}
	return auth.New(auth.Options{
		Pool: pool, Keys: keys, SiteURL: site, JWTExpiry: time.Duration(p.JWTExpiry) * time.Second, Log: p.log,
	}), pool, nil
}

// asVisitor is the table API for the server's own pages: a request in this process
// with the header apikey is answered as it would be from outside.
func (p *program) asVisitor(k *keyring, on *running) http.Handler {
	return edge.API(p.outside(k.opaque), p.BodyLimit<<20)(http.StripPrefix("/rest/v1", on.tables))
}

// site serves the client that was compiled in; without one, pages say so and
// the APIs work.
func (p *program) site(k *keyring, on *running, address string) (http.Handler, error) {
	dist, err := fs.Sub(client.Dist, "dist")
	if err != nil {
		return nil, fmt.Errorf("open the client: %w", err)
	}
	pages, err := web.New(web.Options{
		Files: dist, AnonKey: k.anon, Tables: p.asVisitor(k, on), SiteURL: p.SiteURL, Address: address, Log: p.log,
	})
	if errors.Is(err, web.ErrNotBuilt) {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, web.ErrNotBuilt.Error(), http.StatusServiceUnavailable)
		}), nil
	}
	return pages, err
}

// follow applies policy files as they are saved, in development, and keeps its own
// database running.
func (p *program) follow(ctx context.Context, d *database, stop context.CancelCauseFunc) {
	if d.embedded != nil {
		go p.keepRunning(ctx, d.embedded, stop)
	}
	folder, ok := p.policyFolder()
	if !ok || !p.AutoMigrate {
		return
	}
	go func() {
		err := migrate.Watch(ctx, p.PoliciesDir, func(ctx context.Context) (changes []string, err error) {
			err = d.owned(ctx, func(conn *db.Conn) error {
				changes, err = migrate.Policies(ctx, conn, folder)
				return err
			})
			return changes, err
		}, func(line string) { _, _ = fmt.Fprintln(p.out, line) })
		if err != nil {
			p.log.Warn("policies are not watched", "error", err)
		}
	}()
}
