package tests

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// An adminCall is a call that a screen of the back-office makes. Whoever is less
// than by must get nothing from it and change nothing with it.
type adminCall struct {
	screen, method, path, body string
	by                         string // superAdmin, or an admin where it is ""
}

const superAdmin = "super admin"

// One row of each table that no anonymous user may see; their ids end in these.
const adminRows = `
insert into public.trash (table_name, row_id, name) values ('awards', '1', 'A');
insert into public.contact_submissions (id, name, email, subject, message) values
  ('00000000-0000-4000-8000-0000000000c1', 'Sara', 'sara@example.org', 'General Inquiry', 'A talk?'), ('00000000-0000-4000-8000-0000000000c2', 'Omar', 'omar@example.org', 'General Inquiry', 'Hello');
insert into public.speaking_inquiries (id, name, email, message, contact_submission_id) values
  ('00000000-0000-4000-8000-0000000000c3', 'Sara', 'sara@example.org', 'A talk?', '00000000-0000-4000-8000-0000000000c1');
insert into public.sponsorship_inquiries (id, name, email, organization, budget_range, message) values
  ('00000000-0000-4000-8000-0000000000c4', 'Lina', 'lina@example.org', 'Rif', '5k', 'Hello');
insert into public.retreat_inquiries (id, name, email, phone) values ('00000000-0000-4000-8000-0000000000c5', 'Aya', 'aya@example.org', '0600000000');
insert into public.book_orders (id, order_number, buyer_name, buyer_email, buyer_phone, updated_at) values
  ('00000000-0000-4000-8000-0000000000d1', 'BO1760000000000001', 'Amal', 'amal@example.org', '0611111111', '2026-01-01T00:00:00Z');
insert into public.book_orders (id, order_number, buyer_name, buyer_email, buyer_phone, order_status, language) values
  ('00000000-0000-4000-8000-0000000000d2', 'BO1760000000000002', 'Buy links', 'spam@example.org', '0622222222', 'spam', 'en');
insert into public.book_order_changes (order_id, from_status, to_status) values ('00000000-0000-4000-8000-0000000000d2', 'new', 'spam');
insert into public.book_reviews (id, name, email, comment_en, status) values
  ('00000000-0000-4000-8000-0000000000d2', 'Idir', 'idir@example.org', 'Unheard of', 'pending');
insert into public.blog_posts (id, slug, title_en) values ('00000000-0000-4000-8000-0000000000e1', 'not-out', 'Not out');
insert into public.blog_post_copies (post_id, words, based_on) values ('00000000-0000-4000-8000-0000000000e1', '{}', now());
insert into public.expeditions (id, slug, name_en, name_fr, name_ar, year, continent, country, published) values ('00000000-0000-4000-8000-0000000000e2', 'hidden', 'Hidden', 'Cachée', 'مخفية', 2026, 'Africa', 'Morocco', false);
insert into public.media_highlights (id, title_en, title_fr, title_ar, date, image_url, published) values ('00000000-0000-4000-8000-0000000000e3', 'Hidden', 'Caché', 'مخفي', '2026-01-01', '/x.svg', false);
insert into public.media_coverage (id, type, date, outlet, title_en, title_fr, title_ar, published) values ('00000000-0000-4000-8000-0000000000e4', 'article', '2026-01-01', 'Atlas', 'Hidden', 'Caché', 'مخفي', false);
insert into public.awards (id, title_en, organization, year, category, published) values ('00000000-0000-4000-8000-0000000000e5', 'Hidden', 'Atlas', 2018, 'honorary', false);
insert into public.speaking_topics (id, slug, title_en, outcomes_en, published) values ('00000000-0000-4000-8000-0000000000e6', 'hidden', 'Hidden', '{a,b,c}', false);
insert into public.testimonials (id, author_name, quote_en, published) values ('00000000-0000-4000-8000-0000000000e7', 'Amal', 'Hidden', false);
insert into public.newsletter_subscribers (id, email) values ('00000000-0000-4000-8000-0000000000f1', 'reader@example.org');
insert into public.newsletters (id, subject_en, body_en) values ('00000000-0000-4000-8000-0000000000f2', 'Hello', '<p>Yes</p>'), ('00000000-0000-4000-8000-0000000000f3', 'Hello', '<p>Yes</p>');
update public.newsletters set status = 'scheduled', scheduled_for = '2999-01-01' where id = '00000000-0000-4000-8000-0000000000f3';
`

// at fills in an id: {c1} is the row that ends so.
func at(text string) string {
	return anEnd.ReplaceAllString(text, "00000000-0000-4000-8000-0000000000$1")
}

var anEnd = regexp.MustCompile(`\{([a-f][0-9])\}`)

// adminCalls are the calls of all screens. A screen that makes another adds it.
func adminCalls() []adminCall {
	calls := slices.Concat(dashboardCalls, orderCalls, reviewCalls, inboxCalls, blogCalls, settingsCalls, staffCalls, newsletterCalls, personCalls, auditCalls, trashCalls)
	for table, id := range map[string]string{
		"expeditions": "{e2}", "media_highlights": "{e3}", "media_coverage": "{e4}", "awards": "{e5}", "speaking_topics": "{e6}", "testimonials": "{e7}",
	} {
		calls = append(calls, contentCalls(table, id)...)
	}
	return calls
}

var dashboardCalls = []adminCall{
	{screen: "dashboard", method: "HEAD", path: "/rest/v1/book_orders?select=*"},
	{screen: "dashboard", method: "HEAD", path: "/rest/v1/book_reviews?select=*&status=eq.pending"},
	{screen: "dashboard", method: "HEAD", path: "/rest/v1/contact_submissions?select=*"},
	{screen: "dashboard", method: "HEAD", path: "/rest/v1/speaking_inquiries?select=*"},
	{screen: "dashboard", method: "HEAD", path: "/rest/v1/sponsorship_inquiries?select=*"},
	{screen: "dashboard", method: "HEAD", path: "/rest/v1/media_highlights?select=*&published=is.false"},
	{screen: "dashboard", method: "POST", path: "/rest/v1/rpc/orders_per_day", body: `{"days":7}`},
	{screen: "dashboard", method: "POST", path: "/rest/v1/rpc/order_counts", body: `{}`},
	{screen: "dashboard", method: "POST", path: "/rest/v1/rpc/inquiry_ages", body: `{}`},
}

var orderCalls = []adminCall{
	{screen: "orders", method: "GET", path: "/rest/v1/book_orders?select=*&order=created_at.desc"},
	{screen: "orders", method: "GET", path: "/rest/v1/book_order_search?select=id&search_text=like.*amal*"},
	{screen: "orders", method: "PATCH", path: "/rest/v1/book_orders?id=eq.{d1}", body: `{"confirmed":true,"updated_at":"2026-11-21T00:00:00Z"}`},
	{screen: "orders", method: "PATCH", path: "/rest/v1/book_orders?id=eq.{d1}", body: `{"paid":true,"updated_at":"2026-11-21T00:00:00Z"}`},
	{screen: "orders", method: "PATCH", path: "/rest/v1/book_orders?id=eq.{d1}", body: `{"fulfilled":true,"updated_at":"2026-11-21T00:00:00Z"}`},
	{screen: "orders", method: "PATCH", path: "/rest/v1/book_orders?id=in.({d1})", body: `{"confirmed":true}`},
	{screen: "orders", method: "PATCH", path: "/rest/v1/book_orders?id=eq.{d1}", body: `{"notes":"called"}`},
	{screen: "orders", method: "GET", path: "/rest/v1/book_order_changes?select=*&order_id=eq.{d2}&order=created_at.desc"},
	{screen: "orders", method: "POST", path: "/rest/v1/book_order_changes", body: `{"order_id":"{d1}","from_status":"new","to_status":"cancelled","reason":"asked"}`},
	{screen: "orders", method: "POST", path: "/rest/v1/rpc/edit_order", body: `{"order_id":"{d1}","known":"2026-01-01T00:00:00Z","changes":{"shipping_city":"Fes"}}`},
	{screen: "orders", method: "DELETE", path: "/rest/v1/book_orders?id=eq.{d2}&select=id"},
	{screen: "orders", method: "POST", path: "/functions/v1/preview-order-mail", body: `{"order_id":"{d2}","kind":"order_cancelled","message":""}`},
	{screen: "orders", method: "POST", path: "/rest/v1/book_orders", body: `{"buyer_name":"A","buyer_email":"a@example.org","buyer_phone":"06","quantity":2,"total_amount":100,"payment_method":"cash"}`},
}

var reviewCalls = []adminCall{
	{screen: "reviews", method: "GET", path: "/rest/v1/book_reviews?select=*&status=eq.pending&order=created_at.desc"},
	{screen: "reviews", method: "GET", path: "/rest/v1/book_review_contacts?select=*"},
	{screen: "reviews", method: "PATCH", path: "/rest/v1/book_reviews?id=eq.{d2}", body: `{"status":"approved"}`},
	{screen: "reviews", method: "PATCH", path: "/rest/v1/book_reviews?id=eq.{d2}", body: `{"verified":true}`},
	{screen: "reviews", method: "PATCH", path: "/rest/v1/book_reviews?id=eq.{d2}", body: `{"featured":true,"display_order":3}`},
	{screen: "reviews", method: "DELETE", path: "/rest/v1/book_reviews?id=eq.{d2}"},
	{screen: "reviews", method: "POST", path: "/rest/v1/book_reviews", body: `{"name":"A","rating":5,"comment_en":"x","verified":true,"status":"approved"}`},
}

var inboxCalls = []adminCall{
	{screen: "inbox", method: "GET", path: "/rest/v1/form_submissions?select=*&order=created_at.desc"},
	{screen: "inbox", method: "GET", path: "/rest/v1/contact_submissions?select=*&order=created_at.desc"},
	{screen: "inbox", method: "GET", path: "/rest/v1/speaking_inquiries?select=*&order=created_at.desc"},
	{screen: "inbox", method: "GET", path: "/rest/v1/sponsorship_inquiries?select=*&order=created_at.desc"},
	{screen: "inbox", method: "GET", path: "/rest/v1/retreat_inquiries?select=*&order=created_at.desc"},
	{screen: "inbox", method: "PATCH", path: "/rest/v1/contact_submissions?id=eq.{c2}", body: `{"status":"read","updated_at":"2026-11-21T00:00:00Z"}`},
	{screen: "inbox", method: "PATCH", path: "/rest/v1/contact_submissions?id=eq.{c2}", body: `{"notes":"vip","assigned_to":null}`},
	{screen: "inbox", method: "PATCH", path: "/rest/v1/speaking_inquiries?id=eq.{c3}", body: `{"status":"responded","notes":"x"}`},
	{screen: "inbox", method: "PATCH", path: "/rest/v1/sponsorship_inquiries?id=eq.{c4}", body: `{"status":"responded","notes":"x"}`},
	{screen: "inbox", method: "PATCH", path: "/rest/v1/retreat_inquiries?id=eq.{c5}", body: `{"status":"responded","notes":"x"}`},
	{screen: "inbox", method: "DELETE", path: "/rest/v1/contact_submissions?id=eq.{c2}&select=id"},
	{screen: "inbox", method: "DELETE", path: "/rest/v1/speaking_inquiries?id=eq.{c3}&select=id"},
	{screen: "inbox", method: "DELETE", path: "/rest/v1/sponsorship_inquiries?id=eq.{c4}&select=id"},
	{screen: "inbox", method: "DELETE", path: "/rest/v1/retreat_inquiries?id=eq.{c5}&select=id"},
	{screen: "inbox", method: "POST", path: "/rest/v1/rpc/convert_to_speaking_inquiry", body: `{"contact_submission_id":"{c2}","organization":"Atlas"}`},
}

var blogCalls = []adminCall{
	{screen: "blog", method: "GET", path: "/rest/v1/blog_posts?select=*&status=eq.draft&order=created_at.desc"},
	{screen: "blog", method: "GET", path: "/rest/v1/blog_post_list?select=*&status=eq.draft"},
	{screen: "blog", method: "GET", path: "/rest/v1/blog_posts?select=*&id=eq.{e1}"},
	{screen: "blog", method: "POST", path: "/rest/v1/", body: `[{"method":"PATCH","path":"/blog_posts?id=eq.{e1}","headers":{"Accept":"application/vnd.pgrst.object+json","Prefer":"return=representation"},"body":{"title_en":"Out"}},
		{"method":"DELETE","path":"/blog_post_copies?post_id=eq.{e1}&select=post_id","headers":{"Accept":"application/vnd.pgrst.object+json","Prefer":"return=representation"}}]`},
	{screen: "blog", method: "GET", path: "/rest/v1/blog_post_revisions?select=*&post_id=eq.{e1}"},
	{screen: "blog", method: "GET", path: "/rest/v1/blog_post_copies?select=*&post_id=eq.{e1}"},
	{screen: "blog", method: "POST", path: "/rest/v1/blog_posts", body: `{"slug":"new","title_en":"New","status":"published"}`},
	{screen: "blog", method: "PATCH", path: "/rest/v1/blog_posts?id=eq.{e1}", body: `{"title_en":"Mine","status":"published"}`},
	{screen: "blog", method: "PATCH", path: "/rest/v1/blog_post_copies?post_id=eq.{e1}", body: `{"words":{"title_en":"x"}}`},
	{screen: "blog", method: "DELETE", path: "/rest/v1/blog_post_copies?post_id=eq.{e1}"},
	{screen: "blog", method: "DELETE", path: "/rest/v1/blog_posts?id=eq.{e1}"},
}

var settingsCalls = []adminCall{
	{screen: "settings", method: "PATCH", path: "/rest/v1/site_settings?key=eq.book.price_mad", body: `{"value":250}`},
	{screen: "settings", method: "POST", path: "/rest/v1/rpc/save_settings", body: `{"changes":{"book.price_mad":250,"book.stock":40},"known":{"book.price_mad":279}}`},
}

var staffCalls = []adminCall{
	{screen: "admins", method: "GET", path: "/rest/v1/admin_users?select=*&order=created_at.desc"},
	{screen: "admins", method: "GET", path: "/rest/v1/admin_users?select=id&email=eq.plain@example.org"},
	{screen: "admins", method: "PATCH", path: "/rest/v1/admin_users?email=eq.plain@example.org", body: `{"role":"super_admin","full_name":"X"}`, by: superAdmin},
	{screen: "admins", method: "PATCH", path: "/rest/v1/admin_users?email=eq.plain@example.org", body: `{"active":false}`, by: superAdmin},
	{screen: "admins", method: "PATCH", path: "/rest/v1/admin_users?email=eq.deactivated@example.org", body: `{"active":true}`, by: superAdmin},
	{screen: "admins", method: "DELETE", path: "/rest/v1/admin_users?email=eq.plain@example.org", by: superAdmin},
	{screen: "admins", method: "POST", path: "/functions/v1/create-admin-user", body: `{"email":"new@example.org","password":"secret6","role":"super_admin","full_name":null}`, by: superAdmin},
}

var newsletterCalls = []adminCall{
	{screen: "newsletter", method: "GET", path: "/rest/v1/newsletter_subscribers?select=*&status=eq.pending&order=created_at.desc"},
	{screen: "newsletter", method: "DELETE", path: "/rest/v1/newsletter_subscribers?id=eq.{f1}&select=id"},
	{screen: "newsletters", method: "GET", path: "/rest/v1/newsletters?select=id,status,written,recipients,sent&status=eq.draft&order=created_at.desc"},
	{screen: "newsletters", method: "POST", path: "/rest/v1/newsletters", body: `{"id":"{f4}","subject_ar":"مرحبًا","body_ar":"<p>نعم</p>"}`},
	{screen: "newsletters", method: "PATCH", path: "/rest/v1/newsletters?id=eq.{f2}&status=eq.draft", body: `{"subject_en":"Hi"}`},
	{screen: "newsletters", method: "PATCH", path: "/rest/v1/newsletters?id=eq.{f2}&status=eq.draft", body: `{"status":"scheduled","scheduled_for":null}`},
	{screen: "newsletters", method: "PATCH", path: "/rest/v1/newsletters?id=eq.{f3}&status=in.(scheduled,sending)", body: `{"status":"cancelled"}`},
	{screen: "newsletters", method: "DELETE", path: "/rest/v1/newsletters?id=eq.{f2}&select=id"},
}

var personCalls = []adminCall{
	{screen: "people", method: "POST", path: "/rest/v1/rpc/find_person", body: `{"search":"sara@example.org"}`},
	{screen: "people", method: "POST", path: "/rest/v1/rpc/export_person", body: `{"records":[{"source":"contact","id":"{c1}"}]}`},
	{screen: "people", method: "POST", path: "/rest/v1/rpc/erase_person", body: `{"records":[{"source":"contact","id":"{c1}"}]}`},
}

var auditCalls = []adminCall{
	{screen: "audit", method: "GET", path: "/rest/v1/audit_log?select=*&order=id.desc&limit=50"},
	{screen: "audit", method: "GET", path: "/rest/v1/audit_log?select=*&table_name=eq.book_orders&row_id=eq.{d1}"},
}

var trashCalls = []adminCall{
	{screen: "trash", method: "GET", path: "/rest/v1/trash?select=*&order=deleted_at.desc&limit=25"},
	{screen: "trash", method: "DELETE", path: "/rest/v1/trash?id=eq.1&select=id"},
	{screen: "trash", method: "POST", path: "/rest/v1/rpc/restore_from_trash", body: `{"entry":1}`},
}

// contentCalls are those of a list whose rows are published or not.
func contentCalls(table, id string) []adminCall {
	path := "/rest/v1/" + table
	return []adminCall{
		{screen: table, method: "GET", path: path + "?select=*&published=is.false&order=display_order"},
		{screen: table, method: "PATCH", path: path + "?id=eq." + id, body: `{"published":true}`},
		{screen: table, method: "PATCH", path: path + "?id=eq." + id, body: `{"display_order":3,"updated_at":"2026-11-21T00:00:00Z"}`},
		{screen: table, method: "POST", path: path, body: newContent[table]},
		{screen: table, method: "DELETE", path: path + "?id=eq." + id},
	}
}

var newContent = map[string]string{
	"expeditions":      `{"slug":"new","name_en":"New","name_fr":"Nouvelle","name_ar":"جديدة","year":2026,"continent":"Africa","country":"Morocco"}`,
	"media_highlights": `{"title_en":"New","title_fr":"Nouveau","title_ar":"جديد","date":"2026-01-01","image_url":"/x.svg"}`,
	"media_coverage":   `{"type":"article","date":"2026-01-01","outlet":"Atlas","title_en":"New","title_fr":"Nouveau","title_ar":"جديد"}`,
	"awards":           `{"title_en":"New","organization":"Atlas","year":2018,"category":"honorary"}`,
	"speaking_topics":  `{"slug":"new","title_en":"New","outcomes_en":["a","b","c"]}`,
	"testimonials":     `{"author_name":"Amal","quote_en":"New"}`,
}

// TestAdminRights makes each call as everyone: who may not gets a refusal or no
// row, who may gets what was asked for. Each is undone, so that they do not
// depend on one another; a function makes an account for good, which is last.
func TestAdminRights(t *testing.T) {
	t.Parallel()
	s := bootAdmin(t)
	tokens := map[string]string{
		"anonymous": "", "stranger": s.member(t, "stranger", ""), "deactivated admin": s.member(t, "deactivated", "false"),
		"admin": s.member(t, "plain", "true"), superAdmin: s.SignIn(t, s.admin, s.password).AccessToken,
	}
	for _, call := range adminCalls() {
		for who, token := range tokens {
			want := who == superAdmin || who == "admin" && call.by == ""
			answer := s.try(t, call, token)
			if got := gives(call, answer); got != want {
				t.Errorf("%s, %s: %s %s: allowed is %v, want %v: %d %.300s", call.screen, who, call.method, call.path, got, want, answer.Status, answer.Body)
			}
		}
	}
}

// bootAdmin starts a program that undoes what it is asked to undo.
func bootAdmin(t *testing.T) *website {
	t.Helper()
	s := boot(t, "PGRST_DB_TX_END=commit-allow-override")
	if _, err := s.DB.Admin.Exec(t.Context(), adminRows); err != nil {
		t.Fatal(err)
	}
	return s
}

// member makes an account and signs it in; active is "" for no admin record.
func (s *website) member(t *testing.T, name, active string) string {
	t.Helper()
	email := name + "@example.org"
	service := s.ServiceKey(t)
	made := s.Send(t, "POST", "/auth/v1/admin/users", `{"email":"`+email+`","password":"secret6","email_confirm":true}`, s.Headers(service)...)
	if made.Status != http.StatusOK {
		t.Fatalf("make %s: %d %s", email, made.Status, made.Body)
	}
	if active != "" {
		row := `{"auth_user_id":"` + apptest.FirstID(t, made.Body) + `","email":"` + email + `","role":"admin","active":` + active + `}`
		if answer := s.Send(t, "POST", "/rest/v1/admin_users", row, s.Headers(service)...); answer.Status != http.StatusCreated {
			t.Fatalf("make %s an admin: %d %s", email, answer.Status, answer.Body)
		}
	}
	return s.SignIn(t, email, "secret6").AccessToken
}

func (s *website) try(t *testing.T, call adminCall, token string) apptest.Reply {
	t.Helper()
	headers := append(s.Headers(token), "Accept: application/json", "Prefer: return=representation, count=exact, tx=rollback")
	return s.Send(t, call.method, at(call.path), at(call.body), headers...)
}

// gives tells whether an answer gave rows, or changed some.
func gives(call adminCall, answer apptest.Reply) bool {
	switch {
	case answer.Status >= 400:
		return false
	case call.method == "HEAD":
		return !strings.HasSuffix(answer.Header.Get("Content-Range"), "/0")
	}
	return answer.Body != "[]"
}

// An admin who is deactivated or removed has no rights from that moment on, and
// a removed one no session either.
func TestAdminRightsEndAtOnce(t *testing.T) {
	t.Parallel()
	s := bootAdmin(t)
	boss := s.Headers(s.SignIn(t, s.admin, s.password).AccessToken)
	s.member(t, "plain", "true")
	in := s.SignIn(t, "plain@example.org", "secret6")
	ask := func() apptest.Reply {
		return s.Send(t, "GET", "/rest/v1/book_orders?select=id", "", s.Headers(in.AccessToken)...)
	}
	orders := func() int { return len(apptest.Parse[[]json.RawMessage](t, ask().Body)) }
	if orders() == 0 {
		t.Fatal("the admin sees no orders")
	}
	s.Send(t, "PATCH", "/rest/v1/admin_users?email=eq.plain@example.org", `{"active":false}`, boss...)
	if got := orders(); got != 0 {
		t.Errorf("a deactivated admin sees %d orders", got)
	}
	s.Send(t, "PATCH", "/rest/v1/admin_users?email=eq.plain@example.org", `{"active":true}`, boss...)
	if orders() == 0 {
		t.Error("an admin who is active again sees no orders")
	}
	if answer := s.Send(t, "DELETE", "/rest/v1/admin_users?email=eq.plain@example.org", "", boss...); answer.Status != http.StatusNoContent {
		t.Fatalf("remove the admin: %d %s", answer.Status, answer.Body)
	}
	// The rights are gone at once; the token is refused when the node is notified.
	limit := time.After(apptest.Timeout)
	for answer := ask(); answer.Status != http.StatusUnauthorized; answer = ask() {
		if answer.Body != "[]" {
			t.Fatalf("a removed admin reads %d %s", answer.Status, answer.Body)
		}
		select {
		case <-limit:
			t.Fatal("the token of a removed admin is not refused")
		case <-time.After(10 * time.Millisecond):
		}
	}
	for name, answer := range map[string]apptest.Reply{
		"the account": s.Send(t, "GET", "/auth/v1/user", "", s.Headers(in.AccessToken)...),
		"a refresh":   s.Send(t, "POST", "/auth/v1/token?grant_type=refresh_token", `{"refresh_token":"`+in.RefreshToken+`"}`, s.Headers("")...),
		"a sign-in":   s.Send(t, "POST", "/auth/v1/token?grant_type=password", `{"email":"plain@example.org","password":"secret6"}`, s.Headers("")...),
	} {
		if answer.Status < 400 || answer.Status >= 500 {
			t.Errorf("%s of a removed admin: %d %s", name, answer.Status, answer.Body)
		}
	}
	again := s.Send(t, "POST", "/functions/v1/create-admin-user", `{"email":"plain@example.org","password":"secret7","role":"admin"}`, boss...)
	if again.Status != http.StatusOK {
		t.Errorf("make the removed one an admin again: %d %s", again.Status, again.Body)
	}
}
