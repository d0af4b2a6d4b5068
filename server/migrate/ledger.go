package migrate

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// ledger is a table that lists the files of a folder that were applied.
type ledger struct{ table, folder string }

var systemLedger = ledger{"toubkal.system_migrations", engine.Name}

func projectLedger(project Folder) ledger { return ledger{"toubkal.migrations", project.Name} }

// appliedFile is a row of a ledger.
type appliedFile struct {
	Version    int64
	Name, Hash string
	At         time.Time
}

func (l ledger) read(ctx context.Context, conn *pgx.Conn) ([]appliedFile, error) {
	rows, err := conn.Query(ctx, "select version, name, hash, applied_at from "+l.table+" order by version")
	if err != nil {
		return nil, fmt.Errorf("read the applied migrations: %w", err)
	}
	past, err := pgx.CollectRows(rows, pgx.RowToStructByPos[appliedFile])
	if err != nil {
		return nil, fmt.Errorf("read the applied migrations: %w", err)
	}
	return past, nil
}

// apply applies the files that the ledger does not have, and returns their names. Each is
// one transaction, unless PostgreSQL refuses one of its statements for that.
func (l ledger) apply(ctx context.Context, conn *pgx.Conn, files []file, o Options) (applied []string, err error) {
	past, err := l.read(ctx, conn)
	if err != nil {
		return nil, err
	}
	pending, err := l.pending(files, past, o.IncludeAll)
	if err != nil {
		return nil, err
	}
	if l != systemLedger && len(pending) > 0 {
		offer, err := ReadOffer(ctx, conn)
		if err != nil {
			return nil, err
		}
		texts := make([]sqlFile, len(pending))
		for i, f := range pending {
			texts[i] = sqlFile{l.label(f.name), f.text}
		}
		if err := refuse(texts, offer); err != nil {
			return nil, err
		}
	}
	own := ownExtensions{conn: conn, note: o.note}
	for _, f := range pending {
		statements, err := own.rewrite(ctx, l.label(f.name), statementsOf(f.text))
		if err != nil {
			return applied, err
		}
		err = inTx(ctx, conn, func(tx pgx.Tx) error { return l.applyFile(ctx, tx, f, statements) })
		if needsCommits(err) {
			if err = runEach(ctx, conn, "", l.label(f.name), f.text, statements, func() (string, []any) { return l.recordSQL(f) }); err == nil {
				o.note("%s was run statement by statement: %s", l.label(f.name), refusedInTransaction)
			}
		}
		if err != nil {
			return applied, err
		}
		applied = append(applied, l.label(f.name))
	}
	return applied, nil
}

// pending compares the files with what was applied. It refuses a history that
// the files do not tell. A file without a statement is left for later.
func (l ledger) pending(files []file, past []appliedFile, includeAll bool) ([]file, error) {
	for _, p := range past {
		i := slices.IndexFunc(files, func(f file) bool { return f.version == p.Version })
		if i < 0 {
			return nil, fmt.Errorf("%s was applied to this database, but the file is missing: restore it, or run the newer program that has it", l.label(p.Name))
		}
		if f := files[i]; f.name != p.Name {
			return nil, fmt.Errorf("%s was applied to this database, but its number is now that of %s: restore the old name and give the new file a later number", l.label(p.Name), f.name)
		} else if !f.is(p.Hash) {
			return nil, fmt.Errorf("%s was applied on %s and was edited since. Changes belong in a new file: toubkal migration new NAME. To start over in development, drop the database: the embedded one is the folder postgres in TOUBKAL_DATA_DIR", l.label(p.Name), p.At.UTC().Format("2 Jan 2006"))
		}
	}
	var pending []file
	for _, f := range files {
		isApplied := slices.ContainsFunc(past, func(p appliedFile) bool { return p.Version == f.version })
		if isApplied || len(Split(f.text)) == 0 { // toubkal migration new creates an empty file
			continue
		}
		if last := len(past) - 1; last >= 0 && f.version < past[last].Version && !includeAll {
			return nil, fmt.Errorf("%s is older than the last applied migration (%s). Rename it with a later number, or apply it anyway: toubkal migrate --include-all", l.label(f.name), past[last].Name)
		}
		pending = append(pending, f)
	}
	return pending, nil
}

func (l ledger) applyFile(ctx context.Context, tx pgx.Tx, f file, statements []Statement) error {
	if err := setActor(ctx, tx); err != nil {
		return err
	}
	if l == systemLedger {
		if _, err := tx.Exec(ctx, "set local "+onCoordinator); err != nil {
			return err
		}
	}
	if err := runStatements(ctx, tx, l.label(f.name), f.text, statements); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "reset role"); err != nil { // the file may have left another one
		return err
	}
	return l.record(ctx, tx, f)
}

func (l ledger) record(ctx context.Context, tx pgx.Tx, f file) error {
	sql, args := l.recordSQL(f)
	_, err := tx.Exec(ctx, sql, args...)
	return err
}

func (l ledger) recordSQL(f file) (sql string, args []any) {
	return "insert into " + l.table + " (version, name, hash) values ($1, $2, $3)", []any{f.version, f.name, f.hash}
}

func (l ledger) label(name string) string { return l.folder + "/" + name }

// onCoordinator keeps the engine's own schema on the coordinator of Citus, where there is one. It
// would repeat each statement on its workers as the role that executes it, over a connection of each
// role, which do not see what the others have not committed. What a distributed table uses of the
// schema is sent along with the table.
const onCoordinator = "citus.enable_ddl_propagation = off"

// setActor tells triggers that a migration changes the rows: an audit log of the
// project reads the setting.
func setActor(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, "set local toubkal.actor = 'migration'")
	return err
}
