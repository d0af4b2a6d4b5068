package schema_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// A person in every table that a visitor can write to, and what follows from it. Another person shares the name.
const person = `
insert into public.book_orders (id, order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, shipping_postal_code, quantity, total_amount, edition, notes, language, confirmed, paid, fulfilled) values
  ('00000000-0000-4000-8000-00000000d001', 'BO1763720000000001', 'Zineb Personne', 'zineb@person.test', '+212 6 98 76 54 32', '7 impasse Unique', 'Zagora', '47900', 2, 558, 'fr', 'ring at Zineb Personne', 'fr', true, true, true),
  ('00000000-0000-4000-8000-00000000d002', 'BO1763720000000002', 'Zineb Autre', 'autre@other.test', '0611111111', '1 rue A', 'Rabat', null, 1, 279, 'ar', null, 'ar', false, false, false);
insert into public.contact_submissions (id, name, email, subject, message, language) values
  ('00000000-0000-4000-8000-00000000c001', 'Z. Personne', 'Zineb@Person.test', 'general - Personne SARL', 'I am Zineb Personne', 'fr');
insert into public.speaking_inquiries (id, name, email, phone, organization, message, contact_submission_id) values
  ('00000000-0000-4000-8000-00000000c002', 'Z. Personne', 'zineb@person.test', '0698765432', 'Personne SARL', 'I am Zineb Personne', '00000000-0000-4000-8000-00000000c001');
insert into public.retreat_inquiries (id, name, email, phone, message, language) values
  ('00000000-0000-4000-8000-00000000c003', 'Zineb', 'z.other@person.test', '00212698765432', 'Personne', 'fr');
insert into storage.objects (bucket_id, name, metadata) values
  ('sponsor-attachments', '00000000-0000-4000-8000-00000000c004', '{"mimetype": "application/pdf", "size": 10}'),
  ('review-proofs', '00000000-0000-4000-8000-00000000f001', '{"mimetype": "image/png", "size": 10}');
insert into public.sponsorship_inquiries (id, name, email, organization, budget_range, message, language, attachment_path, attachment_name) values
  ('00000000-0000-4000-8000-00000000c004', 'Zineb Personne', 'zineb@person.test', 'Personne SARL', '5k', 'From Zineb Personne', 'fr', '00000000-0000-4000-8000-00000000c004', 'Personne.pdf');
insert into public.book_reviews (id, name, email, comment_en, proof_path) values
  ('00000000-0000-4000-8000-00000000f001', 'Zineb P.', 'zineb@person.test', 'By Zineb Personne', '00000000-0000-4000-8000-00000000f001');
insert into public.book_reviews (id, name, email, comment_en) values
  ('00000000-0000-4000-8000-00000000f006', 'Z. Personne', 'zineb@person.test', 'Deleted, by Zineb Personne');
insert into public.newsletter_subscribers (id, email, status) values ('00000000-0000-4000-8000-00000000f002', 'zineb@person.test', 'confirmed');
insert into public.newsletters (id, subject_en, body_en) values ('00000000-0000-4000-8000-00000000f003', 'Hello', '<p>Yes</p>');
insert into public.newsletter_recipients (newsletter_id, subscriber_id, language, state, reason) values
  ('00000000-0000-4000-8000-00000000f003', '00000000-0000-4000-8000-00000000f002', 'en', 'failed', '550 no such user zineb@person.test');
insert into public.inquiry_replies (id, form_type, inquiry_id, language, subject, body) values
  ('00000000-0000-4000-8000-00000000f004', 'contact', '00000000-0000-4000-8000-00000000c001', 'fr', 'Re: Personne', 'Dear Zineb Personne');
insert into public.mail_notices (row_id, kind) values ('00000000-0000-4000-8000-00000000d001', 'order_received') on conflict do nothing;
insert into public.book_order_changes (id, order_id, from_status, to_status, reason, message) values
  ('00000000-0000-4000-8000-00000000f005', '00000000-0000-4000-8000-00000000d001', 'fulfilled', 'fulfilled', 'Zineb Personne called', 'Chère Zineb Personne');
update public.book_orders set notes = notes || E'\nZineb Personne called' where id = '00000000-0000-4000-8000-00000000d001';
update public.contact_submissions set notes = 'call Zineb Personne';
update public.book_reviews set comment_en = comment_en || '!';
select toubkal_mail.put(gen_random_uuid(), 'order_received:00000000-0000-4000-8000-00000000d001', 'order_received', 'Zineb@person.test', 's@site.test', 'to Zineb Personne'),
  toubkal_mail.put(gen_random_uuid(), 'owner_order:00000000-0000-4000-8000-00000000d001:o@site.test', 'owner_order', 'o@site.test', 's@site.test', 'from Zineb Personne'),
  toubkal_mail.put(gen_random_uuid(), 'order_changed:00000000-0000-4000-8000-00000000f005', 'order_changed', 'zineb@person.test', 's@site.test', 'to Zineb Personne'),
  toubkal_mail.put(gen_random_uuid(), 'reply:00000000-0000-4000-8000-00000000f004', 'reply', 'zineb@person.test', 's@site.test', 'to Zineb Personne'),
  toubkal_mail.put(gen_random_uuid(), 'owner_digest:2026:o@site.test', 'owner_digest', 'o@site.test', 's@site.test', 'summary: Zineb Personne'),
  toubkal_mail.put(gen_random_uuid(), null, 'receipt', 'zineb@person.test', 's@site.test', 'to Zineb Personne'),
  toubkal_mail.put(gen_random_uuid(), 'order_received:00000000-0000-4000-8000-00000000d002', 'order_received', 'autre@other.test', 's@site.test', 'to the other');
update toubkal_jobs.river_job set errors = array['{"error": "550 zineb@person.test"}'::jsonb]
  where id in (select job_id from toubkal_mail.messages where recipient ilike 'zineb@person.test');
insert into auth.users (id, email, phone, encrypted_password, raw_user_meta_data, recovery_token) values
  ('00000000-0000-4000-8000-00000000a001', 'zineb@person.test', '212698765432', 'a secret hash', '{"full_name": "Zineb Personne"}', 'a secret token');
insert into auth.identities (provider_id, user_id, identity_data, provider) values
  ('00000000-0000-4000-8000-00000000a001', '00000000-0000-4000-8000-00000000a001', '{"email": "zineb@person.test"}', 'email');
insert into auth.sessions (user_id, user_agent, ip, refresh_token_hmac_key) values ('00000000-0000-4000-8000-00000000a001', 'Browser of Zineb Personne', '192.0.2.7', 'a secret key');
insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to) values ('00000000-0000-4000-8000-00000000a001', 'recovery_token', 'a secret hash', 'zineb@person.test');
insert into auth.flow_state (id, user_id, provider_type, authentication_method, provider_access_token) values
  (gen_random_uuid(), '00000000-0000-4000-8000-00000000a001', 'email', 'recovery', 'a secret of Zineb Personne');
insert into auth.audit_log_entries (payload) values
  ('{"action": "login", "actor_id": "00000000-0000-4000-8000-00000000a001", "actor_username": "zineb@person.test"}'),
  ('{"action": "user_signedup", "actor_id": "00000000-0000-4000-8000-000000000002", "traits": {"user_id": "00000000-0000-4000-8000-00000000a001", "user_email": "zineb@person.test"}}'),
  ('{"action": "login", "actor_id": "00000000-0000-4000-8000-000000000002", "actor_username": "admin@example.test"}');
insert into toubkal_mail.suppressions (address, reason, until) values ('zineb@person.test', '550', now() + interval '1 day');
`

// traces are the places in any table, of any schema, whose text or bytes contain a word.
func traces(t *testing.T, pool *pgxpool.Pool, words ...string) (found []string) {
	t.Helper()
	tables := rows[string](t, pool, `select format('%I.%I', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`)
	for _, table := range tables {
		for _, word := range words {
			for _, place := range rows[string](t, pool, `select c.key || ': ' || left(c.value, 200) from `+table+` x, jsonb_each_text(to_jsonb(x)) c
				where c.value ilike '%' || $1 || '%' or c.value like '%' || encode(convert_to($1, 'UTF8'), 'hex') || '%'`, word) {
				found = append(found, table+"."+place)
			}
		}
	}
	return found
}

var personWords = []string{"Personne", "person.test", "98765432", "98 76 54 32", "impasse Unique", "Zagora", "47900"}

func TestAPersonIsErasedEverywhere(t *testing.T) {
	t.Parallel()
	pool := withPerson(t)
	if before := traces(t, pool, personWords...); len(before) < 30 {
		t.Fatalf("only %d traces before: %q", len(before), before)
	}
	found := foundAs(t, pool, "zineb@person.test")
	want := "account book_order contact retreat review speaking sponsorship subscriber trashed_review"
	if got := sources(found); got != want {
		t.Fatalf("found %q, want %q", got, want)
	}
	exported := asked[string](t, pool, `select public.export_person($1)::text`, recordsOf(found))
	for _, part := range []string{"impasse Unique", "ring at Zineb", "I am Zineb Personne", "Dear Zineb Personne", "By Zineb Personne!", "z.other@person.test", "Zineb Personne called", "Personne.pdf", "Browser of Zineb Personne", "192.0.2.7", `"identity": {"email": "zineb@person.test"}`} {
		if !strings.Contains(exported, part) {
			t.Errorf("%q is not in the export %s", part, exported)
		}
	}
	if strings.Contains(exported, "token_hash") || strings.Contains(exported, "secret") || strings.Contains(exported, "other.test") {
		t.Errorf("the export has too much: %s", exported)
	}

	counts := asked[string](t, pool, `select public.erase_person($1)::text`, recordsOf(found))
	if counts != `{"orders": 1, "reviews": 2, "accounts": 1, "inquiries": 4, "subscriptions": 1}` {
		t.Errorf("counts %s", counts)
	}
	if after := traces(t, pool, personWords...); len(after) > 0 {
		t.Errorf("left over:\n%s", strings.Join(after, "\n"))
	}
	if left := rows[string](t, pool, `select bucket_id from storage.objects`); len(left) > 0 {
		t.Errorf("files of %q are left", left)
	}
	// What the books need, and the other person.
	got := rows[string](t, pool, `select concat_ws(' ', order_number, buyer_name, quantity, total_amount, currency, order_status, payment_status, paid_at is not null, edition, notes, erased_at is not null, language) from public.book_orders order by 1`)
	books := []string{"BO1763720000000001 erased 2 558.00 MAD fulfilled paid t fr t", "BO1763720000000002 Zineb Autre 1 279.00 MAD new pending f ar f ar"}
	if !slices.Equal(got, books) {
		t.Errorf("orders %q, want %q", got, books)
	}
	if n := rows[int](t, pool, `select count(*) from toubkal_mail.messages where recipient = 'autre@other.test'`)[0]; n != 1 {
		t.Errorf("the other person has %d e-mails, want 1", n)
	}
	if n := rows[int](t, pool, `select count(*) from public.newsletter_recipients where subscriber_id is null and reason is null`)[0]; n != 1 {
		t.Errorf("%d results of newsletters, want 1 without an address", n)
	}
	if again := foundAs(t, pool, "zineb@person.test"); len(again) > 0 {
		t.Errorf("still found: %q", again)
	}
}

// The books keep what was given back, without the words about the buyer.
func TestRefundsOfAPersonStayInTheBooks(t *testing.T) {
	t.Parallel()
	pool := withPerson(t)
	run(t, pool, `insert into public.book_order_changes (order_id, from_status, to_status, reason) values ('`+orderID+`', 'fulfilled', 'returned', 'x');
		update public.book_orders set order_status = 'returned' where id = '`+orderID+`'`)
	if state, constraint := asAdmin(t, pool, `insert into public.book_order_refunds (order_id, amount, method, reason, mail, message) values ($1, 58, 'cash', 'Zineb Personne asked', true, 'For Zineb Personne')`, orderID); state != "" {
		t.Fatal(state, constraint)
	}
	asked[string](t, pool, `select public.erase_person($1)::text`, `[{"source": "book_order", "id": "`+orderID+`"}]`)
	if got := rows[string](t, pool, `select concat_ws(' ', r.amount, r.method, r.reason, o.refunded_amount) from public.book_order_refunds r join public.book_orders o on o.id = r.order_id`); !slices.Equal(got, []string{"58.00 cash 58.00"}) {
		t.Errorf("refunds %q", got)
	}
	if n := rows[int](t, pool, `select count(*) from public.mail_notices where kind = 'order_refunded'`)[0]; n != 0 {
		t.Error("the buyer is still written to")
	}
	for _, trace := range traces(t, pool, "Zineb Personne asked", "For Zineb Personne") {
		t.Errorf("left over: %s", trace)
	}
}

// The ways in which somebody asks: all find the same, the namesake only by the shared name.
func TestAPersonIsFound(t *testing.T) {
	t.Parallel()
	pool := withPerson(t)
	const all = "account book_order contact retreat review speaking sponsorship subscriber trashed_review"
	for _, c := range []struct{ search, want string }{
		{"zineb@person.test", all},
		{"ZINEB@PERSON.TEST ", all},
		{"06 98 76 54 32", all},
		{"+212698765432", all},
		{"zineb personné", all},
		{"BO1763720000000001", all},
		{"autre@other.test", "book_order"},
		{"admin@example.test", "account"},
		{"Zineb", "account book_order " + strings.TrimPrefix(all, "account ")},
		{"nobody", ""},
		{"0600000000", ""},
		{"%%%", ""},
	} {
		if got := sources(foundAs(t, pool, c.search)); got != c.want {
			t.Errorf("%q: got %q, want %q", c.search, got, c.want)
		}
	}
	for _, c := range []struct{ sql, state string }{
		{`select public.find_person('zi')`, "PT400"},
		{`select public.erase_person('[{"source": "book_order", "id": "00000000-0000-4000-8000-00000000d002"}]')`, "PT409"},
		{`select public.erase_person('[{"source": "book_order", "id": "x"}]')`, "22P02"},
		{`update public.audit_log set changes = null`, "42501"},
	} {
		if state, _ := asAdmin(t, pool, c.sql); state != c.state {
			t.Errorf("%s: got %q, want %q", c.sql, state, c.state)
		}
	}
	if n := rows[int](t, pool, `select count(*) from public.book_orders where buyer_name = 'Zineb Autre'`)[0]; n != 1 {
		t.Error("an open order was erased")
	}
}

// An account of the staff is refused, also of one who is suspended, and then nothing is erased.
func TestAnAccountOfTheStaffIsNotErased(t *testing.T) {
	t.Parallel()
	pool := withPerson(t)
	const staff, visitor = `{"source": "account", "id": "00000000-0000-4000-8000-000000000002"}`, `{"source": "account", "id": "00000000-0000-4000-8000-00000000a001"}`
	if got := asked[string](t, pool, `select string_agg(status, ' ') from public.find_person('admin@example.test')`); got != "staff" {
		t.Errorf("the account of the admin is of the %q", got)
	}
	if state, _ := asAdmin(t, pool, `select public.erase_person($1)`, "["+visitor+","+staff+"]"); state != "PT409" {
		t.Errorf("got %q, want a conflict", state)
	}
	if got := rows[int](t, pool, `select count(*) from auth.users`)[0]; got != 2 {
		t.Errorf("%d accounts are left, want both", got)
	}
	if got := asked[string](t, pool, `select public.erase_person($1)::text`, "["+visitor+"]"); !strings.Contains(got, `"accounts": 1`) {
		t.Errorf("counts %s", got)
	}
	// The address has other rows: e-mails to it stay, and the log of others.
	got := rows[string](t, pool, `select email from auth.users union all select payload ->> 'action' from auth.audit_log_entries
		union all select 'e-mail' where exists (select from toubkal_mail.messages where kind = 'receipt') order by 1`)
	if want := []string{"admin@example.test", "e-mail", "login"}; !slices.Equal(got, want) {
		t.Errorf("left are %q, want %q", got, want)
	}
	for _, table := range []string{"auth.identities", "auth.sessions", "auth.one_time_tokens", "auth.flow_state"} {
		if got := rows[int](t, pool, "select count(*) from "+table)[0]; got != 0 {
			t.Errorf("%s has %d rows", table, got)
		}
	}
}

// An account is told to admins alone.
func TestAccountsAreToldToAdminsAlone(t *testing.T) {
	t.Parallel()
	pool := withPerson(t)
	run(t, pool, `update public.admin_users set active = false where role = 'admin'`)
	for _, sql := range []string{`select public.find_person('zineb')`, `select public.erase_person('[]')`} {
		if state, _ := asAdmin(t, pool, sql); state != "42501" {
			t.Errorf("%s: got %q, want a refusal", sql, state)
		}
	}
	if got := asked[string](t, pool, `select public.export_person('[{"source": "account", "id": "00000000-0000-4000-8000-00000000a001"}]')::text`); strings.Contains(got, "person.test") {
		t.Errorf("somebody who is no admin reads %s", got)
	}
}

// Of the audit log the owner of definers may empty values, and change nothing else.
func TestOnlyValuesOfTheAuditLogAreErased(t *testing.T) {
	t.Parallel()
	pool := oneOrderShop(t)
	run(t, pool, `update public.book_orders set confirmed = true, notes = 'Amal called'`)
	for _, c := range []struct{ sql, state string }{
		{`update public.audit_log set changes = '{"confirmed": [false, false], "order_status": null, "notes": null}' where changes is not null`, "42501"},
		{`update public.audit_log set changes = '{"notes": null}' where changes is not null`, "42501"},
		{`update public.audit_log set actor_role = 'visitor'`, "42501"},
		{`delete from public.audit_log`, "42501"},
		{`update public.audit_log set changes = private.without_values(changes) where changes is not null`, ""},
	} {
		err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
			if _, err := tx.Exec(t.Context(), `set local role toubkal_owner`); err != nil {
				return err
			}
			_, err := tx.Exec(t.Context(), c.sql)
			return err
		})
		if state, _ := stateOf(t, err); state != c.state {
			t.Errorf("%s: got %q, want %q", c.sql, state, c.state)
		}
	}
}

// Spam that is deleted leaves nothing, either: an inquiry when it leaves the trash.
func TestDeletedSpamLeavesNothing(t *testing.T) {
	t.Parallel()
	pool := withPerson(t)
	run(t, pool, `begin; set local session_replication_role = replica;
		update public.book_orders set order_status = 'spam', confirmed = false, fulfilled = false where buyer_name = 'Zineb Personne'; commit`)
	for _, sql := range []string{
		`delete from public.book_orders`, `delete from public.speaking_inquiries`, `delete from public.contact_submissions`,
		`delete from public.sponsorship_inquiries`, `delete from public.retreat_inquiries`, `delete from public.newsletter_subscribers`,
		`delete from public.trash where table_name <> 'book_reviews'`,
	} {
		if state, constraint := asAdmin(t, pool, sql); state != "" {
			t.Fatalf("%s: %s %s", sql, state, constraint)
		}
	}
	for _, trace := range traces(t, pool, personWords...) {
		// Messages to the address that are about no row, results of newsletters, reviews and the account are erased with the person.
		if !slices.ContainsFunc([]string{"auth.", "toubkal_mail.", "toubkal_jobs.", "public.newsletter_recipients.", "public.book_review", "public.trash", "private.trash", "public.audit_log.changes: {\"comment_en\"", "public.audit_log.changes: {\"id\": [\"00000000-0000-4000-8000-00000000f006\""}, func(place string) bool {
			return strings.HasPrefix(trace, place)
		}) {
			t.Errorf("left over: %s", trace)
		}
	}
	if got := rows[string](t, pool, `select bucket_id from storage.objects`); !slices.Equal(got, []string{"review-proofs"}) {
		t.Errorf("files of %q are left", got)
	}
}

// What a person has written is found and erased in the trash, too, with its replies and its document.
func TestAPersonInTheTrashIsErased(t *testing.T) {
	t.Parallel()
	pool := withPerson(t)
	run(t, pool, `update public.trash set deleted_at = deleted_at - interval '1 hour'`)
	all := foundAs(t, pool, "zineb@person.test")
	var ids []string
	for _, r := range all {
		ids = append(ids, r.id)
	}
	if n := asked[int](t, pool, `select count(*) from public.delete_inquiries($1::uuid[])`, ids); n != 4 {
		t.Fatalf("%d inquiries are in the trash, want 4", n)
	}
	if n := rows[int](t, pool, `select count(*) from public.inquiry_replies`)[0]; n != 1 {
		t.Fatalf("%d replies while the inquiry can be restored, want 1", n)
	}
	found := foundAs(t, pool, "zineb@person.test")
	want := "account book_order review subscriber trashed_inquiry trashed_inquiry trashed_inquiry trashed_inquiry trashed_review"
	if got := sources(found); got != want {
		t.Fatalf("found %q, want %q", got, want)
	}
	counts := asked[string](t, pool, `select public.erase_person($1)::text`, recordsOf(found))
	if counts != `{"orders": 1, "reviews": 2, "accounts": 1, "inquiries": 4, "subscriptions": 1}` {
		t.Errorf("counts %s", counts)
	}
	if after := traces(t, pool, personWords...); len(after) > 0 {
		t.Errorf("left over:\n%s", strings.Join(after, "\n"))
	}
	if left := rows[string](t, pool, `select bucket_id from storage.objects`); len(left) > 0 {
		t.Errorf("files of %q are left", left)
	}
}

type personRow struct{ source, id string }

func foundAs(t *testing.T, pool *pgxpool.Pool, search string) []personRow {
	t.Helper()
	var all []personRow
	for _, line := range asked[[]string](t, pool, `select coalesce(array_agg(source || ' ' || id order by source), '{}') from public.find_person($1)`, search) {
		source, id, _ := strings.Cut(line, " ")
		all = append(all, personRow{source, id})
	}
	return all
}

func sources(found []personRow) string {
	var all []string
	for _, r := range found {
		all = append(all, r.source)
	}
	return strings.Join(all, " ")
}

func recordsOf(found []personRow) string {
	var all []string
	for _, r := range found {
		all = append(all, fmt.Sprintf(`{"source": %q, "id": %q}`, r.source, r.id))
	}
	return "[" + strings.Join(all, ",") + "]"
}

// asked is what the admin gets for a query of one value.
func asked[T any](t *testing.T, pool *pgxpool.Pool, sql string, args ...any) (value T) {
	t.Helper()
	err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		if err := become(t, tx); err != nil {
			return err
		}
		return tx.QueryRow(t.Context(), sql, args...).Scan(&value)
	})
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return value
}

// withPerson is a shop with an admin, and the person, one of whose reviews the admin has deleted.
func withPerson(t *testing.T) *pgxpool.Pool {
	t.Helper()
	pool := shop(t, 47)
	run(t, pool, oneOrder[:strings.Index(oneOrder, "insert into public.book_orders")]+person)
	if state, _ := asAdmin(t, pool, `delete from public.book_reviews where id = '00000000-0000-4000-8000-00000000f006'`); state != "" {
		t.Fatal(state)
	}
	return pool
}
