package policies_test

import (
	"slices"
	"strings"
	"testing"
)

// An order of 600 dirhams that was paid and is cancelled, one that is open, and one that was not paid. The first is of a noon, when
// the day in Morocco is that of UTC.
const paidOrders = `
insert into public.site_settings (key, value) values ('book.price_mad', '300');
insert into public.book_orders (id, order_number, buyer_name, buyer_email, buyer_phone, quantity, total_amount, order_status, paid, created_at) values
  ('00000000-0000-4000-8000-00000000d001', 'BO1763000000000123', 'Sara', 'sara@example.test', '0600000000', 2, 600, 'cancelled', true,
    (date_trunc('day', now() at time zone 'Africa/Casablanca') - interval '2 days 12 hours') at time zone 'Africa/Casablanca'),
  ('00000000-0000-4000-8000-00000000d002', 'BO1763000000000124', 'Lina', 'lina@example.test', '0600000001', 1, 300, 'new', true, now()),
  ('00000000-0000-4000-8000-00000000d003', 'BO1763000000000125', 'Omar', 'omar@example.test', '0600000002', 1, 300, 'cancelled', false, now());`

// refund is the statement that enters one.
func refund(order, values string) string {
	return `insert into public.book_order_refunds (order_id, method, reason, ` + strings.Split(values, ": ")[0] + `) values
		('00000000-0000-4000-8000-00000000` + order + `', 'cash', 'damaged', ` + strings.Split(values, ": ")[1] + `)`
}

func TestBookOrderRefunds(t *testing.T) {
	t.Parallel()
	const (
		first    = `insert into public.book_order_refunds (id, order_id, amount, method, reason) values ('00000000-0000-4000-8000-00000000e001', '00000000-0000-4000-8000-00000000d001', 100, 'cash', 'damaged');`
		withdraw = `update public.book_order_refunds set withdrawn_at = now()`
		today    = `(now() at time zone 'Africa/Casablanca')::date`
		state    = `(select concat_ws(' ', refunded_amount, payment_status, paid) from public.book_orders where buyer_name = 'Sara')`
	)
	try(t, paidOrders+first,
		[]act{
			{`select * from public.book_order_refunds`, [5]string{refused, "0", "1", "0", "1"}},
			{refund("d001", "amount: 200"), [5]string{refused, refused, "1", refused, "1"}},
			// Of these nobody but an admin learns whether there is such an order.
			{refund("d009", "amount: 1"), [5]string{refused, refused, "PT404", refused, "PT404"}},
			{refund("d003", "amount: 1"), [5]string{refused, refused, forbidden, refused, forbidden}},
			{withdraw, [5]string{refused, "0", "1", "0", "1"}},
			{`update public.book_order_refunds set amount = 1`, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.book_order_refunds`, [5]string{refused, refused, refused, refused, refused}},
			{refund("d001", "amount, made_by: 1, 'Omar'"), [5]string{refused, refused, refused, refused, refused}},
			{`update public.book_orders set refunded_amount = 1`, [5]string{refused, refused, refused, refused, refused}},
		},
		[]claim{
			{admin, refund("d001", "amount: 200.5"), "1", state + ` = '300.50 paid t'`},
			{admin, refund("d001", "amount: 500"), "1", state + ` = '600.00 refunded t'
				and (select array_agg(made_by order by created_at, made_by) = '{"", admin@example.test}' and count(author_id) = 1 from public.book_order_refunds)`},
			{admin, withdraw, "1", state + ` = '0.00 paid t' and (select withdrawn_by = 'admin@example.test' from public.book_order_refunds)`},
			{admin, refund("d001", "amount: 500.01"), forbidden, ""}, // together more than was paid
			{admin, refund("d001", "amount: 0"), forbidden, ""},
			{admin, refund("d001", "amount: 0.004"), forbidden, ""}, // the shop counts hundredths
			{admin, refund("d001", "amount: -1"), forbidden, ""},
			{admin, refund("d002", "amount: 1"), forbidden, ""}, // the order is open
			{admin, refund("d001", "amount, refunded_on: 1, "+today+" - 3"), "1", ""},
			{admin, refund("d001", "amount, refunded_on: 1, "+today+" - 4"), forbidden, ""}, // before the order
			{admin, refund("d001", "amount, refunded_on: 1, "+today+" + 1"), forbidden, ""},
			{admin, `insert into public.book_order_refunds (order_id, amount, method) values ('00000000-0000-4000-8000-00000000d001', 1, 'cash')`, forbidden, ""},
			{admin, `insert into public.book_order_refunds (order_id, amount, method, reason) values ('00000000-0000-4000-8000-00000000d001', 1, 'gold', 'x')`, forbidden, ""},
			// What was given back is neither open nor unpaid.
			{admin, `insert into public.book_order_changes (order_id, from_status, to_status) values ('00000000-0000-4000-8000-00000000d001', 'cancelled', 'new')`, forbidden, ""},
			{admin, `update public.book_orders set paid = false where buyer_name = 'Sara'`, forbidden, ""},
			// The buyer is told where the admin asks for it, in the language of the order.
			{admin, refund("d001", "amount, mail: 1, true"), forbidden, ""},
			{
				admin, `update public.book_orders set language = 'fr' where buyer_name = 'Sara'; ` + refund("d001", "amount, mail, tell_reason, message: 1, true, true, 'Merci'"), "1",
				`exists (select from public.mail_notices where kind = 'order_refunded' and row_id = (select id from public.book_order_refunds where mail))`,
			},
			{serviceKey, refund("d001", "amount: 1"), "1", ""},
		})
}

func TestRefundsWithdrawnTwice(t *testing.T) {
	t.Parallel()
	db := setup(t, paidOrders+refund("d001", "amount, id: 100, '00000000-0000-4000-8000-00000000e001'")+`;
		update public.book_order_refunds set withdrawn_at = now();`)
	check(t, db, claim{admin, `update public.book_order_refunds set withdrawn_at = now()`, forbidden, ""})
	check(t, db, claim{admin, `update public.book_order_refunds set withdrawn_at = null`, forbidden, ""})
	want := []string{"insert", "update"} // the amount is in the log, whose entry has the name of the order
	if got := lines(t, db, `select action from public.audit_entries where table_name = 'book_order_refunds' and record_name = 'BO1763000000000123' order by id`); !slices.Equal(got, want) {
		t.Errorf("the audit log has %q, want %q", got, want)
	}
}

func TestRevenueIsWithoutRefunds(t *testing.T) {
	t.Parallel()
	db := setup(t, paidOrders+`
		update public.book_orders set paid_at = now() - interval '1 day' where buyer_name = 'Sara';
		update public.book_orders set paid = false where buyer_name = 'Lina';`+
		refund("d001", "amount: 100")+";"+refund("d001", "amount, refunded_on: 70, (now() at time zone 'Africa/Casablanca')::date - 1")+";"+
		refund("d001", "amount, id: 30, '00000000-0000-4000-8000-00000000e001'")+`;
		update public.book_order_refunds set withdrawn_at = now() where amount = 30;`)
	want := []string{"1 530.00", "0 -100.00"}
	if got := lines(t, db, `select concat_ws(' ', (now() at time zone 'Africa/Casablanca')::date - day, revenue) from public.orders_per_day(2)`); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
