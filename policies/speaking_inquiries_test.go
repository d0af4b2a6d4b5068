package policies_test

import "testing"

func TestSpeakingInquiries(t *testing.T) {
	t.Parallel()
	try(t,
		`insert into public.contact_submissions (id, name, email, subject, message) values
		  ('00000000-0000-4000-8000-00000000c001', 'Sara', 'sara@example.test', 'General Inquiry', 'A talk?'),
		  ('00000000-0000-4000-8000-00000000c002', 'Omar', 'omar@example.test', 'General Inquiry', 'A talk too?');
		 insert into public.speaking_inquiries (name, email, message, contact_submission_id) values
		  ('Sara', 'sara@example.test', 'A talk?', '00000000-0000-4000-8000-00000000c001')`,
		[]act{
			{`select * from public.speaking_inquiries`, [5]string{refused, "0", "1", "0", "1"}},
			{
				`insert into public.speaking_inquiries
				  (name, email, organization, phone, event_date, audience_size, topic, message, status, contact_submission_id)
				 values ('Sara', 'sara@example.test', 'Atlas', '0600000000', '2027-03-08', 300, 'Leadership at Altitude', 'A talk?', 'new',
				  '00000000-0000-4000-8000-00000000c002')`,
				[5]string{refused, refused, "1", refused, "1"},
			},
			{
				`update public.speaking_inquiries set status = 'read', notes = 'vip', assigned_to = ` + rowOfAdmin + `, updated_at = '2001-01-01'`,
				[5]string{refused, "0", "1", "0", "1"},
			},
			{`update public.speaking_inquiries set message = 'changed'`, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.speaking_inquiries`, [5]string{refused, "0", "1", "0", "1"}},
		},
		[]claim{
			{admin, `update public.speaking_inquiries set status = 'lost'`, forbidden, ""},
			{admin, `update public.speaking_inquiries set assigned_to = gen_random_uuid()`, absent, ""},
			{
				serviceKey, `delete from public.contact_submissions`,
				"2", `(select contact_submission_id is null from public.speaking_inquiries)`,
			},
			{admin, `insert into public.speaking_inquiries (name, email, message, audience_size) values ('Sara', 'sara@example.test', 'A talk?', 0)`, forbidden, ""},
		})
}
