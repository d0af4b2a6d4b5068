package policies_test

import (
	"os"
	"slices"
	"testing"

	"github.com/toubkal/toubkal/policies"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// TestLintFinds breaks each rule on purpose in a database of its own and expects to hear of it.
func TestLintFinds(t *testing.T) {
	t.Parallel()
	const owned = `; alter function public.f() owner to toubkal_owner; comment on function public.f() is 'Definer: x'; revoke execute on function public.f() from public`
	for _, c := range []struct{ name, breaks, want string }{
		{"a table without files", `create table public.extras (id int)`, "extras: no policy file"},
		{"a table without tests", `create table public.extras (id int)`, "extras: no test file"},
		{"a table without a comment", `create table public.extras (id int)`, "extras: no comment"},
		{"a table that nobody watches", `create table public.extras (id int)`, "extras: the audit log does not watch it; its migration needs the line: select private.audit('public.extras')"},
		{"an audit trigger less", `drop trigger awards_99_audit_update on public.awards`, "awards: the audit log does not watch it; its migration needs the line: select private.audit('public.awards')"},
		{"a view without files", `create view public.extras with (security_invoker = true) as select 1 as x`, "extras: no policy file"},
		{"a view with its owner's rights", `create view public.extras as select 1 as x`, "extras: a view that does not run with its caller's rights (security_invoker)"},
		{"a file without its table", `drop table public.awards cascade`, "awards.sql: no such table"},
		{"for all", `create policy awards_all_admin on public.awards to anon using (false)`, "awards: policy awards_all_admin is not named awards_all_<whom>"},
		{"named for another verb", `alter policy awards_select_admin on public.awards rename to awards_delete_anyone`, "awards: policy awards_delete_anyone is not named awards_select_<whom>"},
		{"a policy without a comment", `comment on policy awards_select_admin on public.awards is null`, "awards: policy awards_select_admin has no comment"},
		{"a policy to everybody", `alter policy awards_select_admin on public.awards to public`, "awards: policy awards_select_admin is for everybody; name the roles"},
		{"no with check", `create policy awards_update_x on public.awards for update to anon using (published)`, `awards: policy awards_update_x has no "with check"`},
		{"auth.uid() per row", `alter policy admin_users_update_self on public.admin_users using (auth_user_id = auth.uid())`, "admin_users: policy admin_users_update_self calls a function once per row; write (select auth.uid())"},
		{"is_admin() per row", `alter policy awards_select_admin on public.awards using (public.is_admin())`, "awards: policy awards_select_admin calls a function once per row; write (select is_admin())"},
		{"a foreign key without an index", `drop index public.blog_posts_author_id_idx`, "blog_posts: foreign key blog_posts_author_id_fkey has no index"},
		{"a foreign key without on delete", `alter table public.awards add by_whom uuid references auth.users`, `awards: foreign key awards_by_whom_fkey has no "on delete"`},
		{"update of the whole row", `grant update on public.awards to authenticated`, "awards: authenticated may update whole rows; list the columns"},
		{"insert of the whole row", `grant insert on public.awards to anon`, "awards: anon may insert whole rows; list the columns"},
		{"truncate", `grant truncate on public.awards to authenticated`, "awards: authenticated may truncate whole rows; list the columns"},
		{"a grant to public", `grant select on public.awards to public`, "awards: granted to public"},
		{"a service key without rights", `revoke update on public.awards from service_role`, "awards: the service key lacks a right"},
		{"a function for anyone", `grant execute on function auth.uid() to public`, "uid(): anyone may run it"},
		{"a function without a comment", `comment on function public.is_admin() is null`, "is_admin(): no comment"},
		{"a definer with a search path", `create function public.f() returns int language sql security definer return 1` + owned, "f(): security definer, but search_path is not empty"},
		{"a definer that guards nothing", `comment on function public.is_admin() is 'x'`, `is_admin(): security definer, but its comment does not say what it guards ("Definer: …")`},
		{"a definer with a strong owner", `do $$ begin execute format('alter function public.is_admin() owner to %I', current_user); end $$`, "is_admin(): security definer, but its owner is not toubkal_owner"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			db := pgtest.New(t)
			if _, err := db.Admin.Exec(t.Context(), c.breaks); err != nil {
				t.Fatalf("%s: %v", c.breaks, err)
			}
			if got := lint(t, db, policies.Files, os.DirFS(".")); !slices.Contains(got, c.want) {
				t.Errorf("got %q, want among them %q", got, c.want)
			}
		})
	}
}
