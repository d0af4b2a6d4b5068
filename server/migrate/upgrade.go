package migrate

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// baseline is what a project keeps of a history that it has squashed, in the
// folder upgrade of its migrations. upgrade/0012.zip holds the old files (and in
// seeds/ the old seeds that the present ones contain): a database that has had
// all of them is as if the present files up to 0012 had been applied, once
// upgrade/0012.sql has run, if there is one.
type baseline struct {
	version int64 // the last present file that counts as applied
	old     []file
	seeds   []file
	script  file // its text is empty where there is none
}

// upgrade brings a database with a squashed history to the present ledgers. It
// returns what it applied.
//
// Old files that the database has not had are applied first, each in its
// transaction. All else is one transaction: objects get their present names, and
// the rows of the ledgers are replaced. No row of another table is touched.
func upgrade(ctx context.Context, conn *pgx.Conn, project Folder, files []file) (applied []string, err error) {
	past, err := projectLedger(project).read(ctx, conn)
	if err != nil || len(past) == 0 {
		return nil, err
	}
	all, err := readBaselines(project)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(all, func(b baseline) bool { return b.begins(past) })
	if i < 0 {
		return nil, refuseEarlierRelease(ctx, conn)
	}
	b := all[i]
	folder := fmt.Sprintf("%s/upgrade/%04d.zip", project.Name, b.version)
	old := ledger{projectLedger(project).table, folder}
	if applied, err = old.apply(ctx, conn, b.old, Options{}); err != nil {
		return applied, err
	}
	var seeded bool
	if err := conn.QueryRow(ctx, "select exists (select from toubkal.seeds)").Scan(&seeded); err != nil {
		return applied, err
	}
	if seeded {
		more, err := applySeeds(ctx, conn, folder+"/seeds", b.seeds)
		applied = append(applied, more...)
		if err != nil {
			return applied, err
		}
	}
	err = inTx(ctx, conn, func(tx pgx.Tx) error {
		if err := moveSystem(ctx, tx); err != nil {
			return err
		}
		if err := runFile(ctx, tx, project.Name+"/"+b.script.name, b.script.text); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "delete from toubkal.migrations"); err != nil {
			return err
		}
		for _, f := range files {
			if f.version > b.version {
				break
			}
			if err := projectLedger(project).record(ctx, tx, f); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return applied, fmt.Errorf("upgrade the database: %w", err)
	}
	return append(applied, fmt.Sprintf("%s: its %d migrations are now the files of %s/ up to %04d", folder, len(b.old), project.Name, b.version)), nil
}

// begins reports whether past is the beginning of the old history, or all of it.
func (b baseline) begins(past []appliedFile) bool {
	if len(past) > len(b.old) {
		return false
	}
	for i, p := range past {
		if f := b.old[i]; f.name != p.Name || f.hash != p.Hash {
			return false
		}
	}
	return true
}

func readBaselines(project Folder) (all []baseline, err error) {
	if project.Files == nil {
		return nil, nil
	}
	names, err := fs.Glob(project.Files, "upgrade/*.zip")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		b, err := readBaseline(project, name)
		if err != nil {
			return nil, fmt.Errorf("read %s/%s: %w", project.Name, name, err)
		}
		all = append(all, b)
	}
	return all, nil
}

func readBaseline(project Folder, name string) (b baseline, err error) {
	base := strings.TrimSuffix(name, ".zip")
	if b.version, err = strconv.ParseInt(path.Base(base), 10, 64); err != nil {
		return b, fmt.Errorf("its name is not the number of a migration: %w", err)
	}
	content, err := fs.ReadFile(project.Files, name)
	if err != nil {
		return b, err
	}
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return b, err
	}
	if b.old, err = readNumbered(Folder{name, archive}); err != nil {
		return b, err
	}
	seeds, err := fs.Sub(archive, "seeds")
	if err != nil {
		return b, err
	}
	if b.seeds, err = readNumbered(Folder{name + "/seeds", seeds}); err != nil {
		return b, err
	}
	b.script.name = base + ".sql"
	if text, err := fs.ReadFile(project.Files, b.script.name); err == nil {
		b.script.text = string(text)
	}
	return b, nil
}

// systemKept are the files of the engine whose objects a database of an earlier
// release has already, made by the migrations of its project. The others are
// applied, after upgrade/before.sql has dropped what they create.
var systemKept = []string{"0001_roles.sql", "0002_auth.sql", "0004_realtime_messages.sql"}

// systemSquashed is the last engine file that the old migrations correspond to.
const systemSquashed = 5

// moveSystem gives the engine a ledger of its own, where its objects were made
// by the migrations of the project. It does nothing where the engine has one.
func moveSystem(ctx context.Context, tx pgx.Tx) error {
	if early, err := isEarlierRelease(ctx, tx.Conn()); err != nil || !early {
		return err
	}
	files, err := readNumbered(engine)
	if err != nil {
		return err
	}
	if err := runSystemScript(ctx, tx, "before.sql"); err != nil {
		return err
	}
	for _, f := range files {
		if f.version > systemSquashed {
			break
		}
		step := systemLedger.applyFile
		if slices.Contains(systemKept, f.name) {
			step = systemLedger.record
		}
		if err := step(ctx, tx, f); err != nil {
			return err
		}
	}
	return runSystemScript(ctx, tx, "after.sql")
}

func runSystemScript(ctx context.Context, tx pgx.Tx, name string) error {
	text, err := fs.ReadFile(engine.Files, "upgrade/"+name)
	if err != nil {
		return err
	}
	return runFile(ctx, tx, engine.Name+"/upgrade/"+name, string(text))
}

// isEarlierRelease reports whether migrations were applied before the engine
// had a ledger of its own.
func isEarlierRelease(ctx context.Context, conn *pgx.Conn) (early bool, err error) {
	err = conn.QueryRow(ctx, "select exists (select from toubkal.migrations) and not exists (select from toubkal.system_migrations)").Scan(&early)
	return early, err
}

func refuseEarlierRelease(ctx context.Context, conn *pgx.Conn) error {
	early, err := isEarlierRelease(ctx, conn)
	if err == nil && early {
		err = fmt.Errorf("this database was made by an earlier release of Toubkal, for another project or with other migrations than this one has in its folder upgrade: start the program that made it, in its present release")
	}
	return err
}
