package installation

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/token"
)

// AsOwner runs fn on a connection that may create roles and tables.
func (d *Database) AsOwner(ctx context.Context, fn func(*db.Conn) error) error {
	pool, err := d.open(ctx)
	if err != nil {
		return err
	}
	defer pool.Close()
	return pool.Conn(ctx, fn)
}

// Locked is AsOwner while no other node prepares this database.
func (d *Database) Locked(ctx context.Context, fn func(*db.Conn) error) error {
	return d.AsOwner(ctx, func(conn *db.Conn) error {
		return migrate.Locked(ctx, conn, func() error { return fn(conn) })
	})
}

// prepare brings the database to what this program's files say, and lets the
// logins in. Nodes take turns.
func (i *Installation) prepare(ctx context.Context, d *Database) error {
	err := d.Locked(ctx, func(conn *db.Conn) error {
		if err := i.checkSecret(ctx, d, conn); err != nil {
			return err
		}
		applied, err := i.Migrate(ctx, conn)
		for _, what := range applied {
			i.Log.Debug("migrate", "applied", what)
		}
		if err != nil {
			return err
		}
		return d.setLoginPasswords(ctx, conn, i.JWTSecret)
	})
	if err != nil {
		return fmt.Errorf("prepare the database: %w", err)
	}
	return nil
}

// Kept is the value that the database keeps for all nodes under a name, "" for nothing.
func Kept(ctx context.Context, conn *db.Conn, name string) (value string, err error) {
	err = conn.QueryRow(ctx, "select coalesce((select value from toubkal.installation where name = $1), '')", name).Scan(&value)
	if err != nil {
		return "", fmt.Errorf("read what all nodes have in common: %w", err)
	}
	return value, nil
}

// Keep has the database keep it.
func Keep(ctx context.Context, conn *db.Conn, name, value string) error {
	_, err := conn.Exec(ctx, "insert into toubkal.installation (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value", name, value)
	return err
}

// Migrate applies migrations, policies and seeds, and returns what it applied.
func (i *Installation) Migrate(ctx context.Context, conn *db.Conn) (applied []string, err error) {
	steps := []func() ([]string, error){
		func() ([]string, error) { return i.ApplyMigrations(ctx, conn) },
		func() ([]string, error) { return migrate.Policies(ctx, conn, i.PolicyFolder(), i.migrateOptions()) },
		func() ([]string, error) {
			if i.Supabase != nil { // its seeds came with the migrations
				return nil, nil
			}
			return migrate.Seeds(ctx, conn, migrate.Folder{Name: "schema/seeds", Files: i.Project.Seeds})
		},
	}
	for _, step := range steps {
		done, err := step()
		applied = append(applied, done...)
		if err != nil {
			return applied, err
		}
	}
	return applied, nil
}

// SchemaFolder has the project's migrations.
func (i *Installation) SchemaFolder() migrate.Folder {
	return migrate.Folder{Name: "schema", Files: i.Project.Migrations}
}

// PolicyFolder has the project's policy files.
func (i *Installation) PolicyFolder() migrate.Folder {
	return migrate.Folder{Name: "policies", Files: i.Project.Policies}
}

// setLoginPasswords sets the passwords of the login roles, where they do not let us
// in yet. They follow from the secret, so every node sets the same, and only the
// first one does.
func (d *Database) setLoginPasswords(ctx context.Context, conn *db.Conn, secret string) error {
	for role, address := range d.Direct.byRole() {
		if canLogIn(ctx, *address) {
			continue
		}
		// PostgreSQL writes the statement, since ALTER ROLE takes no parameters. Its error
		// is not passed on: it could repeat the password.
		var set string
		err := conn.QueryRow(
			ctx, `select format('alter role %I with login password %L', $1::text, $2::text)`, role, db.LoginPassword(secret, role),
		).Scan(&set)
		if err == nil {
			_, err = conn.Exec(ctx, set)
		}
		if err != nil {
			refused := db.Refused(err)
			switch {
			case refused == nil:
				return fmt.Errorf("set the password of %s: the connection was lost", role)
			case refused.Code == db.InsufficientPrivilege:
				return fmt.Errorf("set the password of %s: the user of DATABASE_URL may not; let it create roles", role)
			}
			return fmt.Errorf("set the password of %s: PostgreSQL refuses it (%s)", role, refused.Code)
		}
	}
	return markSecret(ctx, conn, secret)
}

// The logins belong to all databases of a server, and their passwords follow from the
// secret: a program with another one would take them away from the nodes that run. So a
// login has a comment, which all databases show, with a fingerprint of the secret.
const secretMark = "toubkal: its password follows from the secret "

func fingerprint(secret string) string { return token.Derive(secret, "fingerprint")[:32] }

// markedSecret is the fingerprint of the secret that the logins were set up with; "" where
// they have none.
func markedSecret(ctx context.Context, conn *db.Conn) (string, error) {
	var comment string
	err := conn.QueryRow(ctx, `select coalesce(pg_catalog.shobj_description(to_regrole($1), 'pg_authid'), '')`, authenticatorRole).Scan(&comment)
	if err != nil {
		return "", fmt.Errorf("read the fingerprint of the secret: %w", err)
	}
	marked, _ := strings.CutPrefix(comment, secretMark)
	if marked == comment {
		return "", nil
	}
	return marked, nil
}

// checkSecret refuses a secret that is not the one of the logins. The embedded PostgreSQL
// that this program has started has no other nodes.
func (i *Installation) checkSecret(ctx context.Context, d *Database, conn *db.Conn) error {
	marked, err := markedSecret(ctx, conn)
	if err != nil || marked == "" || d.Embedded != nil {
		return err
	}
	for _, secret := range append([]string{i.JWTSecret}, i.FormerSecrets...) {
		if fingerprint(secret) == marked {
			return nil
		}
	}
	return errors.New("GOTRUE_JWT_SECRET is not the secret of this PostgreSQL server. All nodes need the same one, and one server has one  " +
		"To change the secret, name the one before in TOUBKAL_FORMER_JWT_SECRETS; if it is lost, have the server forget it: " +
		`toubkal psql -c "comment on role ` + authenticatorRole + ` is null"`)
}

// markSecret notes the fingerprint. A user who may not comment on roles may not set their
// passwords either; one in another database may do so at the same time.
func markSecret(ctx context.Context, conn *db.Conn, secret string) error {
	marked, err := markedSecret(ctx, conn)
	if err != nil || marked == fingerprint(secret) {
		return err
	}
	_, err = conn.Exec(ctx, "comment on role "+authenticatorRole+" is '"+secretMark+fingerprint(secret)+"'")
	if refused := db.Refused(err); refused != nil && refused.Code == db.InsufficientPrivilege {
		return nil
	}
	if marked, failed := markedSecret(ctx, conn); failed == nil && marked == fingerprint(secret) {
		return nil
	}
	return err
}

func canLogIn(ctx context.Context, address string) bool {
	pool, err := db.Open(ctx, address, db.Options{MaxConns: 1})
	if err != nil {
		return false
	}
	defer pool.Close()
	return pool.Ping(ctx) == nil
}

// hintAtPooler says what to do where an error is one that a pooler causes.
func (i *Installation) hintAtPooler(err error) error {
	refused := db.Refused(err)
	if refused == nil || i.DirectURL != "" {
		return err
	}
	switch refused.Code {
	case "26000", "42P05", "08P01": // a prepared statement of another connection; a parameter that PgBouncer refuses
		return fmt.Errorf("%w. If DATABASE_URL is a pooler, set DIRECT_DATABASE_URL to the address of PostgreSQL itself", err)
	}
	return err
}

// WithDatabase runs fn on a prepared database and leaves nothing running. From
// here on JWTSecret is the installation's secret, configured or kept.
func (i *Installation) WithDatabase(ctx context.Context, fn func(*Database) error) (err error) {
	if err := openDataDir(i.Config); err != nil {
		return err
	}
	if i.JWTSecret, err = secret(i.Config); err != nil {
		return err
	}
	d, err := i.OpenDatabase(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(i.hintAtPooler(err), d.Stop(context.WithoutCancel(ctx))) }()
	switch {
	case i.AutoMigrate:
		err = i.prepare(ctx, d)
	case i.Serving:
		err = d.AsOwner(ctx, func(conn *db.Conn) error { return i.checkSecret(ctx, d, conn) })
	}
	if err != nil {
		return err
	}
	return fn(d)
}
