//go:build endurance

package schema_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/toubkal/toubkal/policies"
	"github.com/toubkal/toubkal/schema"
	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/pgtest"
)

var (
	schemaFolder = migrate.Folder{Name: "schema", Files: schema.Files}
	policyFolder = migrate.Folder{Name: "policies", Files: policies.Files}
)

func seedFolder(t *testing.T) migrate.Folder {
	t.Helper()
	seeds, err := fs.Sub(schema.Files, "seeds")
	if err != nil {
		t.Fatal(err)
	}
	return migrate.Folder{Name: "schema/seeds", Files: seeds}
}

// start does what a program does with its database when it starts.
func start(t *testing.T, conn *pgx.Conn) (up, rights, seeded []string, err error) {
	t.Helper()
	up, err1 := migrate.Up(t.Context(), conn, schemaFolder, migrate.Options{})
	rights, err2 := migrate.Policies(t.Context(), conn, policyFolder, migrate.Options{})
	seeded, err3 := migrate.Seeds(t.Context(), conn, seedFolder(t))
	return up, rights, seeded, errors.Join(err1, err2, err3)
}

func TestTheSiteMigratesTwiceToTheSame(t *testing.T) {
	t.Parallel()
	conn := pgtest.Empty(t).Conn()
	for _, first := range []bool{true, false} {
		up, rights, seeded, err := start(t, conn)
		if err != nil {
			t.Fatal(err)
		}
		for what, list := range map[string][]string{"schema": up, "policies": rights, "seeds": seeded} {
			if (len(list) > 0) != first {
				t.Errorf("first run %t: %s applied %v", first, what, list)
			}
		}
	}
}

// shape describes every object of a database but the order of columns, a line
// each: what pg_dump --schema-only would print, without a program that has to be
// as new as the server.
const shape = `
with schemas as (
	select oid, nspname, nspowner, nspacl from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
), relations as (
	select c.oid, c.relkind, format('%s.%s', s.nspname, c.relname) as name, c.relowner, c.relacl, c.reloptions,
		c.relrowsecurity, c.relforcerowsecurity, c.relreplident
	from pg_class c join schemas s on s.oid = c.relnamespace
	where c.relname !~ '^messages_\d' -- partitions have the day's name
), acls as (
	select 'schema ' || nspname as object, nspowner as owner, coalesce(nspacl, acldefault('n', nspowner)) as acl from schemas
	union all select 'relation ' || name, relowner, coalesce(relacl, acldefault((case relkind when 'S' then 's' else 'r' end)::"char", relowner)) from relations
	union all select 'function ' || p.oid::regprocedure, proowner, coalesce(proacl, acldefault('f', proowner)) from pg_proc p join schemas s on s.oid = pronamespace
	union all select 'type ' || t.oid::regtype, typowner, coalesce(typacl, acldefault('T', typowner)) from pg_type t join schemas s on s.oid = typnamespace where typtype in ('d', 'e')
	union all select format('column %s.%s', r.name, attname), relowner, attacl from pg_attribute join relations r on r.oid = attrelid where attacl is not null
	union all select format('default of %s in %s for %s', defaclobjtype, coalesce(s.nspname, 'all'), defaclrole::regrole), defaclrole, defaclacl
		from pg_default_acl left join schemas s on s.oid = defaclnamespace
)
select object || ' owner ' || owner::regrole || ' acl ' || coalesce((
	select string_agg(concat_ws(' ', a.grantee::regrole, a.privilege_type, a.is_grantable), ', ' order by a.grantee::regrole::text, a.privilege_type)
	from aclexplode(acl) as a), '') from acls
union all select concat_ws(' ', 'relation', name, relkind, reloptions::text, relrowsecurity, relforcerowsecurity, relreplident) from relations
union all select concat_ws(' ', 'column', r.name, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attcollation::regcollation,
		pg_get_expr(adbin, adrelid), attstattarget)
	from pg_attribute a join relations r on r.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
	where attnum > 0 and not attisdropped
union all select concat_ws(' ', 'constraint', r.name, conname, pg_get_constraintdef(k.oid), convalidated) from pg_constraint k join relations r on r.oid = conrelid
union all select concat_ws(' ', 'index', name, pg_get_indexdef(oid)) from relations where relkind in ('i', 'I')
union all select concat_ws(' ', 'view', name, pg_get_viewdef(oid)) from relations where relkind = 'v'
union all select concat_ws(' ', 'sequence', name, seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcycle) from pg_sequence join relations on oid = seqrelid
union all select concat_ws(' ', 'trigger', r.name, pg_get_triggerdef(t.oid), tgenabled) from pg_trigger t join relations r on r.oid = tgrelid where not tgisinternal
union all select concat_ws(' ', 'policy', r.name, polname, polcmd, polpermissive, polroles::regrole[]::text, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
	from pg_policy join relations r on r.oid = polrelid
union all select concat_ws(' ', 'function', pg_get_functiondef(p.oid), provolatile, proparallel, proleakproof, procost) from pg_proc p join schemas s on s.oid = pronamespace where prokind = 'f' and not exists (
	select from pg_depend where objid = p.oid and deptype = 'e')
union all select concat_ws(' ', 'type', t.oid::regtype, typtype, format_type(typbasetype, typtypmod), (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid))
	from pg_type t join schemas s on s.oid = typnamespace where typtype in ('d', 'e')
union all select concat_ws(' ', 'event trigger', evtname, evtevent, evtfoid::regprocedure, evtenabled, evttags::text) from pg_event_trigger
union all select concat_ws(' ', 'publication', pubname, puballtables, pubinsert, pubupdate, pubdelete, pubtruncate, pubviaroot, to_jsonb(p) ->> 'pubgencols') from pg_publication p
union all select concat_ws(' ', 'published', pubname, schemaname, tablename, (select string_agg(n, ',' order by n) from unnest(attnames) as n), rowfilter)
	from pg_publication_tables
union all select concat_ws(' ', 'extension', extname, extnamespace::regnamespace) from pg_extension
union all select concat_ws(' ', 'comment', o.type, o.identity, description) from pg_description d, pg_identify_object(classoid, d.objoid, objsubid) as o
	where coalesce(o.schema, '') !~ '^(pg_|information_schema)' and o.identity !~ '(^pg_|^information_schema| on pg_|messages_\d)'
		and o.type in ('table', 'table column', 'view', 'view column', 'function', 'schema', 'policy', 'event trigger', 'type', 'domain', 'sequence')
union all select 'partitioned ' || name || ' ' || pg_get_partkeydef(oid) from relations where relkind = 'p'
order by 1`

// oldNames are the functions that an upgraded database keeps for one release.
func isOldName(line string) bool {
	for _, name := range []string{"ask", "policies_mark", "wait_for", "visible_rows"} {
		if strings.Contains(line, "realtime."+name+"(") {
			return true
		}
	}
	return false
}

// A database of the earlier release becomes what a new one is, and keeps its rows.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	fresh := pgtest.Empty(t)
	if _, _, _, err := start(t, fresh.Conn()); err != nil {
		t.Fatal(err)
	}
	want := rows[string](t, fresh.Admin, shape)
	if len(want) < 500 {
		t.Fatalf("the description has %d lines", len(want))
	}
	for _, n := range []int{41, 32, 31, 21, 14} {
		t.Run(fmt.Sprintf("from migration %d", n), func(t *testing.T) {
			t.Parallel()
			d := oldDatabase(t, n)
			before := map[string][]string{}
			if n == 41 {
				fill(t, d)
				before = everything(t, d.Admin)
				for table, rows := range before {
					if len(rows) == 0 {
						t.Errorf("%s has no row to lose", table)
					}
				}
			}
			up, _, _, err := start(t, d.Conn())
			if err != nil {
				t.Fatal(err)
			}
			old := slices.DeleteFunc(slices.Clone(up), func(name string) bool { return !strings.HasPrefix(name, "schema/upgrade/0012.zip/00") })
			if len(old) != 41-n {
				t.Errorf("applied %q, want the %d old files that were missing", up, 41-n)
			}
			got := slices.DeleteFunc(rows[string](t, d.Admin, shape), isOldName)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("upgraded (-new database +upgraded):\n%s", diff)
			}
			if n == 41 {
				after := everything(t, d.Admin)
				maps.DeleteFunc(after, func(table string, rows []string) bool { // that later releases have added
					_, old := before[table]
					return !old && len(rows) == 0
				})
				for table, rows := range after { // a setting that later releases have added
					after[table] = slices.DeleteFunc(rows, func(row string) bool {
						return strings.Contains(row, `"setup.checklist"`) || strings.Contains(row, `"shipping.`) || strings.Contains(row, `"outlet_ar": ["`) || strings.Contains(row, `"outlet_ar": [null`)
					})
				}
				for table, columns := range map[string][]string{ // these columns, too
					"auth.one_time_tokens":    {`, "wrong_codes": 0`},
					"public.admin_users":      {`, "invited_at": null`, `, "second_factor_removed_at": null`},
					"public.blog_post_copies": {`, "saved_by": null`},
					"public.book_orders":      {`, "paid_at": null`, `, "restocked": false`, `, "edition": null`, `, "erased_at": null`, `, "refunded_amount": 0.00`, `, "import_id": null`},
				} {
					for i, row := range after[table] {
						for _, column := range columns {
							row = strings.Replace(row, column, "", 1)
						}
						after[table][i] = row
					}
				}
				for table, rows := range after { // columns of several tables that later releases have added
					for i, row := range rows {
						if strings.Contains(row, `"id": "5eed00`) && !strings.Contains(row, `"sample": true`) {
							t.Errorf("%s: an unchanged row of the seeds is not marked: %s", table, row)
						}
						rows[i] = strings.NewReplacer(
							`"sample": false, `, "", `"sample": true, `, "", `"ordered": false, `, "",
							`"language": null, `, "", `"imported_at": null, `, "", `"picture_id": null, `, "", `"proof_path": null, `, "",
							`, "attachment_name": null`, "", `, "attachment_path": null`, "", `, "attachment_size": null`, "", `, "attachment_type": null`, "",
						).Replace(row)
					}
				}
				for i, row := range before["public.contact_submissions"] { // a message without a subject gets one
					before["public.contact_submissions"][i] = strings.Replace(row, `"subject": null`, `"subject": "Hello"`, 1)
				}
				for i, row := range before["public.site_settings"] { // the placeholder of a name goes
					before["public.site_settings"][i] = strings.Replace(row, oldName, "null", 1)
				}
				// A later seed adds the outlets in French and Arabic, and a migration what an order is found by.
				changed := regexp.MustCompile(`, "outlet_(fr|ar)": ("[^"]*"|null)|"outlet_(fr|ar)": ("[^"]*"|null), |"updated_at": "[^"]*"|"search_text": "[^"]*"`)
				for _, table := range []string{"public.media_coverage", "public.media_highlights", "public.book_orders"} {
					for _, rows := range [][]string{before[table], after[table]} {
						for i, row := range rows {
							rows[i] = changed.ReplaceAllString(row, "")
						}
					}
				}
				if diff := cmp.Diff(before, after); diff != "" {
					t.Errorf("rows (-before +after):\n%s", diff)
				}
			}
			ledgers := func(d *pgtest.DB) []string {
				return rows[string](t, d.Admin, `select concat_ws(' ', version, name, hash) from toubkal.system_migrations
					union all select concat_ws(' ', version, name, hash) from toubkal.migrations order by 1`)
			}
			if diff := cmp.Diff(ledgers(fresh), ledgers(d)); diff != "" {
				t.Errorf("ledgers (-new database +upgraded):\n%s", diff)
			}
			if up, rights, seeded, err := start(t, d.Conn()); err != nil || len(up)+len(rights)+len(seeded) > 0 {
				t.Errorf("a second start applied %q %q %q, %v", up, rights, seeded, err)
			}
		})
	}
}

// On a managed PostgreSQL the user of DATABASE_URL is no superuser.
func TestUpgradeAsAUserThatIsNoSuperuser(t *testing.T) {
	t.Parallel()
	fresh := pgtest.New(t) // the roles are there
	d := pgtest.Empty(t)
	name := strings.Replace(d.Name, "test_", "owner_", 1)
	if _, err := d.Admin.Exec(t.Context(), "create role "+name+" login password 'x' createrole createdb; alter database "+d.Name+" owner to "+name+
		"; grant toubkal_owner, supabase_auth_admin, supabase_realtime_admin, supabase_storage_admin, toubkal_worker to "+name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := d.Admin.Exec(context.Background(), "reassign owned by "+name+" to current_user; drop owned by "+name+"; drop role "+name); err != nil {
			t.Error(err)
		}
	})
	config := d.Conn().Config().Copy()
	config.User, config.Password = name, "x"
	conn, err := pgx.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	migrateOld(t, conn, 41)
	// What an upgrade changes in rows must not be hidden from it.
	if _, err := conn.Exec(t.Context(), `insert into public.book_orders (buyer_name, buyer_email, buyer_phone, confirmed) values ('Amal', 'amal@example.test', '1', true)`); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), `alter table public.book_orders enable row level security; alter table public.book_orders force row level security`); err != nil {
		t.Fatal(err)
	}
	if _, err := migrate.Up(t.Context(), conn, schemaFolder, migrate.Options{}); err != nil {
		t.Fatal(err)
	}
	if got := rows[string](t, d.Admin, `select order_status from public.book_orders`); !slices.Equal(got, []string{"confirmed"}) {
		t.Errorf("the state of a confirmed order is %q", got)
	}
	const files = "select (select count(*) from toubkal.system_migrations) || ' ' || (select count(*) from toubkal.migrations)"
	if got, want := rows[string](t, d.Admin, files)[0], rows[string](t, fresh.Admin, files)[0]; got != want {
		t.Errorf("the ledgers have %s files, those of a new database %s", got, want)
	}
}

// Seeds that the present ones contain are applied to a database that had those
// but not these.
func TestUpgradeAppliesOldSeeds(t *testing.T) {
	t.Parallel()
	d := oldDatabase(t, 15)
	if _, err := d.Admin.Exec(t.Context(), `
		insert into toubkal.seeds (name, hash) values ('0001_site_settings.sql', 'old'), ('0002_expeditions.sql', 'old');
		insert into public.expeditions (slug, name_en, year, continent, country, location, route)
		values ('ama', 'Ama', 2010, 'Asia', 'Nepal', 'Khumbu', 'Ours')`); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := start(t, d.Conn()); err != nil {
		t.Fatal(err)
	}
	got := rows[string](t, d.Admin, `select location_ar from public.expeditions
		union all select value::text from public.site_settings where key = 'newsletter.sync'
		union all select string_agg(left(name, 4), ' ' order by name) from toubkal.seeds`)
	if want := []string{"خومبو", "true", "0001 0002 0003 0004 0005 0006 0007 0008 0009 0009 0010 0010 0011 0011 0012 0013 0028 0036"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// everything maps every table to its rows, as JSON, which has no order of
// columns. Ledgers are compared apart.
func everything(t *testing.T, pool *pgxpool.Pool) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	tables := rows[string](t, pool, `select format('%I.%I', schemaname, tablename) from pg_tables
		where schemaname in ('public', 'auth') or schemaname || tablename = 'realtimemessages'`)
	for _, table := range tables {
		found[table] = rows[string](t, pool, "select to_jsonb(t)::text from "+table+" t order by 1")
	}
	return found
}

// Programs of the earlier release call the old names during a rolling upgrade.
func TestOldNamesWork(t *testing.T) {
	t.Parallel()
	d := oldDatabase(t, 41)
	if _, _, _, err := start(t, d.Conn()); err != nil {
		t.Fatal(err)
	}
	as := func(role, sql string) (got string) {
		t.Helper()
		err := pgx.BeginFunc(t.Context(), d.Admin, func(tx pgx.Tx) error {
			if _, err := tx.Exec(t.Context(), "set local role "+role); err != nil {
				return err
			}
			return tx.QueryRow(context.WithoutCancel(t.Context()), sql).Scan(&got)
		})
		if err != nil {
			t.Errorf("%s: %v", sql, err)
		}
		return got
	}
	for _, c := range []struct{ role, sql, want string }{
		{"supabase_realtime_admin", `select concat_ws(' ', question, broadcast, presence, code) from realtime.ask('[{"role": "anon", "claims": "{}", "headers": "{}", "path": "public", "topic": "x", "extensions": ["broadcast"], "write": false}]')`, "1 f f"},
		{"authenticator", "select realtime.wait_for('{}')::text", ""},
		{"authenticator", "select (realtime.policies_mark('public.book_orders'::regclass) = realtime.policy_version('public.book_orders'::regclass))::text", "true"},
		{"authenticator", `select string_agg(concat_ws(' ', place, marks, stored, failed), ',') filter (where place > 0) from realtime.visible_rows('public.book_orders'::regclass, '{}', 'anon', 'public',
			'select array[auth.uid()::text, %s::text] as marks, null::text as stored', 1, '{key}', '{1}', array['{"sub": "00000000-0000-4000-8000-000000000001"}'], false)`, "1 {00000000-0000-4000-8000-000000000001,key}"},
	} {
		if got := as(c.role, c.sql); got != c.want {
			t.Errorf("%s: got %q, want %q", c.sql, got, c.want)
		}
	}
}

// A history that the archive does not tell is refused before anything changes.
func TestUpgradeRefusesAnotherHistory(t *testing.T) {
	t.Parallel()
	d := oldDatabase(t, 20)
	if _, err := d.Admin.Exec(t.Context(), "update toubkal.migrations set hash = 'edited' where version = 7"); err != nil {
		t.Fatal(err)
	}
	_, err := migrate.Up(t.Context(), d.Conn(), schemaFolder, migrate.Options{})
	if err == nil || !strings.Contains(err.Error(), "earlier release") {
		t.Errorf("got %v, want it to speak of the earlier release", err)
	}
	if got := rows[int](t, d.Admin, "select count(*) from toubkal.migrations")[0]; got != 20 {
		t.Errorf("%d migrations are recorded, want 20", got)
	}
}

// Earlier releases wrote the edition of an order into the first line of its notes.
func TestUpgradeOfTheEdition(t *testing.T) {
	t.Parallel()
	d := oldDatabase(t, 41)
	if _, err := d.Admin.Exec(t.Context(), `insert into public.book_orders (buyer_name, buyer_email, buyer_phone, notes, updated_at)
		select n::text, 'amal@example.test', '0600000000', notes, '2026-11-01 10:00+00'
		from unnest(array['fr', E'ar\nAfter 18 h\nfr', E'fr\n', 'French, please', 'ar ', null]) with ordinality as o (notes, n)`); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := start(t, d.Conn()); err != nil {
		t.Fatal(err)
	}
	got := rows[string](t, d.Admin, `select to_jsonb(array[edition, notes])::text || case when updated_at = '2026-11-01 10:00+00' then '' else ' touched' end
		from public.book_orders order by buyer_name`)
	want := []string{`["fr", null]`, `["ar", "After 18 h\nfr"]`, `["fr", null]`, `[null, "French, please"]`, `[null, "ar "]`, `[null, null]`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("edition and notes (-want +got):\n%s", diff)
	}
	if n := rows[int](t, d.Admin, `select count(*) from public.audit_log where action = 'update' and table_name = 'book_orders'`)[0]; n != 0 {
		t.Errorf("the upgrade made %d audit entries", n)
	}
	if texts := rows[string](t, d.Admin, `select search_text from public.book_orders where buyer_name = '2'`); !strings.HasSuffix(texts[0], "\nafter 18 h\nfr") {
		t.Errorf("order 2 is found by %q", texts[0])
	}
}

// Messages of earlier releases need no subject, and topics and settings none of the texts that are required since: such
// rows stay, and are refused when another value without the text is saved. All else of them can be changed, and they can be
// restored.
func TestUpgradeOfRequiredValues(t *testing.T) {
	t.Parallel()
	d := oldDatabase(t, 41)
	if _, _, _, err := start(t, d.Conn()); err != nil {
		t.Fatal(err)
	}
	migrations := ""
	for _, name := range []string{"0061_required_values.sql", "0062_topics_without_outcomes.sql"} {
		migration, err := fs.ReadFile(schema.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		migrations += string(migration)
	}
	const (
		undo = `
			drop trigger speaking_topics_50_check_outcomes on public.speaking_topics;
			drop trigger speaking_topics_50_check_new_outcomes on public.speaking_topics;
			drop function private.check_topic_outcomes();
			alter table public.contact_submissions alter subject drop not null,
				drop constraint contact_submissions_subject_length, add constraint contact_submissions_subject_length check (char_length(subject) <= 500);
			alter table public.site_settings drop constraint site_settings_required_given;`
		old = `
			insert into public.contact_submissions (name, email, subject, message, updated_at) values
				('1', 'a@example.test', null, E' Will  you\ncome? ', '2026-11-01'), ('2', 'a@example.test', ' ', repeat('ab ', 40), '2026-11-01'), ('3', 'a@example.test', 'Partnership', 'x', '2026-11-01');
			insert into public.trash (table_name, row_id, name) values ('contact_submissions', '1', 'Gone');
			insert into private.trash_rows (entry, table_name, was) select id, 'contact_submissions', '{"subject": null, "message": "Gone"}' from public.trash;
			insert into public.speaking_topics (slug, title_en, outcomes_en) values ('old', 'Old', array['a', '', 'c']);
			insert into public.trash (table_name, row_id, name) values ('speaking_topics', '2', 'Gone, too');
			insert into private.trash_rows (entry, table_name, was) select id, 'speaking_topics', '{"id": "00000000-0000-4000-8000-0000000000a2", "slug": "gone", "title_en": "Gone", "title_fr": "", "title_ar": "", "description_en": "", "description_fr": "", "description_ar": "", "outcomes_en": ["a", "", "c"], "outcomes_fr": [], "outcomes_ar": [], "display_order": 9, "published": true, "sample": false, "created_at": "2026-11-01T00:00:00+00", "updated_at": "2026-11-01T00:00:00+00"}'
				from public.trash where row_id = '2';
			update public.site_settings set value = 'null' where key = 'press.bio_short';`
		asAdmin = `
			insert into auth.users (id, email) values ('00000000-0000-4000-8000-0000000000a1', 'a@example.test');
			insert into public.admin_users (auth_user_id, email) values ('00000000-0000-4000-8000-0000000000a1', 'a@example.test');
			select set_config('role', 'authenticated', true), set_config('request.jwt.claims', '{"role": "authenticated", "sub": "00000000-0000-4000-8000-0000000000a1", "aal": "aal1"}', true);
			`
	)
	if _, err := d.Admin.Exec(t.Context(), undo+old+migrations); err != nil {
		t.Fatal(err)
	}
	got := rows[string](t, d.Admin, `select subject || case when updated_at = '2026-11-01' then '' else ' touched' end from public.contact_submissions order by name`)
	if want := []string{"Will you come?", strings.Repeat("ab ", 26) + "ab", "Partnership"}; !slices.Equal(got, want) {
		t.Errorf("the subjects are %q, want %q", got, want)
	}
	if got := rows[string](t, d.Admin, `select was ->> 'subject' from private.trash_rows where table_name = 'contact_submissions'`); !slices.Equal(got, []string{"Gone"}) {
		t.Errorf("in the trash the subjects are %q", got)
	}
	for _, c := range []struct{ sql, want string }{
		{`update public.contact_submissions set status = 'read'`, ""},
		{`update public.contact_submissions set subject = ' '`, "23514"},
		{`update public.speaking_topics set published = false, outcomes_en = outcomes_en where slug = 'old'`, ""},
		{`update public.speaking_topics set display_order = display_order + 1`, ""},
		{asAdmin + `select public.restore_from_trash(id) from public.trash where row_id = '2'; reset role`, ""},
		{`update public.speaking_topics set published = false where slug = 'gone'`, ""},
		{`update public.speaking_topics set outcomes_en = array['a', null, 'c'] where slug = 'old'`, "23514"},
		{`insert into public.speaking_topics (slug, title_en, outcomes_en) values ('new', 'New', array['a', ' ', 'c'])`, "23514"},
		{`update public.speaking_topics set outcomes_en = array['a', 'b', 'c'] where slug = 'old'`, ""},
		{`update public.site_settings set value = '{"fr": "Elle"}' where key = 'press.bio_short'`, "23514"},
		{`update public.site_settings set value = '{"en": "She"}' where key = 'press.bio_short'`, ""},
	} {
		_, err := d.Admin.Exec(t.Context(), c.sql)
		if state, _ := stateOf(t, err); state != c.want {
			t.Errorf("%s: got %q, want %q", c.sql, state, c.want)
		}
	}
}

// Orders from before the column of the search had address and notes.
func TestUpgradeOfTheOrderSearch(t *testing.T) {
	t.Parallel()
	d := oldDatabase(t, 41)
	if _, err := d.Admin.Exec(t.Context(), `insert into public.book_orders (buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, shipping_postal_code, notes)
		values ('Amal d’Or', 'amal@example.test', '0600000000', '12, rue de l’Œuvre', 'Fès', '30000', E'fr\nAprès 18 h')`); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := start(t, d.Conn()); err != nil {
		t.Fatal(err)
	}
	var text string
	if err := d.Admin.QueryRow(t.Context(), `select search_text from public.book_orders`).Scan(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"amal d'or", "fes", "12, rue de l'oeuvre", "30000", "apres 18 h", "amal@example.test"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not found in %q", want, text)
		}
	}
	if strings.Contains(text, "fr\n") {
		t.Errorf("the edition is searched in %q", text)
	}
}

// The states of orders from before, and when they were paid.
func TestUpgradeOfOrderStates(t *testing.T) {
	t.Parallel()
	d := oldDatabase(t, 41)
	run(t, d.Admin, `
		insert into public.book_orders (buyer_name, buyer_email, buyer_phone, order_status, confirmed, paid, fulfilled, created_at)
		select name, 'a@example.test', '1', status, confirmed, paid, fulfilled, '2026-01-01' from (values
			('1', 'new', false, false, false), ('2', 'new', true, false, false), ('3', 'new', true, true, false), ('4', 'new', false, false, true),
			('5', 'shipped', false, false, false), ('6', 'cancelled', true, false, false), ('7', 'cancelled', true, false, true), ('8', 'returned', true, true, true)
		) as o (name, status, confirmed, paid, fulfilled)`)
	run(t, d.Admin, `update public.book_orders set paid = true where buyer_name = '2'`)
	if _, _, _, err := start(t, d.Conn()); err != nil {
		t.Fatal(err)
	}
	got := rows[string](t, d.Admin, `select concat_ws(' ', buyer_name, order_status, payment_status, case when paid_at = created_at then 'placed' when paid_at > now() - interval '1 hour' then 'now' end,
		updated_at < paid_at) from public.book_orders order by 1`)
	want := []string{"1 new pending", "2 confirmed paid now f", "3 confirmed paid placed f", "4 fulfilled pending", "5 new pending", "6 cancelled pending", "7 fulfilled pending", "8 returned paid placed f"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if n := rows[int](t, d.Admin, `select count(*) from public.book_order_changes`)[0]; n != 0 {
		t.Errorf("the upgrade wrote %d rows of history", n)
	}
}
