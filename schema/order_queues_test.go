package schema_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/toubkal/toubkal/schema/schematest"
)

// outcomes calls a function that changes many orders, as the admin, and returns what it says of each.
func outcomes(t *testing.T, pool *pgxpool.Pool, sql string, args ...any) map[string]string {
	t.Helper()
	said := map[string]string{}
	err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		if err := become(t, tx); err != nil {
			return err
		}
		found, err := tx.Query(t.Context(), "select right(id::text, 1), outcome from "+sql, args...)
		if err != nil {
			return err
		}
		var id, outcome string
		_, err = pgx.ForEachRow(found, []any{&id, &outcome}, func() error {
			said[id] = outcome
			return nil
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return said
}

// One order in each state, d001 to d007 as in orderStates; "known" of the order d002 is old, and there is no d009.
func queue(t *testing.T) (pool *pgxpool.Pool, asked string) {
	t.Helper()
	pool = oneOrderShop(t)
	run(t, pool, `set session_replication_role = replica`)
	for at, state := range orderStates[1:] {
		run(t, pool, `insert into public.book_orders (id, buyer_name, buyer_email, buyer_phone, total_amount, order_status, confirmed, fulfilled)
			values (('00000000-0000-4000-8000-00000000d00' || $1)::uuid, $2, 'b@example.test', '0600000000', 279, $2,
			$2 not in ('new', 'spam'), $2 in ('fulfilled', 'refused', 'returned'))`, fmt.Sprint(at+2), state)
	}
	run(t, pool, `set session_replication_role = origin`)
	return pool, rows[string](t, pool, `select jsonb_agg(jsonb_build_object('id', id, 'known',
			case when order_status = 'confirmed' then updated_at - interval '1 second' else updated_at end))
			|| '[{"id": "00000000-0000-4000-8000-00000000d009", "known": null}]' from public.book_orders`)[0]
}

func TestManyOrdersAreMarked(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		flag string
		want map[string]string
	}{
		{"confirmed", map[string]string{"1": "done", "2": "changed", "3": "same", "4": "ended", "5": "ended", "6": "ended", "7": "ended", "9": "gone"}},
		{"paid", map[string]string{"1": "done", "2": "changed", "3": "done", "4": "done", "5": "done", "6": "done", "7": "done", "9": "gone"}},
		{"fulfilled", map[string]string{"1": "done", "2": "changed", "3": "same", "4": "ended", "5": "ended", "6": "ended", "7": "ended", "9": "gone"}},
	} {
		t.Run(c.flag, func(t *testing.T) {
			t.Parallel()
			pool, asked := queue(t)
			if diff := cmp.Diff(c.want, outcomes(t, pool, `public.mark_orders($1, $2)`, asked, c.flag)); diff != "" {
				t.Error(diff)
			}
			marked := rows[string](t, pool, `select right(id::text, 1) from public.book_orders where `+c.flag)
			for id, outcome := range c.want {
				if is := slices.Contains(marked, id); outcome == "done" && !is {
					t.Errorf("d00%s is said to be done, and is not %s", id, c.flag)
				}
			}
			// An undo: what it is by now does not matter.
			undone := outcomes(t, pool, `public.mark_orders('[{"id": "`+orderID+`"}]', $1, false)`, c.flag)
			if diff := cmp.Diff(map[string]string{"1": "done"}, undone); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestManyOrdersAreCancelled(t *testing.T) {
	t.Parallel()
	pool, asked := queue(t)
	want := map[string]string{"1": "done", "2": "changed", "3": "sent", "4": "same", "5": "ended", "6": "ended", "7": "ended", "9": "gone"}
	if diff := cmp.Diff(want, outcomes(t, pool, `public.cancel_orders($1, 'out of print', true)`, asked)); diff != "" {
		t.Error(diff)
	}
	history := rows[string](t, pool, `select right(order_id::text, 1) || ' ' || from_status || ' ' || reason || ' ' || mail || ' ' || made_by from public.book_order_changes`)
	if diff := cmp.Diff([]string{"1 new out of print true Nadia"}, history); diff != "" {
		t.Error(diff)
	}
	if mails := rows[string](t, pool, `select kind from public.mail_notices where kind = 'order_cancelled'`); len(mails) != 1 {
		t.Errorf("got %d e-mails to buyers, want one: the order has a language", len(mails))
	}
	copies := rows[string](t, pool, `select value::text from public.site_settings where key = 'book.stock'`)
	if diff := cmp.Diff([]string{"47"}, copies); diff != "" {
		t.Errorf("the copies of a cancelled order go back: %s", diff)
	}
}

func TestWhatChangesOfManyOrdersNeed(t *testing.T) {
	t.Parallel()
	pool := oneOrderShop(t)
	tooMany := `(select jsonb_agg('{"id": "` + orderID + `"}'::jsonb) from generate_series(1, 201))`
	for _, c := range []struct{ name, sql string }{
		{"another column", `select public.mark_orders('[]', 'notes')`},
		{"no flag", `select public.mark_orders('[]', null)`},
		{"no list", `select public.mark_orders('{}', 'paid')`},
		{"too many", `select public.mark_orders(` + tooMany + `, 'paid')`},
		{"no reason", `select public.cancel_orders('[]', ' ')`},
		{"a reason without an end", `select public.cancel_orders('[]', repeat('x', 1001))`},
		{"too many to cancel", `select public.cancel_orders(` + tooMany + `, 'x')`},
	} {
		if state, _ := asAdmin(t, pool, c.sql); state != "PT400" {
			t.Errorf("%s: got SQLSTATE %q, want PT400", c.name, state)
		}
	}
}

// What the counts say is what the list has with the same filters.
func TestOrderCountsAreTrue(t *testing.T) {
	t.Parallel()
	pool := oneOrderShop(t)
	run(t, pool, schematest.Orders(500))
	for _, c := range []struct{ name, args, where string }{
		{"all", ``, `true`},
		{"a search", `pieces => '{sa,al,lm,ma}', patterns => '{%salma%}'`, `pieces @> '{sa,al,lm,ma}' and search_text like '%salma%'`},
		{"two words", `patterns => '{%salma%,%rue%}'`, `search_text like '%salma%' and search_text like '%rue%'`},
		{"cities", `cities => '{fes,rabat}'`, `city_key in ('fes', 'rabat')`},
		{"a period", `placed_from => '2024-01-02', placed_before => '2024-01-03'`, `created_at >= '2024-01-02' and created_at < '2024-01-03'`},
		{"nothing", `cities => '{nowhere}'`, `false`},
	} {
		err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
			if err := become(t, tx); err != nil {
				return err
			}
			counted, err := counts(tx, t, `select concat_ws(' ', order_status, confirmed, paid, fulfilled, payment_method, edition), orders from public.order_counts(`+c.args+`)`)
			if err != nil {
				return err
			}
			listed, err := counts(tx, t, `select concat_ws(' ', order_status, confirmed, paid, fulfilled, payment_method, edition), count(*) from public.book_order_search where `+c.where+` group by 1`)
			if err != nil {
				return err
			}
			if diff := cmp.Diff(listed, counted); diff != "" || (len(listed) == 0) != (c.name == "nothing") {
				t.Errorf("%s, of %d kinds: %s", c.name, len(listed), diff)
			}
			return nil
		})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
	}
}

func counts(tx pgx.Tx, t *testing.T, sql string) (map[string]int, error) {
	t.Helper()
	found, err := tx.Query(t.Context(), sql)
	if err != nil {
		return nil, err
	}
	counted := map[string]int{}
	var kind string
	var n int
	_, err = pgx.ForEachRow(found, []any{&kind, &n}, func() error {
		counted[kind] += n
		return nil
	})
	return counted, err
}

func TestCitiesOfOrders(t *testing.T) {
	t.Parallel()
	pool := oneOrderShop(t)
	run(t, pool, `insert into public.book_orders (buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, edition, paid, confirmed)
		select 'B', 'b@example.test', '0600000000', 'x', city, edition, paid, confirmed from (values
		('Fès', 'fr', false, false), ('Fès', 'ar', true, true), (' FES ', 'fr', false, false), ('', 'fr', false, false), ('فاس', null, false, false)) as v (city, edition, paid, confirmed)`)
	for _, c := range []struct {
		args string
		want map[string]int
	}{
		{``, map[string]int{"fes Fès": 4, "rabat Rabat": 1}},
		{`editions => '{fr}', is_paid => false, states => '{new}'`, map[string]int{"fes FES": 2, "rabat Rabat": 1}},
		{`editions => '{none}'`, map[string]int{"fes فاس": 1}},
		{`methods => '{card}'`, map[string]int{}},
		{`is_confirmed => true`, map[string]int{"fes Fès": 1}},
		{`is_fulfilled => true`, map[string]int{}},
	} {
		err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
			if err := become(t, tx); err != nil {
				return err
			}
			got, err := counts(tx, t, `select city_key || ' ' || city, orders from public.order_cities(`+c.args+`)`)
			if err != nil {
				return err
			}
			// Of two spellings that are written equally often either is shown.
			if n, ok := got["fes Fès"]; ok && c.want["fes FES"] > 0 {
				delete(got, "fes Fès")
				got["fes FES"] = n
			}
			if !maps.Equal(got, c.want) {
				t.Errorf("%s: got %v, want %v", c.args, got, c.want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
