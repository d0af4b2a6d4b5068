package policies_test

import (
	"slices"
	"testing"
)

// Orders on both sides of midnight in Morocco, whatever day it is there.
const figures = submissions + `
delete from public.book_orders;
insert into public.book_orders (buyer_name, buyer_email, buyer_phone, quantity, total_amount, currency, confirmed, paid, created_at)
select 'Amal', 'amal@example.test', '0611111111', quantity, amount, currency, confirmed, paid,
	(((now() at time zone 'Africa/Casablanca')::date - back) + at) at time zone 'Africa/Casablanca'
from (values
	(0, time '00:00:00', 1, 279, 'MAD', false, false), (1, time '23:59:59', 2, 558, 'MAD', true, false), (1, time '00:00:00', 1, 30, 'EUR', true, true),
	(3, time '12:00:00', 1, 279, 'MAD', false, true), (9, time '12:00:00', 5, 1395, 'MAD', false, false)
) as o (back, at, quantity, amount, currency, confirmed, paid);
insert into public.book_orders (buyer_name, buyer_email, buyer_phone, quantity, total_amount, order_status, fulfilled, paid, created_at, paid_at)
select 'Badr', 'badr@example.test', '0622222222', 1, amount, status, status in ('refused', 'returned'), paid, now() - interval '20 days',
	((now() at time zone 'Africa/Casablanca')::date - 2 + time '12:00') at time zone 'Africa/Casablanca'
from (values ('cancelled', 1000, false), ('refused', 2000, false), ('returned', 4000, true), ('spam', 8000, false)) as o (status, amount, paid);
`

func TestAdminFigures(t *testing.T) {
	t.Parallel()
	db := setup(t, figures)
	for _, a := range []act{
		{`select * from public.orders_per_day(7)`, [5]string{refused, "0", "7", "0", "7"}},
		{`select * from public.orders_per_day()`, [5]string{refused, "0", "30", "0", "30"}},
		{`select * from public.orders_per_day(1000000)`, [5]string{refused, "0", "366", "0", "366"}},
		{`select * from public.orders_per_day(-1)`, [5]string{refused, "0", "1", "0", "1"}},
		{`select * from public.inquiry_ages()`, [5]string{refused, "0", "3", "0", "3"}},
	} {
		for i, as := range callers {
			check(t, db, claim{as: as, does: a.does, sees: a.sees[i]})
		}
	}
	for _, c := range []struct {
		name, asks string
		want       []string
	}{
		{
			"days", `select concat_ws(' ', (now() at time zone 'Africa/Casablanca')::date - day, orders, copies, ordered, revenue) from public.orders_per_day(5)`,
			[]string{"4 0 0 0 0", "3 1 1 279.00 279.00", "2 0 0 0 4000.00", "1 2 3 558.00 0", "0 1 1 279.00 0"},
		},
		{
			"what is cancelled is not ordered", `select concat_ws(' ', sum(orders), sum(ordered), sum(revenue)) from public.orders_per_day(30)`,
			[]string{"7 8511.00 4279.00"},
		},
		{
			"what waits", `select concat_ws(' ', a.form_type, waiting, name) from public.inquiry_ages() a join public.form_submissions f on f.id = oldest_id and f.created_at = oldest order by oldest`,
			[]string{"speaking 1 Sara", "contact 1 Omar", "retreat 1 Aya"},
		},
	} {
		if got := lines(t, db, c.asks); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
