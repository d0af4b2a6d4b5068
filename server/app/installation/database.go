package installation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/localpg"
	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/project"
)

// LoginRole is the role that requests of the table API log in as, and become their caller from.
const LoginRole = authenticatorRole

// Login roles and what they are for; server/system/0001_roles.sql makes them.
const (
	authenticatorRole = "authenticator"           // every request; becomes its caller
	authAdminRole     = "supabase_auth_admin"     // owns schema auth
	realtimeRole      = "supabase_realtime_admin" // owns schema realtime, reads the stream of changes
	storageRole       = "supabase_storage_admin"  // owns schema storage, becomes its callers
	workerRole        = "toubkal_worker"          // owns the jobs and the outbox
)

// Database are the addresses of PostgreSQL, one for each login. Addresses
// hold passwords: they are never logged.
type Database struct {
	Owner    string // may create roles; migrates
	Pooled   Logins // perhaps through a pooler
	Direct   Logins // each connection has a session of its own
	About    string // for people: which one it is, without secrets
	Stop     func(context.Context) error
	Embedded *localpg.Server // our own PostgreSQL; nil for another's

	fence *db.Fence
}

// Logins are the addresses of the roles that the program signs in as.
type Logins struct{ Authenticator, Auth, Realtime, Storage, Worker string }

// OpenDatabase finds the configured PostgreSQL, or starts our own.
func (i *Installation) OpenDatabase(ctx context.Context) (*Database, error) {
	d := &Database{Owner: cmp.Or(i.DirectURL, i.DatabaseURL), About: HostOf(i.DatabaseURL), Stop: func(context.Context) error { return nil }, fence: i.Fence}
	if i.DatabaseURL == "" {
		if err := i.startPostgres(ctx, d); err != nil {
			return nil, err
		}
	}
	err := d.reachable(ctx)
	if err != nil {
		return nil, errors.Join(err, d.Stop(context.WithoutCancel(ctx)))
	}
	if d.Direct, err = loginURLs(d.Owner, i.JWTSecret); err == nil {
		d.Pooled, err = loginURLs(cmp.Or(i.DatabaseURL, d.Owner), i.JWTSecret)
	}
	return d, err
}

func loginURLs(owner, secret string) (l Logins, err error) {
	for role, address := range l.byRole() {
		if *address, err = db.LoginURL(owner, role, db.LoginPassword(secret, role)); err != nil {
			return l, WrongAddress(err)
		}
	}
	return l, nil
}

// byRole are the roles, and where each one's address is kept.
func (l *Logins) byRole() map[string]*string {
	return map[string]*string{
		authenticatorRole: &l.Authenticator, authAdminRole: &l.Auth, realtimeRole: &l.Realtime, storageRole: &l.Storage, workerRole: &l.Worker,
	}
}

// OpenPool opens a pool of this program's connections.
func (i *Installation) OpenPool(ctx context.Context, url string, o db.Options) (*db.Pool, error) {
	pool, err := db.Open(ctx, url, i.Connecting(o))
	if err != nil {
		return nil, WrongAddress(err)
	}
	return pool, nil
}

// Connecting adds what all pools have in common.
func (i *Installation) Connecting(o db.Options) db.Options {
	o.Fence, o.Unprepared, o.Schema = i.Fence, !i.Prepared, i.Schema
	return o
}

// open is a pool of one connection as the owner.
func (d *Database) open(ctx context.Context) (*db.Pool, error) {
	pool, err := db.Open(ctx, d.Owner, db.Options{MaxConns: 1, Fence: d.fence})
	if err != nil {
		return nil, WrongAddress(err)
	}
	return pool, nil
}

// Link is a connection that stays open.
func (i *Installation) Link(url string) db.Link {
	return db.Link{URL: url, Ages: i.Ages, Fence: i.Fence}
}

// WrongAddress says how an address is written; err is what is wrong with this one.
func WrongAddress(err error) error {
	return fmt.Errorf("DATABASE_URL: %w; write it as postgres://user:password@host:5432/name", err)
}

// reachable tells whether the owner gets in, so that a wrong address, user or
// password is said as what it is and not as the failure of something else.
func (d *Database) reachable(ctx context.Context) error {
	pool, err := d.open(ctx)
	if err != nil {
		return err
	}
	defer pool.Close()
	if err := pool.Conn(ctx, func(*db.Conn) error { return nil }); err != nil {
		return fmt.Errorf("%s does not let us in: %w; check host, port, user, password and name", d.About, err)
	}
	return nil
}

// startPostgres starts our own. Where another program runs it already, `serve` is
// refused, and other commands connect to it.
func (i *Installation) startPostgres(ctx context.Context, d *Database) error {
	options, err := i.postgresOptions()
	if err != nil {
		return err
	}
	if i.Supabase != nil {
		options.Password = i.Supabase.DatabasePassword
	}
	if i.Serving { // a command beside it connects to the socket
		options.Port = i.PostgresPort
	}
	if err := i.refuseCluster(options); err != nil {
		return err
	}
	server, err := localpg.Start(ctx, options)
	if errors.Is(err, localpg.ErrInUse) && !i.Serving {
		d.Owner, err = localpg.RunningURL(options, "postgres")
		d.About = "PostgreSQL, embedded, which another program runs"
		return err
	}
	if err != nil {
		return err
	}
	d.Owner, d.Stop = server.URL("postgres"), server.Stop
	d.Embedded = server
	d.About = "PostgreSQL " + server.Version() + ", embedded, in " + server.Dir()
	if options.Port != 0 {
		d.About += fmt.Sprintf(", on 127.0.0.1:%d (`toubkal psql`)", options.Port)
	}
	return nil
}

// postgresOptions are those of the embedded PostgreSQL.
func (i *Installation) postgresOptions() (localpg.Options, error) {
	options := localpg.Options{
		Root: i.Project.Folder, Dir: filepath.Join(i.DataDir, "postgres"), Bin: i.PostgresBin, Install: programsFolder(),
		Log: i.Out,
	}
	if !i.SystemPostgres {
		return options, nil
	}
	files, name := MigrationFiles(i.Project)
	var err error
	options.Extensions, err = migrate.Extensions(files, name)
	return options, err
}

// refuseCluster fails where there is no cluster yet, and its PostgreSQL would lack extensions that the migrations
// create: one of another version that has them could not run it.
func (i *Installation) refuseCluster(options localpg.Options) error {
	if _, err := os.Stat(filepath.Join(options.Dir, "data")); err == nil || !i.AutoMigrate {
		return nil
	}
	offer := migrate.EngineOffer(localpg.Superuser)
	var err error
	if offer.Extensions, offer.Major, err = localpg.Offered(options); err != nil {
		return nil // Start installs one, or says why there is none
	}
	files, name := MigrationFiles(i.Project)
	missing, ok := errors.AsType[*migrate.MissingError](migrate.Check(files, name, offer))
	if ok && slices.ContainsFunc(missing.Needs, func(n migrate.Need) bool { return n.Kind == "extension" }) {
		return missing
	}
	return nil
}

// MigrationFiles are the files that migrations are read from, and the folder's name in messages.
func MigrationFiles(p project.Project) (fs.FS, string) {
	if p.Layout == project.Supabase {
		return os.DirFS(filepath.Join(p.Folder, "supabase")), "supabase"
	}
	return p.Migrations, "schema"
}

// Offer is what the server of this configuration has before the first migration: that of DATABASE_URL is
// asked, and the embedded one is not started.
func (i *Installation) Offer(ctx context.Context) (offer migrate.Offer, err error) {
	if i.DatabaseURL == "" {
		options, err := i.postgresOptions()
		if err != nil {
			return offer, err
		}
		offer = migrate.EngineOffer(localpg.Superuser)
		offer.Extensions, offer.Major, err = localpg.Offered(options)
		return offer, err
	}
	i.AutoMigrate = false
	err = i.WithDatabase(ctx, func(d *Database) error {
		return d.AsOwner(ctx, func(conn *db.Conn) error {
			var owner string
			if err := conn.QueryRow(ctx, "select current_user").Scan(&owner); err != nil {
				return err
			}
			if offer, err = migrate.ReadOffer(ctx, conn); err != nil {
				return err
			}
			engine := migrate.EngineOffer(owner)
			offer.Roles, offer.Schemas = append(offer.Roles, engine.Roles...), append(offer.Schemas, engine.Schemas...)
			return nil
		})
	})
	return offer, err
}

// programsFolder is the folder to which PostgreSQL is installed, once for all projects of an
// account; "" where the account has no folder for caches.
func programsFolder() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "toubkal", "postgresql")
}

// HostOf names a database for people, without user and password.
func HostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return "PostgreSQL at DATABASE_URL"
	}
	return "PostgreSQL at " + u.Host + u.Path
}
