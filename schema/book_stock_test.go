package schema_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/toubkal/toubkal/server/test/pgtest"
)

// shop is a database with a stock of copies, and 7 days for which orders hold theirs.
func shop(t *testing.T, copies int) *pgxpool.Pool {
	t.Helper()
	pool := pgtest.New(t).Admin
	run(t, pool, fmt.Sprintf(`insert into public.site_settings (key, value)
		values ('book.stock', '%d'), ('book.reservation_days', '7'), ('book.max_per_order', '20')`, copies))
	return pool
}

func run(t *testing.T, pool *pgxpool.Pool, sql string, args ...any) {
	t.Helper()
	if _, err := pool.Exec(t.Context(), sql, args...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// ordered is the SQL of an order by who bought it.
func ordered(buyer string, copies int) string {
	return fmt.Sprintf(`insert into public.book_orders (buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, quantity)
		values ('%s', 'a@example.test', '0600000000', '1, rue A', 'Rabat', %d)`, buyer, copies)
}

// aged is the SQL that makes an order older, which nobody can by the table API.
func aged(buyer string, days int) string {
	return fmt.Sprintf(`update public.book_orders set created_at = created_at - make_interval(days => %d) where buyer_name = '%s';
		update private.book_stock_holds h set placed_at = o.created_at from public.book_orders o where o.id = h.order_id`, days, buyer)
}

func flagged(buyer, flag string, to bool) string {
	return fmt.Sprintf(`update public.book_orders set %s = %t where buyer_name = '%s'`, flag, to, buyer)
}

// uncounted is how many orders and changes the stock does not include.
const uncounted = `select (select count(*) from private.book_stock_changes) + (select count(*) from private.book_stock_holds where copies is null)`

const stock = "(select value::int from public.site_settings where key = 'book.stock')"

// Each step is a transaction of its own; left is the stock after it.
func TestCopiesAreHeldAndReleased(t *testing.T) {
	t.Parallel()
	type step struct {
		name, sql string
		left      int
	}
	another := step{"another order", ordered("Another", 1), 0}
	after := func(left int) step { another.left = left; return another }
	for _, c := range []struct {
		name  string
		steps []step
	}{
		{"an order that nobody confirms", []step{
			{"placed", ordered("Amal", 5), 42},
			{"young", aged("Amal", 6), 42},
			after(41),
			{"old enough", aged("Amal", 1), 41},
			after(45), // 41 and 5 released, less 1
			after(44), // released once
		}},
		{"a confirmed order", []step{
			{"placed", ordered("Amal", 5), 42},
			{"confirmed", flagged("Amal", "confirmed", true), 42},
			{"old", aged("Amal", 30), 42},
			after(41),
			{"paid too", flagged("Amal", "paid", true), 41},
			{"no longer confirmed", flagged("Amal", "confirmed", false), 41},
			{"nor paid: released at once", flagged("Amal", "paid", false), 46},
			{"fulfilled: taken again", flagged("Amal", "fulfilled", true), 41},
			{"the same again", flagged("Amal", "fulfilled", true), 41},
		}},
		{"confirmed after the release", []step{
			{"placed", ordered("Amal", 20), 27},
			{"old", aged("Amal", 8), 27},
			{"another takes what was released", ordered("Badr", 40), 7},
			{"confirmed: takes what is left", flagged("Amal", "confirmed", true), 0},
			{"unconfirmed: gives back what it took, not what it ordered", flagged("Amal", "confirmed", false), 7},
		}},
		{"more orders than copies", []step{
			{"all but two", ordered("Amal", 45), 2},
			{"three of two", ordered("Badr", 3), 0},
			{"one of none", ordered("Chama", 1), 0},
			{"all grow old", aged("Amal", 8) + ";" + aged("Badr", 8) + ";" + aged("Chama", 8), 0},
			after(46),
		}},
		{"the stock is set by hand", []step{
			{"placed", ordered("Amal", 5), 42},
			{"set", `update public.site_settings set value = '100' where key = 'book.stock'`, 100},
			{"old", aged("Amal", 8), 100},
			after(99),
			{"confirmed: counted by hand already", flagged("Amal", "confirmed", true), 99},
			{"saved as it is", `update public.site_settings set value = '99' where key = 'book.stock'`, 99},
			{"the other order is old", aged("Another", 8), 99},
			after(99),
			{"saved as a group", `select public.save_settings('{"book.stock": 10}')`, 10},
			after(9),
		}},
		{"ordered and set in one transaction", []step{
			{"both", ordered("Amal", 5) + `; update public.site_settings set value = '100' where key = 'book.stock'`, 95},
		}},
		{"fewer days", []step{
			{"placed", ordered("Amal", 5), 42},
			{"four days ago", aged("Amal", 4), 42},
			{"three days", `update public.site_settings set value = '3' where key = 'book.reservation_days'`, 47},
		}},
		{"an order that is deleted", []step{
			{"placed", ordered("Amal", 5), 42},
			{"deleted", `delete from public.book_orders`, 42},
			{"old", `update private.book_stock_holds set placed_at = now() - interval '8 days'`, 42},
			after(46),
		}},
		{"an order that is deleted and is there again", []step{
			{"placed", ordered("Amal", 5), 42},
			{"repeated", `with gone as (delete from public.book_orders returning *) select count(*) from gone;
				insert into public.book_orders (id, buyer_name, buyer_email, buyer_phone, quantity)
				select order_id, 'Amal', 'a@example.test', '1', 5 from private.book_stock_holds`, 42},
			{"old", aged("Amal", 8), 42},
			after(46),
		}},
		{"old orders that are imported", []step{
			{
				"imported", `insert into public.book_orders (buyer_name, buyer_email, buyer_phone, quantity, confirmed, created_at)
				select 'Old', 'a@example.test', '1', 2, n > 3, now() - interval '1 year' from generate_series(1, 5) as n`,
				43, // two were confirmed
			},
		}},
		{"without the setting", []step{
			{"not seeded", `delete from public.site_settings where key = 'book.reservation_days'`, 47},
			{"placed", ordered("Amal", 5), 42},
			{"old", aged("Amal", 8), 42},
			after(46),
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			pool := shop(t, 47)
			for i, s := range c.steps {
				run(t, pool, s.sql)
				if got := rows[int](t, pool, "select "+stock)[0]; got != s.left {
					t.Fatalf("step %d, %s: %d copies left, want %d", i+1, s.name, got, s.left)
				}
			}
			if got := rows[int](t, pool, uncounted)[0]; got != 0 {
				t.Errorf("%d orders are not counted", got)
			}
		})
	}
}

// A site that was never seeded takes orders, and remembers nothing of them.
func TestOrdersWithoutAStock(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t).Admin
	run(t, pool, ordered("Amal", 5))
	if got := rows[int](t, pool, "select (select count(*) from private.book_stock_changes) + (select count(*) from private.book_stock_holds)")[0]; got != 0 {
		t.Errorf("%d rows are kept, want none", got)
	}
}

// Whatever happens at the same time, no copy is lost or sold twice.
func TestNoCopyIsLostOrSoldTwice(t *testing.T) {
	t.Parallel()
	pool := shop(t, 500)
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			random := rand.New(rand.NewPCG(1, uint64(worker)))
			for i := range 40 {
				// One order a transaction: those that change several may end in a deadlock, which is answered by 503.
				buyer := fmt.Sprintf("Buyer %d of %d", i, worker)
				sql := ordered(buyer, 1+random.IntN(4))
				if random.IntN(2) == 0 { // one of the last orders of all workers
					buyer = fmt.Sprintf("Buyer %d of %d", i-random.IntN(8), random.IntN(8))
					sql = flagged(buyer, "confirmed", random.IntN(2) == 0)
				}
				if random.IntN(3) == 0 { // then it is released with the next count
					sql += fmt.Sprintf("; update public.book_orders set created_at = now() - interval '8 days' where buyer_name = '%s'", buyer)
				}
				if _, err := pool.Exec(context.WithoutCancel(t.Context()), sql); err != nil {
					t.Errorf("%s: %v", sql, err)
				}
			}
		})
	}
	all.Wait()
	run(t, pool, ordered("Last", 1)) // on a busy machine others have waited for half a second, and left their count to the next
	got := rows[string](t, pool, `select concat_ws(' ', sum(copies) + `+stock+`, (`+uncounted+`))
		from private.book_stock_holds`)[0]
	if want := "500 0"; got != want {
		t.Errorf("copies, and orders that are not counted: %s, want %s", got, want)
	}
}

// Constraints that are made immediate take the lock of the count early. Others then go on after half a second, and the next
// order includes them.
func TestALockThatIsHeldFailsNoOrder(t *testing.T) {
	t.Parallel()
	pool := shop(t, 47)
	tx, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(t.Context())) }()
	if _, err := tx.Exec(t.Context(), "set constraints all immediate; "+ordered("Amal", 1)); err != nil {
		t.Fatal(err)
	}
	run(t, pool, ordered("Badr", 2))
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	run(t, pool, ordered("Chama", 4))
	if got := rows[int](t, pool, "select "+stock)[0]; got != 40 {
		t.Errorf("%d copies left, want 40 of 47", got)
	}
}

// A transaction with a snapshot of its own, such as a batch with If-Match, may count with an older
// one than the stock has. It leaves the count to the next.
func TestAnOldSnapshotFailsNoOrder(t *testing.T) {
	t.Parallel()
	pool := shop(t, 47)
	tx, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(t.Context())) }()
	if _, err := tx.Exec(t.Context(), "set transaction isolation level repeatable read; "+ordered("Amal", 1)); err != nil {
		t.Fatal(err)
	}
	run(t, pool, ordered("Badr", 2))
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	run(t, pool, ordered("Chama", 4))
	if got := rows[int](t, pool, "select "+stock)[0]; got != 40 {
		t.Errorf("%d copies left, want 40 of 47", got)
	}
}

// Two numbers of different times tell nothing about how many orders were placed between them.
func TestOrderNumbersAreNotCounted(t *testing.T) {
	t.Parallel()
	pool := shop(t, 47)
	const pairs = 200
	follow := 0
	var moment string
	last := -1
	for n := 0; n < pairs; {
		number := rows[string](t, pool, "select private.new_order_number()")[0]
		end, err := strconv.Atoi(number[len(number)-3:])
		if err != nil {
			t.Fatal(err)
		}
		if now := number[:len(number)-3]; now != moment { // within a millisecond the sequence keeps them apart
			if moment = now; end == (last+1)%1000 {
				follow++
			}
			n++
		}
		last = end
	}
	if follow > pairs/10 {
		t.Errorf("%d of %d numbers follow the one before", follow, pairs)
	}
}
