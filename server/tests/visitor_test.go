package tests

import (
	"net/url"
	"testing"
	"time"
)

// TestVisitor makes every public call of the specification's section 7.
func TestVisitor(t *testing.T) {
	t.Parallel()
	s := boot(t)
	now := url.QueryEscape(time.Now().UTC().Format(time.RFC3339))
	s.walk(t, "", []step{
		{
			name: "media highlights", method: "GET", status: 200, has: []string{`"title_ar"`}, hasNot: []string{`"published":false`},
			path: "/rest/v1/media_highlights?select=*&published=eq.true&order=display_order.asc",
		},
		{
			name: "media coverage", method: "GET", status: 200, has: []string{`"outlet"`}, hasNot: []string{`"published":false`},
			path: "/rest/v1/media_coverage?select=*&published=eq.true&order=date.desc",
		},
		{
			name: "a contact", method: "POST", path: "/rest/v1/contact_submissions", status: 201,
			body: `{"name":"Nadia","email":"nadia@example.org","subject":"speaking - ACME","message":"Hello","source_page":"contact","status":"new"}`,
		},
		{
			name: "a review", method: "POST", path: "/rest/v1/book_reviews", status: 201,
			body: `{"name":"Idir","email":"idir@example.org","rating":5,"comment_en":"Unheard of","comment_fr":null,"comment_ar":null,"status":"pending","verified":false,"featured":false}`,
		},
		{
			name: "a forged review", method: "POST", path: "/rest/v1/book_reviews", status: 201,
			body: `{"name":"Mallory","email":"m@example.org","rating":5,"comment_en":"Forged praise","status":"approved","verified":true,"featured":true}`,
		},
		{
			name: "approved reviews only, and no address", method: "GET", status: 200,
			has: []string{`"rating"`}, hasNot: []string{"Unheard of", "Forged praise", "@example.org", `"pending"`},
			path: "/rest/v1/book_reviews?select=*&status=eq.approved&order=display_order.asc",
		},
		{name: "an order", method: "POST", path: "/rest/v1/book_orders", status: 201, body: order("BO1760000000000123", "Yasmine", "")},
		{
			name: "an order that asks to be paid already", method: "POST", path: "/rest/v1/book_orders", status: 201,
			body: order("BO1760000000000124", "Mallory", `,"confirmed":true,"paid":true,"fulfilled":true,"payment_status":"paid","order_status":"done"`),
		},
		{
			name: "the same order number again", method: "POST", path: "/rest/v1/book_orders", status: 409, has: []string{`"code":"23505"`},
			body: order("BO1760000000000123", "Yasmine", ""),
		},
		{
			name: "no order can be read", method: "GET", path: "/rest/v1/book_orders?select=*", status: 401,
			has: []string{`"code":"42501"`}, hasNot: []string{"Yasmine"},
		},
		{
			name: "not even the one just made", method: "POST", path: "/rest/v1/book_orders?select=*", prefer: "return=representation", status: 401,
			body: order("BO1760000000000125", "Nobody", ""), has: []string{`"code":"42501"`},
		},
		{
			name: "a sponsor", method: "POST", path: "/rest/v1/sponsorship_inquiries", status: 201,
			body: `{"name":"Amal","email":"amal@example.org","organization":"Atlas","budget_range":"25k","message":"Let us talk","status":"new"}`,
		},
		{
			name: "a budget that is not offered", method: "POST", path: "/rest/v1/sponsorship_inquiries", status: 400, has: []string{`"code":"23514"`},
			body: `{"name":"Amal","email":"amal@example.org","organization":"Atlas","budget_range":"1k","message":"Let us talk","status":"new"}`,
		},
		{
			name: "a retreat", method: "POST", path: "/rest/v1/retreat_inquiries", status: 201,
			body: `{"name":"Sara","email":"sara@example.org","phone":"+212 600 000000","message":"","status":"new"}`,
		},
		{
			name: "posts", method: "GET", status: 200, has: []string{`"slug"`}, hasNot: []string{`"draft"`, `"archived"`}, keep: true,
			path: "/rest/v1/blog_posts?select=*&status=eq.published&published_at=lte." + now + "&order=published_at.desc",
		},
		{name: "one post", method: "GET", path: "/rest/v1/blog_posts?select=*&id=eq.{id}&status=eq.published", accept: "application/vnd.pgrst.object+json", status: 200, has: []string{`{"id":`, `"view_count":0`}},
		{name: "a view", method: "PATCH", path: "/rest/v1/blog_posts?id=eq.{id}", body: `{"view_count":900}`, status: 204},
		{name: "counts one, whatever was sent", method: "GET", path: "/rest/v1/blog_posts?select=view_count&id=eq.{id}", status: 200, has: []string{`[{"view_count":1}]`}},
		{name: "nothing else of it", method: "PATCH", path: "/rest/v1/blog_posts?id=eq.{id}", body: `{"view_count":2,"title_en":"Mine"}`, status: 401, has: []string{`"code":"42501"`}},
		{name: "no post there", method: "GET", path: "/rest/v1/blog_posts?select=*&slug=eq.none&status=eq.published", accept: "application/vnd.pgrst.object+json", status: 406, has: []string{`"code":"PGRST116"`}},
		{name: "no admins", method: "GET", path: "/rest/v1/admin_users?select=*", status: 401, has: []string{`"code":"42501"`}, hasNot: []string{"@"}},
		{name: "no contacts", method: "GET", path: "/rest/v1/contact_submissions?select=*", status: 401, hasNot: []string{"Nadia"}},
		{name: "no reviewers' addresses", method: "GET", path: "/rest/v1/book_review_contacts?select=*", status: 401, hasNot: []string{"@"}},
		{name: "no review approved", method: "PATCH", path: "/rest/v1/book_reviews?name=eq.Idir", body: `{"status":"approved"}`, status: 401},
		{name: "nothing erased", method: "DELETE", path: "/rest/v1/blog_posts?id=eq.{id}", status: 401},
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
func forced(t *testing.T, s *site) {
	t.Helper()
	admin := s.signIn(t, s.admin, s.password)
	s.walk(t, admin.AccessToken, []step{{
		name: "two orders, unpaid, at the real price", method: "GET", status: 200,
		path: "/rest/v1/book_orders?select=buyer_name,confirmed,paid,fulfilled,payment_status,order_status,total_amount&order=order_number",
		has: []string{
			`[{"buyer_name":"Yasmine","confirmed":false,"paid":false,"fulfilled":false,"payment_status":"pending","order_status":"new","total_amount":558.00}`,
			`{"buyer_name":"Mallory","confirmed":false,"paid":false,"fulfilled":false,"payment_status":"pending","order_status":"new","total_amount":558.00}]`,
		},
	}})
}
