package tests

import (
	"strings"
	"testing"

	"github.com/toubkal/toubkal/client/site"
	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// TestFresh starts on an empty database, and again on what that left.
func TestFresh(t *testing.T) {
	t.Parallel()
	database := pgtest.Empty(t)
	environ := []string{"DATABASE_URL=" + database.URL}
	first := bootOn(t, database, environ...)
	first.Walk(t, "", []apptest.Step{
		{Name: "seeds", Method: "GET", Path: "/rest/v1/expeditions?select=slug&published=eq.true", Prefer: "count=exact", Status: 200, ContentRange: `^0-13/14$`},
		{Name: "a message", Method: "POST", Path: "/rest/v1/contact_submissions", Status: 201, Body: `{"name":"Nadia","email":"nadia@example.org","subject":"General Inquiry","message":"Kept?"}`},
	})
	token := first.SignIn(t, first.admin, first.password)
	first.Stop()

	second := &website{Instance: apptest.New(t, site.Project(), database)}
	second.DataDir = first.DataDir
	second.Start(t, environ)
	if second.AnonKey != first.AnonKey {
		t.Error("the anon key is another after a restart")
	}
	if text := second.Printed.String(); strings.Contains(text, "Password") {
		t.Errorf("a second start prints a password:\n%s", text)
	}
	second.Walk(t, token.AccessToken, []apptest.Step{
		{Name: "the old session reads the old message", Method: "GET", Path: "/rest/v1/contact_submissions?select=message", Status: 200, Has: []string{"Kept?"}},
		{Name: "seeds are not doubled", Method: "HEAD", Path: "/rest/v1/expeditions?select=slug", Prefer: "count=exact", Status: 200, ContentRange: `/14$`},
	})
}
