package tests

import "testing"

// TestAdmin makes every call of the back-office in the specification's section
// 7, as the first super admin.
func TestAdmin(t *testing.T) {
	t.Parallel()
	s := boot(t)
	visitorsWrite(t, s)
	me := s.signIn(t, s.admin, s.password)
	for name, steps := range map[string][]step{
		"sign-in": ownRow(me.User.ID), "counts": counts(), "reviews": reviews(), "inquiries": inquiries(),
		"orders": orders(), "posts": posts(), "expeditions": expeditions(), "media": media(), "admins": admins(me.User.ID),
	} {
		t.Run(name, func(t *testing.T) { s.walk(t, me.AccessToken, steps) })
	}
}

// visitorsWrite gives the back-office one of each.
func visitorsWrite(t *testing.T, s *site) {
	t.Helper()
	s.walk(t, "", []step{
		{name: "contact", method: "POST", path: "/rest/v1/contact_submissions", status: 201, body: `{"name":"Nadia","email":"nadia@example.org","message":"Hello","source_page":"contact","status":"new"}`},
		{name: "sponsor", method: "POST", path: "/rest/v1/sponsorship_inquiries", status: 201, body: `{"name":"Amal","email":"amal@example.org","organization":"Atlas","budget_range":"custom","message":"Hello","status":"new"}`},
		{name: "retreat", method: "POST", path: "/rest/v1/retreat_inquiries", status: 201, body: `{"name":"Sara","email":"sara@example.org","phone":"0600000000","message":"","status":"new"}`},
		{name: "order", method: "POST", path: "/rest/v1/book_orders", status: 201, body: order("BO1760000000000123", "Yasmine", "")},
		{name: "review", method: "POST", path: "/rest/v1/book_reviews", status: 201, body: `{"name":"Idir","email":"idir@example.org","rating":4,"comment_en":"Unheard of","status":"pending","verified":false,"featured":false}`},
	})
}

func ownRow(user string) []step {
	return []step{
		{name: "the account", method: "GET", path: "/auth/v1/user", status: 200, has: []string{user, `"role":"authenticated"`}, hasNot: []string{"encrypted_password", "argon2"}},
		{name: "my row", method: "GET", path: "/rest/v1/admin_users?select=*&auth_user_id=eq." + user + "&active=eq.true", status: 200, has: []string{`"super_admin"`}, keep: true},
		{name: "last sign-in", method: "PATCH", path: "/rest/v1/admin_users?id=eq.{id}", body: `{"last_login":"2001-01-02T03:04:05.678Z"}`, status: 204},
		{name: "is the server's now", method: "GET", path: "/rest/v1/admin_users?select=last_login&id=eq.{id}", status: 200, has: []string{`"last_login":"20`}, hasNot: []string{"2001"}},
		{name: "my role", method: "GET", path: "/rest/v1/admin_users?select=role&auth_user_id=eq." + user, accept: "application/vnd.pgrst.object+json", status: 200, has: []string{`{"role":"super_admin"}`}},
	}
}

func counts() []step {
	var steps []step
	for table, counted := range map[string]string{
		"book_orders": `/[1-9]\d*$`, "book_reviews": `/[1-9]\d*$`, "contact_submissions": `/1$`, "speaking_inquiries": `/0$`,
		"sponsorship_inquiries": `/1$`, "media_highlights": `/[1-9]\d*$`,
	} {
		steps = append(steps, step{
			name: "count " + table, method: "HEAD", path: "/rest/v1/" + table + "?select=*", prefer: "count=exact", status: 200, counted: counted,
		})
	}
	return steps
}

func reviews() []step {
	return []step{
		{name: "all", method: "GET", path: "/rest/v1/book_reviews?select=*&order=created_at.desc", status: 200, has: []string{"Unheard of", `"email":null`}},
		{name: "pending", method: "GET", path: "/rest/v1/book_reviews?select=*&status=eq.pending&order=created_at.desc", status: 200, has: []string{"Unheard of"}, hasNot: []string{`"approved"`}, keep: true},
		{name: "approve", method: "PATCH", path: "/rest/v1/book_reviews?id=eq.{id}", body: `{"status":"approved"}`, status: 204},
		{name: "verify", method: "PATCH", path: "/rest/v1/book_reviews?id=eq.{id}", body: `{"verified":true}`, status: 204},
		{name: "no such state", method: "PATCH", path: "/rest/v1/book_reviews?id=eq.{id}", body: `{"status":"loved"}`, status: 400, has: []string{`"code":"23514"`}},
		{name: "both are kept", method: "GET", path: "/rest/v1/book_reviews?select=status,verified&id=eq.{id}", status: 200, has: []string{`[{"status":"approved","verified":true}]`}},
		{name: "its writer's address", method: "GET", path: "/rest/v1/book_review_contacts?select=*&review_id=eq.{id}", status: 200, has: []string{"idir@example.org"}},
		{name: "erase", method: "DELETE", path: "/rest/v1/book_reviews?id=eq.{id}", status: 204},
		{name: "is gone", method: "GET", path: "/rest/v1/book_reviews?select=*&id=eq.{id}", status: 200, has: []string{"[]"}},
		{name: "add", method: "POST", path: "/rest/v1/book_reviews?select=*", prefer: "return=representation", status: 201, has: []string{`"status":"approved"`, `"verified":true`}, body: `{"name":"Radia","rating":5,"comment_en":"Fine","comment_fr":"","comment_ar":"","verified":true,"status":"approved"}`},
	}
}

func inquiries() []step {
	return []step{
		{name: "contacts", method: "GET", path: "/rest/v1/contact_submissions?select=*&order=created_at.desc", status: 200, has: []string{"Nadia"}, keep: true},
		{name: "read one", method: "PATCH", path: "/rest/v1/contact_submissions?id=eq.{id}", body: `{"status":"read","updated_at":"2026-01-01T00:00:00Z"}`, status: 204},
		{name: "is read", method: "GET", path: "/rest/v1/contact_submissions?select=status&id=eq.{id}", status: 200, has: []string{`"read"`}},
		{name: "speaking", method: "GET", path: "/rest/v1/speaking_inquiries?select=*&order=created_at.desc", status: 200, has: []string{"[]"}},
		{name: "sponsors", method: "GET", path: "/rest/v1/sponsorship_inquiries?select=*&order=created_at.desc", status: 200, has: []string{"Amal"}},
		{name: "retreats", method: "GET", path: "/rest/v1/retreat_inquiries?select=*&order=created_at.desc", status: 200, has: []string{"Sara"}},
	}
}

func orders() []step {
	return []step{
		{name: "all", method: "GET", path: "/rest/v1/book_orders?select=*&order=created_at.desc", status: 200, has: []string{"Yasmine"}, keep: true},
		{name: "confirm", method: "PATCH", path: "/rest/v1/book_orders?id=eq.{id}", body: `{"confirmed":true,"updated_at":"2026-01-01T00:00:00Z"}`, status: 204},
		{name: "pay", method: "PATCH", path: "/rest/v1/book_orders?id=eq.{id}", body: `{"paid":true,"updated_at":"2026-01-01T00:00:00Z"}`, status: 204},
		{name: "take back", method: "PATCH", path: "/rest/v1/book_orders?id=eq.{id}", prefer: "count=exact", body: `{"confirmed":false}`, status: 204, counted: `^\*/1$|^0-0/1$`},
		{name: "each by itself", method: "GET", path: "/rest/v1/book_orders?select=confirmed,paid,fulfilled&id=eq.{id}", status: 200, has: []string{`[{"confirmed":false,"paid":true,"fulfilled":false}]`}},
		{name: "the price stays", method: "PATCH", path: "/rest/v1/book_orders?id=eq.{id}", body: `{"total_amount":1}`, status: 403, has: []string{`"code":"42501"`}},
		{name: "erases none", method: "DELETE", path: "/rest/v1/book_orders?id=eq.{id}", status: 403},
		{name: "add", method: "POST", path: "/rest/v1/book_orders?select=*", prefer: "return=representation", status: 201, has: []string{`"total_amount":100.50`, `"Omar"`}, body: `[{"buyer_name":"Omar","buyer_email":"omar@example.org","buyer_phone":"0600000000","quantity":1,"total_amount":100.5,"payment_method":"cash"}]`},
		{name: "a page of those found", method: "GET", path: "/rest/v1/book_orders?select=*&or=(buyer_name.ilike.*yas*,order_number.ilike.*yas*)&order=created_at.desc,id.asc&limit=1&offset=0", prefer: "count=exact", status: 200, counted: `^0-0/1$`, has: []string{"Yasmine"}},
	}
}

func posts() []step {
	return []step{
		{name: "all", method: "GET", path: "/rest/v1/blog_posts?select=*&order=created_at.desc", status: 200, has: []string{`"slug"`}},
		{name: "drafts", method: "GET", path: "/rest/v1/blog_posts?select=*&status=eq.draft&order=created_at.desc", status: 200, hasNot: []string{`"published"`}},
		{name: "write", method: "POST", path: "/rest/v1/blog_posts?select=*", prefer: "return=representation", accept: "application/vnd.pgrst.object+json", status: 201, keep: true, has: []string{`{"id":`, `"draft"`, `"published_at":null`}, body: `{"slug":"on-foot","status":"draft","title_en":"On foot","title_fr":"À pied","title_ar":"سيراً","content_en":"<p>So.</p>"}`},
		{name: "read", method: "GET", path: "/rest/v1/blog_posts?select=*&id=eq.{id}", accept: "application/vnd.pgrst.object+json", status: 200, has: []string{"سيراً"}},
		{name: "publish", method: "PATCH", path: "/rest/v1/blog_posts?id=eq.{id}", body: `{"status":"published","title_fr":"À pied !"}`, status: 204},
		{name: "dated by itself", method: "GET", path: "/rest/v1/blog_posts?select=id&id=eq.{id}&published_at=not.is.null", status: 200, has: []string{`"id"`}},
		{name: "the slug is taken", method: "POST", path: "/rest/v1/blog_posts", status: 409, has: []string{`"code":"23505"`}, body: `{"slug":"on-foot","title_en":"Again"}`},
		{name: "erase", method: "DELETE", path: "/rest/v1/blog_posts?id=eq.{id}", status: 204},
	}
}

func expeditions() []step {
	return []step{
		{name: "all", method: "GET", path: "/rest/v1/expeditions?select=*&order=display_order.asc", status: 200, has: []string{"everest", "k2"}},
		{name: "add", method: "POST", path: "/rest/v1/expeditions?select=*", prefer: "return=representation", status: 201, keep: true, has: []string{`"published":true`}, body: `[{"slug":"toubkal","name_en":"Toubkal","name_fr":"Toubkal","name_ar":"توبقال","year":2010,"height_m":4167,"continent":"Africa","country":"Morocco","display_order":99,"published":true}]`},
		{name: "edit", method: "PATCH", path: "/rest/v1/expeditions?id=eq.{id}", body: `{"height_m":4168}`, status: 204},
		{name: "unpublish", method: "PATCH", path: "/rest/v1/expeditions?id=eq.{id}", body: `{"published":false}`, status: 204},
		{name: "both are kept", method: "GET", path: "/rest/v1/expeditions?select=height_m,published&id=eq.{id}", status: 200, has: []string{`[{"height_m":4168,"published":false}]`}},
		{name: "erase", method: "DELETE", path: "/rest/v1/expeditions?id=eq.{id}", status: 204},
	}
}

func media() []step {
	return []step{
		{name: "highlights", method: "GET", path: "/rest/v1/media_highlights?select=*&order=display_order.asc", status: 200, has: []string{`"image_url"`}},
		{name: "add a highlight", method: "POST", path: "/rest/v1/media_highlights?select=*", prefer: "return=representation", status: 201, keep: true, body: `{"title_en":"A","title_fr":"A","title_ar":"ا","date":"2026-01-01","image_url":"/x.avif","display_order":9,"published":false}`},
		{name: "edit it", method: "PATCH", path: "/rest/v1/media_highlights?id=eq.{id}", body: `{"title_en":"B"}`, status: 204},
		{name: "publish it", method: "PATCH", path: "/rest/v1/media_highlights?id=eq.{id}", body: `{"published":true}`, status: 204},
		{name: "erase it", method: "DELETE", path: "/rest/v1/media_highlights?id=eq.{id}", prefer: "return=representation", status: 200, has: []string{`"title_en":"B"`, `"published":true`}},
		{name: "coverage", method: "GET", path: "/rest/v1/media_coverage?select=*&order=date.desc", status: 200, has: []string{`"outlet"`}},
		{name: "add coverage", method: "POST", path: "/rest/v1/media_coverage?select=*", prefer: "return=representation", status: 201, keep: true, body: `{"type":"radio","date":"2026-01-01","outlet":"Medi 1","title_en":"A","title_fr":"A","title_ar":"ا"}`},
		{name: "of no known type", method: "PATCH", path: "/rest/v1/media_coverage?id=eq.{id}", body: `{"type":"gossip"}`, status: 400, has: []string{`"code":"23514"`}},
		{name: "unpublish it", method: "PATCH", path: "/rest/v1/media_coverage?id=eq.{id}", body: `{"published":false}`, status: 204},
		{name: "erase it", method: "DELETE", path: "/rest/v1/media_coverage?id=eq.{id}", status: 204},
	}
}

func admins(me string) []step {
	return []step{
		{name: "all", method: "GET", path: "/rest/v1/admin_users?select=*&order=created_at.desc", status: 200, has: []string{me}},
		{name: "no such address", method: "GET", path: "/rest/v1/admin_users?select=id&email=eq.nobody%40example.org", status: 200, has: []string{"[]"}},
		{name: "mine", method: "GET", path: "/rest/v1/admin_users?select=*&auth_user_id=eq." + me, status: 200, keep: true},
		{name: "a name", method: "PATCH", path: "/rest/v1/admin_users?id=eq.{id}", body: `{"full_name":"The First"}`, status: 204},
		{name: "the last super admin stays active", method: "PATCH", path: "/rest/v1/admin_users?id=eq.{id}", body: `{"active":false}`, status: 400},
		{name: "and in her role", method: "PATCH", path: "/rest/v1/admin_users?id=eq.{id}", body: `{"role":"admin"}`, status: 400},
		{name: "and in the list", method: "DELETE", path: "/rest/v1/admin_users?id=eq.{id}", status: 400},
		{name: "all as it was", method: "GET", path: "/rest/v1/admin_users?select=full_name,role,active&id=eq.{id}", status: 200, has: []string{`[{"full_name":"The First","role":"super_admin","active":true}]`}},
	}
}
