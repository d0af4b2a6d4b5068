package policies_test

import "testing"

func TestRetreatInquiries(t *testing.T) {
	t.Parallel()
	try(t,
		`insert into public.retreat_inquiries (name, email, phone) values ('Sara', 'sara@example.test', '0600000000')`,
		[]act{
			{`select * from public.retreat_inquiries`, [5]string{refused, "0", "1", "0", "1"}},
			{
				`insert into public.retreat_inquiries (id, name, email, phone, message, status)
				 values ('00000000-0000-4000-8000-00000000c003', 'Lina', 'lina@example.test', '+212600000000', null, 'new')`,
				[5]string{"1", "1", "1", "1", "1"},
			},
			{
				`update public.retreat_inquiries set status = 'read', notes = 'vip', assigned_to = ` + rowOfAdmin + `, updated_at = '2001-01-01'`,
				[5]string{refused, "0", "1", "0", "1"},
			},
			{`update public.retreat_inquiries set phone = '1'`, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.retreat_inquiries`, [5]string{refused, "0", "1", "0", "1"}},
		},
		[]claim{
			{admin, `update public.retreat_inquiries set status = 'lost'`, forbidden, ""},
			{admin, `update public.retreat_inquiries set assigned_to = gen_random_uuid()`, absent, ""},
			{
				anonymous, `insert into public.retreat_inquiries (name, email, phone, status) values ('Lina', 'lina@example.test', '0600000000', 'read')`,
				"1", `not exists (select from public.retreat_inquiries where status <> 'new')`,
			},
			{anonymous, `insert into public.retreat_inquiries (name, email, phone) values ('Lina', 'lina@example.test', '')`, forbidden, ""},
			{anonymous, `insert into public.retreat_inquiries (name, email, phone) values ('Lina', 'lina@example.test', '12')`, forbidden, ""},
			{admin, `insert into public.retreat_inquiries (name, email, phone) values ('Lina', 'lina@example.test', 'her sister''s')`, "1", ""},
			{anonymous, `insert into public.retreat_inquiries (name, email, phone) values ('Lina', 'lina@example.test', repeat('0', 41))`, forbidden, ""},
		})
}
