package policies_test

import "testing"

const replies = `
insert into public.contact_submissions (id, name, email, subject, message) values
  ('00000000-0000-4000-8000-0000000000c1', 'Nadia', 'nadia@example.test', 'General Inquiry', 'Hello');
insert into public.inquiry_replies (id, form_type, inquiry_id, language, subject, body) values
  ('00000000-0000-4000-8000-0000000000e1', 'contact', '00000000-0000-4000-8000-0000000000c1', 'fr', 'Bonjour', 'Oui');`

func TestInquiryReplies(t *testing.T) {
	t.Parallel()
	answer := func(form, inquiry, body string) string {
		return `insert into public.inquiry_replies (id, form_type, inquiry_id, language, subject, body) values
			('00000000-0000-4000-8000-0000000000e2', '` + form + `', '00000000-0000-4000-8000-0000000000` + inquiry + `', 'fr', 'Re', '` + body + `')`
	}
	const jobs = `(select count(*) from toubkal_jobs.river_job where kind = 'site-reply')`
	try(t, replies,
		[]act{
			{`select * from public.inquiry_replies`, [5]string{refused, "0", "1", "0", "1"}},
			{answer("contact", "c1", "Yes"), [5]string{refused, refused, "1", refused, "1"}},
			{`update public.inquiry_replies set body = 'No'`, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.inquiry_replies`, [5]string{refused, refused, refused, refused, refused}},
		},
		[]claim{
			{admin, answer("contact", "c1", "Yes"), "1", jobs + ` = 1 and (select status = 'responded' from public.contact_submissions)
				and (select state = 'queued' and author_id = '00000000-0000-4000-8000-0000000000a2' and sent_by = 'admin@example.test'
					from public.inquiry_replies where body = 'Yes')`},
			{admin, answer("retreat", "c1", "Yes"), absent, jobs + " = 0"},
			{admin, answer("contact", "c2", "Yes"), absent, ""},
			{admin, answer("book_order", "c1", "Yes"), forbidden, ""},
			{admin, answer("contact", "c1", " "), forbidden, ""},
			{admin, `insert into public.inquiry_replies (form_type, inquiry_id, language, subject, body, state)
				values ('contact', '00000000-0000-4000-8000-0000000000c1', 'fr', 'Re', 'Yes', 'sent')`, refused, ""},
			{serviceKey, `update public.inquiry_replies set state = 'sent'`, "1", jobs + " = 0"},
			{serviceKey, `select key, state, last_error from toubkal_mail.messages`, "0", ""},
			{serviceKey, `select raw from toubkal_mail.messages`, refused, ""},
		})
}
