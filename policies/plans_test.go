//go:build endurance

package policies_test

import (
	"strings"
	"testing"

	"github.com/toubkal/toubkal/schema/schematest"
)

// TestBookOrderPlans asks PostgreSQL how it would answer what the list of orders asks, as an
// admin under the row policies, with as many orders as take it longer to read than to look up.
func TestBookOrderPlans(t *testing.T) {
	t.Parallel()
	db := setup(t, schematest.Orders(10_000)+`; analyze public.book_orders`)
	const newest = ` order by created_at desc, id desc limit 25`
	for _, c := range []struct{ name, query, index string }{
		{"newest first", `select * from public.book_orders` + newest, "book_orders_created_at_idx"},
		{"oldest first", `select * from public.book_orders order by created_at, id limit 25`, "book_orders_created_at_idx"},
		{"confirmed", `select * from public.book_orders where confirmed` + newest, "book_orders_created_at_idx"},
		{"not confirmed", `select * from public.book_orders where not confirmed` + newest, "book_orders_confirmed_idx"},
		{"paid", `select * from public.book_orders where paid = true` + newest, "book_orders_created_at_idx"},
		{"not paid", `select * from public.book_orders where paid = false` + newest, "book_orders_paid_idx"},
		{"fulfilled", `select * from public.book_orders where fulfilled` + newest, "book_orders_created_at_idx"},
		{"not fulfilled", `select * from public.book_orders where not fulfilled` + newest, "book_orders_fulfilled_idx"},
		{"by name", `select * from public.book_orders order by buyer_name, id limit 25`, "book_orders_buyer_name_idx"},
		{"by city, backwards", `select * from public.book_orders order by shipping_city desc, id desc limit 25`, "book_orders_shipping_city_idx"},
		{"by total", `select * from public.book_orders order by total_amount desc, id desc limit 25`, "book_orders_total_amount_idx"},
		{"a search", found("fatima") + newest, "book_orders_pieces_idx"},
		{"a search in Arabic, counted", strings.Replace(found("محمد"), "*", "count(*)", 1), "book_orders_pieces_idx"},
		{"two letters that are everywhere, counted", strings.Replace(found("re"), "*", "count(*)", 1), "book_orders_pieces_idx"},
		{"two words in any order, with a city and a period", found("fatima") + ` and search_text like '%casa%' and city_key = any ('{casablanca}') and created_at < now()` + newest, "book_orders_pieces_idx"},
		{"cities", `select * from public.book_order_search where city_key in ('fes', 'rabat') and created_at >= '2024-03-01' order by buyer_name, id limit 25`, "book_orders_city_idx"},
		{"a state among all", `select * from public.book_order_search where order_status in ('confirmed') and order_status <> 'spam'` + newest, "book_orders_order_status_idx"},
		{"the counts of a search", `select * from public.order_counts(pieces => '{fa,at,ti,im,ma}', patterns => '{%fatima%}')`, "book_orders_pieces_idx"},
		{"one letter among the unpaid, by name", found("z") + ` and paid = false order by buyer_name, id limit 25`, "book_orders_pieces_idx"},
	} {
		if got := planOf(t, db, c.query); !strings.Contains(got, c.index) || strings.Contains(got, "Seq Scan") {
			t.Errorf("%s: want %s used and no row read besides, got\n%s", c.name, c.index, got)
		}
	}
}

// A page of the list must not read and sort all orders, nor a month's figures read a year's.
func TestManyOrdersAreNotRead(t *testing.T) {
	t.Parallel()
	db := manyOrders(t)
	const page, end = `select form_type, id, name, record from public.form_submissions`, ` order by created_at desc, id limit 25`
	for _, query := range []string{
		page + end,
		page + ` where form_type = 'book_order'` + end,
		page + ` where status = 'new' or name ilike '%1%'` + end,
		page + ` where status is distinct from 'spam'` + end,
		`select * from public.orders_per_day(30)`,
	} {
		plan := strings.Join(explain(t, db, query), "\n")
		if strings.Contains(query, "per_day") && !strings.Contains(plan, "book_orders_paid_at_idx") {
			t.Errorf("%s\nreads all payments:\n%s", query, plan)
		}
		if strings.Contains(plan, "Seq Scan on book_orders") || !strings.Contains(plan, "book_orders_created_at_idx") {
			t.Errorf("%s\nreads all orders:\n%s", query, plan)
		}
	}
	// A search reads the texts of all orders as they are stored: to fold them takes seconds.
	const search = `select id from public.form_submissions where search_text like '%nobody%' and form_type = 'book_order'`
	if plan := strings.Join(explain(t, db, search), "\n"); strings.Contains(strings.ToLower(plan), "normalize") {
		t.Errorf("%s\nfolds the texts:\n%s", search, plan)
	}
}
