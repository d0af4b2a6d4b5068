package files

import (
	"context"
	"errors"
	"fmt"
	"path"
	"time"

	"github.com/jackc/pgx/v5"
)

// Finding is a defect that Check finds: bytes that no object has (Key), or an object whose bytes
// are not there (Bucket, Name, Version).
type Finding struct {
	Key, Bucket, Name, Version string
	Size                       int64 // bytes, of the object as its row says
	// orphaned says that a row calls the bytes an object's, and that none has them: its
	// row was removed without the triggers, as truncate does.
	orphaned bool
}

// needed is a key that a row names. Object is false where no object has it.
type needed struct {
	Key                   string
	Object, Live          bool
	Bucket, Name, Version string
	Size                  int64
}

// neededSQL is ordered as the keys of a store are. What is not named as our files are,
// which a dump may bring, has no bytes. $1 is the grace time.
const neededSQL = `
	select path, object, live, coalesce(bucket_id, ''), coalesce(name, ''), coalesce(version, ''), size
	from (
		select coalesce(p.key, o.version) as key, true as object, true as live, o.bucket_id, o.name, o.version, toubkal_storage.size_of(o.metadata) as size
		from storage.objects o left join toubkal_storage.parts p on p.version = o.version
		union all
		select coalesce(p.key, f.version), false, f.state = 'live' and f.state_at < now() - make_interval(secs => $1), null, null, f.version, 0
		from toubkal_storage.files f left join toubkal_storage.parts p on p.version = f.version
		where not exists (select from storage.objects o where o.version = f.version)
	) as every
	cross join lateral (select case when key ~ '^[0-9a-f-]{36}$' then 'v/' || left(key, 2) || '/' || key else '' end as path) as at
	order by path collate "C"`

// Check compares all bytes with all rows, and calls fn for each that has no counterpart:
// after a database was restored, or bytes or rows were removed by hand. Bytes younger than
// the grace time are left out, since a restored database may yet bring their rows; so is
// what an interrupted write has left (*.tmp) until then. It needs little memory, holds one
// connection while it reads the list of bytes, and may run beside uploads.
func (f *Files) Check(ctx context.Context, fn func(Finding) error) error {
	return f.Pool.Conn(ctx, func(conn *pgx.Conn) error {
		// One statement sees one moment: what is uploaded later has young bytes.
		rows, err := conn.Query(ctx, neededSQL, f.Grace.Seconds())
		if err != nil {
			return err
		}
		defer rows.Close()
		var row needed
		next := func() (ok bool, err error) {
			if !rows.Next() {
				return false, rows.Err()
			}
			return true, rows.Scan(&row.Key, &row.Object, &row.Live, &row.Bucket, &row.Name, &row.Version, &row.Size)
		}
		// missing reports an object whose key was not in the list: it may have been collected.
		missing := func() error {
			if !row.Object {
				return nil
			}
			there, err := row.Key != "", error(nil)
			if there {
				there, err = f.Bytes.Exists(ctx, row.Key)
			}
			if err != nil || there {
				return err
			}
			return fn(Finding{Bucket: row.Bucket, Name: row.Name, Version: row.Version, Size: row.Size})
		}
		left, err := next()
		if err != nil {
			return err
		}
		err = f.Bytes.Each(ctx, "v/", func(key string, written time.Time, size int64) error {
			for left && row.Key < key {
				if err := missing(); err != nil {
					return err
				}
				if left, err = next(); err != nil {
					return err
				}
			}
			named, object, live := false, false, false
			for left && row.Key == key { // copies share their bytes
				named, object, live = true, object || row.Object, live || row.Live
				if left, err = next(); err != nil {
					return err
				}
			}
			if object || named && !live || time.Since(written) < f.Grace {
				return nil
			}
			return fn(Finding{Key: key, Size: size, orphaned: named})
		})
		for err == nil && left {
			if err = missing(); err == nil {
				left, err = next()
			}
		}
		return err
	})
}

// Delete deletes bytes that Check has found. Those that a row calls an object's are
// deleted by Collect, after the grace time.
func (f *Files) Delete(ctx context.Context, found Finding) error {
	if found.Key == "" {
		return errors.New("an object without bytes is for the storage API to delete")
	}
	if !found.orphaned {
		if err := f.Bytes.Delete(ctx, found.Key); err != nil {
			return fmt.Errorf("delete %s: %w", found.Key, err)
		}
		return nil
	}
	name := path.Base(found.Key)
	return f.exec(ctx, `update toubkal_storage.files f set state = 'dead', state_at = now()
		where state = 'live' and not exists (select from storage.objects o where o.version = f.version)
			and version in ($1, (select p.version from toubkal_storage.parts p where p.key = $1))`, name)
}
