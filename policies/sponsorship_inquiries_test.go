package policies_test

import "testing"

func TestSponsorshipInquiries(t *testing.T) {
	t.Parallel()
	try(t,
		`insert into public.sponsorship_inquiries (name, email, organization, budget_range, message)
		 values ('Sara', 'sara@example.test', 'Atlas', '5k', 'Hello')`,
		[]act{
			{`select * from public.sponsorship_inquiries`, [5]string{refused, "0", "1", "0", "1"}},
			{
				`insert into public.sponsorship_inquiries (id, name, email, organization, budget_range, message, status)
				 values ('00000000-0000-4000-8000-00000000c003', 'Lina', 'lina@example.test', 'Rif', 'custom', 'Let us talk', 'new')`,
				[5]string{"1", "1", "1", "1", "1"},
			},
			{
				`update public.sponsorship_inquiries set status = 'read', notes = 'vip', assigned_to = ` + rowOfAdmin + `, updated_at = '2001-01-01'`,
				[5]string{refused, "0", "1", "0", "1"},
			},
			{`update public.sponsorship_inquiries set budget_range = '50k'`, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.sponsorship_inquiries`, [5]string{refused, "0", "1", "0", "1"}},
		},
		[]claim{
			{admin, `update public.sponsorship_inquiries set status = 'lost'`, forbidden, ""},
			{admin, `update public.sponsorship_inquiries set assigned_to = gen_random_uuid()`, absent, ""},
			{
				anonymous, `insert into public.sponsorship_inquiries (name, email, organization, budget_range, message, status)
				          values ('Lina', 'lina@example.test', 'Rif', '50k', 'Let us talk', 'responded')`,
				"1", `not exists (select from public.sponsorship_inquiries where status <> 'new')`,
			},
			{
				anonymous, `insert into public.sponsorship_inquiries (name, email, organization, budget_range, message)
				          values ('Lina', 'lina@example.test', 'Rif', '1m', 'Let us talk')`,
				forbidden, "",
			},
			{
				anonymous, `insert into public.sponsorship_inquiries (name, email, organization, budget_range, message)
				          values ('Lina', 'lina@example.test', '', '5k', 'Let us talk')`,
				forbidden, "",
			},
		})
}
