package catalog_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func pool(t testing.TB, url string) *db.Pool {
	t.Helper()
	p, err := db.Open(t.Context(), url, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// open loads the catalog once.
func open(t *testing.T, pool *db.Pool, schemas []string) (*catalog.Cache, error) {
	t.Helper()
	c := catalog.New(pool, schemas)
	return c, c.Reload(t.Context())
}

func TestWatchReloadsOnNotify(t *testing.T) {
	t.Parallel()
	database := pgtest.Empty(t)
	cache, err := open(t, pool(t, database.URL), []string{"public"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		cache.Watch(ctx, db.Link{URL: database.URL}, catalog.Callbacks{Failed: func(err error) { t.Errorf("Watch: %v", err) }})
	}()
	old := cache.Snapshot()
	for _, table := range []string{"first", "second"} {
		_, err := database.Admin.Exec(ctx, "create table public."+table+" (id int); notify pgrst, 'reload schema'")
		if err != nil {
			t.Fatal(err)
		}
		appears(t, cache, table)
	}
	if old.Table("public", "first") != nil {
		t.Error("a snapshot in use was changed")
	}
	stop()
	<-ended
}

func TestOutdated(t *testing.T) {
	t.Parallel()
	cache := catalog.New(pool(t, pgtest.Empty(t).URL), []string{"public"})
	for i := range 2 {
		if err := cache.Reload(t.Context()); err != nil || cache.Outdated() {
			t.Fatalf("load %d: %v, outdated %v", i, err, cache.Outdated())
		}
		if cache.RequestReload(); !cache.Outdated() {
			t.Errorf("load %d: a requested reload leaves it current", i)
		}
	}
}

// appears waits until the cache knows a table. It polls: the catalog gives no
// signal of its own, and requests need none.
func appears(t *testing.T, cache *catalog.Cache, table string) {
	t.Helper()
	deadline, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for cache.Snapshot().Table("public", table) == nil {
		select {
		case <-deadline.Done():
			t.Fatalf("table %q did not appear", table)
		case <-tick.C:
		}
	}
}

// A database that comes later than the program: failures are reported, and then the
// first load.
func TestWatchBeginsWithoutADatabase(t *testing.T) {
	t.Parallel()
	database := pgtest.Empty(t)
	late := database.Name + "_late"
	t.Cleanup(func() {
		_, _ = database.Admin.Exec(context.WithoutCancel(t.Context()), "drop database if exists "+late+" with (force)")
	})
	url := strings.Replace(database.URL, database.Name, late, 1)
	cache := catalog.New(pool(t, url), []string{"public"})
	if cache.Snapshot() != nil {
		t.Error("there is a snapshot before anything was loaded")
	}
	failed, loaded := make(chan error, 100), make(chan *catalog.Snapshot, 100)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		cache.Watch(ctx, db.Link{URL: url}, catalog.Callbacks{
			Loaded: func(_ time.Duration, fresh *catalog.Snapshot) {
				if held := cache.Snapshot(); fresh != held { // here, before the next load
					t.Errorf("got %v, holds %v; want one and the same", fresh, held)
				}
				loaded <- fresh
			},
			Failed: func(err error) { failed <- err },
		})
	}()
	<-failed
	if _, err := database.Admin.Exec(ctx, "create database "+late); err != nil {
		t.Fatal(err)
	}
	if fresh := <-loaded; fresh == nil {
		t.Error("the first load has no snapshot")
	}
	stop()
	<-ended
}

func TestReloadFailsWithoutDatabase(t *testing.T) {
	t.Parallel()
	closed := pool(t, "postgres://nobody:secret@127.0.0.1:1/none?connect_timeout=1")
	if _, err := open(t, closed, []string{"public"}); err == nil {
		t.Error("a load without a database succeeded")
	}
}

func TestRoleSettings(t *testing.T) {
	t.Parallel()
	database := pgtest.Empty(t)
	suffix := database.Name // roles belong to the cluster: other tests share it
	_, err := database.Admin.Exec(t.Context(), `
		create role login_`+suffix+` login noinherit password 'x';
		create role member_`+suffix+` nologin;
		create role stranger_`+suffix+` nologin;
		grant member_`+suffix+` to login_`+suffix+`;
		alter role member_`+suffix+` set statement_timeout = '3s';
		alter role member_`+suffix+` set search_path = '$user', 'Some Path';
		alter role member_`+suffix+` set default_transaction_isolation = 'SERIALIZABLE';
		alter role member_`+suffix+` set log_statement = 'all';
		alter role member_`+suffix+` in database `+suffix+` set statement_timeout = '4s';
		alter role stranger_`+suffix+` set statement_timeout = '5s'`)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _ = database.Admin.Exec(context.WithoutCancel(t.Context()),
			"drop role login_"+suffix+"; drop role member_"+suffix+"; drop role stranger_"+suffix)
	})
	login := database.LoginURL("login_" + suffix)
	cache, err := open(t, pool(t, login), []string{"public"})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]catalog.Setting{"member_" + suffix: {
		{Name: "search_path", Value: `"$user", "Some Path"`}, {Name: "statement_timeout", Value: "4s"},
	}}
	if diff := cmp.Diff(want, cache.Snapshot().RoleSettings); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
	if got := cache.Snapshot().RoleIsolation["member_"+suffix]; got != "serializable" {
		t.Errorf("isolation = %q, want serializable", got)
	}
}
