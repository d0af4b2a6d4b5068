package auth

import (
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/session"
)

// Metadata that would make access tokens which no service takes is refused when it is written,
// and where it was written by SQL, when the token would be made.
func TestLargeMetadata(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(func(o *Flows) { o.AutoConfirm, o.Anonymous = true, true })
	id := f.user(ann)
	in := f.login(ann)
	bearer := in.str("access_token")
	large := `"` + strings.Repeat("x", 300<<10) + `"`
	for _, a := range []answer{
		f.call("POST", "/signup", "", `{"email":"bob@example.test","password":"correct horse","data":{"picture":`+large+`}}`),
		f.call("POST", "/signup", "", `{"data":{"picture":`+large+`}}`),
		f.call("POST", "/otp", "", `{"email":"bob@example.test","data":{"picture":`+large+`}}`),
		f.call("PUT", "/user", bearer, `{"data":{"picture":`+large+`}}`),
		f.admin("POST", "/admin/users", `{"email":"carl@example.test","user_metadata":{"picture":`+large+`}}`),
		f.admin("POST", "/admin/users", `{"email":"carl@example.test","app_metadata":{"picture":`+large+`}}`),
		f.admin("PUT", "/admin/users/"+id, `{"app_metadata":{"picture":`+large+`}}`),
		f.admin("POST", "/invite", `{"email":"carl@example.test","data":{"picture":`+large+`}}`),
		f.admin("POST", "/admin/generate_link", `{"type":"signup","email":"carl@example.test","password":"correct horse","data":{"picture":`+large+`}}`),
	} {
		if a.status != 400 || a.str("error_code") != "validation_failed" || !strings.Contains(a.str("msg"), "16384 are allowed") {
			t.Errorf("got %d %.300s", a.status, a.text)
		}
	}
	if n := f.count(`select count(*) from auth.users`); n != 1 {
		t.Errorf("%d accounts", n)
	}
	// What is allowed is taken by every service: half of what a header may have.
	whole := `"` + strings.Repeat("x", account.MaxMetadata-200) + `"`
	f.ok(f.call("PUT", "/user", bearer, `{"data":{"picture":`+whole+`}}`))
	refreshed := f.ok(f.refreshWith(in.str("refresh_token")))
	if n := len(refreshed.str("access_token")); n > session.MaxAccessToken {
		t.Errorf("a token of %d bytes", n)
	}
	f.exec(`update auth.users set raw_user_meta_data = jsonb_build_object('picture', repeat('x', 300000))`)
	for _, a := range []answer{
		f.call("POST", "/token?grant_type=password", "", `{"email":"`+ann+`","password":"`+annPass+`"}`),
		f.refreshWith(refreshed.str("refresh_token")),
	} {
		if a.status != 400 || !strings.Contains(a.str("msg"), "PUT /admin/users/{id}") {
			t.Errorf("got %d %.300s", a.status, a.text)
		}
	}
	f.ok(f.admin("PUT", "/admin/users/"+id, `{"ban_duration":"none"}`)) // not about metadata
	f.ok(f.admin("PUT", "/admin/users/"+id, `{"user_metadata":{"picture":null}}`))
	f.ok(f.refreshWith(refreshed.str("refresh_token"))) // which was not used up
}
