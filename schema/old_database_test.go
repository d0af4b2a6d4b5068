//go:build endurance

package schema_test

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/schema"
	"github.com/toubkal/toubkal/server/pgtest"
)

// oldDatabase is a database that the earlier release has brought to migration n.
func oldDatabase(t *testing.T, n int) *pgtest.DB {
	t.Helper()
	d := pgtest.Empty(t)
	migrateOld(t, d.Conn(), n)
	return d
}

// migrateOld applies the first n migrations of the earlier release, with their
// ledger.
func migrateOld(t *testing.T, conn *pgx.Conn, n int) {
	t.Helper()
	run := func(what, sql string, args ...any) {
		t.Helper()
		if _, err := conn.Exec(t.Context(), sql, args...); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	run("ledgers", `
		create schema toubkal;
		comment on schema toubkal is 'What the program has applied to this database. Not exposed by any API.';
		create table toubkal.migrations (version int primary key, name text not null, hash text not null, applied_at timestamptz not null default now());
		create table toubkal.policies (table_name text primary key, hash text not null, fingerprint text not null, applied_at timestamptz not null default now());
		create table toubkal.seeds (name text primary key, hash text not null, applied_at timestamptz not null default now())`)
	content, err := fs.ReadFile(schema.Files, "upgrade/0012.zip")
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(archive, "*.sql")
	if err != nil || len(names) != 41 {
		t.Fatalf("the archive has %d migrations, %v; want 41", len(names), err)
	}
	slices.Sort(names)
	for i, name := range names[:n] {
		text, err := fs.ReadFile(archive, name)
		if err != nil {
			t.Fatal(err)
		}
		run(name, "begin;"+string(text)+"; commit")
		run(name, "insert into toubkal.migrations values ($1, $2, encode(sha256($3), 'hex'))", i+1, name, text)
	}
}

// fill gives every table of the old database a row.
func fill(t *testing.T, d *pgtest.DB) {
	t.Helper()
	seeds := seedFolder(t)
	for _, name := range []string{
		"0001_site_settings", "0003_speaking_topics", "0004_awards", "0005_media", "0006_book_reviews", "0007_blog_posts", "0008_testimonials",
		"0009_order_limits", "0010_mail", "0011_second_factor", "0012_pictures",
	} {
		text, err := fs.ReadFile(seeds.Files, name+".sql")
		if err != nil {
			t.Fatal(err)
		}
		// The old tables had no mark for samples.
		old := sampleMark.ReplaceAllString(strings.ReplaceAll(string(text), "(id, sample, ", "(id, "), "$1")
		if _, err := d.Admin.Exec(t.Context(), old); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Admin.Exec(t.Context(), "insert into toubkal.seeds (name, hash) values ($1, 'old')", name+".sql"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.Admin.Exec(t.Context(), rowsOfAll); err != nil {
		t.Fatal(err)
	}
}

var sampleMark = regexp.MustCompile(`(\('5eed[0-9a-f-]+', )true, `)

// oldName is what the old seeds called her, as jsonb prints it.
const oldName = `{"ar": "متسلقة الجبال", "en": "The mountaineer", "fr": "L’alpiniste"}`

// rowsOfAll are rows for the tables that no seed fills.
const rowsOfAll = `
update public.site_settings set value = '` + oldName + `' where key = 'brand.name';
insert into toubkal.seeds (name, hash) values ('0002_expeditions.sql', 'old'), ('0009_expedition_words.sql', 'old'),
	('0010_press_settings.sql', 'old'), ('0011_newsletter_setting.sql', 'old');
insert into public.expeditions (slug, name_en, year, continent, country, location, route)
	values ('toubkal', 'Toubkal', 2010, 'Africa', 'Morocco', 'Khumbu', 'Ours');
insert into auth.users (id, email) values ('00000000-0000-4000-8000-000000000001', 'admin@example.test');
insert into auth.identities (provider_id, provider, user_id, identity_data) values ('1', 'email', '00000000-0000-4000-8000-000000000001', '{}');
insert into auth.sessions (id, user_id) values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001');
insert into auth.refresh_tokens (token, session_id) values ('t', '00000000-0000-4000-8000-000000000002');
insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to) values ('00000000-0000-4000-8000-000000000001', 'recovery_token', 'h', 'x');
insert into auth.audit_log_entries (payload) values ('{}');
insert into public.admin_users (auth_user_id, email, role) values ('00000000-0000-4000-8000-000000000001', 'admin@example.test', 'super_admin');
insert into public.contact_submissions (id, name, email, message) values ('00000000-0000-4000-8000-000000000003', 'Lina', 'lina@example.test', 'Hello');
insert into public.speaking_inquiries (name, email, message, contact_submission_id) values ('Lina', 'lina@example.test', 'Hello', '00000000-0000-4000-8000-000000000003');
insert into public.sponsorship_inquiries (name, email, organization, budget_range, message) values ('Lina', 'lina@example.test', 'Org', '5k', 'Hello');
insert into public.retreat_inquiries (name, email, phone) values ('Lina', 'lina@example.test', '1');
insert into public.book_reviews (name, email, comment_en) values ('Lina', 'lina@example.test', 'Good');
insert into public.book_orders (buyer_name, buyer_email, buyer_phone, total_amount) values ('Lina', 'lina@example.test', '1', 279);
insert into public.newsletter_subscribers (email) values ('lina@example.test');
insert into public.blog_post_copies (post_id, words, based_on) select id, '{}', now() from public.blog_posts limit 1;
insert into realtime.messages (topic, extension, payload, private) values ('room', 'broadcast', '{}', true);`
