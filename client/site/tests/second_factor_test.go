package tests

import (
	"bytes"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/client/site"
	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// TestSecondFactorOverHTTP: with the password alone the API gives an admin who has a second factor what it
// gives a stranger, until the operator has removed the factor.
func TestSecondFactorOverHTTP(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	s := bootOn(t, database, "DATABASE_URL="+database.URL)
	submitForms(t, s)
	before := s.SignIn(t, s.admin, s.password)
	s.Walk(t, before.AccessToken, []apptest.Step{
		{Name: "orders without a factor", Method: "GET", Path: "/rest/v1/book_orders?select=buyer_name", Status: 200, Has: []string{"Yasmine"}},
	})
	execute(t, s, `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
		select gen_random_uuid(), auth_user_id, 'Phone', 'totp', 'verified', now(), now() from public.admin_users`)
	stolen := s.SignIn(t, s.admin, s.password)
	s.Walk(t, stolen.AccessToken, []apptest.Step{
		{Name: "orders", Method: "GET", Path: "/rest/v1/book_orders?select=buyer_name", Status: 200, Has: []string{"[]"}},
		{Name: "inbox", Method: "GET", Path: "/rest/v1/contact_submissions?select=name", Status: 200, Has: []string{"[]"}},
		{
			Name: "a change", Method: "PATCH", Path: "/rest/v1/book_orders?buyer_name=eq.Yasmine", Body: `{"paid":true}`, Prefer: "return=representation",
			Status: 200, Has: []string{"[]"},
		},
		{Name: "a setting", Method: "POST", Path: "/rest/v1/rpc/save_settings", Body: `{"changes":{"book.price_mad":1}}`, Status: 403},
		{Name: "a function", Method: "POST", Path: "/functions/v1/create-admin-user", Status: 403, Body: `{"email":"x@example.org","password":"secret6","role":"admin","full_name":null}`},
		{Name: "what is missing", Method: "POST", Path: "/rest/v1/rpc/missing_second_factor", Body: `{}`, Status: 200, Has: []string{`"code"`}},
		{Name: "the own row", Method: "GET", Path: "/rest/v1/admin_users?select=role", Status: 200, Has: []string{`[{"role":"super_admin"}]`}},
		{Name: "another password", Method: "PUT", Path: "/auth/v1/user", Body: `{"password":"another sound one"}`, Status: 401},
	})

	environ := []string{"DATABASE_URL=" + database.URL, "GOTRUE_JWT_SECRET=" + apptest.Secret, "TOUBKAL_DATA_DIR=" + t.TempDir()}
	var printed bytes.Buffer
	if err := apptest.RunCommand(t, site.Project(), "remove-second-factor nobody@example.org", environ, &printed); err == nil {
		t.Error("remove-second-factor of an unknown address succeeded")
	}
	if err := apptest.RunCommand(t, site.Project(), "remove-second-factor "+s.admin, environ, &printed); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(printed.String(), s.admin+" has no second factor now") {
		t.Errorf("remove-second-factor printed %q", &printed)
	}
	after := s.SignIn(t, s.admin, s.password)
	s.Walk(t, after.AccessToken, []apptest.Step{
		{Name: "orders again", Method: "GET", Path: "/rest/v1/book_orders?select=buyer_name", Status: 200, Has: []string{"Yasmine"}},
		{
			Name: "the log", Method: "GET", Path: "/rest/v1/audit_log?select=actor_role&table_name=eq.admin_users&changes->second_factor_removed_at=not.is.null", Status: 200,
			Has: []string{`[{"actor_role":"database"}]`},
		},
		{Name: "nobody has a factor", Method: "GET", Path: "/rest/v1/rpc/admins_with_second_factor", Status: 200, Has: []string{"[]"}},
	})
}
