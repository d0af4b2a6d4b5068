package migrate

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

// applyRiver brings River's tables in schema toubkal_jobs to the version of the
// library. River runs each of its migrations in a transaction of its own, since one of
// them adds a value to an enum that a later one uses; so they cannot be files of the
// engine's SQL. A connection is opened only where something is missing.
func applyRiver(ctx context.Context, conn *pgx.Conn) error {
	config, err := pgxpool.ParseConfig("")
	if err != nil {
		return err
	}
	config.ConnConfig, config.MaxConns = conn.Config().Copy(), 1
	config.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, "set role toubkal_worker; set "+onCoordinator) // the owner of the tables
		return err
	}
	pool, err := pgxpool.NewWithConfig(ctx, config) // which does not connect yet
	if err != nil {
		return err
	}
	defer pool.Close()
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Schema: "toubkal_jobs", Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	var installed []rivermigrate.Migration
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) (err error) {
		installed, err = migrator.ExistingVersionsTx(ctx, tx)
		return err
	})
	if err != nil {
		return fmt.Errorf("read the version of River's tables: %w", err)
	}
	if len(installed) >= len(migrator.AllVersions()) { // more: a newer program's
		return nil
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("install River's tables: %w", err)
	}
	return nil
}
