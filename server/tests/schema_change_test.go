package tests

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/toubkal/toubkal/server/apptest"
)

// TestSchemaChangesAreSeen: without a notification by hand.
func TestSchemaChangesAreSeen(t *testing.T) {
	t.Parallel()
	s := boot(t)
	for _, change := range []struct {
		name, sql, path string
		good            func(apptest.Reply) bool
	}{
		{
			"a table", "create table public.huts (id int primary key); grant select on public.huts to anon", "/rest/v1/huts?select=id",
			func(r apptest.Reply) bool { return r.Status == http.StatusOK },
		},
		{
			"a relationship", `create table public.beds (id int primary key, hut_id int references public.huts); grant select on public.beds to anon`,
			"/rest/v1/huts?select=id,beds(id)",
			func(r apptest.Reply) bool { return r.Status == http.StatusOK },
		},
		{
			"a function", `create function public.height() returns int language sql return 4167; grant execute on function public.height() to anon`,
			"/rest/v1/rpc/height",
			func(r apptest.Reply) bool { return r.Body == "4167" },
		},
		{
			"the end of a table", "drop table public.huts cascade", "/rest/v1/huts",
			func(r apptest.Reply) bool {
				return r.Status == http.StatusNotFound && strings.Contains(r.Body, "PGRST205")
			},
		},
	} {
		if _, err := s.DB.Admin.Exec(t.Context(), change.sql); err != nil {
			t.Fatalf("%s: %v", change.name, err)
		}
		s.Until(t, change.path, change.good)
	}
}

// TestRequestsGoOnWhileTheSchemaChanges: a table that is read all the time gains
// and loses columns, and the catalog is reloaded all the time.
func TestRequestsDuringSchemaChanges(t *testing.T) {
	t.Parallel()
	s := boot(t)
	if _, err := s.DB.Admin.Exec(t.Context(), `create table public.huts (id int primary key); grant select on public.huts to anon;
		insert into public.huts values (1)`); err != nil {
		t.Fatal(err)
	}
	s.Until(t, "/rest/v1/huts", func(r apptest.Reply) bool { return r.Status == http.StatusOK })
	const enough = 30 // of each: changes and requests
	var changes atomic.Int32
	changed, answered := make(chan error, 1), make(chan struct{})
	go func() { changed <- changing(s, t.Context(), &changes, answered) }()
	for asked := 0; asked < enough || changes.Load() < enough; asked++ {
		if r := s.Send(t, "GET", "/rest/v1/huts?id=eq.1", "", s.Headers("")...); r.Status != http.StatusOK {
			t.Fatalf("request %d: %d %s, want 200", asked, r.Status, r.Body)
		}
	}
	close(answered)
	if err := <-changed; err != nil {
		t.Errorf("after %d changes: %v", changes.Load(), err)
	}
}

// changing gives the table columns and takes them away until enough is
// answered.
func changing(s *apptest.Instance, ctx context.Context, changes *atomic.Int32, answered <-chan struct{}) error {
	const most = 700 // PostgreSQL counts dropped columns too: 1600 at most
	for i := range most {
		_, err := s.DB.Admin.Exec(ctx, fmt.Sprintf(`alter table public.huts add column c%[1]d int;
			alter table public.huts drop column if exists c%[2]d`, i+3, i))
		if err != nil {
			return err
		}
		changes.Add(1)
		select {
		case <-answered:
			return nil
		default:
		}
	}
	<-answered
	return nil
}
