package tests

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// TestLimitsAreReadAcrossOrigins: a browser shows a script of another origin no
// answer without Access-Control-Allow-Origin, not even that it asked too often; and
// what asks for leave alone (a preflight) is not counted.
func TestLimitsAreReadAcrossOrigins(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	s := bootOn(t, database, "DATABASE_URL="+database.URL, "TOUBKAL_RATE_LIMIT_WRITES=1")
	const path, body = "/rest/v1/contact_submissions", `{"name":"Nadia","email":"nadia@example.org","subject":"General Inquiry","message":"Hello"}`
	from := append(s.Headers(""), "Origin: https://elsewhere.example")
	var answer apptest.Reply
	for range 31 {
		asked := s.Send(t, "OPTIONS", path, "", "Origin: https://elsewhere.example", "Access-Control-Request-Method: POST")
		if asked.Status != http.StatusOK {
			t.Fatalf("a preflight: %d, want 200", asked.Status)
		}
		answer = s.Send(t, "POST", path, body, from...)
	}
	if answer.Status != http.StatusTooManyRequests {
		t.Fatalf("31 at once: %d %s, want 429", answer.Status, answer.Body)
	}
	if got := answer.Header.Values("Access-Control-Allow-Origin"); !slices.Equal(got, []string{"*"}) {
		t.Errorf("the refusal has Access-Control-Allow-Origin %q, want one *", got)
	}
}

// TestAnAnonymousListIsManyWrites: 1,200 orders in one request took all books out of
// the stock.
func TestAnAnonymousListIsManyWrites(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	s := bootOn(t, database, "DATABASE_URL="+database.URL, "TOUBKAL_RATE_LIMIT_WRITES=30")
	orders := func(n int) string {
		rows := make([]string, n)
		for i := range rows {
			rows[i] = `{"order_number":"BO18000000000` + strconv.Itoa(100+i) + `","buyer_name":"A","buyer_email":"a@example.org",
				"buyer_phone":"0612345678","shipping_address":"1, rue A","shipping_city":"Rabat","quantity":20}`
		}
		return "[" + strings.Join(rows, ",") + "]"
	}
	s.Walk(t, "", []apptest.Step{
		{Name: "more than ever pass", Method: "POST", Path: "/rest/v1/book_orders", Body: orders(31), Status: http.StatusRequestEntityTooLarge},
		{Name: "a few", Method: "POST", Path: "/rest/v1/book_orders", Body: orders(20), Status: http.StatusCreated},
		{Name: "as many again", Method: "POST", Path: "/rest/v1/book_orders", Body: orders(20), Status: http.StatusTooManyRequests},
	})
}
