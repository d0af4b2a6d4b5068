package policies_test

import (
	"testing"

	"github.com/toubkal/toubkal/server/test/pgtest"
)

// One row of each form, of which the talk was made of the first message.
const submissions = `
insert into public.contact_submissions (id, name, email, subject, message, status, created_at) values
  ('00000000-0000-4000-8000-00000000c001', 'Sara', 'sara@example.test', 'General Inquiry', 'A talk?', 'new', now() - interval '5 days'),
  ('00000000-0000-4000-8000-00000000c002', 'Omar', 'omar@example.test', 'General Inquiry', 'Hello', 'read', now() - interval '4 days');
insert into public.speaking_inquiries (id, name, email, message, status, contact_submission_id) values
  ('00000000-0000-4000-8000-00000000e001', 'Sara', 'sara@example.test', 'A talk?', 'read', '00000000-0000-4000-8000-00000000c001');
insert into public.sponsorship_inquiries (name, email, organization, budget_range, message, status, created_at) values
  ('Lina', 'lina@example.test', 'Rif', '5k', 'Let us talk', 'responded', now() - interval '3 days');
insert into public.retreat_inquiries (name, email, phone, created_at) values ('Aya', 'aya@example.test', '0600000000', now() - interval '2 days');
insert into public.book_orders (buyer_name, buyer_email, buyer_phone, edition, notes, paid, created_at) values
  ('Amal', 'amal@example.test', '0611111111', 'ar', 'call first', true, now() - interval '1 day'),
  ('Badr', 'badr@example.test', '0622222222', 'fr', null, false, now());
`

func TestFormSubmissions(t *testing.T) {
	t.Parallel()
	db := setup(t, submissions)
	const unwritable = "55000" // PostgreSQL writes to no union, whoever asks
	for _, a := range []act{
		{`select * from public.form_submissions`, [5]string{refused, "0", "6", "0", "6"}},
		{`select * from public.form_submissions where form_type = 'book_order'`, [5]string{refused, "0", "2", "0", "2"}},
		{`insert into public.form_submissions (name) values ('Lina')`, [5]string{unwritable, unwritable, unwritable, unwritable, unwritable}},
		{`update public.form_submissions set name = 'Lina'`, [5]string{unwritable, unwritable, unwritable, unwritable, unwritable}},
		{`delete from public.form_submissions`, [5]string{unwritable, unwritable, unwritable, unwritable, unwritable}},
	} {
		for i, as := range callers {
			check(t, db, claim{as: as, does: a.does, sees: a.sees[i]})
		}
	}
	const rows = `select string_agg(concat_ws(' ', form_type, name, phone, message, status, record ->> 'subject', record ->> 'edition'), '; ' order by created_at) from public.form_submissions`
	want := "speaking Sara A talk? read; contact Omar Hello read General Inquiry; sponsorship Lina Let us talk responded; retreat Aya 0600000000 new; " +
		"book_order Amal 0611111111 call first paid ar; book_order Badr 0622222222 fr"
	if got := lines(t, db, rows)[0]; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := lines(t, db, `select form_type from public.form_submissions where (record ->> 'id')::uuid <> id`); len(got) > 0 {
		t.Errorf("records of other rows: %q", got)
	}
}

func TestConvertToSpeakingInquiry(t *testing.T) {
	t.Parallel()
	const (
		unknown = "PT404"
		convert = `select * from public.convert_to_speaking_inquiry('00000000-0000-4000-8000-00000000c002', organization => 'Atlas', audience_size => 300)`
		again   = `select * from public.convert_to_speaking_inquiry('00000000-0000-4000-8000-00000000c001', organization => 'Other')`
	)
	db := setup(t, submissions+`
		update public.contact_submissions set status = 'new', notes = 'vip', assigned_to = '00000000-0000-4000-8000-0000000000a2' where name = 'Omar'`)
	for i, sees := range [5]string{refused, unknown, "1", unknown, "1"} {
		check(t, db, claim{as: callers[i], does: convert, sees: sees})
	}
	for _, c := range []claim{
		{
			admin, convert, "1", `(select s.organization = 'Atlas' and s.audience_size = 300 and s.message = 'Hello' and s.notes = 'vip' and s.status = 'read'
				and s.assigned_to = c.assigned_to and s.created_at = c.created_at and c.status = 'read'
				from public.speaking_inquiries s join public.contact_submissions c on c.id = s.contact_submission_id where c.name = 'Omar')`,
		},
		{admin, convert, "1", `(select string_agg(form_type, ' ') = 'speaking' from public.form_submissions where name = 'Omar')`},
		{admin, again, "1", `(select count(*) = 1 and bool_and(organization is null) from public.speaking_inquiries)`},
		{admin, `select public.convert_to_speaking_inquiry('00000000-0000-4000-8000-00000000c009')`, unknown, ""},
		{admin, `select public.convert_to_speaking_inquiry('00000000-0000-4000-8000-00000000c002', audience_size => 0)`, forbidden, ""},
		{
			admin, `insert into public.speaking_inquiries (name, email, message, contact_submission_id)
			        values ('Sara', 'sara@example.test', 'A talk?', '00000000-0000-4000-8000-00000000c001')`,
			taken, "",
		},
	} {
		check(t, db, c)
	}
}

// manyOrders is a database with 30,000 orders of a year, and 1,000 rows of each other form: enough for
// PostgreSQL to prefer an index, which it does the more the more there are. It is one transaction, and a stream of
// changes that begins meanwhile, in any test on the cluster, waits for its end: so the index that searches ask,
// which nobody asks here and which takes three quarters of the time, is left out.
func manyOrders(t *testing.T) *pgtest.DB {
	t.Helper()
	return setup(t, `
		drop index public.book_orders_pieces_idx;
		set session_replication_role = replica;
		insert into public.book_orders (order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, total_amount, confirmed, paid, fulfilled,
			order_status, paid_at, created_at)
		select 'BO' || 17000000000000 + n, 'Buyer ' || n, 'buyer' || n || '@example.test', '06' || lpad(n::text, 8, '0'), n || ', rue Atlas', 'Rabat', 279,
			n % 10 > 0, n % 5 > 0, n % 3 > 0, private.order_status_of_flags(n % 10 > 0, n % 3 > 0),
			case when n % 5 > 0 then now() - n * interval '17 minutes' end, now() - n * interval '17 minutes'
		from generate_series(1, 30000) n;
		insert into public.contact_submissions (name, email, subject, message, created_at)
		select 'Sender ' || n, 's' || n || '@example.test', 'General Inquiry', 'Hello', now() - n * interval '1 hour' from generate_series(1, 1000) n;
		insert into public.speaking_inquiries (name, email, message, contact_submission_id, created_at)
		select name, email, message, id, created_at from public.contact_submissions where name like '%0';
		insert into public.sponsorship_inquiries (name, email, organization, budget_range, message, created_at)
		select name, email, 'Rif', '5k', message, created_at from public.contact_submissions;
		insert into public.retreat_inquiries (name, email, phone, created_at) select name, email, '0600000000', created_at from public.contact_submissions;
		reset session_replication_role;
		analyze public.book_orders, public.contact_submissions, public.speaking_inquiries, public.sponsorship_inquiries, public.retreat_inquiries, public.admin_users`)
}

// explain runs a query as the admin and gives its plan.
func explain(t *testing.T, db *pgtest.DB, query string) []string {
	t.Helper()
	ctx := t.Context()
	tx, err := db.Admin.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(ctx)
	if _, err := tx.Exec(ctx, become, admin.role, admin.claims()); err != nil {
		t.Fatal(err)
	}
	rows, err := tx.Query(ctx, "explain (analyze, costs off) "+query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	var plan []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		plan = append(plan, line)
	}
	return plan
}
