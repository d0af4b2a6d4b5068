package policies_test

import (
	"strings"
	"testing"
)

func TestAuditEntries(t *testing.T) {
	t.Parallel()
	db := setup(t, audited+`
		insert into public.trash (table_name, row_id, name) values ('awards', '00000000-0000-4000-8000-00000000f009', 'Gone');
		insert into public.expeditions (id, slug, name_en, name_fr, name_ar, year, continent, country) values ('00000000-0000-4000-8000-00000000f008', 'k2', 'K2', 'K2', 'كي 2', 2025, 'Asia', 'Pakistan');
		update public.admin_users set full_name = 'Amal' where auth_user_id = '`+admin.id+`';
		alter table public.audit_log disable trigger user;
		delete from public.audit_log;
		insert into public.audit_log (actor, actor_role, action, table_name, row_id) values
			('`+admin.id+`', 'admin', 'delete', 'awards', '00000000-0000-4000-8000-00000000f009'),
			(null, 'visitor', 'insert', 'book_reviews', '00000000-0000-4000-8000-00000000f002'),
			(null, 'visitor', 'update', 'expedition_pictures', '00000000-0000-4000-8000-00000000f008,00000000-0000-4000-8000-00000000f002'),
			(null, 'visitor', 'update', 'site_settings', 'book.stock'),
			(null, 'visitor', 'truncate', 'awards', null);
		alter table public.audit_log enable always trigger audit_log_refuse_insert, enable always trigger audit_log_refuse_change;`)
	const (
		all   = `select * from public.audit_entries`
		names = `(select string_agg(concat_ws(' ', table_name, record_name, actor_name), '; ' order by id) from public.audit_entries)`
	)
	for _, c := range []claim{
		{anonymous, all, refused, ""},
		{stranger, all, "0", ""},
		{deactivated, all, "0", ""},
		{admin, all, "5", names + ` = 'awards Gone Amal; book_reviews Sara; expedition_pictures K2; site_settings; awards'`},
		{serviceKey, all, "5", ""},
		{admin, `select from public.audit_entries where record_name ilike '%sar%'`, "1", ""},
		{admin, `delete from public.audit_entries`, "55000", ""},
	} {
		check(t, db, c)
	}
}

// Every table that is audited has its name looked up, but for the settings, whose key is their name, and replies.
func TestRecordNamesOfAllTables(t *testing.T) {
	t.Parallel()
	db := setup(t, "")
	const unnamed = `select coalesce(string_agg(c.relname, ' ' order by c.relname), '') from pg_class c
		where exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = c.relname || '_99_audit')
			and (select prosrc || coalesce(pg_get_function_sqlbody(oid), '') from pg_proc where oid = 'public.record_name'::regproc) not like '%' || quote_literal(c.relname) || '%'`
	var got string
	if err := db.Admin.QueryRow(t.Context(), unnamed).Scan(&got); err != nil {
		t.Fatal(err)
	}
	if want := "book_order_imports inquiry_replies site_settings"; got != want {
		t.Errorf("without a name: %s, want %s", strings.TrimSpace(got), want)
	}
}
