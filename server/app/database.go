package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/localpg"
)

// Login roles and what they are for; server/system/0001_roles.sql makes them.
const (
	authenticatorRole = "authenticator"           // every request; becomes its caller
	authAdminRole     = "supabase_auth_admin"     // owns schema auth
	realtimeRole      = "supabase_realtime_admin" // owns schema realtime, reads the stream of changes
	storageRole       = "supabase_storage_admin"  // owns schema storage, becomes its callers
	workerRole        = "toubkal_worker"          // owns the jobs and the outbox
)

// database is where PostgreSQL is, and how each login reaches it. Addresses
// hold passwords: they are never logged.
type database struct {
	owner    string // may create roles; migrates
	pooled   logins // perhaps through a pooler
	direct   logins // each connection has a session of its own
	about    string // for people: which one it is, without secrets
	stop     func(context.Context) error
	fence    *db.Fence
	embedded *localpg.Server // our own PostgreSQL; nil for another's
}

// logins are the addresses of the roles that the program signs in as.
type logins struct{ authenticator, auth, realtime, storage, worker string }

// openDatabase finds the configured PostgreSQL, or starts our own.
func (p *program) openDatabase(ctx context.Context) (*database, error) {
	d := &database{owner: cmp.Or(p.DirectURL, p.DatabaseURL), about: hostOf(p.DatabaseURL), stop: func(context.Context) error { return nil }, fence: p.fence}
	if p.DatabaseURL == "" {
		if err := p.startPostgres(ctx, d); err != nil {
			return nil, err
		}
	}
	err := d.reachable(ctx)
	if err != nil {
		return nil, errors.Join(err, d.stop(context.WithoutCancel(ctx)))
	}
	if d.direct, err = p.loginURLs(d.owner); err == nil {
		d.pooled, err = p.loginURLs(cmp.Or(p.DatabaseURL, d.owner))
	}
	return d, err
}

func (p *program) loginURLs(owner string) (l logins, err error) {
	for role, address := range l.byRole() {
		if *address, err = db.LoginURL(owner, role, db.LoginPassword(p.JWTSecret, role)); err != nil {
			return l, wrongAddress(err)
		}
	}
	return l, nil
}

// byRole are the roles, and where each one's address is kept.
func (l *logins) byRole() map[string]*string {
	return map[string]*string{
		authenticatorRole: &l.authenticator, authAdminRole: &l.auth, realtimeRole: &l.realtime, storageRole: &l.storage, workerRole: &l.worker,
	}
}

// pool opens a pool of this program's connections.
func (p *program) openPool(ctx context.Context, url string, o db.Options) (*db.Pool, error) {
	pool, err := db.Open(ctx, url, p.connecting(o))
	if err != nil {
		return nil, wrongAddress(err)
	}
	return pool, nil
}

// connecting adds what all pools have in common.
func (p *program) connecting(o db.Options) db.Options {
	o.Fence, o.Unprepared, o.Schema = p.fence, !p.Prepared, p.schema
	return o
}

// open is a pool of one connection as the owner.
func (d *database) open(ctx context.Context) (*db.Pool, error) {
	pool, err := db.Open(ctx, d.owner, db.Options{MaxConns: 1, Fence: d.fence})
	if err != nil {
		return nil, wrongAddress(err)
	}
	return pool, nil
}

// link is a connection that stays open.
func (p *program) link(url string) db.Link { return db.Link{URL: url, Ages: p.ages, Fence: p.fence} }

func wrongAddress(err error) error {
	return fmt.Errorf("DATABASE_URL: %w; write it as postgres://user:password@host:5432/name", err)
}

// reachable tells whether the owner gets in, so that a wrong address, user or
// password is said as what it is and not as the failure of something else.
func (d *database) reachable(ctx context.Context) error {
	pool, err := d.open(ctx)
	if err != nil {
		return err
	}
	defer pool.Close()
	if err := pool.Conn(ctx, func(*db.Conn) error { return nil }); err != nil {
		return fmt.Errorf("%s does not let us in: %w; check host, port, user, password and name", d.about, err)
	}
	return nil
}

// startPostgres starts our own. Where another program runs it already, `serve` is
// refused, and other commands connect to it.
func (p *program) startPostgres(ctx context.Context, d *database) error {
	options := localpg.Options{
		Root: p.project.Folder, Dir: filepath.Join(p.DataDir, "postgres"), Bin: p.PostgresBin, Install: programsFolder(),
		Log: p.out,
	}
	if p.supabase != nil {
		options.Password = p.supabase.DatabasePassword
	}
	if p.serving { // a command beside it connects to the socket
		options.Port = p.PostgresPort
	}
	server, err := localpg.Start(ctx, options)
	if errors.Is(err, localpg.ErrInUse) && !p.serving {
		d.owner, err = localpg.RunningURL(options, "postgres")
		d.about = "PostgreSQL, embedded, which another program runs"
		return err
	}
	if err != nil {
		return err
	}
	d.owner, d.stop = server.URL("postgres"), server.Stop
	d.embedded = server
	d.about = "PostgreSQL " + server.Version() + ", embedded, in " + server.Dir()
	if options.Port != 0 {
		d.about += fmt.Sprintf(", on 127.0.0.1:%d (`toubkal psql`)", options.Port)
	}
	return nil
}

// programsFolder is where PostgreSQL is installed to, once for all projects of an
// account; "" where the account has no folder for caches.
func programsFolder() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "toubkal", "postgresql")
}

// hostOf names a database for people, without user and password.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return "PostgreSQL at DATABASE_URL"
	}
	return "PostgreSQL at " + u.Host + u.Path
}
