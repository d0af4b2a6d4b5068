package migrate

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
)

// Seeds applies the seed files (NNNN_name.sql) that this database has not had
// yet, in order, a transaction each, and returns them, as
// "schema/seeds/0001_demo.sql". A seed that was edited since is not applied
// again: its rows belong to the users.
func Seeds(ctx context.Context, conn *pgx.Conn, seeds Folder) (applied []string, err error) {
	files, err := readNumbered(seeds)
	if err != nil {
		return nil, err
	}
	err = withLock(ctx, conn, func() error {
		applied, err = applySeeds(ctx, conn, seeds.Name, files)
		return err
	})
	return applied, err
}

func applySeeds(ctx context.Context, conn *pgx.Conn, folder string, files []file) (applied []string, err error) {
	for _, f := range files {
		err := inTx(ctx, conn, func(tx pgx.Tx) error {
			tag, err := tx.Exec(ctx, "insert into toubkal.seeds (name, hash) values ($1, $2) on conflict do nothing", f.name, f.hash)
			if err != nil {
				return err
			}
			if tag.RowsAffected() == 0 {
				return errSeeded
			}
			if err := setActor(ctx, tx); err != nil {
				return err
			}
			return runFile(ctx, tx, folder+"/"+f.name, f.text)
		})
		if errors.Is(err, errSeeded) {
			continue
		}
		if err != nil {
			return applied, err
		}
		applied = append(applied, folder+"/"+f.name)
	}
	return applied, nil
}

var errSeeded = errors.New("applied before")
