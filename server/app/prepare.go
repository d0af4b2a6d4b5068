package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/toubkal/toubkal/policies"
	"github.com/toubkal/toubkal/schema"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/migrate"
)

// owned runs fn on a connection that may create roles and tables.
func (d *database) owned(ctx context.Context, fn func(*db.Conn) error) error {
	pool, err := d.open(ctx)
	if err != nil {
		return err
	}
	defer pool.Close()
	return pool.Conn(ctx, fn)
}

// prepare brings the database to what this program's files say, and lets the
// logins in.
func (p *program) prepare(ctx context.Context, d *database) error {
	err := d.owned(ctx, func(conn *db.Conn) error {
		if err := p.migrate(ctx, conn); err != nil {
			return err
		}
		return d.allowLogins(ctx, conn, p.JWTSecret)
	})
	if err != nil {
		return fmt.Errorf("prepare the database: %w", err)
	}
	return nil
}

func (p *program) migrate(ctx context.Context, conn *db.Conn) error {
	seeds, err := fs.Sub(schema.Files, "seeds")
	if err != nil {
		return fmt.Errorf("open the seeds: %w", err)
	}
	steps := []func() ([]string, error){
		func() ([]string, error) { return migrate.Up(ctx, conn, schema.Files) },
		func() ([]string, error) { return migrate.Policies(ctx, conn, p.policyFiles()) },
		func() ([]string, error) { return migrate.Seeds(ctx, conn, seeds) },
	}
	for _, step := range steps {
		done, err := step()
		for _, what := range done {
			p.log.Debug("migrate", "done", what)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// policyFiles are the folder's in development, else those in the program.
func (p *program) policyFiles() fs.FS {
	if folder, ok := p.policyFolder(); ok {
		return folder
	}
	return policies.Files
}

// allowLogins sets the passwords of the login roles, where they do not let us
// in yet. They follow from the secret, so every node sets the same, and only the
// first one does.
func (d *database) allowLogins(ctx context.Context, conn *db.Conn, secret string) error {
	for role, address := range d.logins() {
		if letsIn(ctx, *address) {
			continue
		}
		if err := setPassword(ctx, conn, role, loginPassword(secret, role)); err != nil {
			return err
		}
	}
	return nil
}

func letsIn(ctx context.Context, address string) bool {
	pool, err := db.Open(ctx, address, db.Options{MaxConns: 1})
	if err != nil {
		return false
	}
	defer pool.Close()
	return pool.Ping(ctx) == nil
}

// setPassword has PostgreSQL write the statement, which takes no parameters
// there. Its error is not passed on: it could repeat the password.
func setPassword(ctx context.Context, conn *db.Conn, role, password string) error {
	var set string
	err := conn.QueryRow(
		ctx, `select format('alter role %I with login password %L', $1::text, $2::text)`, role, password,
	).Scan(&set)
	if err == nil {
		_, err = conn.Exec(ctx, set)
	}
	if err != nil {
		return errors.New("set the password of " + role + ": the user of DATABASE_URL may not; let it create roles")
	}
	return nil
}

// migrateOnly is the verb `migrate`. Asking for it is meant, whatever
// AUTO_MIGRATE says of a start.
func (p *program) migrateOnly(ctx context.Context, _ []string) error {
	p.AutoMigrate = true
	return p.withDatabase(ctx, func(*database) error {
		_, err := fmt.Fprintln(p.out, "schema, policies and seeds are applied")
		return err
	})
}

// policies is the verb `policies`.
func (p *program) policies(ctx context.Context, _ []string) error {
	return p.withDatabase(ctx, func(d *database) error { return d.owned(ctx, p.printRights(ctx)) })
}

func (p *program) printRights(ctx context.Context) func(*db.Conn) error {
	return func(conn *db.Conn) error {
		rights, err := migrate.Matrix(ctx, conn)
		if err != nil {
			return err
		}
		if err := migrate.Print(p.out, rights); err != nil {
			return err
		}
		findings, err := migrate.Lint(ctx, conn, p.policyFiles())
		if err != nil {
			return err
		}
		for _, finding := range findings {
			_, _ = fmt.Fprintln(p.out, "look at", finding)
		}
		if len(findings) > 0 {
			return fmt.Errorf("%d things look wrong", len(findings))
		}
		return nil
	}
}

// withDatabase runs fn on a prepared database and leaves nothing running. From
// here on JWTSecret is the installation's secret, configured or kept.
func (p *program) withDatabase(ctx context.Context, fn func(*database) error) (err error) {
	if err := openDataDir(p.Config); err != nil {
		return err
	}
	if p.JWTSecret, err = secret(p.Config); err != nil {
		return err
	}
	d, err := p.openDatabase(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.stop(context.WithoutCancel(ctx))) }()
	if p.AutoMigrate {
		if err := p.prepare(ctx, d); err != nil {
			return err
		}
	}
	return fn(d)
}
