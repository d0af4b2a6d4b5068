package tests

import (
	"testing"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// TestAdmin makes every call of the back-office in the specification's section
// 7, as the first super admin.
func TestAdmin(t *testing.T) {
	t.Parallel()
	s := boot(t)
	submitForms(t, s)
	me := s.SignIn(t, s.admin, s.password)
	for name, steps := range map[string][]apptest.Step{
		"sign-in": ownRow(me.User.ID), "counts": counts(), "reviews": reviews(), "inquiries": inquiries(),
		"orders": orders(), "posts": posts(), "expeditions": expeditions(), "media": media(), "admins": admins(me.User.ID),
	} {
		t.Run(name, func(t *testing.T) { s.Walk(t, me.AccessToken, steps) })
	}
}

// submitForms sends each form once.
func submitForms(t *testing.T, s *website) {
	t.Helper()
	s.Walk(t, "", []apptest.Step{
		{Name: "contact", Method: "POST", Path: "/rest/v1/contact_submissions", Status: 201, Body: `{"name":"Nadia","email":"nadia@example.org","subject":"General Inquiry","message":"Hello","source_page":"contact","status":"new"}`},
		{Name: "sponsor", Method: "POST", Path: "/rest/v1/sponsorship_inquiries", Status: 201, Body: `{"name":"Amal","email":"amal@example.org","organization":"Atlas","budget_range":"custom","message":"Hello","status":"new"}`},
		{Name: "retreat", Method: "POST", Path: "/rest/v1/retreat_inquiries", Status: 201, Body: `{"name":"Sara","email":"sara@example.org","phone":"0600000000","message":"","status":"new"}`},
		{Name: "order", Method: "POST", Path: "/rest/v1/book_orders", Status: 201, Body: order("BO1760000000000123", "Yasmine", "")},
		{Name: "review", Method: "POST", Path: "/rest/v1/book_reviews", Status: 201, Body: `{"name":"Idir","email":"idir@example.org","rating":4,"comment_en":"Unheard of","status":"pending","verified":false,"featured":false}`},
	})
}

func ownRow(user string) []apptest.Step {
	return []apptest.Step{
		{Name: "the account", Method: "GET", Path: "/auth/v1/user", Status: 200, Has: []string{user, `"role":"authenticated"`}, HasNot: []string{"encrypted_password", "argon2"}},
		{Name: "my row", Method: "GET", Path: "/rest/v1/admin_users?select=*&auth_user_id=eq." + user + "&active=eq.true", Status: 200, Has: []string{`"super_admin"`}, KeepID: true},
		{Name: "last sign-in", Method: "PATCH", Path: "/rest/v1/admin_users?id=eq.{id}", Body: `{"last_login":"2001-01-02T03:04:05.678Z"}`, Status: 204},
		{Name: "is the server's now", Method: "GET", Path: "/rest/v1/admin_users?select=last_login&id=eq.{id}", Status: 200, Has: []string{`"last_login":"20`}, HasNot: []string{"2001"}},
		{Name: "my role", Method: "GET", Path: "/rest/v1/admin_users?select=role&auth_user_id=eq." + user, Accept: "application/vnd.pgrst.object+json", Status: 200, Has: []string{`{"role":"super_admin"}`}},
	}
}

func counts() []apptest.Step {
	var steps []apptest.Step
	for table, counted := range map[string]string{
		"book_orders": `/[1-9]\d*$`, "book_reviews": `/[1-9]\d*$`, "contact_submissions": `/1$`, "speaking_inquiries": `/0$`,
		"sponsorship_inquiries": `/1$`, "media_highlights": `/[1-9]\d*$`,
	} {
		steps = append(steps, apptest.Step{
			Name: "count " + table, Method: "HEAD", Path: "/rest/v1/" + table + "?select=*", Prefer: "count=exact", Status: 200, ContentRange: counted,
		})
	}
	return steps
}

func reviews() []apptest.Step {
	return []apptest.Step{
		{Name: "all", Method: "GET", Path: "/rest/v1/book_reviews?select=*&order=created_at.desc", Status: 200, Has: []string{"Unheard of", `"email":null`}},
		{Name: "pending", Method: "GET", Path: "/rest/v1/book_reviews?select=*&status=eq.pending&order=created_at.desc", Status: 200, Has: []string{"Unheard of"}, HasNot: []string{`"approved"`}, KeepID: true},
		{Name: "approve", Method: "PATCH", Path: "/rest/v1/book_reviews?id=eq.{id}", Body: `{"status":"approved"}`, Status: 204},
		{Name: "verify", Method: "PATCH", Path: "/rest/v1/book_reviews?id=eq.{id}", Body: `{"verified":true}`, Status: 204},
		{Name: "no such state", Method: "PATCH", Path: "/rest/v1/book_reviews?id=eq.{id}", Body: `{"status":"loved"}`, Status: 400, Has: []string{`"code":"23514"`}},
		{Name: "both are kept", Method: "GET", Path: "/rest/v1/book_reviews?select=status,verified&id=eq.{id}", Status: 200, Has: []string{`[{"status":"approved","verified":true}]`}},
		{Name: "its writer's address", Method: "GET", Path: "/rest/v1/book_review_contacts?select=*&review_id=eq.{id}", Status: 200, Has: []string{"idir@example.org"}},
		{Name: "erase", Method: "DELETE", Path: "/rest/v1/book_reviews?id=eq.{id}", Status: 204},
		{Name: "is gone", Method: "GET", Path: "/rest/v1/book_reviews?select=*&id=eq.{id}", Status: 200, Has: []string{"[]"}},
		{Name: "add", Method: "POST", Path: "/rest/v1/book_reviews?select=*", Prefer: "return=representation", Status: 201, Has: []string{`"status":"approved"`, `"verified":true`}, Body: `{"name":"Radia","rating":5,"comment_en":"Fine","comment_fr":"","comment_ar":"","verified":true,"status":"approved"}`},
	}
}

func inquiries() []apptest.Step {
	return []apptest.Step{
		{Name: "contacts", Method: "GET", Path: "/rest/v1/contact_submissions?select=*&order=created_at.desc", Status: 200, Has: []string{"Nadia"}, KeepID: true},
		{Name: "read one", Method: "PATCH", Path: "/rest/v1/contact_submissions?id=eq.{id}", Body: `{"status":"read","updated_at":"2026-01-01T00:00:00Z"}`, Status: 204},
		{Name: "is read", Method: "GET", Path: "/rest/v1/contact_submissions?select=status&id=eq.{id}", Status: 200, Has: []string{`"read"`}},
		{Name: "speaking", Method: "GET", Path: "/rest/v1/speaking_inquiries?select=*&order=created_at.desc", Status: 200, Has: []string{"[]"}},
		{Name: "sponsors", Method: "GET", Path: "/rest/v1/sponsorship_inquiries?select=*&order=created_at.desc", Status: 200, Has: []string{"Amal"}},
		{Name: "retreats", Method: "GET", Path: "/rest/v1/retreat_inquiries?select=*&order=created_at.desc", Status: 200, Has: []string{"Sara"}},
	}
}

func orders() []apptest.Step {
	return []apptest.Step{
		{Name: "all", Method: "GET", Path: "/rest/v1/book_orders?select=*&order=created_at.desc", Status: 200, Has: []string{"Yasmine"}, KeepID: true},
		{Name: "confirm", Method: "PATCH", Path: "/rest/v1/book_orders?id=eq.{id}", Body: `{"confirmed":true,"updated_at":"2026-01-01T00:00:00Z"}`, Status: 204},
		{Name: "pay", Method: "PATCH", Path: "/rest/v1/book_orders?id=eq.{id}", Body: `{"paid":true,"updated_at":"2026-01-01T00:00:00Z"}`, Status: 204},
		{Name: "take back", Method: "PATCH", Path: "/rest/v1/book_orders?id=eq.{id}", Prefer: "count=exact", Body: `{"confirmed":false}`, Status: 204, ContentRange: `^\*/1$|^0-0/1$`},
		{Name: "each by itself", Method: "GET", Path: "/rest/v1/book_orders?select=confirmed,paid,fulfilled&id=eq.{id}", Status: 200, Has: []string{`[{"confirmed":false,"paid":true,"fulfilled":false}]`}},
		{Name: "the price of a paid order stays", Method: "PATCH", Path: "/rest/v1/book_orders?id=eq.{id}", Body: `{"total_amount":1}`, Status: 400, Has: []string{`"code":"23514"`}},
		{Name: "the state is not set by hand", Method: "PATCH", Path: "/rest/v1/book_orders?id=eq.{id}", Body: `{"order_status":"spam"}`, Status: 403, Has: []string{`"code":"42501"`}},
		{Name: "an order that is no spam is not deleted", Method: "DELETE", Path: "/rest/v1/book_orders?id=eq.{id}&select=id", Prefer: "return=representation", Status: 200, Has: []string{"[]"}},
		{Name: "add", Method: "POST", Path: "/rest/v1/book_orders?select=*", Prefer: "return=representation", Status: 201, Has: []string{`"total_amount":100.50`, `"Omar"`}, Body: `[{"buyer_name":"Omar","buyer_email":"omar@example.org","buyer_phone":"0600000000","quantity":1,"total_amount":100.5,"payment_method":"cash"}]`},
		{Name: "a page of those found", Method: "GET", Path: "/rest/v1/book_orders?select=*&or=(buyer_name.ilike.*yas*,order_number.ilike.*yas*)&order=created_at.desc,id.asc&limit=1&offset=0", Prefer: "count=exact", Status: 200, ContentRange: `^0-0/1$`, Has: []string{"Yasmine"}},
	}
}

func posts() []apptest.Step {
	return []apptest.Step{
		{Name: "all", Method: "GET", Path: "/rest/v1/blog_posts?select=*&order=created_at.desc", Status: 200, Has: []string{`"slug"`}},
		{Name: "drafts", Method: "GET", Path: "/rest/v1/blog_posts?select=*&status=eq.draft&order=created_at.desc", Status: 200, HasNot: []string{`"published"`}},
		{Name: "write", Method: "POST", Path: "/rest/v1/blog_posts?select=*", Prefer: "return=representation", Accept: "application/vnd.pgrst.object+json", Status: 201, KeepID: true, Has: []string{`{"id":`, `"draft"`, `"published_at":null`}, Body: `{"slug":"on-foot","status":"draft","title_en":"On foot","title_fr":"À pied","title_ar":"سيراً","content_en":"<p>So.</p>"}`},
		{Name: "read", Method: "GET", Path: "/rest/v1/blog_posts?select=*&id=eq.{id}", Accept: "application/vnd.pgrst.object+json", Status: 200, Has: []string{"سيراً"}},
		{Name: "publish", Method: "PATCH", Path: "/rest/v1/blog_posts?id=eq.{id}", Body: `{"status":"published","title_fr":"À pied !"}`, Status: 204},
		{Name: "dated by itself", Method: "GET", Path: "/rest/v1/blog_posts?select=id&id=eq.{id}&published_at=not.is.null", Status: 200, Has: []string{`"id"`}},
		{Name: "the slug is taken", Method: "POST", Path: "/rest/v1/blog_posts", Status: 409, Has: []string{`"code":"23505"`}, Body: `{"slug":"on-foot","title_en":"Again"}`},
		{Name: "erase", Method: "DELETE", Path: "/rest/v1/blog_posts?id=eq.{id}", Status: 204},
	}
}

func expeditions() []apptest.Step {
	return []apptest.Step{
		{Name: "all", Method: "GET", Path: "/rest/v1/expeditions?select=*&order=display_order.asc", Status: 200, Has: []string{"everest", "k2"}},
		{Name: "add", Method: "POST", Path: "/rest/v1/expeditions?select=*", Prefer: "return=representation", Status: 201, KeepID: true, Has: []string{`"published":true`}, Body: `[{"slug":"toubkal","name_en":"Toubkal","name_fr":"Toubkal","name_ar":"توبقال","year":2010,"height_m":4167,"continent":"Africa","country":"Morocco","display_order":99,"published":true}]`},
		{Name: "edit", Method: "PATCH", Path: "/rest/v1/expeditions?id=eq.{id}", Body: `{"height_m":4168}`, Status: 204},
		{Name: "unpublish", Method: "PATCH", Path: "/rest/v1/expeditions?id=eq.{id}", Body: `{"published":false}`, Status: 204},
		{Name: "both are kept", Method: "GET", Path: "/rest/v1/expeditions?select=height_m,published&id=eq.{id}", Status: 200, Has: []string{`[{"height_m":4168,"published":false}]`}},
		{Name: "erase", Method: "DELETE", Path: "/rest/v1/expeditions?id=eq.{id}", Status: 204},
	}
}

func media() []apptest.Step {
	return []apptest.Step{
		{Name: "highlights", Method: "GET", Path: "/rest/v1/media_highlights?select=*&order=display_order.asc", Status: 200, Has: []string{`"image_url"`}},
		{Name: "add a highlight", Method: "POST", Path: "/rest/v1/media_highlights?select=*", Prefer: "return=representation", Status: 201, KeepID: true, Body: `{"title_en":"A","title_fr":"A","title_ar":"ا","date":"2026-01-01","image_url":"/x.avif","display_order":9,"published":false}`},
		{Name: "edit it", Method: "PATCH", Path: "/rest/v1/media_highlights?id=eq.{id}", Body: `{"title_en":"B"}`, Status: 204},
		{Name: "publish it", Method: "PATCH", Path: "/rest/v1/media_highlights?id=eq.{id}", Body: `{"published":true}`, Status: 204},
		{Name: "erase it", Method: "DELETE", Path: "/rest/v1/media_highlights?id=eq.{id}", Prefer: "return=representation", Status: 200, Has: []string{`"title_en":"B"`, `"published":true`}},
		{Name: "coverage", Method: "GET", Path: "/rest/v1/media_coverage?select=*&order=date.desc", Status: 200, Has: []string{`"outlet"`}},
		{Name: "add coverage", Method: "POST", Path: "/rest/v1/media_coverage?select=*", Prefer: "return=representation", Status: 201, KeepID: true, Body: `{"type":"radio","date":"2026-01-01","outlet":"Medi 1","title_en":"A","title_fr":"A","title_ar":"ا"}`},
		{Name: "of no known type", Method: "PATCH", Path: "/rest/v1/media_coverage?id=eq.{id}", Body: `{"type":"gossip"}`, Status: 400, Has: []string{`"code":"23514"`}},
		{Name: "unpublish it", Method: "PATCH", Path: "/rest/v1/media_coverage?id=eq.{id}", Body: `{"published":false}`, Status: 204},
		{Name: "erase it", Method: "DELETE", Path: "/rest/v1/media_coverage?id=eq.{id}", Status: 204},
	}
}

func admins(me string) []apptest.Step {
	return []apptest.Step{
		{Name: "all", Method: "GET", Path: "/rest/v1/admin_users?select=*&order=created_at.desc", Status: 200, Has: []string{me}},
		{Name: "no such address", Method: "GET", Path: "/rest/v1/admin_users?select=id&email=eq.nobody%40example.org", Status: 200, Has: []string{"[]"}},
		{Name: "mine", Method: "GET", Path: "/rest/v1/admin_users?select=*&auth_user_id=eq." + me, Status: 200, KeepID: true},
		{Name: "a name", Method: "PATCH", Path: "/rest/v1/admin_users?id=eq.{id}", Body: `{"full_name":"The First"}`, Status: 204},
		{Name: "the last super admin stays active", Method: "PATCH", Path: "/rest/v1/admin_users?id=eq.{id}", Body: `{"active":false}`, Status: 400},
		{Name: "and in her role", Method: "PATCH", Path: "/rest/v1/admin_users?id=eq.{id}", Body: `{"role":"admin"}`, Status: 400},
		{Name: "and in the list", Method: "DELETE", Path: "/rest/v1/admin_users?id=eq.{id}", Status: 400},
		{Name: "all as it was", Method: "GET", Path: "/rest/v1/admin_users?select=full_name,role,active&id=eq.{id}", Status: 200, Has: []string{`[{"full_name":"The First","role":"super_admin","active":true}]`}},
	}
}
