package auth

import (
	"strings"
	"testing"
)

// Whoever sets a password is bound by the policy; a sign-in only reports.
func TestWeakPasswords(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	bearer := f.login(ann).str("access_token")
	const message = "Password is known to be weak and easy to guess, please choose a different one."
	for name, a := range map[string]answer{
		"the user":           f.call("PUT", "/user", bearer, `{"password":"letmein"}`),
		"an admin":           f.call("PUT", "/admin/users/"+id, f.service(), `{"password":"letmein"}`),
		"an admin, creating": f.call("POST", "/admin/users", f.service(), `{"email":"bob@example.test","password":"letmein"}`),
	} {
		if a.status != 422 || a.str("error_code") != "weak_password" || a.str("msg") != message || !strings.Contains(a.text, `"weak_password":{"reasons":["pwned"]}`) {
			t.Errorf("%s: got %d %s", name, a.status, a.text)
		}
	}
	f.configure(func(o *Options) { o.PasswordMinLength = 12 })
	if a := f.login(ann); !strings.Contains(a.text, `"weak_password":{"message":"Password should be at least 12 characters.","reasons":["length"]}`) {
		t.Errorf("a sign-in with a password that is now too short: %s", a.text)
	}
}
