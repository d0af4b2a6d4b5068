package tests

import (
	"net/url"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// TestAnonymous makes every public call of the specification's section 7.
func TestAnonymous(t *testing.T) {
	t.Parallel()
	s := boot(t)
	now := url.QueryEscape(time.Now().UTC().Format(time.RFC3339))
	s.Walk(t, "", []apptest.Step{
		{
			Name: "media highlights", Method: "GET", Status: 200, Has: []string{`"title_ar"`}, HasNot: []string{`"published":false`},
			Path: "/rest/v1/media_highlights?select=*&published=eq.true&order=display_order.asc",
		},
		{
			Name: "media coverage", Method: "GET", Status: 200, Has: []string{`"outlet"`}, HasNot: []string{`"published":false`},
			Path: "/rest/v1/media_coverage?select=*&published=eq.true&order=date.desc",
		},
		{
			Name: "a contact", Method: "POST", Path: "/rest/v1/contact_submissions", Status: 201,
			Body: `{"name":"Nadia","email":"nadia@example.org","subject":"speaking - ACME","message":"Hello","source_page":"contact","status":"new"}`,
		},
		{
			Name: "a review", Method: "POST", Path: "/rest/v1/book_reviews", Status: 201,
			Body: `{"name":"Idir","email":"idir@example.org","rating":5,"comment_en":"Unheard of","comment_fr":null,"comment_ar":null,"status":"pending","verified":false,"featured":false}`,
		},
		{
			Name: "a forged review", Method: "POST", Path: "/rest/v1/book_reviews", Status: 201,
			Body: `{"name":"Mallory","email":"m@example.org","rating":5,"comment_en":"Forged praise","status":"approved","verified":true,"featured":true}`,
		},
		{
			Name: "approved reviews only, and no address", Method: "GET", Status: 200,
			Has: []string{`"rating"`}, HasNot: []string{"Unheard of", "Forged praise", "@example.org", `"pending"`},
			Path: "/rest/v1/book_reviews?select=*&status=eq.approved&order=display_order.asc",
		},
		{Name: "an order", Method: "POST", Path: "/rest/v1/book_orders", Status: 201, Body: order("BO1760000000000123", "Yasmine", "")},
		{
			Name: "an order that asks to be paid already", Method: "POST", Path: "/rest/v1/book_orders", Status: 201,
			Body: order("BO1760000000000124", "Mallory", `,"confirmed":true,"paid":true,"fulfilled":true,"payment_status":"paid","order_status":"done"`),
		},
		{
			Name: "the same order number again", Method: "POST", Path: "/rest/v1/book_orders", Status: 409, Has: []string{`"code":"23505"`},
			Body: order("BO1760000000000123", "Yasmine", ""),
		},
		{
			Name: "no order can be read", Method: "GET", Path: "/rest/v1/book_orders?select=*", Status: 401,
			Has: []string{`"code":"42501"`}, HasNot: []string{"Yasmine"},
		},
		{
			Name: "not even the one just made", Method: "POST", Path: "/rest/v1/book_orders?select=*", Prefer: "return=representation", Status: 401,
			Body: order("BO1760000000000125", "Nobody", ""), Has: []string{`"code":"42501"`},
		},
		{
			Name: "a sponsor", Method: "POST", Path: "/rest/v1/sponsorship_inquiries", Status: 201,
			Body: `{"name":"Amal","email":"amal@example.org","organization":"Atlas","budget_range":"25k","message":"Let us talk","status":"new"}`,
		},
		{
			Name: "a budget that is not offered", Method: "POST", Path: "/rest/v1/sponsorship_inquiries", Status: 400, Has: []string{`"code":"23514"`},
			Body: `{"name":"Amal","email":"amal@example.org","organization":"Atlas","budget_range":"1k","message":"Let us talk","status":"new"}`,
		},
		{
			Name: "a retreat", Method: "POST", Path: "/rest/v1/retreat_inquiries", Status: 201,
			Body: `{"name":"Sara","email":"sara@example.org","phone":"+212 600 000000","message":"","status":"new"}`,
		},
		{
			Name: "posts", Method: "GET", Status: 200, Has: []string{`"slug"`}, HasNot: []string{`"draft"`, `"archived"`}, KeepID: true,
			Path: "/rest/v1/blog_posts?select=*&status=eq.published&published_at=lte." + now + "&order=published_at.desc",
		},
		{Name: "one post", Method: "GET", Path: "/rest/v1/blog_posts?select=*&id=eq.{id}&status=eq.published", Accept: "application/vnd.pgrst.object+json", Status: 200, Has: []string{`{"id":`, `"view_count":0`}},
		{Name: "a view", Method: "PATCH", Path: "/rest/v1/blog_posts?id=eq.{id}", Body: `{"view_count":900}`, Status: 204},
		{Name: "counts one, whatever was sent", Method: "GET", Path: "/rest/v1/blog_posts?select=view_count&id=eq.{id}", Status: 200, Has: []string{`[{"view_count":1}]`}},
		{Name: "nothing else of it", Method: "PATCH", Path: "/rest/v1/blog_posts?id=eq.{id}", Body: `{"view_count":2,"title_en":"Mine"}`, Status: 401, Has: []string{`"code":"42501"`}},
		{Name: "no post there", Method: "GET", Path: "/rest/v1/blog_posts?select=*&slug=eq.none&status=eq.published", Accept: "application/vnd.pgrst.object+json", Status: 406, Has: []string{`"code":"PGRST116"`}},
		{Name: "no admins", Method: "GET", Path: "/rest/v1/admin_users?select=*", Status: 401, Has: []string{`"code":"42501"`}, HasNot: []string{"@"}},
		{Name: "no contacts", Method: "GET", Path: "/rest/v1/contact_submissions?select=*", Status: 401, HasNot: []string{"Nadia"}},
		{Name: "no reviewers' addresses", Method: "GET", Path: "/rest/v1/book_review_contacts?select=*", Status: 401, HasNot: []string{"@"}},
		{Name: "no review approved", Method: "PATCH", Path: "/rest/v1/book_reviews?name=eq.Idir", Body: `{"status":"approved"}`, Status: 401},
		{Name: "nothing erased", Method: "DELETE", Path: "/rest/v1/blog_posts?id=eq.{id}", Status: 401},
	})
	forced(t, s)
}

// order is the body of an order form, with more fields at its end.
func order(number, name, more string) string {
	return `{"order_number":"` + number + `","buyer_name":"` + name + `","buyer_email":"buyer@example.org","buyer_phone":"0600000000",` +
		`"shipping_address":"1 Rue des Cimes","shipping_city":"Rabat","shipping_postal_code":null,"quantity":2,"total_amount":1,` +
		`"currency":"MAD","payment_method":"cash","payment_status":"pending","order_status":"new","confirmed":false,"paid":false,` +
		`"fulfilled":false,"notes":"Edition: fr"` + more + `}`
}

// forced looks, as the one who may, at what became of the forged orders.
func forced(t *testing.T, s *website) {
	t.Helper()
	admin := s.SignIn(t, s.admin, s.password)
	s.Walk(t, admin.AccessToken, []apptest.Step{{
		Name: "two orders, unpaid, at the real price", Method: "GET", Status: 200,
		Path: "/rest/v1/book_orders?select=buyer_name,confirmed,paid,fulfilled,payment_status,order_status,total_amount&order=order_number",
		Has: []string{
			`[{"buyer_name":"Yasmine","confirmed":false,"paid":false,"fulfilled":false,"payment_status":"pending","order_status":"new","total_amount":558.00}`,
			`{"buyer_name":"Mallory","confirmed":false,"paid":false,"fulfilled":false,"payment_status":"pending","order_status":"new","total_amount":558.00}]`,
		},
	}})
}
