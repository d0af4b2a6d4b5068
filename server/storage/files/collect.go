package files

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
)

// collected is the number of files that one transaction of Collect deletes.
const collected = 100

// Collect deletes the bytes of files that are dead for longer than the grace time, or
// pending after their lease, and then their rows. It returns how many files those were.
// Several nodes may collect at once; a crash in between is made up by the next run.
func (f *Files) Collect(ctx context.Context) (n int, err error) {
	for {
		some, err := f.collectSome(ctx)
		if n += some; err != nil || some < collected {
			return n, err
		}
	}
}

func (f *Files) collectSome(ctx context.Context) (n int, err error) {
	err = f.Pool.LoginTx(ctx, func(tx db.Tx) error {
		// An object of a dead file would be a fault of ours: its bytes are kept.
		rows, err := tx.Query(ctx, `select version from toubkal_storage.files f
			where (state = 'dead' and state_at < now() - make_interval(secs => $1) or state = 'pending' and lease_until < now())
				and not exists (select from storage.objects o where o.version = f.version)
			limit $2 for update skip locked`, f.Grace.Seconds(), collected)
		if err != nil {
			return err
		}
		versions, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil || len(versions) == 0 {
			return err
		}
		rows, err = tx.Query(ctx, `select key, md5 is null as unfinished from toubkal_storage.parts where version = any ($1)
			union all select version, state = 'pending' from toubkal_storage.files where version = any ($1)`, versions)
		if err != nil {
			return err
		}
		kept, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct {
			Name       string
			Unfinished bool // its write may have been interrupted
		}])
		if err != nil {
			return err
		}
		for _, one := range kept {
			err := f.Bytes.Delete(ctx, key(one.Name))
			if err == nil && one.Unfinished {
				err = f.Bytes.DeleteUnfinished(ctx, key(one.Name))
			}
			if err != nil {
				return fmt.Errorf("delete bytes: %w", err)
			}
		}
		if _, err = tx.Exec(ctx, `delete from toubkal_storage.parts where version = any ($1)`, versions); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `delete from toubkal_storage.files where version = any ($1)`, versions)
		n = len(versions)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("delete files without an object: %w", err)
	}
	return n, nil
}

// known are the elements of names that have a row of a file or a part.
func (f *Files) known(ctx context.Context, names []string) (map[string]bool, error) {
	known := map[string]bool{}
	err := f.Pool.Repeat(ctx, func(conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, `select version from toubkal_storage.files where version = any ($1)
			union all select key from toubkal_storage.parts where key = any ($1)`, names)
		if err != nil {
			return err
		}
		found, err := pgx.CollectRows(rows, pgx.RowTo[string])
		for _, name := range found {
			known[name] = true
		}
		return err
	})
	return known, err
}
