package policies_test

import "testing"

func TestBookOrderChanges(t *testing.T) {
	t.Parallel()
	const (
		rows = orders + `
			insert into public.book_orders (id, order_number, buyer_name, buyer_email, buyer_phone, order_status) values
				('00000000-0000-4000-8000-00000000d003', 'BO1763000000000125', 'Buy links', 'spam@example.test', '0', 'spam');
			insert into public.book_order_changes (order_id, from_status, to_status) values ('00000000-0000-4000-8000-00000000d003', 'new', 'spam')`
		add = `insert into public.book_order_changes (order_id, from_status, to_status, reason) values ('00000000-0000-4000-8000-00000000d001', 'new', 'cancelled', 'asked')`
		// Of these nobody but an admin learns whether there is such an order, or its state.
		missing = `insert into public.book_order_changes (order_id, from_status, to_status, reason) values ('00000000-0000-4000-8000-00000000d009', 'new', 'cancelled', 'asked')`
		late    = `insert into public.book_order_changes (order_id, from_status, to_status, reason) values ('00000000-0000-4000-8000-00000000d001', 'fulfilled', 'returned', 'asked')`
	)
	try(t, rows,
		[]act{
			{`select * from public.book_order_changes`, [5]string{refused, "0", "1", "0", "1"}},
			{add, [5]string{refused, refused, "1", refused, "1"}},
			{missing, [5]string{refused, refused, "PT404", refused, "PT404"}},
			{late, [5]string{refused, refused, "PT409", refused, "PT409"}},
			{`update public.book_order_changes set reason = 'x'`, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.book_order_changes`, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.book_orders`, [5]string{refused, "0", "1", "0", "1"}}, // the spam, with its history
			{`select public.edit_order('00000000-0000-4000-8000-00000000d001', now(), '{}')`, [5]string{refused, "PT404", "PT409", "PT404", "PT409"}},
		},
		[]claim{
			{admin, `delete from public.book_orders`, "1", `not exists (select from public.book_order_changes)`},
			{
				admin, add, "1", `(select order_status = 'cancelled' from public.book_orders where buyer_name = 'Sara')
					and (select author_id = '00000000-0000-4000-8000-0000000000a2' and made_by = 'admin@example.test' from public.book_order_changes where to_status = 'cancelled')`,
			},
		})
}
