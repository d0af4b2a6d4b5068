package policies_test

import (
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/test/pgtest"
)

const (
	gonePost    = `'00000000-0000-4000-8000-00000000d001'`
	lostPeak    = `'00000000-0000-4000-8000-00000000d002'`
	lostMessage = `'00000000-0000-4000-8000-00000000d003'`
)

func TestTrash(t *testing.T) {
	t.Parallel()
	const entry = `insert into public.trash (table_name, row_id, name) values ('awards', '1', 'A')`
	try(t, entry+`;`,
		[]act{
			{`select * from public.trash`, [5]string{refused, "0", "1", "0", "1"}},
			{entry, [5]string{refused, refused, refused, refused, refused}},
			{`update public.trash set name = 'B'`, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.trash`, [5]string{refused, "0", "1", "0", "1"}},
			{`select public.restore_from_trash(1)`, [5]string{refused, refused, "1", refused, "1"}},
			{`select * from private.trash_rows`, [5]string{refused, refused, refused, refused, refused}},
		},
		[]claim{
			{admin, `select public.restore_from_trash(2)`, "PT404", ""},
			{serviceKey, `delete from public.trash`, "1", ""},
		})
}

// Rows that can be deleted, with their parts: a row of each table that the trash keeps.
var deletable = map[string]string{
	"awards":              `insert into public.awards (title_en, organization, year, category) values ('A', 'Atlas', 2018, 'recognition')`,
	"book_reviews":        `insert into public.book_reviews (name, email, comment_en, status, featured) values ('Sara', 'sara@example.test', 'Good', 'approved', true)`,
	"contact_submissions": `insert into public.contact_submissions (id, name, email, subject, message, notes, assigned_to) values (` + lostMessage + `, 'Sara', 'sara@example.test', 'General Inquiry', 'A talk?', 'vip', ` + rowOfAdmin + `)`,
	"retreat_inquiries":   `insert into public.retreat_inquiries (name, email, phone, status) values ('Aya', 'aya@example.test', '0600000000', 'spam')`,
	"speaking_inquiries":  `insert into public.speaking_inquiries (name, email, message) values ('Sara', 'sara@example.test', 'A talk?')`,
	"sponsorship_inquiries": `insert into storage.objects (bucket_id, name, metadata) values ('sponsor-attachments', ` + lostMessage + `, '{"mimetype": "application/pdf", "size": 10}');
		insert into public.sponsorship_inquiries (id, name, email, organization, budget_range, message, attachment_path, attachment_name) values (` + lostMessage + `, 'Lina', 'lina@example.test', 'Rif', '5k', 'Let us talk', ` + lostMessage + `, 'Rif.pdf')`,
	"media_coverage":   `insert into public.media_coverage (type, date, outlet, title_en, title_fr, title_ar) values ('radio', '2026-01-01', 'A', 'A', 'A', 'ا')`,
	"media_highlights": `insert into public.media_highlights (title_en, title_fr, title_ar, date, image_url) values ('A', 'A', 'ا', '2026-01-01', '/a.svg')`,
	"newsletters":      `insert into public.newsletters (subject_en) values ('A')`,
	"speaking_topics":  `insert into public.speaking_topics (slug, title_en, outcomes_en) values ('a', 'A', '{a,b,c}')`,
	"testimonials":     `insert into public.testimonials (author_name, quote_en) values ('Amal', 'A')`,
	"blog_posts": `insert into public.blog_posts (id, slug, title_en, content_en) values (` + gonePost + `, 'gone', 'Gone', '<p>was here</p>');
		insert into public.blog_post_copies (post_id, words, based_on) values (` + gonePost + `, '{"title_en": "Copy"}', now())`,
	"expeditions": pictureFile + `; insert into public.expeditions (id, slug, name_en, name_fr, name_ar, year, continent, country, picture_id) values (` + lostPeak + `, 'k2', 'K2', 'K2', 'كي 2', 2025, 'Asia', 'Pakistan', ` + lonely + `);
		insert into public.expedition_pictures (expedition_id, picture_id) values (` + lostPeak + `, ` + lonely + `)`,
}

var pictureFile = objectOf("media", lonely, "1") + pictureOf(lonely)

// allKept reads all rows of all tables that the trash keeps, without the time of the last change.
const allKept = `
select coalesce(string_agg(c.relname || ' ' || r::text, E'\n' order by c.relname, r::text), '')
from pg_class c join pg_trigger t on t.tgrelid = c.oid and t.tgname = c.relname || '_70_keep_deleted',
	lateral unnest(xpath('/table/row/r/text()', query_to_xml(format('select (to_jsonb(t) - ''updated_at'')::text as r from public.%I t', c.relname), true, false, ''))) r
where r::text !~ '"author": "admin@example.test"' -- the revision of the restored post`

func TestRestoredRowsAreAsTheyWere(t *testing.T) {
	t.Parallel()
	const tables = `select coalesce(array_agg(c.relname::text), '{}') from pg_class c join pg_trigger t on t.tgrelid = c.oid and t.tgname = c.relname || '_70_keep_deleted'
		where t.tgqual is not null`
	var kept []string
	if err := pgtest.New(t).Admin.QueryRow(t.Context(), tables).Scan(&kept); err != nil {
		t.Fatal(err)
	}
	for _, table := range kept {
		if deletable[table] == "" {
			t.Errorf("no row of %s is tried", table)
		}
	}
	for table, insert := range deletable {
		t.Run(table, func(t *testing.T) {
			t.Parallel()
			db := setup(t, insert)
			all := func() (found string) {
				t.Helper()
				if err := db.Admin.QueryRow(t.Context(), allKept).Scan(&found); err != nil {
					t.Fatal(err)
				}
				return found
			}
			was := all()
			for _, step := range []struct{ does, then string }{
				{`delete from public.` + table, ``},
				{`select public.restore_from_trash(id) from public.trash where table_name = '` + table + `'`, was},
			} {
				if _, err := db.Admin.Exec(t.Context(), `begin; set local role authenticated; set local request.jwt.claims = '`+admin.claims()+`'; `+step.does+`; commit`); err != nil {
					t.Fatalf("%s: %v", step.does, err)
				}
				if got := all(); got != step.then {
					t.Errorf("%s: got\n%s\nwant\n%s", step.does, got, step.then)
				}
			}
			if strings.Count(was, "\n") < strings.Count(insert, "insert into public.")-strings.Count(insert, "public.pictures ")-1 {
				t.Errorf("the parts are not all compared: %s", was)
			}
			check(t, db, claim{admin, `delete from public.trash`, "0", `not exists (select from private.trash_rows)`})
		})
	}
}

func TestTrashOfWhatChangedMeanwhile(t *testing.T) {
	t.Parallel()
	const deleted = `set local role authenticated; set local request.jwt.claims = '`
	db := setup(t, deletable["expeditions"]+`;`+deletable["blog_posts"]+`;`+deletable["newsletters"]+`; insert into public.awards (title_en, organization, year, category) values ('A', 'Atlas', 2018, 'recognition');
		begin; `+deleted+admin.claims()+`'; delete from public.expeditions; delete from public.blog_posts; delete from public.newsletters; delete from public.awards; commit;
		update private.trash_rows set was = was || '{"saved_by": "00000000-0000-4000-8000-000000000000"}' where table_name = 'newsletters';
		delete from public.pictures; insert into public.blog_posts (slug, title_en) values ('gone', 'Other');
		update public.trash set deleted_at = now() - interval '31 days' where table_name = 'awards'`)
	restore := func(table string) string {
		return `select public.restore_from_trash(id) from public.trash where table_name = '` + table + `'`
	}
	for _, c := range []claim{
		{admin, restore("expeditions"), "1", `(select count(*) = 1 and bool_and(picture_id is null) from public.expeditions) and not exists (select from public.expedition_pictures)`},
		{admin, restore("blog_posts"), taken, ""},
		// The admin who has saved it is gone.
		{admin, restore("newsletters"), "1", `(select count(*) = 1 and bool_and(saved_by is null) from public.newsletters)`},
		// The server deletes for good.
		{serviceKey, `delete from public.blog_posts`, "1", `(select count(*) = 1 from public.trash where table_name = 'blog_posts')`},
		// What is old goes with the next deletion.
		{admin, `delete from public.blog_posts`, "1", `not exists (select from public.trash where table_name = 'awards') and (select count(*) = 2 from public.trash where table_name = 'blog_posts')`},
		// A part that is deleted by itself is not kept: a copy is discarded.
		{admin, `delete from public.blog_post_copies`, "0", ""},
	} {
		check(t, db, c)
	}
}
