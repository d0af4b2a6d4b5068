package storage_test

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/storage"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// counted is a connection that counts round trips: a write after a read begins another.
type counted struct {
	net.Conn
	read  atomic.Bool
	trips *atomic.Int64
}

func (c *counted) Write(b []byte) (int, error) {
	if !bytes.Contains(b, []byte("-- ping")) && c.read.CompareAndSwap(true, false) {
		c.trips.Add(1)
	}
	return c.Conn.Write(b)
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.read.Store(true)
	return n, err
}

func TestRoundTripsToTheDatabase(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{}, everything)
	var trips atomic.Int64
	pool, err := db.Open(t.Context(), w.db.LoginURL("supabase_storage_admin"), db.Options{
		MaxConns: 2,           // one of them for reads that share it
		Slow:     time.Minute, // and are executed once, however busy the machine is
		Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
			return &counted{Conn: conn, trips: &trips}, err
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	pgtest.ConnectBoth(t, pool)
	w.Store.Pool, w.Store.Files.Pool = pool, pool
	for _, c := range []struct {
		name, caller, method, path string
		want                       int64
	}{
		{"an upload", lina, http.MethodPost, "/object/photos/a", 3},
		{"an upload that overwrites", lina, http.MethodPut, "/object/photos/a", 3},
		{"a public download", "", http.MethodGet, "/object/public/photos/a", 1},
		{"a download of a user", lina, http.MethodGet, "/object/authenticated/photos/a", 1},
	} {
		for try := range 2 { // the first one reads the parts of a new file
			if c.method == http.MethodPost {
				w.exec(`do $$ begin perform set_config('storage.allow_delete_query', 'true', true); delete from storage.objects; end $$`)
			}
			before := trips.Load()
			if got := w.do(c.caller, c.method, c.path, "content", "Content-Type: text/plain"); got.status != http.StatusOK {
				t.Fatalf("%s: %d %s", c.name, got.status, got.body)
			}
			if got := trips.Load() - before; try == 1 && got != c.want {
				t.Errorf("%s: %d round trips, want %d", c.name, got, c.want)
			}
		}
	}
}
