package schema_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// An admin, and one order of three copies of 47.
const oneOrder = `
insert into auth.users (id, email) values ('00000000-0000-4000-8000-000000000002', 'admin@example.test');
insert into public.admin_users (auth_user_id, email, full_name) values ('00000000-0000-4000-8000-000000000002', 'admin@example.test', 'Nadia');
insert into public.book_orders (id, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, quantity, edition, notes, language)
	values ('00000000-0000-4000-8000-00000000d001', 'Amal', 'amal@example.test', '0600000000', '1, rue A', 'Rabat', 3, 'fr', 'call', 'fr');`

const orderID = "00000000-0000-4000-8000-00000000d001"

var orderStates = []string{"new", "confirmed", "fulfilled", "cancelled", "refused", "returned", "spam"}

func oneOrderShop(t *testing.T) *pgxpool.Pool {
	t.Helper()
	pool := shop(t, 47)
	run(t, pool, oneOrder)
	return pool
}

// asAdmin executes a statement as the admin, in a transaction of its own, and returns the SQLSTATE and the
// constraint of its error.
func asAdmin(t *testing.T, pool *pgxpool.Pool, sql string, args ...any) (state, constraint string) {
	t.Helper()
	err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		if err := become(t, tx); err != nil {
			return err
		}
		_, err := tx.Exec(t.Context(), sql, args...)
		return err
	})
	return stateOf(t, err)
}

func become(t *testing.T, tx pgx.Tx) error {
	t.Helper()
	_, err := tx.Exec(t.Context(), `select set_config('role', 'authenticated', true),
		set_config('request.jwt.claims', '{"role": "authenticated", "sub": "00000000-0000-4000-8000-000000000002", "aal": "aal1"}', true)`)
	return err
}

func stateOf(t *testing.T, err error) (state, constraint string) {
	t.Helper()
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok {
		return failure.Code, failure.ConstraintName
	}
	if err != nil {
		t.Fatal(err)
	}
	return "", ""
}

// bring puts the order into a state, whatever it was.
func bring(t *testing.T, pool *pgxpool.Pool, state string) {
	t.Helper()
	run(t, pool, `begin; set local session_replication_role = replica;
		update public.book_orders set order_status = '`+state+`', confirmed = '`+state+`' not in ('new', 'spam'),
			fulfilled = '`+state+`' in ('fulfilled', 'refused', 'returned'), restocked = false; commit`)
}

const changed = `insert into public.book_order_changes (order_id, from_status, to_status, reason) values ('` + orderID + `', $1, $2, 'asked')`

// Every pair of states, by the history and by the flags: what an admin may do, and that the rest is
// refused and changes nothing.
func TestEveryChangeOfAnOrder(t *testing.T) {
	t.Parallel()
	pool := oneOrderShop(t)
	byHistory := map[string]string{ // the state that is asked for, and the one that it then has
		"new cancelled": "cancelled", "new spam": "spam", "confirmed cancelled": "cancelled",
		"fulfilled refused": "refused", "fulfilled returned": "returned",
		// the flags decide what an order is reopened to: each of these was confirmed before
		"cancelled new": "confirmed", "cancelled confirmed": "confirmed", "cancelled fulfilled": "confirmed",
		"refused new": "fulfilled", "refused confirmed": "fulfilled", "refused fulfilled": "fulfilled",
		"returned new": "fulfilled", "returned confirmed": "fulfilled", "returned fulfilled": "fulfilled",
		"spam new": "new", "spam confirmed": "new", "spam fulfilled": "new",
	}
	byFlags := map[string]bool{
		"new confirmed": true, "new fulfilled": true, "confirmed new": true,
		"confirmed fulfilled": true, "fulfilled new": true, "fulfilled confirmed": true,
	}
	status := func() string {
		return rows[string](t, pool, "select order_status from public.book_orders")[0]
	}
	for _, from := range orderStates {
		for _, to := range orderStates {
			pair := from + " " + to
			bring(t, pool, from)
			state, _ := asAdmin(t, pool, changed, from, to)
			want, allowed := byHistory[pair]
			if from == to { // a correction of nothing
				want, allowed = from, true
			}
			if got := status(); (state == "") != allowed || allowed && got != want || !allowed && (got != from || state != "23514") {
				t.Errorf("history, %s: %q and then %s; allowed is %t, as %q", pair, state, got, allowed, want)
			}
			if from == to || slices.Contains(orderStates[3:], to) {
				continue
			}
			bring(t, pool, from)
			state, _ = asAdmin(t, pool, `update public.book_orders set confirmed = $1, fulfilled = $2`, to != "new", to == "fulfilled")
			switch got := status(); {
			case byFlags[pair] && (state != "" || got != to):
				t.Errorf("flags, %s: %q and then %s", pair, state, got)
			case !byFlags[pair] && got != from:
				t.Errorf("flags, %s: %q and then %s, want it refused", pair, state, got)
			}
		}
	}
}

func TestWhatAnOrderChangeNeeds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, before, sql, state, constraint string }{
		{"no reason", "", `insert into public.book_order_changes (order_id, from_status, to_status) values ('` + orderID + `', 'new', 'cancelled')`, "23514", "book_order_changes_reason_given"},
		{"another state by then", "update public.book_orders set confirmed = true", `insert into public.book_order_changes (order_id, from_status, to_status, reason) values ('` + orderID + `', 'new', 'cancelled', 'x')`, "PT409", ""},
		{"no such order", "", `insert into public.book_order_changes (order_id, from_status, to_status, reason) values ('00000000-0000-4000-8000-00000000d009', 'new', 'cancelled', 'x')`, "PT404", ""},
		{"restock of what was never sent", "", `insert into public.book_order_changes (order_id, from_status, to_status, reason, restock) values ('` + orderID + `', 'new', 'cancelled', 'x', true)`, "23514", "book_orders_restocked_after_return"},
		{"mail without a language", "update public.book_orders set language = null", `insert into public.book_order_changes (order_id, from_status, to_status, reason, mail) values ('` + orderID + `', 'new', 'cancelled', 'x', true)`, "23514", "book_order_changes_mail_language"},
		{"mail about spam", "", `insert into public.book_order_changes (order_id, from_status, to_status, reason, mail) values ('` + orderID + `', 'new', 'spam', 'x', true)`, "23514", "book_order_changes_mail_written"},
		{"a forged author", "", `insert into public.book_order_changes (order_id, from_status, to_status, reason, made_by) values ('` + orderID + `', 'new', 'cancelled', 'x', 'Omar')`, "42501", ""},
		{"an address after it was sent", "update public.book_orders set fulfilled = true", `update public.book_orders set shipping_address = '2, rue B'`, "23514", "book_orders_content_fixed"},
		{"an edition after it was sent", "update public.book_orders set fulfilled = true", `update public.book_orders set edition = 'ar'`, "23514", "book_orders_content_fixed"},
		{"copies of a cancelled order", "update public.book_orders set order_status = 'cancelled'", `update public.book_orders set quantity = 1`, "23514", "book_orders_content_fixed"},
		{"copies of a paid order", "update public.book_orders set paid = true", `update public.book_orders set quantity = 1`, "23514", "book_orders_paid_fixed"},
		{"a flag of a cancelled order", "update public.book_orders set order_status = 'cancelled'", `update public.book_orders set confirmed = true`, "23514", "book_orders_ended"},
		{"notes after it was sent", "update public.book_orders set fulfilled = true", `update public.book_orders set notes = 'returned by post'`, "", ""},
		{"a phone after it was sent", "update public.book_orders set fulfilled = true", `update public.book_orders set buyer_phone = '0611111111'`, "", ""},
		{"the price of a paid order that is taken back", "update public.book_orders set paid = true", `update public.book_orders set paid = false, total_amount = 1`, "", ""},
		{"an old version", "", `select public.edit_order('` + orderID + `', '2026-01-01', '{"quantity": 1}')`, "PT409", ""},
		{"a column that is not edited", "", `select public.edit_order('` + orderID + `', (select updated_at from public.book_orders), '{"paid": true}')`, "PT400", ""},
		{"an order that is not there", "", `select public.edit_order('00000000-0000-4000-8000-00000000d009', now(), '{}')`, "PT404", ""},
		{"a number that is none", "", `select public.edit_order('` + orderID + `', (select updated_at from public.book_orders), '{"quantity": "many"}')`, "22P02", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			pool := oneOrderShop(t)
			if c.before != "" {
				run(t, pool, c.before)
			}
			if state, constraint := asAdmin(t, pool, c.sql); state != c.state || constraint != c.constraint {
				t.Errorf("got %q %q, want %q %q", state, constraint, c.state, c.constraint)
			}
		})
	}
}

// Who did what is read in the order that it happened, and what was edited.
func TestTheHistoryOfAnOrder(t *testing.T) {
	t.Parallel()
	pool := oneOrderShop(t)
	for _, sql := range []string{
		`update public.book_orders set confirmed = true`,
		`select public.edit_order('` + orderID + `', (select updated_at from public.book_orders), '{"shipping_address": "2, rue B", "shipping_city": "Rabat", "quantity": 2, "edition": "ar", "notes": "called"}', true, 'New street')`,
		`update public.book_orders set fulfilled = true`,
		`update public.book_orders set paid = true`,
		`insert into public.book_order_changes (order_id, from_status, to_status, reason, restock, mail) values ('` + orderID + `', 'fulfilled', 'returned', 'wrong edition', true, true)`,
		`update public.book_orders set paid = false`,
	} {
		if state, constraint := asAdmin(t, pool, sql); state != "" {
			t.Fatalf("%s: %s %s", sql, state, constraint)
		}
	}
	got := rows[string](t, pool, `select concat_ws(' ', from_status, to_status, edited::text, reason, restock, mail, message, made_by, author_id is not null) from public.book_order_changes order by created_at`)
	want := []string{
		"new confirmed {} f f Nadia t",
		"confirmed confirmed {edition,notes,quantity,shipping_address} f t New street Nadia t",
		"confirmed fulfilled {} f f Nadia t",
		"fulfilled returned {} wrong edition t t Nadia t",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if got := rows[string](t, pool, `select concat_ws(' ', order_status, payment_status, paid, paid_at is null, restocked, quantity, shipping_address, `+stock+`) from public.book_orders`)[0]; got != "returned refunded f t t 2 2, rue B 47" {
		t.Errorf("the order is %q", got)
	}
	if got := rows[string](t, pool, `select string_agg(kind, ' ' order by kind) from public.mail_notices where row_id in (select id from public.book_order_changes)`)[0]; got != "order_changed order_returned" {
		t.Errorf("e-mails asked for: %q", got)
	}
}

// Of two transactions that end the same order, the second waits for the first, and is refused.
func TestTwoEndsOfOneOrder(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, first, second, state string }{
		{"cancelled twice", changedTo("new", "cancelled"), changedTo("new", "cancelled"), "PT409"},
		{"cancelled while it is confirmed", `update public.book_orders set confirmed = true`, changedTo("new", "cancelled"), "PT409"},
		{"sent while it is cancelled", changedTo("new", "cancelled"), `update public.book_orders set fulfilled = true`, "23514"},
		{"edited while it is sent", `update public.book_orders set fulfilled = true`, `update public.book_orders set quantity = 1`, "23514"},
		{
			"edited twice", `select public.edit_order('` + orderID + `', (select updated_at from public.book_orders), '{"quantity": 1}')`,
			`select public.edit_order('` + orderID + `', (select updated_at from public.book_orders), '{"quantity": 2}')`, "PT409",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			pool := oneOrderShop(t)
			first, err := pool.Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if err := become(t, first); err != nil {
				t.Fatal(err)
			}
			if _, err := first.Exec(t.Context(), c.first); err != nil {
				t.Fatal(err)
			}
			second, err := pool.Acquire(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer second.Release()
			pid := second.Conn().PgConn().PID()
			answer := make(chan error, 1)
			go func() {
				answer <- pgx.BeginFunc(t.Context(), second, func(tx pgx.Tx) error {
					if err := become(t, tx); err != nil {
						return err
					}
					_, err := tx.Exec(t.Context(), c.second)
					return err
				})
			}()
			for waits := false; !waits; { // until the second waits for the first
				waits = rows[bool](t, pool, `select coalesce((select wait_event_type = 'Lock' from pg_stat_activity where pid = $1), false)`, pid)[0]
			}
			if err := first.Commit(t.Context()); err != nil {
				t.Fatal(err)
			}
			if state, constraint := stateOf(t, <-answer); state != c.state {
				t.Errorf("the second got %q %q, want %q", state, constraint, c.state)
			}
			if got := rows[int](t, pool, `select count(*) from public.book_order_changes`)[0]; got != 1 && strings.Contains(c.first, "changes") {
				t.Errorf("the history has %d rows, want one", got)
			}
		})
	}
}

func changedTo(from, to string) string {
	return fmt.Sprintf(`insert into public.book_order_changes (order_id, from_status, to_status, reason) values ('%s', '%s', '%s', 'x')`, orderID, from, to)
}

func restocked(from, to string) string {
	return fmt.Sprintf(`insert into public.book_order_changes (order_id, from_status, to_status, reason, restock) values ('%s', '%s', '%s', 'x', true)`, orderID, from, to)
}

// Copies go back once, and only where they should. Each step is a transaction of its own; left is the stock after it.
func TestCopiesOfOrdersThatEnd(t *testing.T) {
	t.Parallel()
	type step struct {
		name, sql string
		left      int
	}
	const sent = `update public.book_orders set confirmed = true, fulfilled = true`
	for _, c := range []struct {
		name  string
		steps []step
	}{
		{"cancelled and reopened", []step{
			{"cancelled", changedTo("new", "cancelled"), 47},
			{"paid by mistake", `update public.book_orders set paid = true`, 47},
			{"reopened", changedTo("cancelled", "new"), 44},
			{"cancelled again", changedTo("new", "cancelled"), 47},
		}},
		{"spam, deleted", []step{
			{"spam", changedTo("new", "spam"), 47},
			{"deleted", `delete from public.book_orders`, 47},
		}},
		{"returned with restock", []step{
			{"sent", sent, 44},
			{"paid", `update public.book_orders set paid = true`, 44},
			{"returned", restocked("fulfilled", "returned"), 47},
			{"refunded", `update public.book_orders set paid = false`, 47},
			{"taken back", changedTo("returned", "fulfilled"), 44},
			{"refused", restocked("fulfilled", "refused"), 47},
		}},
		{"returned, damaged", []step{
			{"sent", sent, 44},
			{"returned", changedTo("fulfilled", "returned"), 44},
			{"refunded", `update public.book_orders set paid = true; update public.book_orders set paid = false`, 44},
		}},
		{"returned after the stock was counted by hand", []step{
			{"sent", sent, 44},
			{"counted", `select set_config('role', 'none', true); update public.site_settings set value = '100' where key = 'book.stock'`, 100},
			{"returned", restocked("fulfilled", "returned"), 103},
			{"paid by mistake", `update public.book_orders set paid = true`, 103},
			{"taken back", changedTo("returned", "fulfilled"), 100},
		}},
		{"cancelled after the stock was counted by hand", []step{
			{"counted", `select set_config('role', 'none', true); update public.site_settings set value = '100' where key = 'book.stock'`, 100},
			{"cancelled", changedTo("new", "cancelled"), 100},
		}},
		{"another quantity", []step{
			{"fewer", `update public.book_orders set quantity = 1`, 46},
			{"more", `update public.book_orders set quantity = 5`, 42},
			{"cancelled", changedTo("new", "cancelled"), 47},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			pool := oneOrderShop(t)
			for i, s := range c.steps {
				if strings.HasPrefix(s.sql, "select set_config") || strings.Contains(s.sql, ";") {
					run(t, pool, s.sql)
				} else if state, constraint := asAdmin(t, pool, s.sql); state != "" {
					t.Fatalf("step %d, %s: %s %s", i+1, s.name, state, constraint)
				}
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
