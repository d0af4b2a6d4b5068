package tests

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// placeAsAnon is an order as the table API places it for a visitor: the role, then the row.
const placeAsAnon = `set local role anon;
	insert into public.book_orders (buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city)
	values ('Idir', 'idir@example.org', '0600000000', '1 Rue des Cimes', 'Rabat')`

// stockOf reads the copies left, as every page does.
func stockOf(t testing.TB, s *website) string {
	t.Helper()
	return s.Send(t, "GET", "/rest/v1/site_settings?select=value&key=eq.book.stock", "", s.Headers("")...).Body
}

// TestAnOpenOrderBlocksNoOther: a batch of one order and twelve slow reads kept the row of the
// stock locked until it ended, and every other order failed.
func TestAnOpenOrderBlocksNoOther(t *testing.T) {
	t.Parallel()
	s := boot(t)
	open, err := s.DB.Admin.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = open.Rollback(t.Context()) }()
	if _, err := open.Exec(t.Context(), placeAsAnon); err != nil {
		t.Fatal(err)
	}
	answer := s.Send(t, "POST", "/rest/v1/book_orders", order("BO1760000000000123", "Yasmine", ""), s.Headers("")...)
	if answer.Status != http.StatusCreated {
		t.Errorf("an order while another transaction has ordered: %d %s, want 201", answer.Status, answer.Body)
	}
	if got := stockOf(t, s); got != `[{"value":45}]` {
		t.Errorf("after two copies of 47: %s", got)
	}
	if err := open.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := stockOf(t, s); got != `[{"value":44}]` {
		t.Errorf("after both orders: %s, want 44 of 47 copies", got)
	}
}

// TestAnOpenChangeOfTheStockBlocksNoOrder: an admin's own change stays open, for as long as it is
// open the copies of new orders are not counted; the commit of the change counts them.
func TestAnOpenChangeOfTheStockBlocksNoOrder(t *testing.T) {
	t.Parallel()
	s := boot(t)
	err := pgx.BeginFunc(t.Context(), s.DB.Admin, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), "update public.site_settings set value = '100' where key = 'book.stock'"); err != nil {
			return err
		}
		answer := s.Send(t, "POST", "/rest/v1/book_orders", order("BO1760000000000123", "Yasmine", ""), s.Headers("")...)
		if answer.Status != http.StatusCreated {
			t.Errorf("an order while the stock is being changed: %d %s, want 201", answer.Status, answer.Body)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := stockOf(t, s); got != `[{"value":98}]` {
		t.Errorf("the stock is %s, want the 100 of the admin less the 2 that were ordered meanwhile", got)
	}
}

// TestAWaitThatEndsIsTriedAgain: what keeps an order waiting for longer than a lock may take is answered so
// that the form tries again, and then the same order is placed once.
func TestAWaitThatEndsIsTriedAgain(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	s := bootOn(t, database, "DATABASE_URL="+database.URL, "TOUBKAL_DB_LOCK_TIMEOUT=1")
	place := func() apptest.Reply {
		return s.Send(t, "POST", "/rest/v1/book_orders", order("BO1760000000000123", "Yasmine", ""), s.Headers("")...)
	}
	err := pgx.BeginFunc(t.Context(), s.DB.Admin, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), "lock table public.book_orders in share mode"); err != nil {
			return err
		}
		if answer := place(); answer.Status != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") != "1" {
			t.Errorf("while the table is locked: %d %v %s, want 503 and Retry-After", answer.Status, answer.Header, answer.Body)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if answer := place(); answer.Status != http.StatusCreated {
		t.Errorf("afterwards: %d %s, want 201", answer.Status, answer.Body)
	}
	if got := stockOf(t, s); got != `[{"value":45}]` {
		t.Errorf("the stock is %s, want 45 of 47", got)
	}
}

// TestAddressesTakeWhatTheBoundAllows: an address places 30 orders at once, of 20 copies each.
// The copies of an order that is not confirmed go back to the stock.
func TestAddressesTakeWhatTheBoundAllows(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	s := bootOn(t, database, "DATABASE_URL="+database.URL, "TOUBKAL_RATE_LIMIT_WRITES=1", "TRUSTED_PROXIES=127.0.0.0/8,::1/128")
	execute(t, s, "update public.site_settings set value = '4000' where key = 'book.stock'")
	orders := func(quantity, n int) string {
		return "[" + strings.TrimSuffix(strings.Repeat(`{"buyer_name":"A","buyer_email":"a@example.org","buyer_phone":"0612345678",
			"shipping_address":"1, rue A","shipping_city":"Rabat","quantity":`+strconv.Itoa(quantity)+`},`, n), ",") + "]"
	}
	from := func(address int, body string) apptest.Reply {
		return s.Send(t, "POST", "/rest/v1/book_orders", body, append(s.Headers(""), "X-Forwarded-For: 198.51.100."+strconv.Itoa(address))...)
	}
	if answer := from(99, orders(21, 1)); answer.Status != http.StatusBadRequest || !strings.Contains(answer.Body, "book_orders_quantity_most") {
		t.Errorf("21 copies: %d %s, want 400", answer.Status, answer.Body)
	}
	for address := range 5 {
		if answer := from(address, orders(20, 30)); answer.Status != http.StatusCreated {
			t.Fatalf("address %d: %d %s, want 201", address, answer.Status, answer.Body)
		}
		if answer := from(address, orders(1, 1)); answer.Status != http.StatusTooManyRequests {
			t.Errorf("address %d again: %d, want 429", address, answer.Status)
		}
	}
	if got := stockOf(t, s); got != `[{"value":1000}]` {
		t.Errorf("after five addresses: %s, want 4,000 less 3,000", got)
	}
	execute(t, s, "update private.book_stock_holds set placed_at = placed_at - interval '7 days'")
	if answer := from(100, orders(2, 1)); answer.Status != http.StatusCreated {
		t.Errorf("an order after the reservation has ended: %d %s", answer.Status, answer.Body)
	}
	if got := stockOf(t, s); got != `[{"value":3998}]` {
		t.Errorf("after the next order: %s, want all copies but 2", got)
	}
}

// TestABatchCountsTheStockAtItsEnd: a batch that fails leaves neither an order nor a change of the stock.
func TestABatchCountsTheStockAtItsEnd(t *testing.T) {
	t.Parallel()
	s := boot(t)
	batch := func(number, last string) int {
		return s.Send(t, "POST", "/rest/v1/", `[{"method":"POST","path":"/book_orders","body":`+order(number, "Yasmine", "")+`},`+last+`]`, s.Headers("")...).Status
	}
	const read = `{"method":"GET","path":"/site_settings?select=value&key=eq.book.stock"}`
	const fails = `{"method":"GET","path":"/admin_users?select=id"}`
	if status := batch("BO1760000000000123", fails); status != http.StatusUnauthorized {
		t.Errorf("a batch whose end is refused: %d, want 401", status)
	}
	if got := stockOf(t, s); got != `[{"value":47}]` {
		t.Errorf("the stock after a batch that failed: %s, want 47", got)
	}
	for i := range 3 {
		if status := batch("BO176000000000012"+strconv.Itoa(i), read); status != http.StatusOK {
			t.Errorf("batch %d: %d, want 200", i, status)
		}
	}
	if got := stockOf(t, s); got != `[{"value":41}]` {
		t.Errorf("the stock after three batches of 2 copies: %s, want 41", got)
	}
}
