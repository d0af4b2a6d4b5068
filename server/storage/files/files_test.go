package files_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/storage/blob"
	"github.com/toubkal/toubkal/server/storage/blob/blobtest"
	"github.com/toubkal/toubkal/server/storage/files"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// bench is a database with a bucket, and files in a folder.
type bench struct {
	*files.Files
	admin interface {
		Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
		QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	}
	dir string // of the bytes, where they are in a folder
	t   *testing.T
}

// each runs fn on every kind of store, and a database of its own.
func each(t *testing.T, o files.Options, fn func(t *testing.T, b *bench)) {
	t.Helper()
	t.Parallel()
	blobtest.Each(t, func(t *testing.T, address string) { fn(t, on(t, address, o)) })
}

// setup is a bench on a folder.
func setup(t *testing.T, o files.Options) *bench {
	t.Helper()
	return on(t, "file://"+t.TempDir(), o)
}

func on(t *testing.T, address string, o files.Options) *bench {
	t.Helper()
	base := pgtest.New(t)
	pool, err := db.Open(t.Context(), base.LoginURL("supabase_storage_admin"), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	o.Pool, o.Bytes, o.Log = pool, blobtest.Open(t, address), slog.New(slog.DiscardHandler)
	b := &bench{files.New(o), base.Admin, strings.TrimPrefix(address, "file://"), t}
	b.exec(`insert into storage.buckets (id, name) values ('photos', 'photos')`)
	return b
}

func (b *bench) exec(sql string, args ...any) {
	b.t.Helper()
	if _, err := b.admin.Exec(b.t.Context(), sql, args...); err != nil {
		b.t.Fatalf("%s: %v", sql, err)
	}
}

func (b *bench) write(content string) files.Written {
	b.t.Helper()
	w, err := b.Write(b.t.Context(), "photos", strings.NewReader(content))
	if err != nil {
		b.t.Fatal(err)
	}
	return w
}

// publish inserts or overwrites the object name.
func (b *bench) publish(name, owner string, w files.Written, others ...files.Change) error {
	return b.Pool.LoginTx(b.t.Context(), func(tx db.Tx) error {
		for _, change := range append([]files.Change{files.Publish(w.Version, w.Size)}, others...) {
			tag, err := db.Exec(b.t.Context(), tx, change.Statement)
			if err != nil {
				return err
			}
			if change.Rows >= 0 && tag.RowsAffected() != change.Rows {
				return change.Otherwise
			}
		}
		_, err := tx.Exec(b.t.Context(), `insert into storage.objects (bucket_id, name, version, owner_id, metadata)
			values ('photos', $1, $2, nullif($3, ''), jsonb_build_object('size', $4::bigint))
			on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata`, name, w.Version, owner, w.Size)
		return err
	})
}

func (b *bench) delete(names ...string) {
	b.t.Helper()
	b.exec(`do $$ begin perform set_config('storage.allow_delete_query', 'true', true);
		delete from storage.objects where name in ('` + strings.Join(names, "','") + `'); end $$`)
}

func (b *bench) states() (states string) {
	b.t.Helper()
	err := b.admin.QueryRow(b.t.Context(), `select coalesce(string_agg(state, ' ' order by state), '') from toubkal_storage.files`).Scan(&states)
	if err != nil {
		b.t.Fatal(err)
	}
	return states
}

func (b *bench) keys() (n int) {
	b.t.Helper()
	err := b.Bytes.Each(b.t.Context(), "", func(string, time.Time, int64) error { n++; return nil })
	if err != nil {
		b.t.Fatal(err)
	}
	return n
}

func (b *bench) read(w files.Written) (string, error) {
	r, err := b.Open(b.t.Context(), w.Version, w.Size)
	if err != nil {
		return "", err
	}
	defer func() { _ = r.Close() }()
	text, err := io.ReadAll(r)
	return string(text), err
}

func TestAFileLivesAsLongAsAnObjectHasIt(t *testing.T) {
	each(t, files.Options{Grace: time.Nanosecond}, func(t *testing.T, b *bench) {
		first := b.write("one")
		if err := b.publish("a", "", first); err != nil {
			t.Fatal(err)
		}
		b.exec(`insert into storage.objects (bucket_id, name, version, metadata) select bucket_id, 'copy', version, metadata from storage.objects`)
		second := b.write("two, and longer")
		if err := b.publish("a", "", second); err != nil {
			t.Fatal(err)
		}
		if got := b.states(); got != "live live" {
			t.Errorf("after the original was overwritten: %s", got)
		}
		b.delete("copy")
		if got := b.states(); got != "dead live" {
			t.Errorf("after the copy was deleted: %s", got)
		}
		if text, err := b.read(first); text != "one" || err != nil {
			t.Errorf("a dead file is read until it is collected: %q, %v", text, err)
		}
		if n, err := b.Collect(t.Context()); n != 1 || err != nil {
			t.Errorf("collected %d, %v", n, err)
		}
		if _, err := b.read(first); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("after Collect: %v", err)
		}
		if text, err := b.read(second); text != "two, and longer" || err != nil || b.keys() != 1 {
			t.Errorf("the other file: %q, %v; %d keys", text, err, b.keys())
		}
	})
}

// Each transaction deletes one of two copies and cannot see what the other has done.
func TestTheLastOfTwoCopiesThatGoAtOnceTakesTheFile(t *testing.T) {
	each(t, files.Options{}, func(t *testing.T, b *bench) {
		if err := b.publish("a", "", b.write("x")); err != nil {
			t.Fatal(err)
		}
		b.exec(`insert into storage.objects (bucket_id, name, version) select bucket_id, 'b', version from storage.objects`)
		remove := func(tx db.Tx, name string) error {
			_, err := tx.Exec(t.Context(), `select set_config('storage.allow_delete_query', 'true', true)`)
			if err == nil {
				_, err = tx.Exec(t.Context(), `delete from storage.objects where name = $1`, name)
			}
			return err
		}
		done := make(chan error)
		err := b.Pool.Conn(t.Context(), func(conn *pgx.Conn) error {
			return pgx.BeginFunc(t.Context(), conn, func(tx pgx.Tx) error {
				if err := remove(tx, "a"); err != nil {
					return err
				}
				go func() {
					done <- b.Pool.Conn(t.Context(), func(conn *pgx.Conn) error {
						return pgx.BeginFunc(t.Context(), conn, func(tx pgx.Tx) error { return remove(tx, "b") })
					})
				}()
				for waiting := 0; waiting == 0; { // for the lock of the file
					err := b.admin.QueryRow(t.Context(), `select count(*) from pg_locks l join pg_stat_activity a using (pid)
						where not l.granted and a.datname = current_database()`).Scan(&waiting)
					if err != nil {
						return err
					}
				}
				return nil
			})
		})
		if err := errors.Join(err, <-done); err != nil {
			t.Fatal(err)
		}
		if got := b.states(); got != "dead" {
			t.Errorf("got %s", got)
		}
	})
}

func TestAnUploadThatFailsLeavesNothing(t *testing.T) {
	each(t, files.Options{}, func(t *testing.T, b *bench) {
		cut := errors.New("cut")
		if _, err := b.Write(t.Context(), "photos", io.MultiReader(strings.NewReader("half"), iotest.ErrReader(cut))); !errors.Is(err, cut) {
			t.Errorf("got %v", err)
		}
		if b.keys() != 0 {
			t.Errorf("%d keys are left", b.keys())
		}
		if n, err := b.Collect(t.Context()); n != 1 || err != nil || b.states() != "" {
			t.Errorf("collected %d, %v; left: %s", n, err, b.states())
		}
	})
}

func TestALeaseThatIsLostPublishesNothing(t *testing.T) {
	each(t, files.Options{}, func(t *testing.T, b *bench) {
		w := b.write("late")
		b.exec(`update toubkal_storage.files set lease_until = now() - interval '1 second'`)
		if err := b.publish("a", "", w); !errors.Is(err, files.ErrLeaseLost) {
			t.Errorf("got %v", err)
		}
		if n, err := b.Collect(t.Context()); n != 1 || err != nil || b.keys() != 0 {
			t.Errorf("collected %d, %v; %d keys", n, err, b.keys())
		}
	})
}

// A reader that takes longer than the lease: the writer renews it. Each lease is an hour longer than
// asked for, so that none ends while the machine is busy.
func TestASlowUploadKeepsItsLease(t *testing.T) {
	each(t, files.Options{Lease: 30 * time.Millisecond}, func(t *testing.T, b *bench) {
		b.exec(`create function public.longer() returns trigger language plpgsql as $$ begin new.lease_until = new.lease_until + interval '1 hour'; return new; end $$;
			create trigger longer before insert or update on toubkal_storage.files for each row execute function public.longer()`)
		r, w := io.Pipe()
		go func() {
			for renewed := false; !renewed; { // twice: with the first lease, three hours
				_ = b.admin.QueryRow(t.Context(), `select coalesce(max(lease_until), now()) > now() + interval '150 minutes' from toubkal_storage.files`).Scan(&renewed)
			}
			_, _ = io.WriteString(w, "slow")
			_ = w.Close()
		}()
		got, err := b.Write(t.Context(), "photos", r)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.publish("a", "", got); err != nil {
			t.Error(err)
		}
	})
}

func TestAFileOfParts(t *testing.T) {
	each(t, files.Options{Grace: time.Nanosecond}, func(t *testing.T, b *bench) {
		version, err := b.BeginFor(t.Context(), "photos", b.Lease)
		if err != nil {
			t.Fatal(err)
		}
		part := func(number int, content string) files.Part {
			p, err := b.WritePart(t.Context(), version, number, strings.NewReader(content), false)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		last, replaced, first := part(7, "world"), part(2, "gone"), part(2, "hello, ")
		_ = replaced
		w := files.Written{Version: version, Size: 12}
		if err := b.publish("a", "", w, files.KeepParts(version, []string{first.Key, last.Key})...); err != nil {
			t.Fatal(err)
		}
		if n, err := b.Collect(t.Context()); n != 1 || err != nil || b.keys() != 2 {
			t.Errorf("the replaced part: collected %d, %v; %d keys are left", n, err, b.keys())
		}
		r, err := b.Open(t.Context(), version, w.Size)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = r.Close() }()
		if err := iotest.TestReader(r, []byte("hello, world")); err != nil {
			t.Error(err)
		}
		b.delete("a")
		if n, err := b.Collect(t.Context()); n != 1 || err != nil || b.keys() != 0 {
			t.Errorf("after the object: collected %d, %v; %d keys are left", n, err, b.keys())
		}
	})
}

func TestAPartKeepsWhatCameBeforeTheClientLeft(t *testing.T) {
	each(t, files.Options{}, func(t *testing.T, b *bench) {
		version, err := b.BeginFor(t.Context(), "photos", b.Lease)
		if err != nil {
			t.Fatal(err)
		}
		cut := errors.New("cut")
		p, err := b.WritePart(t.Context(), version, 1, io.MultiReader(strings.NewReader("half"), iotest.ErrReader(cut)), true)
		if !errors.Is(err, cut) || p.Size != 4 {
			t.Errorf("got %+v, %v", p, err)
		}
		parts, err := b.Parts(t.Context(), version)
		if len(parts) == 1 {
			p.Created = parts[0].Created // by the database's clock
		}
		if err != nil || len(parts) != 1 || parts[0] != p {
			t.Errorf("got %+v, %v; want %+v", parts, err, p)
		}
	})
}

func TestQuotas(t *testing.T) {
	each(t, files.Options{}, func(t *testing.T, b *bench) {
		b.exec(`insert into toubkal_storage.quotas values ('photos', 10, 6)`)
		lina, omar := uuid.NewString(), uuid.NewString()
		for _, c := range []struct{ name, owner, content, message string }{
			{"a", lina, "1234", ""},
			{"b", lina, "123", `The bucket "photos" holds at most 6 bytes of one owner`},
			{"a", lina, "123456", ""}, // overwrites
			{"c", omar, "12345", `The bucket "photos" holds at most 10 bytes`},
			{"c", omar, "1234", ""},
			{"d", "", "1", `The bucket "photos" holds at most 10 bytes`},
			{"a", lina, "1", ""}, // less is always allowed
			{"d", "", "1", ""},
		} {
			err := b.publish(c.name, c.owner, b.write(c.content))
			pg, refused := errors.AsType[*pgconn.PgError](err)
			if refused != (c.message != "") || refused && (pg.Message != c.message || pg.ConstraintName != "storage_quota") {
				t.Errorf("%s of %q: got %v, want %q", c.content, c.name, err, c.message)
			}
		}
		var objects, size int64
		err := b.admin.QueryRow(t.Context(), `select objects, bytes from toubkal_storage.usage where bucket_id = 'photos' and owner_id = ''`).Scan(&objects, &size)
		if err != nil || objects != 3 || size != 6 {
			t.Errorf("the bucket has %d objects, %d bytes, %v", objects, size, err)
		}
	})
}
