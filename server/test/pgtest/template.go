package pgtest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"sync"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/system"
)

// template is the database that tests clone, made once for each content of the
// engine's and the project's SQL on a cluster, by whichever test binary is first.
type template struct {
	sync.Mutex
	project Project
	name    string // empty until made
}

// make returns the template's name. A failure is tried again by the next test,
// which then reports it too.
func (t *template) make(ctx context.Context, c *cluster) (string, error) {
	t.Lock()
	defer t.Unlock()
	if t.name != "" {
		return t.name, nil
	}
	name, err := templateName(t.project)
	if err != nil {
		return "", err
	}
	err = c.exclusively(ctx, func(conn *pgx.Conn) error { return c.build(ctx, conn, name, t.project) })
	if err == nil {
		t.name = name
	}
	return t.name, err
}

// templateName tells contents apart: names and texts of all files.
func templateName(project Project) (string, error) {
	sum := sha256.New()
	for _, files := range []fs.FS{system.Files, project.Migrations, project.Policies} {
		if files == nil {
			continue
		}
		names, err := fs.Glob(files, "*.sql")
		if err != nil {
			return "", err
		}
		for _, name := range names {
			text, err := fs.ReadFile(files, name)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(sum, "%s\x00%d\x00%s", name, len(text), text)
		}
	}
	return "toubkal_template_" + hex.EncodeToString(sum.Sum(nil)[:8]), nil
}

// lockKey is the advisory lock, on database postgres, of whoever changes what
// belongs to the cluster: the template and the roles' passwords.
const lockKey = 0x70677465737400

// exclusively runs fn while no other test binary does.
func (c *cluster) exclusively(ctx context.Context, fn func(*pgx.Conn) error) error {
	conn, err := pgx.Connect(ctx, c.url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx)) // ends the lock too
	if _, err := conn.Exec(ctx, "select pg_advisory_lock($1)", lockKey); err != nil {
		return err
	}
	return fn(conn)
}

// build makes the template unless a whole one is there: it is marked as template
// when it is done, so what a killed run left is recognised and made again.
func (c *cluster) build(ctx context.Context, conn *pgx.Conn, name string, project Project) error {
	var whole bool
	err := conn.QueryRow(ctx, "select coalesce(bool_or(datistemplate), false) from pg_database where datname = $1", name).Scan(&whole)
	if err != nil || whole {
		return err
	}
	for _, sql := range []string{
		"drop database if exists " + quote(name) + " with (force)",
		"create database " + quote(name) + " template template1",
	} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return err
		}
	}
	if err := c.fill(ctx, name, project); err != nil {
		return err
	}
	// Without connections nobody can keep a clone from being made.
	_, err = conn.Exec(ctx, "alter database "+quote(name)+" with is_template true allow_connections false")
	return err
}

func (c *cluster) fill(ctx context.Context, name string, project Project) error {
	conn, err := pgx.Connect(ctx, c.address(name, nil))
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	schema := migrate.Folder{Name: "schema", Files: project.Migrations}
	if _, err := migrate.Up(ctx, conn, schema, migrate.Options{}); err != nil {
		return err
	}
	if _, err = migrate.Policies(ctx, conn, migrate.Folder{Name: "policies", Files: project.Policies}, migrate.Options{}); err != nil {
		return err
	}
	// Migrations leave dead rows in the catalog, which each clone would copy: 13 MB instead of 15.
	_, err = conn.Exec(ctx, "vacuum full")
	return err
}
