package policies_test

import (
	"slices"
	"testing"
)

// audited is one row of several tables, and an empty log.
const audited = submissions + `
insert into public.awards (id, title_en, organization, year, category) values
  ('00000000-0000-4000-8000-00000000f001', 'Woman of the year', 'Atlas', 2018, 'recognition');
set constraints public.book_orders_30_count_stock immediate; -- the orders are counted while there is no stock
insert into public.site_settings (key, value) values ('book.price_mad', '279'), ('book.stock', '47');
insert into public.blog_posts (slug, status, title_en, content_en) values ('out', 'published', 'Out', 'old'), ('draft', 'draft', 'Draft', '');
insert into public.book_reviews (id, name, email, comment_en, status) values
  ('00000000-0000-4000-8000-00000000f002', 'Sara', 'sara@example.test', 'Good', 'approved');
insert into public.newsletter_subscribers (email) values ('sara@example.test');
alter table public.audit_log disable trigger user;
delete from public.audit_log;
alter table public.audit_log enable always trigger audit_log_refuse_insert, enable always trigger audit_log_refuse_change,
  enable always trigger audit_log_refuse_update, enable always trigger audit_log_guard_erasure;
`

func TestAuditLog(t *testing.T) {
	t.Parallel()
	const entry = `insert into public.audit_log (actor_role, action, table_name) values ('admin', 'update', 'awards')`
	db := setup(t, audited+`update public.awards set year = 2019;`)
	for _, a := range []act{
		{`select * from public.audit_log`, [5]string{refused, "0", "1", "0", "1"}},
		{entry, [5]string{refused, refused, refused, refused, refused}},
		{`update public.audit_log set actor = null`, [5]string{refused, refused, refused, refused, refused}},
		{`delete from public.audit_log`, [5]string{refused, refused, refused, refused, refused}},
		{`truncate public.audit_log`, [5]string{refused, refused, refused, refused, refused}},
	} {
		for i, as := range callers {
			check(t, db, claim{as: as, does: a.does, sees: a.sees[i]})
		}
	}
	owner := caller{"owner", ownerOf(t, db), "", ""}
	for _, as := range []caller{serviceKey, owner, {"definers' owner", "toubkal_owner", "", ""}} {
		for _, does := range []string{`update public.audit_log set actor = null`, `delete from public.audit_log`, `truncate public.audit_log`} {
			check(t, db, claim{as, does, refused, ""})
		}
	}
	check(t, db, claim{serviceKey, entry, refused, ""})
	check(t, db, claim{owner, entry, refused, ""})
	check(t, db, claim{owner, `set session_replication_role = replica; ` + entry, refused, ""})
	check(t, db, claim{serviceKey, `select * from public.audit_log`, "1", ""})
}

// What each change leaves in the log.
func TestAuditLogEntries(t *testing.T) {
	t.Parallel()
	db := setup(t, audited)
	const (
		one     = `(select string_agg(concat_ws(' ', actor_role, action, table_name, row_id, changes::text), '; ' order by id) from public.audit_log)`
		nothing = `not exists (select from public.audit_log)`
	)
	is := func(want string) string { return `coalesce(` + one + `, '') = '` + want + `'` }
	for _, c := range []claim{
		{
			admin, `update public.awards set year = 2019, published = false, organization = organization`, "1",
			is(`admin update awards 00000000-0000-4000-8000-00000000f001 {"year": [2018, 2019], "published": [true, false]}`),
		},
		{admin, `update public.awards set year = year`, "1", nothing},
		{
			admin, `insert into public.awards (title_en, organization, year, category) values ('Second', 'Rif', 2019, 'honorary')`, "1",
			`(select actor_role = 'admin' and actor = '` + admin.id + `' and actor_email = 'admin@example.test' and action = 'insert'
				and table_name = 'awards' and row_id is not null and changes is null and at = now() from public.audit_log)`,
		},
		{
			super, `delete from public.awards`, "1",
			`(select actor_role = 'super_admin' and action = 'delete' and changes -> 'title_en' = '["Woman of the year", null]' and not changes ? 'description_en'
				and changes -> 'year' = '[2018, null]' from public.audit_log)`,
		},
		{super, `update public.admin_users set active = false where id = ` + rowOfAdmin, "1", is(`super_admin update admin_users 00000000-0000-4000-8000-0000000000a2 {"active": [true, false]}`)},
		{admin, `update public.admin_users set last_login = now() where id = ` + rowOfAdmin, "1", nothing},
		{admin, `update public.site_settings set value = '250' where key = 'book.price_mad'`, "1", is(`admin update site_settings book.price_mad {"value": [279, 250]}`)},
		{admin, `update public.site_settings set value = '100' where key = 'book.stock'`, "1", is(`admin update site_settings book.stock {"value": [47, 100]}`)},
		// What an anonymous user writes is not in it: not his name, nor the copy that his order takes.
		{
			anonymous, `insert into public.book_orders (id, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city)
			          values ('00000000-0000-4000-8000-00000000d002', 'Lina', 'lina@example.test', '0611111111', '1, rue Atlas', 'Rabat')`,
			"1", is(`visitor insert book_orders 00000000-0000-4000-8000-00000000d002`),
		},
		{
			stranger, `insert into public.contact_submissions (id, name, email, subject, message) values ('00000000-0000-4000-8000-00000000c003', 'Lina', 'lina@example.test', 'General Inquiry', 'Hello')`,
			"1", is(`user insert contact_submissions 00000000-0000-4000-8000-00000000c003`),
		},
		{
			serviceKey, `delete from public.newsletter_subscribers`, "1",
			`(select actor_role = 'service_role' and changes -> 'email' = 'null' and changes -> 'status' = 'null' and changes::text !~ 'sara' from public.audit_log)`,
		},
		{
			serviceKey, `delete from public.book_orders where buyer_name = 'Amal'`, "1",
			`(select changes::text !~* 'amal|06111' and changes -> 'paid' = 'null' from public.audit_log)`,
		},
		{admin, `update public.contact_submissions set notes = 'vip' where name = 'Omar'`, "1", is(`admin update contact_submissions 00000000-0000-4000-8000-00000000c002 {"notes": [null, "vip"]}`)},
		{admin, `delete from public.book_reviews`, "1", `(select count(*) = 2 and bool_or(changes -> 'comment_en' = '["Good", null]') and bool_and(changes::text !~* 'sara') from public.audit_log)`},
		// Views and drafts.
		{anonymous, `update public.blog_posts set view_count = 1 where slug = 'out'`, "1", nothing},
		{stranger, `update public.blog_posts set view_count = 1 where slug = 'out'`, "1", nothing},
		{admin, `update public.blog_posts set content_en = 'words' where slug = 'draft'`, "1", nothing},
		{admin, `update public.blog_posts set content_en = 'new' where slug = 'out'`, "1", `(select changes = '{"content_en": ["old", "new"]}' from public.audit_log)`},
		{admin, `update public.blog_posts set status = 'published' where slug = 'draft'`, "1", `(select changes ->> 'status' = '["draft", "published"]' and changes ? 'published_at' from public.audit_log)`},
		// Long texts.
		{
			admin, `update public.blog_posts set content_en = repeat('x', 1000) || 'y' where slug = 'out'`, "1",
			`(select changes -> 'content_en' -> 0 = '"old"' and changes -> 'content_en' -> 1 = jsonb_build_object('excerpt', repeat('x', 500), 'from', 1, 'length', 1001) from public.audit_log)`,
		},
		{serviceKey, `truncate public.awards`, "0", is(`service_role truncate awards`)},
	} {
		check(t, db, c)
	}
}

func TestAuditLogShowsWhereLongTextsDiffer(t *testing.T) {
	t.Parallel()
	db := setup(t, audited+`
		update public.blog_posts set content_en = repeat('x', 900) || 'old' || repeat('z', 900) where slug = 'out';
		update public.blog_posts set content_en = repeat('x', 900) || 'new' || repeat('z', 900) where slug = 'out';`)
	got := lines(t, db, `select substr(side ->> 'excerpt', 59, 8) || ' ' || (side ->> 'from') || ' ' || (side ->> 'length')
		from public.audit_log, jsonb_array_elements(changes -> 'content_en') as side where id = (select max(id) from public.audit_log)`)
	if want := []string{"xxoldzzz 841 1803", "xxnewzzz 841 1803"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Who is not signed in anywhere is named as well.
func TestAuditLogNamesTheServer(t *testing.T) {
	t.Parallel()
	db := setup(t, audited)
	if _, err := db.Admin.Exec(t.Context(), `update public.awards set year = 1950;
		set local toubkal.actor = 'migration'; update public.awards set year = 1951`); err != nil {
		t.Fatal(err)
	}
	if got, want := lines(t, db, `select actor_role from public.audit_log order by id`), []string{"database", "migration"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What is reckoned from other columns is no change by itself, once the table is watched anew.
func TestAuditLogLeavesGeneratedColumnsOut(t *testing.T) {
	t.Parallel()
	db := setup(t, audited+`
		alter table public.awards add column title_upper text generated always as (upper(title_en)) stored;
		select private.audit('public.awards', hidden => '{title_en}');
		update public.awards set title_en = 'Other', year = 2020;`)
	if got, want := lines(t, db, `select changes::text from public.audit_log`), []string{`{"year": [2018, 2020], "title_en": null}`}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
