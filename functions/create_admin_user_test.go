package functions_test

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/toubkal/toubkal/server/token"
)

const create = "create-admin-user"

func newAdmin(email string) string {
	return `{"email":"` + email + `","password":"secret123","role":"admin","full_name":null}`
}

func TestSuperAdminCreatesAnAdminWhoSignsIn(t *testing.T) {
	t.Parallel()
	f := setup(t)
	super := f.person("1", "super_admin", true)
	status, text, _ := f.call(create, super, `{"email":" New@Example.test","password":"secret123","role":"super_admin","full_name":"Zoë Q"}`)
	var made struct{ User struct{ ID, Email string } }
	if err := json.Unmarshal([]byte(text), &made); err != nil || status != 200 || made.User.Email != "new@example.test" {
		t.Fatalf("got %d %s", status, text)
	}
	if n := f.count(`select count(*) from public.admin_users where auth_user_id = $1 and email = 'new@example.test'
		and role = 'super_admin' and full_name = 'Zoë Q' and active`, made.User.ID); n != 1 {
		t.Error("the row of the admin is not as asked")
	}
	w := httptest.NewRecorder()
	f.auth.ServeHTTP(w, httptest.NewRequest("POST", "/token?grant_type=password", strings.NewReader(`{"email":"new@example.test","password":"secret123"}`)))
	if w.Code != 200 {
		t.Errorf("the new admin cannot sign in: %d %s", w.Code, w.Body)
	}
}

func TestCreateAdminUserRefuses(t *testing.T) {
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
	body := newAdmin("new@example.test")
	replaced := func(old, by string) string { return strings.Replace(body, old, by, 1) }
	tests := []struct {
		name, bearer, body string
		status             int
		failure            string
	}{
		{"no token", "", body, 401, mustSignIn},
		{"anon key", anon, body, 401, mustSignIn},
		{"service key", service, body, 401, mustSignIn},
		{"anonymous with a subject", f.sign(map[string]any{"sub": "00000000-0000-4000-8000-000000000001"}), body, 401, mustSignIn},
		{"stranger", stranger, body, 403, mustBeSuper},
		{"admin", admin, body, 403, mustBeSuper},
		{"inactive super admin", inactive, body, 403, mustBeSuper},
		{"deleted account", f.sign(map[string]any{"sub": "00000000-0000-4000-8000-0000000000ff", "role": "authenticated"}), body, 403, mustBeSuper},
		{"malformed", super, `{"email":`, 400, "Could not parse request body as JSON: unexpected end of JSON input"},
		{"null", super, `null`, 400, "Please fill in all required fields"},
		{"no e-mail", super, replaced("new@example.test", " "), 400, "Please fill in all required fields"},
		{"bad e-mail", super, replaced("new@example.test", "new"), 400, "Unable to validate email address: invalid format"},
		{"short password", super, replaced("secret123", "12345"), 400, "Password must be at least 6 characters long"},
		{"long password", super, replaced("secret123", strings.Repeat("x", 73)), 400, "Password cannot be longer than 72 characters"},
		{"unknown role", super, replaced(`"admin"`, `"owner"`), 400, "The role must be admin or super_admin"},
		{"no role", super, replaced(`"role":"admin",`, ``), 400, "The role must be admin or super_admin"},
		{"long name", super, replaced("null", `"`+strings.Repeat("é", 201)+`"`), 400, "The full name must be at most 200 characters long"},
		{"NUL in the name", super, replaced("null", `"a\u0000"`), 400, `invalid byte sequence for encoding "UTF8": 0x00`},
		{"an admin has the e-mail", super, newAdmin("PERSON2@example.test"), 409, "An admin user with this email already exists."},
		{"another user has the e-mail", super, newAdmin("person4@example.test"), 422, "A user with this email address has already been registered"},
		{"huge body", super, `{"email":"` + strings.Repeat("x", 1<<20) + `"}`, 413, "Request body too large (max 1048576 bytes)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			status, text, failure := f.call(create, tt.bearer, tt.body)
			if status != tt.status || failure != tt.failure {
				t.Errorf("got %d %s\nwant %d %q", status, text, tt.status, tt.failure)
			}
		})
	}
	if n := f.count(`select count(*) from auth.users`); n != 4 {
		t.Errorf("%d accounts, want the 4 that were there", n)
	}
}

// All or nothing: whatever fails in the second step, the account is gone.
func TestCreateAdminUserIsAllOrNothing(t *testing.T) {
	t.Parallel()
	for name, broken := range map[string]string{
		"the row is refused by a rule": `alter table public.admin_users add constraint never check (email <> 'new@example.test')`,
		"the right is gone":            `revoke insert on public.admin_users from authenticated`,
		"the policy is gone":           `drop policy admin_users_insert_super_admin on public.admin_users`,
		"the e-mail is an admin's":     `update public.admin_users set email = 'new@example.test'`,
		"the commit fails": `create function public.fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
			create constraint trigger fail after insert on public.admin_users deferrable initially deferred for each row execute function public.fail();
			grant execute on function public.fail() to authenticated`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := setup(t)
			super := f.person("1", "super_admin", true)
			f.exec(`alter table public.admin_users disable trigger user`) // an admin's e-mail is fixed else
			f.exec(broken)
			status, text, failure := f.call(create, super, newAdmin("new@example.test"))
			if status == 200 || status >= 500 || failure == "" {
				t.Errorf("got %d %s, want a refusal with a message", status, text)
			}
			if n := f.count(`select count(*) from auth.users where email = 'new@example.test'`); n != 0 {
				t.Error("the account is left behind")
			}
			if n := f.count(`select count(*) from auth.audit_log_entries`) + f.count(`select count(*) from auth.identities`); n != 0 {
				t.Errorf("%d traces of an account that is not there", n)
			}
		})
	}
}

// Two super admins at once: one admin, one refusal.
func TestCreateAdminUserConcurrently(t *testing.T) {
	t.Parallel()
	f := setup(t)
	super := f.person("1", "super_admin", true)
	statuses := make([]int, 4)
	var wg sync.WaitGroup
	for i := range statuses {
		wg.Go(func() {
			r := httptest.NewRequestWithContext(token.WithBearer(t.Context(), super), "POST", "/"+create, strings.NewReader(newAdmin("new@example.test")))
			w := httptest.NewRecorder()
			f.handler.ServeHTTP(w, r)
			statuses[i] = w.Code
		})
	}
	wg.Wait()
	made := 0
	for _, status := range statuses {
		if status == 200 {
			made++
		} else if status != 409 {
			t.Errorf("status %d, want 200 once and else 409", status)
		}
	}
	if n := f.count(`select count(*) from public.admin_users where email = 'new@example.test'`); made != 1 || n != 1 {
		t.Errorf("%d said made, %d rows, want 1 of each", made, n)
	}
}

// A stranger must not make the server hash passwords.
func TestStrangerCostsNoHash(t *testing.T) {
	t.Parallel()
	f := setup(t)
	stranger := f.person("4", "", true)
	// would be refused by the password's length, were it looked at
	status, _, failure := f.call(create, stranger, `{"email":"new@example.test","password":"1","role":"admin"}`)
	if status != 403 {
		t.Errorf("got %d %q, want 403 before anything else", status, failure)
	}
}
