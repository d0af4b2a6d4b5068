package policies_test

import (
	"slices"
	"testing"
)

// The price is not the built-in one, so that the tests see where it comes from.
const orders = `
insert into public.site_settings (key, value) values ('book.price_mad', '300'), ('book.stock', '2');
insert into public.book_orders (id, order_number, buyer_name, buyer_email, buyer_phone) values
  ('00000000-0000-4000-8000-00000000d001', 'BO1763000000000123', 'Sara', 'sara@example.test', '0600000000');`

const place = `insert into public.book_orders
	(id, order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, shipping_postal_code, quantity, total_amount,
	 currency, payment_method, payment_status, order_status, confirmed, paid, fulfilled, edition) values `

func TestBookOrders(t *testing.T) {
	t.Parallel()
	const (
		honest = place + `('00000000-0000-4000-8000-00000000d002', 'BO1763000000001999', 'Lina', 'lina@example.test', '0611111111',
			'1, rue Atlas', 'Rabat', null, 2, 558, 'MAD', 'cash', 'pending', 'new', false, false, false, 'fr')`
		forged = place + `('00000000-0000-4000-8000-00000000d002', 'BO17630000000017', 'Lina', 'lina@example.test', '0611111111',
			'1, rue Atlas', 'Rabat', null, 2, 0.01, 'USD', 'card', 'paid', 'shipped', true, true, true, 'fr')`
		overwritten = `(select total_amount = 600 and currency = 'MAD' and payment_status = 'pending' and order_status = 'new'
			and not confirmed and not paid and not fulfilled from public.book_orders where buyer_name = 'Lina')`
	)
	try(t, orders,
		[]act{
			{`select * from public.book_orders`, [5]string{refused, "0", "1", "0", "1"}},
			{honest, [5]string{"1", "1", "1", "1", "1"}},
			{honest + ` returning order_number`, [5]string{refused, refused, "1", refused, "1"}},
			{`update public.book_orders set confirmed = true, updated_at = now()`, [5]string{refused, "0", "1", "0", "1"}},
			{`update public.book_orders set paid = true`, [5]string{refused, "0", "1", "0", "1"}},
			{`update public.book_orders set fulfilled = true`, [5]string{refused, "0", "1", "0", "1"}},
			{`update public.book_orders set notes = 'called twice'`, [5]string{refused, "0", "1", "0", "1"}},
			{`update public.book_orders set language = 'ar'`, [5]string{refused, "0", "1", "0", "1"}},
			{`update public.book_orders set total_amount = 1, shipping_address = '2, rue B', quantity = 2`, [5]string{refused, "0", "1", "0", "1"}},
			{`update public.book_orders set order_status = 'cancelled'`, [5]string{refused, refused, refused, refused, refused}},
			{`update public.book_orders set restocked = true`, [5]string{refused, refused, refused, refused, refused}},
			{`update public.book_orders set paid_at = now()`, [5]string{refused, refused, refused, refused, refused}},
			{`update public.book_orders set order_number = 'BO1763000000000124'`, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.book_orders`, [5]string{refused, "0", "0", "0", "0"}}, // it is no spam
		},
		[]claim{
			{admin, `update public.book_orders set language = 'de'`, forbidden, ""},
			{anonymous, forged, "1", overwritten},
			{stranger, forged, "1", overwritten},
			{deactivated, forged, "1", overwritten},
			{
				admin, forged, "1", `(select total_amount = 0.01 and currency = 'USD' and payment_status = 'paid' and order_status = 'fulfilled'
				                      and confirmed and paid and fulfilled from public.book_orders where buyer_name = 'Lina')`,
			},
		})
}

// Orders that one statement adds, as an import does, get a number each: five
// hundred fit into a few milliseconds.
func TestOrderNumbersOfOneStatement(t *testing.T) {
	t.Parallel()
	db := setup(t, `set session_replication_role = replica;
		insert into public.book_orders (buyer_name, buyer_email, buyer_phone, total_amount)
		select 'Amal', 'amal@example.test', '0611111111', 279 from generate_series(1, 500)`)
	if got := lines(t, db, `select count(*)::text from public.book_orders where order_number ~ '^BO[0-9]{16}$'`); !slices.Equal(got, []string{"500"}) {
		t.Errorf("orders with a number of their own: %q, want 500", got)
	}
}

func TestBookOrdersTotalsAndStock(t *testing.T) {
	t.Parallel()
	db := setup(t, orders)
	order := func(columns, values string) string {
		return `insert into public.book_orders (buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city` + columns + `)
			values ('Lina', 'lina@example.test', '0611111111', '1, rue Atlas', 'Rabat'` + values + `)`
	}
	const stock = `(select value::int from public.site_settings where key = 'book.stock')`
	for _, c := range []claim{
		{anonymous, order("", ""), "1", `(select order_number ~ '^BO[0-9]{14,16}$' and quantity = 1 and total_amount = 300 from public.book_orders where buyer_name = 'Lina')`},
		{anonymous, order("", ""), "1", stock + " = 0"}, // two copies, of which the order in the rows took one
		{admin, order(", quantity", ", 3"), "1", stock + " = 0 and (select total_amount = 900 from public.book_orders where buyer_name = 'Lina')"},
		{anonymous, order(", order_number", ", 'BO1763000000000123'"), taken, ""},
		{anonymous, order(", order_number", ", 'free'"), forbidden, ""},
		{anonymous, order(", quantity", ", 0"), forbidden, ""},
		{anonymous, order(", quantity", ", -1"), forbidden, ""},
		{anonymous, order(", payment_method", ", 'gold'"), forbidden, ""},
		{anonymous, `insert into public.book_orders (buyer_name, buyer_email, buyer_phone) values ('Lina', 'lina@example.test', '0611111111')`, forbidden, ""},
		{admin, `insert into public.book_orders (buyer_name, buyer_email, buyer_phone) values ('Lina', 'lina@example.test', '0611111111')`, "1", "true"},
	} {
		check(t, db, c)
	}
}

func TestBookOrdersWithoutSettings(t *testing.T) {
	t.Parallel()
	db := setup(t, "")
	check(t, db, claim{
		anonymous, `insert into public.book_orders (buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, quantity)
		          values ('Lina', 'lina@example.test', '0611111111', '1, rue Atlas', 'Rabat', 2)`,
		"1", `(select total_amount = 558 from public.book_orders)`,
	})
}
