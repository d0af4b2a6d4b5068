package policies_test

import "testing"

func TestContactSubmissions(t *testing.T) {
	t.Parallel()
	try(t,
		`insert into public.contact_submissions (id, name, email, subject, message) values
		  ('00000000-0000-4000-8000-00000000c001', 'Sara', 'sara@example.test', 'General Inquiry', 'Hello'),
		  ('00000000-0000-4000-8000-00000000c002', 'Omar', 'omar@example.test', 'General Inquiry', 'Hello')`,
		[]act{
			{`select * from public.contact_submissions`, [5]string{refused, "0", "2", "0", "2"}},
			{
				`insert into public.contact_submissions (id, name, email, subject, message, source_page, status)
				 values ('00000000-0000-4000-8000-00000000c003', 'Lina', 'lina@example.test', 'speaking - Atlas', 'A talk?', 'contact', 'new')`,
				[5]string{"1", "1", "1", "1", "1"},
			},
			{
				`insert into public.contact_submissions (name, email, subject, message) values ('Lina', 'lina@example.test', 'General Inquiry', 'A talk?') returning id`,
				[5]string{refused, refused, "1", refused, "1"},
			},
			{
				`insert into public.contact_submissions (name, email, subject, message, notes) values ('Lina', 'lina@example.test', 'General Inquiry', 'A talk?', 'vip')`,
				[5]string{refused, refused, refused, refused, refused},
			},
			{
				`update public.contact_submissions set status = 'read', updated_at = '2001-01-01'`,
				[5]string{refused, "0", "2", "0", "2"},
			},
			{`update public.contact_submissions set notes = 'vip', assigned_to = ` + rowOfAdmin, [5]string{refused, "0", "2", "0", "2"}},
			{`update public.contact_submissions set message = 'changed'`, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.contact_submissions`, [5]string{refused, "0", "2", "0", "2"}},
		},
		[]claim{
			{
				anonymous, `insert into public.contact_submissions (id, name, email, subject, message, status)
				          values ('00000000-0000-4000-8000-00000000c003', 'Lina', 'lina@example.test', 'General Inquiry', 'A talk?', 'responded')`,
				"1", `(select status = 'new' from public.contact_submissions where id = '00000000-0000-4000-8000-00000000c003')`,
			},
			{
				stranger, `insert into public.contact_submissions (name, email, subject, message, status) values ('Lina', 'lina@example.test', 'General Inquiry', 'A talk?', 'read')`,
				"1", `not exists (select from public.contact_submissions where status <> 'new')`,
			},
			{
				anonymous, `insert into public.contact_submissions (id, name, email, subject, message)
				          values ('00000000-0000-4000-8000-00000000c001', 'Sara', 'sara@example.test', 'General Inquiry', 'Hello')`,
				taken, "",
			},
			{
				admin, `update public.contact_submissions set status = 'responded', updated_at = '2001-01-01'`,
				"2", `(select bool_and(status = 'responded' and updated_at = now()) from public.contact_submissions)`,
			},
			{
				anonymous, `insert into public.contact_submissions (name, email, subject, message, assigned_to) values ('Lina', 'lina@example.test', 'General Inquiry', 'A talk?', ` + rowOfAdmin + `)`,
				refused, "",
			},
			{admin, `update public.contact_submissions set notes = repeat('x', 10001)`, forbidden, ""},
			{admin, `update public.contact_submissions set status = 'lost'`, forbidden, ""},
			{anonymous, `insert into public.contact_submissions (name, email, subject, message) values (' ', 'lina@example.test', 'General Inquiry', 'A talk?')`, forbidden, ""},
			{anonymous, `insert into public.contact_submissions (name, email, subject, message) values ('Lina', 'nowhere', 'General Inquiry', 'A talk?')`, forbidden, ""},
			{anonymous, `insert into public.contact_submissions (name, email, subject, message) values (repeat('x', 201), 'lina@example.test', 'General Inquiry', 'A talk?')`, forbidden, ""},
			{anonymous, `insert into public.contact_submissions (name, email, subject, message) values ('Lina', 'lina@example.test', 'General Inquiry', repeat('x', 10001))`, forbidden, ""},
		})
}
