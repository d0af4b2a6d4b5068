package tests

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/toubkal/toubkal/server/test/apptest"
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

// TestTypesAreThoseOfNow: the request behind the commit of a change gets no answer of before,
// whatever was prepared, and whether the schema cache knows of the change or not.
func TestTypesAreThoseOfNow(t *testing.T) {
	t.Parallel()
	s := boot(t)
	change := func(sql string) {
		t.Helper()
		if _, err := s.DB.Admin.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	change(`create table public.flips (id uuid primary key, c text, at timestamp); grant all on public.flips to anon`)
	s.Until(t, "/rest/v1/flips?id=eq.6b1b36cb-8f1e-4d1c-9f0c-0a1f6f3c1d2e", func(r apptest.Reply) bool { return r.Status == http.StatusOK })
	for i, flip := range []struct{ id, kind, text, instant, value, differ, stored string }{
		{"bigint", "1", "character(8)", "timestamptz", "1", "[]", "2026-11-27 05:00:00"},
		{"uuid", "'6b1b36cb-8f1e-4d1c-9f0c-0a1f6f3c1d2e'", "text", "timestamp", "6b1b36cb-8f1e-4d1c-9f0c-0a1f6f3c1d2e", `[{"c":"abc"}]`, "2026-11-27 10:00:00"},
		{"bigint", "1", "character(8)", "timestamptz", "1", "[]", "2026-11-27 05:00:00"},
		{"text", "'x'", "text", "timestamp", "x", `[{"c":"abc"}]`, "2026-11-27 10:00:00"},
		{"uuid", "'6b1b36cb-8f1e-4d1c-9f0c-0a1f6f3c1d2e'", "character(8)", "timestamptz", "6b1b36cb-8f1e-4d1c-9f0c-0a1f6f3c1d2e", "[]", "2026-11-27 05:00:00"},
	} {
		change(fmt.Sprintf(`drop table public.flips; create table public.flips (id %s primary key, c %s, at %s); grant all on public.flips to anon;
			insert into public.flips values (%s, 'abc')`, flip.id, flip.text, flip.instant, flip.kind))
		for _, c := range []struct{ line, body, want string }{
			{"GET /rest/v1/flips?select=c&c=neq.abc%20", "", flip.differ},
			{"GET /rest/v1/flips?select=at&id=eq." + flip.value, "", `[{"at":null}]`},
			{"PATCH /rest/v1/flips?id=eq." + flip.value, `{"at":"2026-11-27T10:00:00+05:00"}`, ""},
		} {
			method, path, _ := strings.Cut(c.line, " ")
			r := s.Send(t, method, path, c.body, s.Headers("")...)
			if r.Status >= 500 || c.want != "" && strings.ReplaceAll(r.Body, " ", "") != strings.ReplaceAll(c.want, " ", "") || method == "PATCH" && r.Status != http.StatusNoContent {
				t.Errorf("flip %d: %s: %d %s, want %s", i, c.line, r.Status, r.Body, c.want)
			}
		}
		var stored string
		if err := s.DB.Admin.QueryRow(t.Context(), "select to_char(at::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') from public.flips").Scan(&stored); err != nil || stored != flip.stored {
			t.Errorf("flip %d: %s is stored, want %s, %v", i, stored, flip.stored, err)
		}
	}
}

// TestDefaultsAndKeysAreThoseOfNow: as above, of what the rows of a request do not name.
func TestDefaultsAndKeysAreThoseOfNow(t *testing.T) {
	t.Parallel()
	s := boot(t)
	change := func(sql string) {
		t.Helper()
		if _, err := s.DB.Admin.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	change(`create table public.flips (id int primary key, k int not null unique, c text default '0'); grant all on public.flips to anon;
		insert into public.flips values (1, 1)`)
	s.Until(t, "/rest/v1/flips", func(r apptest.Reply) bool { return r.Status == http.StatusOK })
	for i := range 5 {
		key, row := "k", fmt.Sprintf(`{"id":%d,"k":1,"c":"new"}`, i+2)
		if i%2 == 1 {
			key, row = "id", fmt.Sprintf(`{"id":%d,"k":1,"c":"new"}`, i+1)
		}
		change(fmt.Sprintf(`alter table public.flips drop constraint flips_pkey; alter table public.flips add primary key (%s); alter table public.flips alter c set default '%d'`, key, i+1))
		r := s.Send(t, "POST", "/rest/v1/flips", "["+row+"]", append(s.Headers(""), "Prefer: resolution=merge-duplicates,return=representation")...)
		if r.Status >= 300 || !strings.Contains(r.Body, `"c":"new"`) {
			t.Errorf("flip %d: an upsert by %s: %d %s", i, key, r.Status, r.Body)
		}
		change(fmt.Sprintf("alter table public.flips alter c set default '%d'", i+10))
		r = s.Send(t, "POST", "/rest/v1/flips?columns=id,k,c", fmt.Sprintf(`[{"id":%[1]d,"k":%[1]d},{"id":%[2]d,"k":%[2]d,"c":"x"}]`, 100+2*i, 101+2*i),
			append(s.Headers(""), "Prefer: missing=default,return=representation")...)
		if r.Status != http.StatusCreated || !strings.Contains(r.Body, fmt.Sprintf(`"c":"%d"`, i+10)) {
			t.Errorf("flip %d: the default: %d %s", i, r.Status, r.Body)
		}
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
