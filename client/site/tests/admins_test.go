package tests

import (
	"net/http"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/test/apptest"
)

const createAdmin = "/functions/v1/create-admin-user"

func TestCreateAdminUser(t *testing.T) {
	t.Parallel()
	s := boot(t)
	super := s.SignIn(t, s.admin, s.password)
	s.Walk(t, "", []apptest.Step{{
		Name: "an anonymous user may not", Method: "POST", Path: createAdmin, Status: 401, Has: []string{`"error":"You must be logged in`},
		Body: `{"email":"v@example.org","password":"secret6","role":"admin","full_name":null}`,
	}})
	s.Walk(t, super.AccessToken, []apptest.Step{
		{Name: "a super admin may", Method: "POST", Path: createAdmin, Status: 200, Has: []string{`"email":"new@example.org"`}, Body: `{"email":"New@example.org","password":"secret6","role":"admin","full_name":null}`},
		{Name: "she is in the list", Method: "GET", Path: "/rest/v1/admin_users?select=role,active&email=eq.new%40example.org", Status: 200, Has: []string{`[{"role":"admin","active":true}]`}},
		{Name: "once", Method: "POST", Path: createAdmin, Status: 409, Has: []string{`"error":"An admin user with this email already exists."`}, Body: `{"email":"new@example.org","password":"secret6","role":"admin","full_name":null}`},
		{Name: "with a longer password", Method: "POST", Path: createAdmin, Status: 400, Has: []string{`"error":"Password must be at least 6 characters long"`}, Body: `{"email":"short@example.org","password":"12345","role":"admin","full_name":null}`},
		{Name: "in a known role", Method: "POST", Path: createAdmin, Status: 400, Has: []string{`"error":`}, Body: `{"email":"owner@example.org","password":"secret6","role":"owner","full_name":null}`},
		{Name: "a bad name undoes all", Method: "POST", Path: createAdmin, Status: 400, Has: []string{`"error":`}, Body: `{"email":"long@example.org","password":"secret6","role":"admin","full_name":"` + strings.Repeat("x", 201) + `"}`},
		{Name: "a bad address too", Method: "POST", Path: createAdmin, Status: 400, Has: []string{`"error":`}, Body: `{"email":"no address","password":"secret6","role":"admin","full_name":null}`},
		{Name: "none of them is there", Method: "GET", Path: "/rest/v1/admin_users?select=email", Status: 200, HasNot: []string{"short@", "owner@", "long@", "no address"}},
	})
	plain := s.SignIn(t, "new@example.org", "secret6")
	s.Walk(t, plain.AccessToken, []apptest.Step{
		{Name: "an admin may not", Method: "POST", Path: createAdmin, Status: 403, Has: []string{`"error":"You need super admin privileges`}, Body: `{"email":"third@example.org","password":"secret6","role":"admin","full_name":null}`},
		{Name: "nor promote herself", Method: "PATCH", Path: "/rest/v1/admin_users?email=eq.new%40example.org", Prefer: "return=representation", Body: `{"role":"super_admin"}`, Status: 403},
		{Name: "but reads orders", Method: "GET", Path: "/rest/v1/book_orders?select=*", Status: 200},
	})
	noAccounts(t, s, "v@example.org", "short@example.org", "owner@example.org", "long@example.org", "third@example.org")
}

// noAccounts looks where HTTP cannot: a refused admin must leave no account.
func noAccounts(t *testing.T, s *website, emails ...string) {
	t.Helper()
	var found []string
	err := s.DB.Admin.QueryRow(t.Context(), `select coalesce(array_agg(email::text), '{}') from auth.users where email = any ($1)`, emails).Scan(&found)
	if err != nil || len(found) > 0 {
		t.Errorf("accounts left behind: %v, error %v", found, err)
	}
}

// TestSignedInStranger has an account and no row in admin_users: as good as a
// anonymous.
func TestSignedInStranger(t *testing.T) {
	t.Parallel()
	s := boot(t)
	submitForms(t, s)
	service := s.ServiceKey(t)
	made := s.Send(t, "POST", "/auth/v1/admin/users", `{"email":"stranger@example.org","password":"secret6","email_confirm":true}`, s.Headers(service)...)
	if made.Status != http.StatusOK {
		t.Fatalf("make the account: %d %s", made.Status, made.Body)
	}
	stranger := s.SignIn(t, "stranger@example.org", "secret6")
	s.Walk(t, stranger.AccessToken, []apptest.Step{
		{Name: "no admin row", Method: "GET", Path: "/rest/v1/admin_users?select=*&auth_user_id=eq." + stranger.User.ID + "&active=eq.true", Status: 200, Has: []string{"[]"}},
		{Name: "no orders", Method: "GET", Path: "/rest/v1/book_orders?select=*", Status: 200, Has: []string{"[]"}},
		{Name: "none to count", Method: "HEAD", Path: "/rest/v1/book_orders?select=*", Prefer: "count=exact", Status: 200, ContentRange: `^\*/0$`},
		{Name: "none to change", Method: "PATCH", Path: "/rest/v1/book_orders?order_number=eq.BO1760000000000123", Prefer: "count=exact", Body: `{"paid":true}`, Status: 204, ContentRange: `/0$`},
		{Name: "no contacts", Method: "GET", Path: "/rest/v1/contact_submissions?select=*", Status: 200, Has: []string{"[]"}},
		{Name: "no pending reviews", Method: "GET", Path: "/rest/v1/book_reviews?select=*&status=eq.pending", Status: 200, Has: []string{"[]"}},
		{Name: "no admin of herself", Method: "POST", Path: "/rest/v1/admin_users", Body: `{"auth_user_id":"` + stranger.User.ID + `","email":"stranger@example.org","role":"super_admin"}`, Status: 403, Has: []string{`"code":"42501"`}},
		{Name: "no function", Method: "POST", Path: createAdmin, Body: `{"email":"x@example.org","password":"secret6","role":"admin","full_name":null}`, Status: 403},
		{Name: "no accounts", Method: "GET", Path: "/auth/v1/admin/users", Status: 403, HasNot: []string{"stranger@"}},
	})
}
