package replication_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// A type's own cast to json may refuse a value, or be anybody's: the row comes all
// the same, and its neighbours with their casts.
func TestCasts(t *testing.T) {
	t.Parallel()
	database := fresh(t, `
		create type public.level as enum ('low', 'high', 'broken');
		create function public.level_json(public.level) returns json language sql as $$ select to_json(1 / case $1 when 'broken' then 0 else 1 end) $$;
		create cast (public.level as json) with function public.level_json(public.level);
		create table public.levels (id int primary key, level public.level, levels public.level[]);
		alter table public.levels replica identity full;
		create type public.theirs as enum ('a');
		create function public.theirs_json(public.theirs) returns json language sql as $$ select to_json(current_user) $$;
		create cast (public.theirs as json) with function public.theirs_json(public.theirs);
		create table public.stranger (id int primary key, v public.theirs);
		alter publication supabase_realtime add table public.levels, public.stranger`)
	stranger := "stranger_" + strings.ToLower(database.Name)
	s := listen(t, database)
	s.exec("create role " + stranger + "; grant create on schema public to " + stranger + "; alter function public.theirs_json(public.theirs) owner to " + stranger)
	t.Cleanup(func() {
		_, _ = database.Admin.Exec(context.WithoutCancel(t.Context()), "drop owned by "+stranger+"; drop role "+stranger)
	})
	s.stream.Invalidate()
	s.untilIt(t, "schema")

	heard := changes(s.hear("insert into public.levels values (1, 'low', '{low,null}'), (2, 'broken', '{broken}'), (3, 'high', null); update public.levels set level = 'low' where id = 3; insert into public.stranger values (1, 'a')"))
	if len(heard) != 5 {
		t.Fatalf("%d changes, want 5", len(heard))
	}
	for i, want := range []string{"1 [1, null]", "- -", "1 ", "1 "} {
		if got := cast(heard[i].New[1]) + " " + cast(heard[i].New[2]); got != want {
			t.Errorf("change %d has the casts %q, want %q", i, got, want)
		}
	}
	if got := cast(heard[3].Old[1]); got != "1" {
		t.Errorf("the old value's cast is %q", got)
	}
	if got := heard[4]; got.Table.Columns[1].Type.JSONCast || got.New[1].JSON != nil {
		t.Errorf("a function of %s ran under our login: %s", stranger, cast(got.New[1]))
	}
}

// cast shows what a value was cast to: - for nothing, "" for no value.
func cast(v row.Value) string {
	switch {
	case v.State != row.Known:
		return ""
	case v.JSON == nil:
		return "-"
	}
	return *v.JSON
}

// The login that realtime has may read no table, and no schema of an extension.
func TestWithTheLoginOfRealtime(t *testing.T) {
	t.Parallel()
	database := whole(t)
	own := *database
	own.URL = database.LoginURL("supabase_realtime_admin")
	s := listen(t, &own)
	s.hear("create extension hstore schema extensions; create table public.tags (id int primary key, v extensions.hstore); alter publication supabase_realtime add table public.tags")
	heard := changes(s.hear("insert into public.tags values (1, 'a=>1'); insert into public.peaks values (1, 'Toubkal')"))
	if len(heard) != 2 || cast(heard[0].New[1]) != `{"a": "1"}` || show(heard[1]) != "INSERT public.peaks new[id=1 name=Toubkal] old[]" {
		t.Errorf("heard %d changes, the cast is %s", len(heard), cast(heard[0].New[1]))
	}
	if got := names(s, "public"); !slices.Contains(got, "tags") {
		t.Errorf("tables %v", got)
	}
	var may, modern bool
	err := s.Admin.QueryRow(t.Context(), `select coalesce(has_function_privilege('supabase_realtime_admin', to_regprocedure('pg_log_standby_snapshot()'), 'execute'), false),
		current_setting('server_version_num')::int >= 160000`).Scan(&may, &modern)
	if err != nil || may != modern {
		t.Errorf("may have its slot move on: %v, %v; want %v", may, err, modern)
	}
}
