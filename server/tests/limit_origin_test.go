package tests

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/pgtest"
)

// TestLimitsAreReadAcrossOrigins: a browser shows a script of another origin no
// answer without Access-Control-Allow-Origin, not even that it asked too often; and
// what asks for leave alone (a preflight) is not counted.
func TestLimitsAreReadAcrossOrigins(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	s := bootOn(t, database, "DATABASE_URL="+database.URL, "TOUBKAL_RATE_LIMIT_WRITES=1", "GOTRUE_RATE_LIMIT_TOKEN_REFRESH=1")
	for _, c := range []struct{ name, path, body string }{
		{"a sign-in", "/auth/v1/token?grant_type=refresh_token", `{"refresh_token":"none"}`},
		{"a form", "/rest/v1/contact_submissions", `{"name":"Nadia","email":"nadia@example.org","message":"Hello"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			from := append(s.headersOf(""), "Origin: https://elsewhere.example")
			var answer reply
			for range 31 {
				asked := s.send(t, "OPTIONS", c.path, "", "Origin: https://elsewhere.example", "Access-Control-Request-Method: POST")
				if asked.status != http.StatusOK {
					t.Fatalf("a preflight: %d, want 200", asked.status)
				}
				answer = s.send(t, "POST", c.path, c.body, from...)
			}
			if answer.status != http.StatusTooManyRequests {
				t.Fatalf("31 at once: %d %s, want 429", answer.status, answer.body)
			}
			if got := answer.header.Values("Access-Control-Allow-Origin"); !slices.Equal(got, []string{"*"}) {
				t.Errorf("the refusal has Access-Control-Allow-Origin %q, want one *", got)
			}
		})
	}
}

// TestAVisitorsListIsManyWrites: 1,200 orders in one request took all books out of
// the stock.
func TestAVisitorsListIsManyWrites(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	s := bootOn(t, database, "DATABASE_URL="+database.URL, "TOUBKAL_RATE_LIMIT_WRITES=30")
	orders := func(n int) string {
		rows := make([]string, n)
		for i := range rows {
			rows[i] = `{"order_number":"BO18000000000` + strconv.Itoa(100+i) + `","buyer_name":"A","buyer_email":"a@example.org",
				"buyer_phone":"0612345678","shipping_address":"1, rue A","shipping_city":"Rabat","quantity":1000}`
		}
		return "[" + strings.Join(rows, ",") + "]"
	}
	s.walk(t, "", []step{
		{name: "more than ever pass", method: "POST", path: "/rest/v1/book_orders", body: orders(31), status: http.StatusRequestEntityTooLarge},
		{name: "a few", method: "POST", path: "/rest/v1/book_orders", body: orders(20), status: http.StatusCreated},
		{name: "as many again", method: "POST", path: "/rest/v1/book_orders", body: orders(20), status: http.StatusTooManyRequests},
	})
}
