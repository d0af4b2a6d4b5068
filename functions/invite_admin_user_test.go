package functions_test

import (
	"encoding/json"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/token"
)

const invite = "invite-admin-user"

func invitation(email, role string) string {
	return `{"email":"` + email + `","role":"` + role + `","full_name":null,"language":"fr","redirect_to":"http://site.test/admin/password?lang=fr"}`
}

// use posts to the auth server, as the page of a mailed link does with its form.
func (f *fixture) use(hash string) *httptest.ResponseRecorder {
	f.t.Helper()
	w := httptest.NewRecorder()
	f.auth.ServeHTTP(w, httptest.NewRequest("POST", "/verify", strings.NewReader(`{"type":"invite","token_hash":"`+hash+`"}`)))
	return w
}

var mailedLink = regexp.MustCompile(`http://site\.test/auth/v1/verify\S+`)

// link is the link of the newest e-mail.
func (f *fixture) link() url.Values {
	f.t.Helper()
	_, texts := f.emails()
	address, err := url.Parse(mailedLink.FindString(texts[len(texts)-1]))
	if err != nil {
		f.t.Fatal(err)
	}
	return address.Query()
}

func TestSuperAdminInvitesAnAdmin(t *testing.T) {
	t.Parallel()
	f := setup(t)
	super := f.person("1", "super_admin", true)
	status, text, _ := f.call(invite, super, `{"email":" New@Example.test","role":"super_admin","full_name":"Zoë Q","language":"fr","redirect_to":"http://site.test/admin/password?lang=fr"}`)
	var made struct{ User struct{ ID, Email string } }
	if err := json.Unmarshal([]byte(text), &made); err != nil || status != 200 || made.User.Email != "new@example.test" {
		t.Fatalf("got %d %s", status, text)
	}
	if n := f.count(`select count(*) from public.admin_users where auth_user_id = $1 and email = 'new@example.test'
		and role = 'super_admin' and full_name = 'Zoë Q' and active and invited_at is not null and last_login is null`, made.User.ID); n != 1 {
		t.Error("the row of the admin is not as asked")
	}
	if n := f.count(`select count(*) from auth.users where id = $1 and coalesce(encrypted_password, '') = '' and email_confirmed_at is null
		and raw_user_meta_data @> '{"password_is_temporary": true, "language": "fr"}'`, made.User.ID); n != 1 {
		t.Error("the account is not as asked")
	}
	headers, _ := f.emails()
	if len(headers) != 1 || !strings.Contains(headers[0].Get("To"), "new@example.test") {
		t.Fatalf("e-mails %v", headers)
	}
	first := f.link()
	if first.Get("type") != "invite" || first.Get("redirect_to") != "http://site.test/admin/password?lang=fr" {
		t.Errorf("the link says %v", first)
	}

	// Again: a new link, another role; the first link ends.
	if status, text, _ = f.call(invite, super, invitation("new@example.test", "admin")); status != 200 {
		t.Fatalf("again: %d %s", status, text)
	}
	second := f.link()
	if w := f.use(first.Get("token")); w.Code != 403 {
		t.Errorf("the first link: %d %s", w.Code, w.Body)
	}
	w := f.use(second.Get("token"))
	if w.Code != 200 {
		t.Fatalf("the second link: %d %s", w.Code, w.Body)
	}
	if n := f.count(`select count(*) from public.admin_users where auth_user_id = $1 and role = 'admin' and full_name is null`, made.User.ID); n != 1 {
		t.Error("the row is not that of the second invitation")
	}
	if status, _, failure := f.call(invite, super, invitation("new@example.test", "admin")); status != 409 || failure != "An admin user with this email already exists." {
		t.Errorf("an accepted invitation: %d %q", status, failure)
	}
}

// Withdrawn, an invitation leaves no account, and its link is worth nothing.
func TestAnInvitationIsWithdrawn(t *testing.T) {
	t.Parallel()
	f := setup(t)
	super := f.person("1", "super_admin", true)
	if status, text, _ := f.call(invite, super, invitation("new@example.test", "admin")); status != 200 {
		t.Fatalf("got %d %s", status, text)
	}
	f.exec(`delete from public.admin_users where email = 'new@example.test'`)
	if w := f.use(f.link().Get("token")); w.Code != 403 {
		t.Errorf("the link: %d %s", w.Code, w.Body)
	}
	if n := f.count(`select count(*) from auth.users where email = 'new@example.test'`); n != 0 {
		t.Error("the account is left behind")
	}
}

func TestInviteAdminUserRefuses(t *testing.T) {
	t.Parallel()
	f := setup(t)
	super := f.person("1", "super_admin", true)
	admin, inactive, stranger := f.person("2", "admin", true), f.person("3", "super_admin", false), f.person("4", "", true)
	anon, err := f.keys.APIKey(token.Anon)
	if err != nil {
		t.Fatal(err)
	}
	service, err := f.keys.APIKey(token.ServiceRole)
	if err != nil {
		t.Fatal(err)
	}
	const mustSignIn = "You must be logged in to create admin users."
	const mustBeSuper = "You need super admin privileges to add, edit, or delete admin users."
	body := invitation("new@example.test", "admin")
	for _, tt := range []struct {
		name, bearer, body string
		status             int
		failure            string
	}{
		{"no token", "", body, 401, mustSignIn},
		{"anon key", anon, body, 401, mustSignIn},
		{"service key", service, body, 401, mustSignIn},
		{"stranger", stranger, body, 403, mustBeSuper},
		{"admin", admin, body, 403, mustBeSuper},
		{"inactive super admin", inactive, body, 403, mustBeSuper},
		{"malformed", super, `{"email":`, 400, "Could not parse request body as JSON: unexpected end of JSON input"},
		{"no e-mail", super, invitation(" ", "admin"), 400, "Please fill in all required fields"},
		{"bad e-mail", super, invitation("new", "admin"), 400, "Unable to validate email address: invalid format"},
		{"unknown role", super, invitation("new@example.test", "owner"), 400, "The role must be admin or super_admin"},
		{"long name", super, strings.Replace(body, "null", `"`+strings.Repeat("é", 201)+`"`, 1), 400, "The full name must be at most 200 characters long"},
		{"NUL in the name", super, strings.Replace(body, "null", `"a\u0000"`, 1), 400, `invalid byte sequence for encoding "UTF8": 0x00`},
		{"an admin has the e-mail", super, invitation("PERSON2@example.test", "admin"), 409, "An admin user with this email already exists."},
		{"another user has the e-mail", super, invitation("person4@example.test", "admin"), 422, "A user with this email address has already been registered"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			status, text, failure := f.call(invite, tt.bearer, tt.body)
			if status != tt.status || failure != tt.failure {
				t.Errorf("got %d %s\nwant %d %q", status, text, tt.status, tt.failure)
			}
		})
	}
	if n := f.count(`select count(*) from auth.users`); n != 4 {
		t.Errorf("%d accounts, want the 4 that were there", n)
	}
	if headers, _ := f.emails(); len(headers) != 0 {
		t.Errorf("%d e-mails, want none", len(headers))
	}
}

// All or nothing: whatever fails, there is neither an account nor a mail.
func TestInviteAdminUserIsAllOrNothing(t *testing.T) {
	t.Parallel()
	for name, broken := range map[string]string{
		"the row is refused by a rule": `alter table public.admin_users add constraint never check (email <> 'new@example.test')`,
		"the right is gone":            `revoke insert on public.admin_users from authenticated`,
		"the policy is gone":           `drop policy admin_users_insert_super_admin on public.admin_users`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := setup(t)
			super := f.person("1", "super_admin", true)
			f.exec(broken)
			status, text, failure := f.call(invite, super, invitation("new@example.test", "admin"))
			if status == 200 || status >= 500 || failure == "" {
				t.Errorf("got %d %s, want a refusal with a message", status, text)
			}
			if n := f.count(`select count(*) from auth.users where email = 'new@example.test'`) + f.count(`select count(*) from auth.one_time_tokens`); n != 0 {
				t.Error("the account is left behind")
			}
			if headers, _ := f.emails(); len(headers) != 0 {
				t.Errorf("%d e-mails, want none", len(headers))
			}
		})
	}
}

func TestInvitationsToAnAddressAreBounded(t *testing.T) {
	t.Parallel()
	f := setup(t)
	super := f.person("1", "super_admin", true)
	for i := range 11 {
		status, text, _ := f.call(invite, super, invitation("new@example.test", "admin"))
		if want := map[bool]int{true: 200, false: 429}[i < 10]; status != want {
			t.Errorf("invitation %d: %d %s, want %d", i+1, status, text, want)
		}
	}
}
