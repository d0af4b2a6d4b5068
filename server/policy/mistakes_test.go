package policy_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/policy/explain"
	"github.com/toubkal/toubkal/server/policy/lint"
	"github.com/toubkal/toubkal/server/rest"
	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/token"
)

// mistaken is what each mistake is made with: pages of ann and bob.
const mistaken = `
insert into auth.users (id, email) values ('00000000-0000-4000-8000-000000000001', 'ann@example.org'), ('00000000-0000-4000-8000-000000000002', 'bob@example.org');
create table public.pages (id int primary key, owner uuid default auth.uid(), body text);
create index on public.pages (owner);
grant select, insert, update, delete on public.pages to anon, authenticated;
insert into public.pages values (1, '00000000-0000-4000-8000-000000000001', 'ann'), (2, '00000000-0000-4000-8000-000000000002', 'bob');
alter table public.pages enable row level security;
`

const own = "(owner = (select auth.uid()))"

// TestMistakes makes each of the mistakes that people make with row security, and expects that explain, a lint or
// the hint of the refusal names it. Each has a page.
func TestMistakes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		page, sql, as, line, body, prefer string
		explained, linted                 bool   // by the name of the page
		hint                              string // part of the hint that the table API gives
	}{
		{page: "no_policy", sql: "", as: "ann@example.org", line: "GET /pages", explained: true},
		{page: "rls_enabled_no_policy", sql: "", linted: true},
		{page: "rls_disabled_in_public", sql: "alter table public.pages disable row level security", as: "anon", line: "GET /pages", explained: true, linted: true},
		{page: "policy_exists_rls_disabled", sql: "create policy p on public.pages using " + own + "; alter table public.pages disable row level security", as: "anon", line: "GET /pages", explained: true, linted: true},
		{page: "no_token", sql: "create policy p on public.pages for select using " + own, as: "anon", line: "GET /pages", explained: true},
		{page: "returning_needs_select", sql: "create policy p on public.pages for insert to authenticated with check " + own, as: "ann@example.org", line: "POST /pages", body: `{"id":3}`, prefer: "return=representation", explained: true, hint: "those for select do not"},
		{page: "upsert_needs_policies", sql: "create policy p on public.pages for insert to authenticated with check " + own, as: "ann@example.org", line: "POST /pages", body: `{"id":3}`, prefer: "resolution=merge-duplicates", explained: true, hint: "An upsert needs policies for insert, update and select on public.pages"},
		{page: "write_needs_select", sql: "create policy p on public.pages for update to authenticated using " + own, as: "ann@example.org", line: "PATCH /pages?id=eq.1", body: `{"body":"x"}`, explained: true},
		{page: "missing_grant", sql: "revoke insert on public.pages from authenticated; create policy p on public.pages for insert to authenticated with check (true)", as: "ann@example.org", line: "POST /pages", body: `{"id":3}`, explained: true, hint: "GRANT INSERT ON public.pages TO authenticated;"},
		{page: "refused_by_policy", sql: "create policy p on public.pages for insert to authenticated with check " + own, as: "ann@example.org", line: "POST /pages", body: `{"id":3,"owner":null}`, explained: true, hint: "The policies for insert on public.pages do not admit the row"},
		{page: "recursion", sql: "create policy p on public.pages for select to authenticated using (exists (select from public.pages x where x.owner = auth.uid()))", as: "ann@example.org", line: "GET /pages", explained: true, linted: true},
		{page: "missing_execute", sql: "create function public.f() returns bool language sql stable as 'select true'; revoke execute on function public.f() from public, anon, authenticated; create policy p on public.pages for select using (public.f())", as: "ann@example.org", line: "GET /pages", explained: true, linted: true},
		{page: "policy_reads_closed_table", sql: "create table public.admins (id uuid primary key); alter table public.admins enable row level security; create policy p on public.pages for select to authenticated using (owner in (select id from public.admins))", as: "ann@example.org", line: "GET /pages", explained: true, linted: true},
		{page: "hidden_table", sql: "create table public.admins (id uuid primary key); alter table public.admins enable row level security; grant select on public.admins to authenticated; insert into public.admins values ('00000000-0000-4000-8000-000000000001'); create policy p on public.pages for select to authenticated using (exists (select from public.admins where id = auth.uid()))", as: "ann@example.org", line: "GET /pages", explained: true},
		{page: "only_restrictive", sql: "create policy p on public.pages as restrictive for select to authenticated using " + own, as: "ann@example.org", line: "GET /pages", explained: true, linted: true},
		{page: "null_claim", sql: "create policy p on public.pages for select to authenticated using (body = (auth.jwt() -> 'app_metadata' ->> 'team'))", as: "ann@example.org", line: "GET /pages", explained: true},
		{page: "null_auth_comparison", sql: "create policy p on public.pages for select to anon using " + own, linted: true},
		{page: "json_text", sql: "create policy p on public.pages for select to authenticated using (owner::text = (auth.jwt() -> 'sub')::text)", as: "ann@example.org", line: "GET /pages?id=eq.1", explained: true, linted: true},
		{page: "security_definer_view", sql: "create view public.all_pages as select * from public.pages; grant select on public.all_pages to anon", as: "anon", line: "GET /all_pages", explained: true, linted: true},
		{page: "bypasses_row_security", sql: "grant select on public.pages to service_role", as: "service_role", line: "GET /pages", explained: true},
		{page: "no_row", sql: "create policy p on public.pages for select using (true)", as: "anon", line: "GET /pages?id=eq.9", explained: true},
		{page: "no_with_check", sql: "create policy p on public.pages for update to authenticated using " + own, linted: true},
		{page: "row_changes_hands", sql: "create policy p on public.pages for update to authenticated using " + own + " with check (true)", linted: true},
		{page: "rls_references_user_metadata", sql: "create policy p on public.pages for select to authenticated using ((auth.jwt() -> 'user_metadata' ->> 'admin') = 'true')", linted: true},
		{page: "rls_policy_null_auth_disjunct", sql: "create policy p on public.pages for select using (auth.uid() is null or owner = auth.uid())", linted: true},
		{page: "auth_rls_initplan", sql: "create policy p on public.pages for select using (owner = auth.uid())", linted: true},
		{page: "unindexed_policy_columns", sql: "create policy p on public.pages for select using (body = 'x')", linted: true},
		{page: "function_search_path_mutable", sql: "create function public.f() returns int language sql security definer as 'select 1'", linted: true},
		{page: "anon_security_definer_function_executable", sql: "create function public.f() returns int language sql security definer set search_path = '' as 'select 1'; grant execute on function public.f() to anon", linted: true},
		{page: "storage_upsert", sql: "create policy p on storage.objects for insert to authenticated with check (bucket_id = 'a')", linted: true},
		{page: "realtime_without_select", sql: "alter publication supabase_realtime add table public.pages", linted: true},
	} {
		t.Run(c.page, func(t *testing.T) {
			t.Parallel()
			d := pgtest.New(t)
			if _, err := d.Admin.Exec(t.Context(), mistaken+c.sql); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat("../../docs/policies/" + c.page + ".md"); err != nil {
				t.Error(err)
			}
			if c.explained {
				report := mistakeExplained(t, d, c.as, c.line, c.body, c.prefer)
				for _, f := range report.Findings { // SQL is what PostgreSQL takes, once the … are filled in
					if verb, _, _ := strings.Cut(f.Mend, " "); !slices.Contains([]string{"create", "alter", "GRANT"}, verb) {
						continue
					}
					if _, err := d.Admin.Exec(t.Context(), "begin; "+strings.ReplaceAll(f.Mend, "…", "true")+"\n; rollback"); err != nil {
						t.Errorf("mend %s: %q: %v", f.Name, f.Mend, err)
					}
				}
				if len(report.Findings) == 0 || report.Findings[0].Name != c.page || !slices.Contains(explain.Names(), c.page) {
					t.Errorf("explain: got %+v, want %s first", report.Findings, c.page)
				}
			}
			if c.linted {
				found, err := lint.Run(t.Context(), d.Conn(), lint.Options{})
				if err != nil || !slices.ContainsFunc(found, func(f lint.Finding) bool { return f.Name == c.page }) {
					t.Errorf("lint: got %v, %v; want %s", found, err, c.page)
				}
			}
			if c.hint != "" {
				if body := mistakeRefused(t, d, c.line, c.body, c.prefer); !strings.Contains(body, c.hint) {
					t.Errorf("the refusal: got %s, want %q in it", body, c.hint)
				}
			}
		})
	}
}

func mistakeExplained(t *testing.T, d *pgtest.DB, as, line, body, prefer string) explain.Report {
	t.Helper()
	conn := d.Conn()
	claims, err := policy.Claims(t.Context(), conn, as, "")
	if err != nil {
		t.Fatal(err)
	}
	method, path, _ := strings.Cut(line, " ")
	report, err := explain.Request(t.Context(), conn, explain.Options{}, explain.Call{Claims: claims, Method: method, Path: path, Header: http.Header{"Prefer": {prefer}}, Body: []byte(body)})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// mistakeRefused is the answer of the table API to ann.
func mistakeRefused(t *testing.T, d *pgtest.DB, line, body, prefer string) string {
	t.Helper()
	pool, err := db.Open(t.Context(), d.LoginURL("authenticator"), db.Options{MaxConns: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	snapshot, err := catalog.Load(t.Context(), d.Conn(), []string{"public"})
	if err != nil {
		t.Fatal(err)
	}
	handler := rest.New(rest.Options{Pool: pool, Catalog: func() *catalog.Snapshot { return snapshot }, Verify: func(string) (token.Claims, error) {
		return policy.Claims(t.Context(), d.Admin, "ann@example.org", "")
	}})
	method, path, _ := strings.Cut(line, " ")
	r := httptest.NewRequestWithContext(token.WithBearer(t.Context(), "ann"), method, path, strings.NewReader(body))
	r.Header.Set("Prefer", prefer)
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w.Body.String()
}

// TestPages: whatever a lint or explain may name has a page, and no page is about anything else.
func TestPages(t *testing.T) {
	t.Parallel()
	names := slices.Concat(lint.Rules(), explain.Names(), []string{"README"})
	for _, name := range names {
		if _, err := os.Stat("../../docs/policies/" + name + ".md"); err != nil {
			t.Error(err)
		}
	}
	pages, err := os.ReadDir("../../docs/policies")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		if !slices.Contains(names, strings.TrimSuffix(page.Name(), ".md")) {
			t.Errorf("docs/policies/%s is about nothing that is named", page.Name())
		}
	}
}
