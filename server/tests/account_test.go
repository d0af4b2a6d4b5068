package tests

import (
	"net/http"
	"strings"
	"testing"
)

func TestSession(t *testing.T) {
	t.Parallel()
	s := boot(t)
	first := s.signIn(t, s.admin, s.password)
	if first.TokenType != "bearer" || first.ExpiresIn <= 90 || first.User.Email != s.admin {
		t.Errorf("the session is %+v, want a bearer of more than 90 s for %s", first, s.admin)
	}
	second := s.refresh(t, first.RefreshToken)
	if second.RefreshToken == first.RefreshToken || second.User.ID != first.User.ID {
		t.Errorf("refreshed to %+v, want another token of the same user", second)
	}
	s.walk(t, second.AccessToken, []step{
		{name: "the refreshed token reads", method: "GET", path: "/rest/v1/book_orders?select=id", status: 200},
		{name: "sign out", method: "POST", path: "/auth/v1/logout?scope=global", status: 204},
		{name: "the session is gone", method: "GET", path: "/auth/v1/user", status: 403, has: []string{"session_not_found"}},
		{
			name: "nor can it be refreshed", method: "POST", path: "/auth/v1/token?grant_type=refresh_token", status: 400,
			body: `{"refresh_token":"` + second.RefreshToken + `"}`, has: []string{"refresh_token_not_found"},
		},
	})
}

func (s *site) refresh(t *testing.T, refreshToken string) session {
	t.Helper()
	answer := s.send(t, "POST", "/auth/v1/token?grant_type=refresh_token", `{"refresh_token":"`+refreshToken+`"}`, s.headersOf("")...)
	if answer.status != http.StatusOK {
		t.Fatalf("refresh: %d %s", answer.status, answer.body)
	}
	return parsed[session](t, answer.body)
}

func TestWrongPasswordAndUnknownUserReadTheSame(t *testing.T) {
	t.Parallel()
	s := boot(t)
	wrong := s.send(t, "POST", "/auth/v1/token?grant_type=password", `{"email":"`+s.admin+`","password":"wrong one"}`, s.headersOf("")...)
	unknown := s.send(t, "POST", "/auth/v1/token?grant_type=password", `{"email":"nobody@example.org","password":"wrong one"}`, s.headersOf("")...)
	if wrong.status != 400 || wrong.body != unknown.body || wrong.status != unknown.status {
		t.Errorf("wrong password: %d %s\nunknown user: %d %s\nwant 400 and the same", wrong.status, wrong.body, unknown.status, unknown.body)
	}
	if !strings.Contains(wrong.body, "invalid_credentials") {
		t.Errorf("refused with %s, want invalid_credentials", wrong.body)
	}
}

const createAdmin = "/functions/v1/create-admin-user"

func TestCreateAdminUser(t *testing.T) {
	t.Parallel()
	s := boot(t)
	super := s.signIn(t, s.admin, s.password)
	s.walk(t, "", []step{{
		name: "a visitor may not", method: "POST", path: createAdmin, status: 401, has: []string{`"error":"You must be logged in`},
		body: `{"email":"v@example.org","password":"secret6","role":"admin","full_name":null}`,
	}})
	s.walk(t, super.AccessToken, []step{
		{name: "a super admin may", method: "POST", path: createAdmin, status: 200, has: []string{`"email":"new@example.org"`}, body: `{"email":"New@example.org","password":"secret6","role":"admin","full_name":null}`},
		{name: "she is in the list", method: "GET", path: "/rest/v1/admin_users?select=role,active&email=eq.new%40example.org", status: 200, has: []string{`[{"role":"admin","active":true}]`}},
		{name: "once", method: "POST", path: createAdmin, status: 409, has: []string{`"error":"An admin user with this email already exists."`}, body: `{"email":"new@example.org","password":"secret6","role":"admin","full_name":null}`},
		{name: "with a longer password", method: "POST", path: createAdmin, status: 400, has: []string{`"error":"Password must be at least 6 characters long"`}, body: `{"email":"short@example.org","password":"12345","role":"admin","full_name":null}`},
		{name: "in a known role", method: "POST", path: createAdmin, status: 400, has: []string{`"error":`}, body: `{"email":"owner@example.org","password":"secret6","role":"owner","full_name":null}`},
		{name: "a bad name undoes all", method: "POST", path: createAdmin, status: 400, has: []string{`"error":`}, body: `{"email":"long@example.org","password":"secret6","role":"admin","full_name":"` + strings.Repeat("x", 201) + `"}`},
		{name: "a bad address too", method: "POST", path: createAdmin, status: 400, has: []string{`"error":`}, body: `{"email":"no address","password":"secret6","role":"admin","full_name":null}`},
		{name: "none of them is there", method: "GET", path: "/rest/v1/admin_users?select=email", status: 200, hasNot: []string{"short@", "owner@", "long@", "no address"}},
	})
	plain := s.signIn(t, "new@example.org", "secret6")
	s.walk(t, plain.AccessToken, []step{
		{name: "an admin may not", method: "POST", path: createAdmin, status: 403, has: []string{`"error":"You need super admin privileges`}, body: `{"email":"third@example.org","password":"secret6","role":"admin","full_name":null}`},
		{name: "nor promote herself", method: "PATCH", path: "/rest/v1/admin_users?email=eq.new%40example.org", prefer: "return=representation", body: `{"role":"super_admin"}`, status: 403},
		{name: "but reads orders", method: "GET", path: "/rest/v1/book_orders?select=*", status: 200},
	})
	noAccounts(t, s, "v@example.org", "short@example.org", "owner@example.org", "long@example.org", "third@example.org")
}

// noAccounts looks where HTTP cannot: a refused admin must leave no account.
func noAccounts(t *testing.T, s *site, emails ...string) {
	t.Helper()
	var found []string
	err := s.db.Admin.QueryRow(t.Context(), `select coalesce(array_agg(email::text), '{}') from auth.users where email = any ($1)`, emails).Scan(&found)
	if err != nil || len(found) > 0 {
		t.Errorf("accounts left behind: %v, error %v", found, err)
	}
}

// TestSignedInStranger has an account and no row in admin_users: as good as a
// visitor.
func TestSignedInStranger(t *testing.T) {
	t.Parallel()
	s := boot(t)
	visitorsWrite(t, s)
	service := strings.TrimSpace(s.serviceKey(t))
	made := s.send(t, "POST", "/auth/v1/admin/users", `{"email":"stranger@example.org","password":"secret6","email_confirm":true}`, s.headersOf(service)...)
	if made.status != http.StatusOK {
		t.Fatalf("make the account: %d %s", made.status, made.body)
	}
	stranger := s.signIn(t, "stranger@example.org", "secret6")
	s.walk(t, stranger.AccessToken, []step{
		{name: "no admin row", method: "GET", path: "/rest/v1/admin_users?select=*&auth_user_id=eq." + stranger.User.ID + "&active=eq.true", status: 200, has: []string{"[]"}},
		{name: "no orders", method: "GET", path: "/rest/v1/book_orders?select=*", status: 200, has: []string{"[]"}},
		{name: "none to count", method: "HEAD", path: "/rest/v1/book_orders?select=*", prefer: "count=exact", status: 200, counted: `^\*/0$`},
		{name: "none to change", method: "PATCH", path: "/rest/v1/book_orders?order_number=eq.BO1760000000000123", prefer: "count=exact", body: `{"paid":true}`, status: 204, counted: `/0$`},
		{name: "no contacts", method: "GET", path: "/rest/v1/contact_submissions?select=*", status: 200, has: []string{"[]"}},
		{name: "no pending reviews", method: "GET", path: "/rest/v1/book_reviews?select=*&status=eq.pending", status: 200, has: []string{"[]"}},
		{name: "no admin of herself", method: "POST", path: "/rest/v1/admin_users", body: `{"auth_user_id":"` + stranger.User.ID + `","email":"stranger@example.org","role":"super_admin"}`, status: 403, has: []string{`"code":"42501"`}},
		{name: "no function", method: "POST", path: createAdmin, body: `{"email":"x@example.org","password":"secret6","role":"admin","full_name":null}`, status: 403},
		{name: "no accounts", method: "GET", path: "/auth/v1/admin/users", status: 403, hasNot: []string{"stranger@"}},
	})
}
