package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"time"

	"github.com/toubkal/toubkal/client"
	"github.com/toubkal/toubkal/functions"
	"github.com/toubkal/toubkal/server/auth"
	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/invoke"
	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/rest"
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
	return p.withDatabase(ctx, func(d *database) error { return p.serveOn(ctx, listener, d) })
}

func (p *program) serveOn(ctx context.Context, listener net.Listener, d *database) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	k, err := p.keyring()
	if err != nil {
		return err
	}
	s, pools, err := p.services(ctx, d, k, p.siteURL(listener))
	if err != nil {
		return err
	}
	defer pools.close()
	if err := p.greet(ctx, d, k, s.accounts, listener); err != nil {
		return err
	}
	p.follow(ctx, d, stop)
	limit := edge.Limit{Per5Min: p.RateLimitToken, Header: p.RateLimitHeader}
	outside := edge.Options{Log: p.log, Keys: k.opaque}
	if err := answer(ctx, listener, routes(s.services, outside, limit), p.log); err != nil {
		return err
	}
	return ended(ctx)
}

// ended is nil where somebody stopped the program, and the cause where its
// database died under it.
func ended(ctx context.Context) error {
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
		return cause
	}
	return nil
}

// pools are the connections under each login.
type pools struct{ requests, auth *db.Pool }

func (p *pools) close() { p.requests.Close(); p.auth.Close() }

type running struct {
	services
	accounts *auth.Service
}

// services builds what answers, on pools of their own logins.
func (p *program) services(ctx context.Context, d *database, k *keyring, site string) (*running, *pools, error) {
	requests, err := db.Open(ctx, d.authenticator, db.Options{MaxConns: p.PoolSize})
	if err != nil {
		return nil, nil, err
	}
	accounts, authPool, err := p.accounts(ctx, d, k.keys, site)
	if err != nil {
		requests.Close()
		return nil, nil, err
	}
	opened := &pools{requests, authPool}
	s, err := p.handlers(ctx, d, k, opened, accounts)
	if err != nil {
		opened.close()
		return nil, nil, err
	}
	return &running{s, accounts}, opened, nil
}

func (p *program) handlers(ctx context.Context, d *database, k *keyring, on *pools, accounts *auth.Service) (services, error) {
	tables, err := p.catalog(ctx, d, on.requests)
	if err != nil {
		return services{}, err
	}
	run, err := invoke.New(invoke.Options{
		Functions: functions.All, Pool: on.requests, Verify: k.keys.Verify, Users: accounts, Log: p.log,
	})
	if err != nil {
		return services{}, err
	}
	pages, err := site(k.anon)
	if err != nil {
		return services{}, err
	}
	return services{
		rest: rest.New(rest.Options{
			Pool: on.requests, Catalog: tables.Snapshot, Verify: k.keys.Verify,
			Schemas: p.Schemas, MaxRows: p.MaxRows, Log: p.log,
		}),
		auth: accounts, functions: run, site: pages,
		// not the requests' pool: one that is full of slow reads is busy, not dead
		ready: on.auth.Ping,
	}, nil
}

// catalog reads what exists, and follows changes until ctx ends.
func (p *program) catalog(ctx context.Context, d *database, pool *db.Pool) (*catalog.Holder, error) {
	holder, err := catalog.Open(ctx, pool, p.Schemas)
	if err != nil {
		return nil, fmt.Errorf("read the catalog: %w", err)
	}
	go holder.Watch(ctx, d.authenticator, catalog.On{
		Failed: func(err error) { p.log.Warn("catalog", "error", err) },
	})
	return holder, nil
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

// site serves the client that was compiled in; without one, pages say so and
// the APIs work.
func site(anonKey string) (http.Handler, error) {
	dist, err := fs.Sub(client.Dist, "dist")
	if err != nil {
		return nil, fmt.Errorf("open the client: %w", err)
	}
	pages, err := web.New(web.Options{Files: dist, AnonKey: anonKey})
	if errors.Is(err, web.ErrNotBuilt) {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, web.ErrNotBuilt.Error(), http.StatusServiceUnavailable)
		}), nil
	}
	return pages, err
}

// follow applies policy files as they are saved, in development, and ends the
// program if its own database dies.
func (p *program) follow(ctx context.Context, d *database, stop context.CancelCauseFunc) {
	go func() {
		select {
		case <-d.died:
			stop(fmt.Errorf("the embedded PostgreSQL ended: %w", d.failure()))
		case <-ctx.Done():
		}
	}()
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
