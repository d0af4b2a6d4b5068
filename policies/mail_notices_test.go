package policies_test

import "testing"

const notices = orders + `
update public.book_orders set language = 'fr';
insert into public.contact_submissions (id, name, email, subject, message) values
  ('00000000-0000-4000-8000-0000000000c1', 'Nadia', 'nadia@example.test', 'General Inquiry', 'An imported one');
insert into public.mail_notices (row_id, kind) values ('00000000-0000-4000-8000-0000000000c9', 'contact_received');`

func TestMailNotices(t *testing.T) {
	t.Parallel()
	try(t, notices, []act{
		{`select * from public.mail_notices`, [5]string{refused, "0", "1", "0", "1"}},
		{`insert into public.mail_notices (row_id, kind) values (gen_random_uuid(), 'order_received')`, [5]string{refused, refused, refused, refused, refused}},
		{`update public.mail_notices set in_digest = true`, [5]string{refused, refused, refused, refused, refused}},
		{`delete from public.mail_notices`, [5]string{refused, refused, refused, refused, refused}},
	}, nil)
}

// What a row has asked for: the kinds in the log, and as many jobs.
func TestWhatAsksForMail(t *testing.T) {
	t.Parallel()
	asks := func(kinds string) string {
		return `(select coalesce(string_agg(kind, ' ' order by kind), '') = '` + kinds + `'
				and count(*) = (select count(*) from toubkal_jobs.river_job where kind = 'site-mail')
			from public.mail_notices where row_id <> '00000000-0000-4000-8000-0000000000c9')`
	}
	const (
		byVisitor = `insert into public.book_orders (buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, language)
			values ('Lina', 'lina@example.test', '0611111111', '1, rue Atlas', 'Rabat', 'ar')`
		withoutLanguage = `insert into public.book_orders (buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city)
			values ('Lina', 'lina@example.test', '0611111111', '1, rue Atlas', 'Rabat')`
		unknownLanguage = `insert into public.contact_submissions (name, email, subject, message, language) values ('Nadia', 'nadia@example.test', 'General Inquiry', 'Hello', 'de')`
		message         = `insert into public.contact_submissions (name, email, subject, message, language) values ('Nadia', 'nadia@example.test', 'General Inquiry', 'Hello', 'fr')`
		offer           = `insert into public.sponsorship_inquiries (name, email, organization, budget_range, message)
			values ('Amal', 'amal@example.test', 'Atlas', '5k', 'Hello')`
		guest = `insert into public.retreat_inquiries (name, email, phone) values ('Sara', 'sara@example.test', '0600000000')`
	)
	db := setup(t, notices)
	for _, c := range []claim{
		{anonymous, byVisitor, "1", asks("order_received")},
		{stranger, byVisitor, "1", asks("order_received")},
		{anonymous, withoutLanguage, "1", `(select language = 'en' from public.book_orders where buyer_name = 'Lina')`},
		{anonymous, message, "1", asks("contact_received")},
		{anonymous, unknownLanguage, forbidden, ""},
		{anonymous, offer, "1", asks("sponsorship_received")},
		{anonymous, guest, "1", asks("retreat_received") + ` and (select language = 'en' from public.retreat_inquiries)`},
		// what the server or an admin adds is an import, or an order taken on the phone
		{serviceKey, byVisitor, "1", asks("")},
		{admin, byVisitor, "1", asks("")},
		{serviceKey, message, "1", asks("")},
		{admin, `update public.book_orders set confirmed = true`, "1", asks("order_confirmed")},
		{admin, `update public.book_orders set confirmed = true, fulfilled = true`, "1", asks("order_confirmed order_shipped")},
		{admin, `update public.book_orders set paid = true`, "1", asks("")},
		{admin, `update public.contact_submissions set status = 'responded'`, "1", asks("")},
	} {
		check(t, db, c)
	}
	for range 3 {
		if _, err := db.Admin.Exec(t.Context(), `update public.book_orders set confirmed = not confirmed`); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.Admin.Exec(t.Context(), `update public.book_orders set language = null, fulfilled = true`); err != nil {
		t.Fatal(err)
	}
	if got := lines(t, db, `select `+asks("order_confirmed")+`::text`); got[0] != "true" {
		t.Error("a flag that was set twice, and an order without a language, have not asked for one e-mail")
	}
}
