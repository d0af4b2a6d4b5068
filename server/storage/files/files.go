// Package files keeps the bytes of objects and their rows together. A file is written
// once, under a version of its own, and never changed; an object's row names the version.
// Whatever is killed at whatever point, a row that can be read has its bytes, and bytes
// without a row are deleted by Collect. It refuses what has lost its lease.
//
// The order of an upload: Begin commits a pending file, Fill keeps the bytes, and in one
// transaction Publish makes the file live and the caller inserts the object's row. A
// trigger on storage.objects marks a file dead once no object has it
// (server/system/0010_storage_files.sql).
package files

import (
	"context"
	"crypto/md5" // #nosec G501 -- S3's ETag, no protection
	"errors"
	"fmt"
	"hash"
	"io"
	"log/slog"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/storage/blob"
)

// ErrLeaseLost means that a file took too long: its bytes may be deleted already. The
// client should send it again.
var ErrLeaseLost = errors.New("the upload has lost its lease")

// Options configure Files.
type Options struct {
	// Pool signs in as supabase_storage_admin.
	Pool  *db.Pool
	Bytes *blob.Store
	// Lease is the time that a pending file is kept after its writer has stopped: while it
	// writes, it renews the lease each third of that. Defaults to 5 minutes.
	Lease time.Duration
	// Grace is the time that bytes are kept after the last object that had them is gone:
	// downloads go on, and a database restored to that time has its files. Defaults to 24 h.
	Grace time.Duration
	Log   *slog.Logger
}

// Files is safe for concurrent use.
type Files struct {
	Options
	parts partCache
}

// New needs Pool, Bytes and Log.
func New(o Options) *Files {
	if o.Lease == 0 {
		o.Lease = 5 * time.Minute
	}
	if o.Grace == 0 {
		o.Grace = 24 * time.Hour
	}
	return &Files{Options: o}
}

// Written is a file whose bytes are kept, and which no object has yet.
type Written struct {
	Version string
	Size    int64 // bytes
	MD5     [md5.Size]byte
}

// key is the blob key of a file or a part: 256 folders keep each small. name is a
// UUID.
func key(name string) string { return "v/" + name[:2] + "/" + name }

// isName reports whether name is as ours are. The version of an object's row is what
// anybody wrote who may change the table: it must not lead to another folder.
func isName(name string) bool { return len(name) == 36 && uuid.Validate(name) == nil }

// beginSQL commits a pending file. Executed twice it is the same.
const beginSQL = `insert into toubkal_storage.files (version, bucket_id, lease_until)
	values ($1, $2, now() + make_interval(secs => $3)) on conflict do nothing`

// Begin is a statement that commits a pending file of bucket, for Fill, and the file's
// version. The lease runs from its execution.
func (f *Files) Begin(bucket string) (version string, begin db.Statement) {
	version = uuid.NewString()
	return version, db.Statement{SQL: beginSQL, Args: [][]byte{
		[]byte(version), []byte(bucket), strconv.AppendFloat(nil, f.Lease.Seconds(), 'f', -1, 64),
	}}
}

// BeginFor commits a pending file of bucket that arrives in several requests, and returns
// its version. Its first lease is lease, and Extend gives it another.
func (f *Files) BeginFor(ctx context.Context, bucket string, lease time.Duration) (version string, err error) {
	version = uuid.NewString()
	return version, f.exec(ctx, beginSQL, version, bucket, lease.Seconds())
}

// Write keeps what r gives as a new file of bucket, as Fill does.
func (f *Files) Write(ctx context.Context, bucket string, r io.Reader) (Written, error) {
	version, err := f.BeginFor(ctx, bucket, f.Lease)
	if err != nil {
		return Written{}, err
	}
	return f.Fill(ctx, version, r)
}

// Fill keeps what r gives as the bytes of a pending file, and renews its lease meanwhile.
// After an error, of r too, nothing is left but what Collect deletes.
func (f *Files) Fill(ctx context.Context, version string, r io.Reader) (w Written, err error) {
	w.Version = version
	if w.Size, w.MD5, err = f.keep(ctx, version, version, r); err != nil {
		f.Discard(context.WithoutCancel(ctx), version)
		return Written{}, err
	}
	return w, nil
}

// keep writes bytes under name and renews the lease of version until they are written.
func (f *Files) keep(ctx context.Context, version, name string, r io.Reader) (size int64, sum [md5.Size]byte, err error) {
	ctx, lost := context.WithCancelCause(ctx)
	defer lost(nil)
	done := make(chan struct{})
	renewing := make(chan struct{})
	go func() {
		defer close(renewing)
		tick := time.NewTicker(f.Lease / 3)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				if err := f.Renew(ctx, version); errors.Is(err, ErrLeaseLost) {
					lost(err)
					return
				} // another error may pass before the lease ends
			}
		}
	}()
	h := md5.New() // #nosec G401
	size, err = f.Bytes.Write(ctx, key(name), io.TeeReader(r, h))
	close(done)
	<-renewing
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	return size, sumOf(h), err
}

func sumOf(h hash.Hash) (sum [md5.Size]byte) {
	h.Sum(sum[:0])
	return sum
}

// Renew begins the lease of a pending file again. A longer one stays.
func (f *Files) Renew(ctx context.Context, version string) error {
	return f.Extend(ctx, version, f.Lease)
}

// Extend keeps a pending file for lease from now, or for as long as it is kept anyway.
func (f *Files) Extend(ctx context.Context, version string, lease time.Duration) error {
	return f.one(ctx, `update toubkal_storage.files set lease_until = greatest(lease_until, now() + make_interval(secs => $2))
		where version = $1 and state = 'pending' and lease_until > now()`, version, lease.Seconds())
}

// Discard gives up a pending file: the next Collect deletes it. It logs what fails, since
// the lease ends anyway.
func (f *Files) Discard(ctx context.Context, version string) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	err := f.exec(ctx, `update toubkal_storage.files set lease_until = now() where version = $1 and state = 'pending'`, version)
	if err != nil {
		f.Log.WarnContext(ctx, "an upload that has ended is kept until its lease ends", "version", version, "error", err)
	}
}

// Change is a statement of the login in the transaction that publishes a file.
type Change struct {
	db.Statement
	// Rows is the number of rows that it must change; -1 for any number. Else the transaction fails
	// with Otherwise.
	Rows      int64
	Otherwise error
}

// Publish makes a pending file live: the transaction then inserts or updates an object
// with this version.
func Publish(version string, size int64) Change {
	return Change{Rows: 1, Otherwise: ErrLeaseLost, Statement: db.Statement{
		SQL: `update toubkal_storage.files set state = 'live', state_at = now(), lease_until = null, size = $2
			where version = $1 and state = 'pending' and lease_until > now()`,
		Args: [][]byte{[]byte(version), strconv.AppendInt(nil, size, 10)},
	}}
}

// IsLive reports whether a file is published: the answer of a commit may have been lost.
func (f *Files) IsLive(ctx context.Context, version string) (live bool, err error) {
	err = f.Pool.Repeat(ctx, func(conn *pgx.Conn) error {
		return conn.QueryRow(ctx, `select exists (select from toubkal_storage.files where version = $1 and state = 'live')`, version).Scan(&live)
	})
	return live, err
}

// HoldLive keeps a file from being marked dead until tx ends, whose role is still the
// login's: the transaction copies an object. fs.ErrNotExist where there are no bytes.
func HoldLive(ctx context.Context, tx db.Tx, version string) error {
	var one int
	err := tx.QueryRow(ctx, `select 1 from toubkal_storage.files where version = $1 and state = 'live' for key share`, version).Scan(&one)
	if errors.Is(err, pgx.ErrNoRows) {
		return blob.ErrNotFound
	}
	return err
}

// exec executes what may be executed twice.
func (f *Files) exec(ctx context.Context, sql string, args ...any) error {
	return f.Pool.Repeat(ctx, func(conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, sql, args...)
		return err
	})
}

// one executes what must change one row, and fails with ErrLeaseLost where it changes none.
// It may be executed twice.
func (f *Files) one(ctx context.Context, sql string, args ...any) error {
	return f.Pool.Repeat(ctx, func(conn *pgx.Conn) error {
		tag, err := conn.Exec(ctx, sql, args...)
		if err != nil {
			return err
		}
		if tag.RowsAffected() != 1 {
			return fmt.Errorf("%w", ErrLeaseLost)
		}
		return nil
	})
}
