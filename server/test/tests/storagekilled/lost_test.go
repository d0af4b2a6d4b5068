//go:build endurance && (linux || darwin || freebsd)

package storagekilled

import (
	"bytes"
	"context"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/storage/object"
)

// cutter closes connections at a commit.
type cutter struct {
	// cuts is the number of commits that are still cut.
	cuts atomic.Int32
	// sends says that PostgreSQL gets the commit, and only its answer is lost.
	sends bool
}

func (c *cutter) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	return cut{conn, c}, err
}

type cut struct {
	net.Conn
	*cutter
}

func (c cut) Write(p []byte) (int, error) {
	if !bytes.Contains(p, []byte("commit\x00")) || c.cuts.Add(-1) < 0 {
		return c.Conn.Write(p)
	}
	if c.sends {
		_, _ = c.Conn.Write(p)
		_, _ = c.Conn.Read(make([]byte, 1)) // it has committed
	}
	_ = c.Conn.Close()
	return 0, io.ErrUnexpectedEOF
}

// The answer to a commit is lost, or the commit: the upload is told apart, and what cannot
// be published is not left behind.
func TestTheOutcomeOfACommitIsUnknown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		cuts   int32
		sends  bool
		stored bool
	}{
		{"the answer is lost", 1, true, true},
		{"the commit is lost", 1, false, true}, // the next attempt is not
		{"every commit is lost", 100, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			cutter := &cutter{sends: c.sends}
			s, end, err := openStore(t.Context(), w.database, w.address, db.Options{Dial: cutter.dial})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(end)
			// Only the publication commits explicitly; the trial rolls back.
			body := &piece{&fault{}, strings.NewReader("content")}
			o := object.Object{Bucket: bucket, Name: "a", ContentType: "text/plain", Upsert: true}
			cutter.cuts.Store(c.cuts)
			_, err = s.Put(t.Context(), caller(), o, body, 7)
			if (err == nil) != c.stored {
				t.Errorf("got %v, want stored %v", err, c.stored)
			}
			if err != nil && object.Translate(err).Status != 503 {
				t.Errorf("got %d %v, want 503, which clients retry", object.Translate(err).Status, err)
			}
			if w.may["a"] = []string{""}; c.stored {
				w.may["a"] = []string{"content"}
			}
			end() // the world's repair waits for other sessions
			w.repair()
			w.check(c.name)
		})
	}
}

// restarting ends every session of the storage API at one read of an upload, as a restart
// of PostgreSQL does.
type restarting struct {
	w    *world
	left int // reads before it
	io.Reader
}

func (r *restarting) Read(p []byte) (int, error) {
	if r.left--; r.left == -1 {
		r.w.exec(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
			where datname = current_database() and usename = 'supabase_storage_admin'`)
	}
	return r.Reader.Read(p)
}

// The pool holds several connections that are all dead, of which only the first is found
// out by a statement that fails.
func TestUploadOutlivesARestartOfTheDatabase(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		left int
	}{
		{"before its file is registered", 0},
		{"before its last bytes", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			const connections = 4
			s, end, err := openStore(t.Context(), w.database, w.address, db.Options{MaxConns: connections})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(end)
			var connect func(n int) error
			connect = func(n int) error {
				return s.Pool.Conn(t.Context(), func(*db.Conn) error {
					if n == 1 {
						return nil
					}
					return connect(n - 1)
				})
			}
			if err := connect(connections); err != nil {
				t.Fatal(err)
			}
			o := object.Object{Bucket: bucket, Name: "a", ContentType: "text/plain"}
			body := &restarting{w: w, left: c.left, Reader: iotest.HalfReader(strings.NewReader("content"))}
			if _, err := s.Put(t.Context(), caller(), o, body, 7); err != nil {
				t.Errorf("got %v", err)
			}
			w.may["a"] = []string{"content"}
			end() // the world's repair waits for other sessions
			w.repair()
			w.check("after the restart")
		})
	}
}
