package tests

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/toubkal/toubkal/schema/schematest"
)

// BenchmarkAdminOrders asks, over HTTP as an admin and with an exact count, what
// the list of orders asks when there are 100,000 of them. The goal is 100 ms.
func BenchmarkAdminOrders(b *testing.B) {
	s := boot(b)
	if _, err := s.DB.Admin.Exec(b.Context(), schematest.Orders(100_000)+`; analyze public.book_orders`); err != nil {
		b.Fatal(err)
	}
	headers := append(s.Headers(s.SignIn(b, s.admin, s.password).AccessToken), "Prefer: count=exact")
	for _, c := range []struct{ name, path string }{
		{"newest first", "book_orders?select=*&order=created_at.desc,id.desc&limit=25"},
		{"newest first, page 4000", "book_orders?select=*&order=created_at.desc,id.desc&limit=25&offset=99975"},
		{"not paid", "book_orders?select=*&paid=eq.false&order=created_at.desc,id.desc&limit=25"},
		{"paid", "book_orders?select=*&paid=eq.true&order=created_at.desc,id.desc&limit=25"},
		{"by name", "book_orders?select=*&order=buyer_name.asc,id.asc&limit=25"},
		{"by name, page 2400", "book_orders?select=*&order=buyer_name.asc,id.asc&limit=25&offset=59975"},
		{"by total, page 2400", "book_orders?select=*&order=total_amount.desc,id.desc&limit=25&offset=59975"},
		{"search: fatima", found("fatima", "{fa,at,ti,im,ma}")},
		{"search: a name in Arabic", found("محمد", "{مح,حم,مد}")},
		{"search: two letters of every order", searched("pieces=cs." + url.QueryEscape("{re}"))},
		{"search: a word of every order", found("reader", "{re,ea,ad,de,er}")},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if answer := s.Send(b, http.MethodGet, "/rest/v1/"+c.path, "", headers...); answer.Status/100 != 2 {
					b.Fatalf("%d %s", answer.Status, answer.Body)
				}
			}
		})
	}
}

// found is a search as client/src/admin/kit/rows/folded-search.ts writes it.
func found(text, pieces string) string {
	return searched("pieces=cs." + url.QueryEscape(pieces) + "&search_text=like." + url.QueryEscape("%"+text+"%"))
}

func searched(filters string) string {
	return "book_order_search?select=id,order_number,buyer_name,buyer_email,buyer_phone,shipping_city,total_amount,created_at&" +
		filters + "&order=created_at.desc,id.desc&limit=25"
}
