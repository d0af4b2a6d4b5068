package policies_test

import (
	"slices"
	"strings"
	"testing"
)

// Inquiries that wait, with a reply, with one that failed, with both, and spam.
const queue = `
insert into public.contact_submissions (id, name, email, subject, message, status, created_at) values
  ('00000000-0000-4000-8000-00000000c001', 'Sara', 'sara@example.test', 'Speaking Engagement', 'Une conférence à Fès', 'new', now() - interval '5 days'),
  ('00000000-0000-4000-8000-00000000c002', 'Omar', 'omar@example.test', 'general - Atlas', 'Hello', 'read', now() - interval '4 days'),
  ('00000000-0000-4000-8000-00000000c003', 'Badr', 'badr@example.test', 'General Inquiry', 'Hello', 'spam', now() - interval '4 days');
insert into public.speaking_inquiries (id, name, email, message, status, contact_submission_id) values
  ('00000000-0000-4000-8000-00000000e001', 'Sara', 'sara@example.test', 'Une conférence à Fès', 'read', '00000000-0000-4000-8000-00000000c001');
insert into public.sponsorship_inquiries (id, name, email, organization, budget_range, message, status, created_at) values
  ('00000000-0000-4000-8000-00000000d001', 'Lina', 'lina@example.test', 'Rif', '5k', 'Let us talk', 'responded', now() - interval '3 days'),
  ('00000000-0000-4000-8000-00000000d002', 'Hind', 'hind@example.test', 'Rif', '5k', 'Let us talk', 'read', now() - interval '3 days');
insert into public.retreat_inquiries (id, name, email, phone, created_at) values ('00000000-0000-4000-8000-00000000f001', 'Aya', 'aya@example.test', '0600000000', now() - interval '2 days');
insert into public.inquiry_replies (form_type, inquiry_id, language, subject, body, state) values
  ('sponsorship', '00000000-0000-4000-8000-00000000d001', 'fr', 'Re', 'Yes', 'sent'),
  ('sponsorship', '00000000-0000-4000-8000-00000000d002', 'fr', 'Re', 'Yes', 'failed'),
  ('sponsorship', '00000000-0000-4000-8000-00000000d002', 'fr', 'Re', 'Yes', 'queued'),
  ('retreat', '00000000-0000-4000-8000-00000000f001', 'fr', 'Re', 'Yes', 'failed');
insert into public.book_orders (buyer_name, buyer_email, buyer_phone, shipping_city) values ('Amal', 'amal@example.test', '0611111111', 'Rabat');
`

func TestUnansweredInquiries(t *testing.T) {
	t.Parallel()
	db := setup(t, queue)
	for _, c := range []struct {
		name, asks string
		want       []string
	}{
		{"the longest first", `select name from public.form_submissions where waiting_since is not null order by waiting_since`, []string{"Sara", "Omar", "Aya"}},
		{"since they came", `select name from public.form_submissions where waiting_since <> created_at`, nil},
		{"messages", `select name from public.contact_submissions c where public.waiting_since(c) is not null`, []string{"Omar"}},
		{"figures", `select concat_ws(' ', form_type, waiting) from public.inquiry_ages()`, []string{"speaking 1", "contact 1", "retreat 1"}},
		{"words in any order, without accents", `select form_type from public.form_submissions where search_text like '%fes%' and search_text like '%conference%'`, []string{"speaking"}},
		{"an order", `select form_type from public.form_submissions where search_text like '%amal@example%' and search_text like '%rabat%'`, []string{"book_order"}},
		{"the organization", `select name from public.form_submissions where search_text like '%rif%' order by name`, []string{"Hind", "Lina"}},
		{"messages by their words", `select name from public.contact_submissions c where public.search_text(c) like '%atlas%'`, []string{"Omar"}},
	} {
		if got := lines(t, db, c.asks); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	for _, c := range []claim{
		{
			serviceKey, `update public.inquiry_replies set state = 'failed' where state = 'sent'`, "1",
			`(select status = 'read' and waiting_since is not null from public.form_submissions where name = 'Lina')`,
		},
		// Another reply is on its way.
		{serviceKey, `update public.inquiry_replies set error = 'x' where state = 'queued'`, "1", `(select waiting_since is null from public.form_submissions where name = 'Hind')`},
		{anonymous, `select public.waiting_since(c) from public.contact_submissions c`, refused, ""},
		{stranger, `select public.search_text(c) from public.contact_submissions c`, "0", ""},
	} {
		check(t, db, c)
	}
}

func TestInquiriesAreChangedTogether(t *testing.T) {
	t.Parallel()
	const (
		several = `array['00000000-0000-4000-8000-00000000c002', '00000000-0000-4000-8000-00000000d001', '00000000-0000-4000-8000-00000000e001', '00000000-0000-4000-8000-00000000f001', '00000000-0000-4000-8000-000000000009']::uuid[]`
		tooMany = `array_fill('00000000-0000-4000-8000-00000000c002'::uuid, array[501])`
		spam    = `select * from public.set_inquiry_status(` + several + `, 'spam')`
		trash   = `select * from public.delete_inquiries(` + several + `)`
		restore = `select public.restore_all_from_trash(array(select id from public.trash))`
	)
	db := setup(t, queue)
	for _, a := range []act{
		{spam, [5]string{refused, "0", "4", "0", "4"}},
		{trash, [5]string{refused, "0", "4", "0", "4"}},
		{restore, [5]string{refused, "1", "1", "1", "1"}},
	} {
		for i, as := range callers {
			check(t, db, claim{as: as, does: a.does, sees: a.sees[i]})
		}
	}
	for _, c := range []claim{
		{admin, spam, "4", `(select count(*) = 5 from public.form_submissions where status = 'spam' and waiting_since is null)`},
		{
			admin, `select * from public.set_inquiry_status(` + several + `, 'read') where was = 'read'`, "2",
			`(select count(*) = 4 from public.form_submissions where status = 'read' and name <> 'Hind')`,
		},
		{admin, `select * from public.set_inquiry_status(` + several + `, 'lost')`, forbidden, ""},
		{admin, `select * from public.set_inquiry_status(` + tooMany + `, 'read')`, "PT400", ""},
		{admin, `select * from public.delete_inquiries(` + tooMany + `)`, "PT400", ""},
		{admin, `select public.restore_all_from_trash(array_fill(1::bigint, array[501]))`, "PT400", ""},
		{admin, trash, "4", `(select count(*) = 4 from public.trash) and (select string_agg(name, ' ' order by name) = 'Badr Hind Sara' from public.form_submissions where form_type <> 'book_order')`},
		// Replies stay as long as the inquiry can be restored.
		{admin, trash, "4", `(select count(*) = 4 from public.inquiry_replies)`},
		{serviceKey, `delete from public.retreat_inquiries`, "1", `not exists (select from public.inquiry_replies where form_type = 'retreat') and not exists (select from public.trash)`},
	} {
		check(t, db, c)
	}
}

// A whole batch, with a message and the talk that was made of it: both are as they were, and so is their link.
func TestDeletedInquiriesAreRestoredTogether(t *testing.T) {
	t.Parallel()
	db := setup(t, queue)
	asAdmin := func(sql string) {
		t.Helper()
		if _, err := db.Admin.Exec(t.Context(), `begin; set local role authenticated; set local request.jwt.claims = '`+admin.claims()+`'; `+sql+`; commit`); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	const all = `select concat_ws(' ', form_type, name, status, created_at) from public.form_submissions order by created_at, name`
	was := lines(t, db, all)
	asAdmin(`select public.delete_inquiries(array(select id from public.contact_submissions) || array(select id from public.speaking_inquiries) || array(select id from public.sponsorship_inquiries))`)
	if got := lines(t, db, `select name from public.form_submissions where form_type <> 'book_order'`); !slices.Equal(got, []string{"Aya"}) {
		t.Errorf("left are %q", got)
	}
	asAdmin(`select public.restore_all_from_trash(array(select id from public.trash))`)
	if got := lines(t, db, all); !slices.Equal(got, was) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(was, "\n"))
	}
	if got := lines(t, db, `select form_type || ' ' || count(*) from public.inquiry_replies group by form_type order by 1`); !slices.Equal(got, []string{"retreat 1", "sponsorship 3"}) {
		t.Errorf("replies %q", got)
	}
	// A message that is restored by itself is the talk's again.
	asAdmin(`delete from public.contact_submissions where name = 'Sara'`)
	asAdmin(`select public.restore_all_from_trash(array(select id from public.trash))`)
	if got := lines(t, db, all); !slices.Equal(got, was) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(was, "\n"))
	}
	// What leaves the trash for good takes its replies along.
	asAdmin(`select public.delete_inquiries(array(select id from public.sponsorship_inquiries)); delete from public.trash`)
	if got := lines(t, db, `select form_type || ' ' || count(*) from public.inquiry_replies group by form_type`); !slices.Equal(got, []string{"retreat 1"}) {
		t.Errorf("left are replies %q", got)
	}
	// The account of who was to answer, and the message of a talk, may have gone meanwhile.
	asAdmin(`update public.speaking_inquiries set assigned_to = '00000000-0000-4000-8000-0000000000a2'; select public.delete_inquiries(array(select id from public.speaking_inquiries))`)
	if _, err := db.Admin.Exec(t.Context(), `delete from public.contact_submissions; delete from public.admin_users where id = '00000000-0000-4000-8000-0000000000a2'`); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Admin.Exec(t.Context(), `begin; set local role authenticated; set local request.jwt.claims = '`+super.claims()+`'; select public.restore_all_from_trash(array(select id from public.trash)); commit`); err != nil {
		t.Fatal(err)
	}
	if got := lines(t, db, `select name || coalesce(assigned_to::text, '') || coalesce(contact_submission_id::text, '') from public.speaking_inquiries`); !slices.Equal(got, []string{"Sara"}) {
		t.Errorf("restored %q", got)
	}
}
