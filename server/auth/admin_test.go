package auth

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/token"
)

func (f *fixture) admin(method, path, body string) answer {
	f.t.Helper()
	return f.call(method, path, f.service(), body)
}

func TestAdminIsForTheServiceKey(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	anon, err := f.keys.APIKey(token.Anon)
	if err != nil {
		t.Fatal(err)
	}
	user := f.login(ann).str("access_token")
	for _, request := range []string{
		"GET /admin/users", "POST /admin/users", "GET /admin/users/" + id, "PUT /admin/users/" + id, "DELETE /admin/users/" + id,
	} {
		method, path, _ := strings.Cut(request, " ")
		f.refused(f.call(method, path, "", "{}"), 401, "no_authorization", "This endpoint requires a valid Bearer token")
		f.refused(f.call(method, path, anon, "{}"), 403, "not_admin", "User not allowed")
		f.refused(f.call(method, path, user, "{}"), 403, "not_admin", "User not allowed")
	}
	if n := f.count(`select count(*) from auth.users`); n != 1 {
		t.Errorf("%d users, want 1", n)
	}
}

func TestAdminCreates(t *testing.T) {
	t.Parallel()
	f := setup(t)
	a := f.ok(f.admin("POST", "/admin/users", `{"email":"Carl@example.test","password":"secret123","email_confirm":true,
		"user_metadata":{"full_name":"Carl"},"app_metadata":{"role":"admin"}}`))
	if a.str("email") != "carl@example.test" || a.str("email_confirmed_at") == "" || a.str("role") != "authenticated" {
		t.Errorf("got %s", a.text)
	}
	if diff := cmp.Diff(map[string]any{"provider": "email", "providers": []any{"email"}, "role": "admin"}, a.body["app_metadata"]); diff != "" {
		t.Errorf("app_metadata (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]any{"email_verified": true, "full_name": "Carl"}, a.body["user_metadata"]); diff != "" {
		t.Errorf("user_metadata (-want +got):\n%s", diff)
	}
	f.login("carl@example.test")
	if n := f.count(`select count(*) from auth.audit_log_entries where payload ->> 'action' = 'user_signedup'
		and payload ->> 'actor_username' = 'service_role' and payload -> 'traits' ->> 'user_id' = $1`, a.str("id")); n != 1 {
		t.Errorf("%d audit entries, want 1", n)
	}
}

func TestAdminCreatesVariants(t *testing.T) {
	t.Parallel()
	f := setup(t)
	own := uuid.NewString()
	a := f.ok(f.admin("POST", "/admin/users", `{"id":"`+own+`","email":"hash@example.test","password_hash":"`+cost6+`","role":"editor","ban_duration":"24h"}`))
	if a.str("id") != own || a.str("role") != "editor" || a.str("banned_until") != "2026-11-22T12:00:00Z" || a.body["email_confirmed_at"] != nil {
		t.Errorf("got %s", a.text)
	}
	phone := f.ok(f.admin("POST", "/admin/users", `{"phone":"+212600000000","phone_confirm":true}`))
	if phone.str("phone") != "212600000000" || phone.str("phone_confirmed_at") == "" || phone.str("email") != "" {
		t.Errorf("got %s", phone.text)
	}
	if ids, _ := phone.body["identities"].([]any); len(ids) != 1 || ids[0].(map[string]any)["provider"] != "phone" {
		t.Errorf("identities = %v", phone.body["identities"])
	}
}

func TestAdminCreateRefuses(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	f.ok(f.admin("POST", "/admin/users", `{"phone":"+212600000000"}`))
	for _, c := range []struct {
		body          string
		status        int
		code, message string
	}{
		{`{"email":"ANN@example.test","password":"secret123"}`, 422, "email_exists", "A user with this email address has already been registered"},
		{`{"phone":"212600000000"}`, 422, "phone_exists", "A user with this phone number has already been registered"},
		{`{"id":"` + id + `","email":"id@example.test"}`, 409, "conflict", "A user with this id already exists"},
		{`{"password":"secret123"}`, 400, "validation_failed", "Cannot create a user without either an email or phone"},
		{`{"email":"weak@example.test","password":"1"}`, 422, "weak_password", "Password should be at least 6 characters."},
		{`{"email":"long@example.test","password":"` + strings.Repeat("x", 80) + `"}`, 400, "validation_failed", "Password cannot be longer than 72 characters"},
		{`{"email":"hash@example.test","password_hash":"md5"}`, 400, "validation_failed", "The password hash is not one that can be verified: use bcrypt, argon2 or Firebase scrypt"},
		{`{"email":"hash@example.test","password":"secret123","password_hash":"x"}`, 400, "validation_failed", "Only a password or a password hash should be provided"},
		{`{"id":"1","email":"id@example.test"}`, 400, "validation_failed", "ID must conform to the uuid v4 format"},
		{`{"email":"not-an-email"}`, 400, "validation_failed", "Unable to validate email address: invalid format"},
		{`{"phone":"abc"}`, 400, "validation_failed", "Invalid phone number format (E.164 required)"},
		{`{"email":"b@example.test","ban_duration":"1 day"}`, 400, "validation_failed", `invalid format for ban duration: time: unknown unit " day" in duration "1 day"`},
	} {
		f.refused(f.admin("POST", "/admin/users", c.body), c.status, c.code, c.message)
	}
	if n := f.count(`select count(*) from auth.users`); n != 2 {
		t.Errorf("%d users, want 2", n)
	}
}

func TestAdminGetsAndDeletes(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	session := f.login(ann)
	if a := f.ok(f.admin("GET", "/admin/users/"+id, "")); a.str("email") != ann {
		t.Errorf("got %s", a.text)
	}
	if a := f.ok(f.admin("DELETE", "/admin/users/"+id, "")); a.text != "{}" {
		t.Errorf("got %s, want {}", a.text)
	}
	f.refused(f.admin("DELETE", "/admin/users/"+id, "{}"), 404, "user_not_found", "User not found")
	f.refused(f.admin("GET", "/admin/users/"+id, ""), 404, "user_not_found", "User not found")
	f.refused(f.admin("PUT", "/admin/users/"+id, "{}"), 404, "user_not_found", "User not found")
	f.refused(f.call("GET", "/user", session.str("access_token"), ""), 403, "user_not_found", "User from sub claim in JWT does not exist")
	for _, method := range []string{"GET", "PUT", "DELETE"} {
		f.refused(f.admin(method, "/admin/users/1", "{}"), 404, "validation_failed", "user_id must be an UUID")
	}
	if n := f.count(`select count(*) from auth.audit_log_entries where payload ->> 'action' = 'user_deleted'`); n != 1 {
		t.Errorf("%d audit entries, want 1", n)
	}
}

func TestAdminSoftDeletes(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	session := f.login(ann)
	f.ok(f.admin("DELETE", "/admin/users/"+id, `{"should_soft_delete":true}`))
	a := f.ok(f.admin("GET", "/admin/users/"+id, ""))
	if strings.Contains(a.text, "example.test") || a.str("deleted_at") == "" || a.str("phone") != "" || len(a.str("email")) != 64 {
		t.Errorf("still tells who it was: %s", a.text)
	}
	f.refused(f.refreshWith(session.str("refresh_token")), 400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
	f.user(ann) // the address is free again
}

func TestAdminChanges(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	before := f.login(ann)
	f.clock.advance(time.Minute)
	a := f.ok(f.admin("PUT", "/admin/users/"+id, `{"email":"Anna@example.test","password":"secret456","role":"editor",
		"user_metadata":{"full_name":"Anna","email_verified":null},"app_metadata":{"team":"x"},"ban_duration":"24h"}`))
	if a.str("email") != "anna@example.test" || a.str("role") != "editor" || a.str("banned_until") != "2026-11-22T12:01:00Z" || a.str("updated_at") != "2026-11-21T12:01:00Z" {
		t.Errorf("got %s", a.text)
	}
	if diff := cmp.Diff(map[string]any{"full_name": "Anna"}, a.body["user_metadata"]); diff != "" {
		t.Errorf("user_metadata (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]any{"provider": "email", "providers": []any{"email"}, "team": "x"}, a.body["app_metadata"]); diff != "" {
		t.Errorf("app_metadata (-want +got):\n%s", diff)
	}
	if ids, _ := a.body["identities"].([]any); len(ids) != 1 || ids[0].(map[string]any)["email"] != "anna@example.test" {
		t.Errorf("identities = %v", a.body["identities"])
	}
	f.refused(f.refreshWith(before.str("refresh_token")), 400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
	if lifted := f.ok(f.admin("PUT", "/admin/users/"+id, `{"ban_duration":"none"}`)); lifted.body["banned_until"] != nil {
		t.Errorf("got %s", lifted.text)
	}
	f.ok(f.call("POST", "/token?grant_type=password", "", `{"email":"anna@example.test","password":"secret456"}`))
}

func TestAdminConfirms(t *testing.T) {
	t.Parallel()
	f := setup(t)
	a := f.ok(f.admin("POST", "/admin/users", `{"email":"ann@example.test","password_hash":"`+annHash+`"}`))
	f.refused(f.call("POST", "/token?grant_type=password", "", `{"email":"ann@example.test","password":"secret123"}`), 400, "email_not_confirmed", "Email not confirmed")
	confirmed := f.ok(f.admin("PUT", "/admin/users/"+a.str("id"), `{"email_confirm":true}`))
	if !strings.Contains(confirmed.text, `"email_verified":true`) {
		t.Errorf("got %s", confirmed.text)
	}
	f.login(ann)
}

func TestAdminChangeRefuses(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	id := f.user("bob@example.test")
	for _, c := range []struct {
		body          string
		status        int
		code, message string
	}{
		{`{"email":"ann@example.test"}`, 422, "email_exists", "A user with this email address has already been registered"},
		{`{"password":"1"}`, 422, "weak_password", "Password should be at least 6 characters."},
		{`{"password":"` + strings.Repeat("x", 80) + `"}`, 400, "validation_failed", "Password cannot be longer than 72 characters"},
		{`{"password_hash":"md5"}`, 400, "validation_failed", "The password hash is not one that can be verified: use bcrypt, argon2 or Firebase scrypt"},
		{`{"ban_duration":"1 day"}`, 400, "validation_failed", `invalid format for ban duration: time: unknown unit " day" in duration "1 day"`},
		{`{"email":"x"}`, 400, "validation_failed", "Unable to validate email address: invalid format"},
		{``, 400, "bad_json", "Could not parse request body as JSON: unexpected end of JSON input"},
	} {
		f.refused(f.admin("PUT", "/admin/users/"+id, c.body), c.status, c.code, c.message)
	}
}

func TestAdminLists(t *testing.T) {
	t.Parallel()
	f := setup(t)
	for i := range 3 {
		f.user(fmt.Sprintf("user%d@example.test", i))
		f.clock.advance(time.Second)
	}
	if _, err := f.db.Admin.Exec(t.Context(), `update auth.users set raw_user_meta_data = '{"full_name":"Zoë Q"}' where email like 'user1%'`); err != nil {
		t.Fatal(err)
	}
	const next, last = `</admin/users?page=2&per_page=2>; rel="next"`, `</admin/users?page=2&per_page=2>; rel="last"`
	tests := []struct {
		name, query string
		want        string // e-mails' digits, in order
		total, link string
	}{
		{"all, newest first", "", "210", "3", `</admin/users?page=1&per_page=50>; rel="last"`},
		{"empty parameters", "?page=&per_page=", "210", "3", `</admin/users?page=1&per_page=50>; rel="last"`},
		{"first page", "?page=1&per_page=2", "21", "3", next + ", " + last},
		{"last page", "?page=2&per_page=2", "0", "3", last},
		{"past the end", "?page=99&per_page=2", "", "3", last},
		{"absurdly far", "?page=18446744073709551615&per_page=18446744073709551615", "", "3", `</admin/users?page=1&per_page=1000>; rel="last"`},
		{"oldest first", "?sort=created_at%20asc", "012", "3", `</admin/users?page=1&per_page=50&sort=created_at+asc>; rel="last"`},
		{"part of the e-mail", "?filter=USER1", "1", "1", `</admin/users?page=1&per_page=50&filter=USER1>; rel="last"`},
		{"part of the name", "?filter=zoë", "1", "1", `</admin/users?page=1&per_page=50&filter=zo%C3%AB>; rel="last"`},
		{"a wildcard is a letter", "?filter=%25", "", "0", `</admin/users?page=1&per_page=50&filter=%25>; rel="last"`},
		{"the whole e-mail", "?email=User2@example.test", "2", "1", `</admin/users?page=1&per_page=50&email=user2%40example.test>; rel="last"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := *f
			g.t = t
			a := g.ok(g.admin("GET", "/admin/users"+tt.query, ""))
			var got struct {
				Users []struct {
					Email      string
					Identities any
				}
				Aud string
			}
			if err := json.Unmarshal([]byte(a.text), &got); err != nil || got.Users == nil || got.Aud != "authenticated" {
				t.Fatalf("%s: %v", a.text, err)
			}
			digits := ""
			for _, u := range got.Users {
				digits += u.Email[4:5]
			}
			if digits != tt.want || a.header.Get("X-Total-Count") != tt.total || a.header.Get("Link") != tt.link {
				t.Errorf("got %q of %s\n%s\nwant %q of %s\n%s", digits, a.header.Get("X-Total-Count"), a.header.Get("Link"), tt.want, tt.total, tt.link)
			}
		})
	}
}

func TestAdminListRefuses(t *testing.T) {
	t.Parallel()
	f := setup(t)
	for query, message := range map[string]string{
		"page=x":             `Bad Pagination Parameters: strconv.ParseUint: parsing "x": invalid syntax`,
		"per_page=0":         "Bad Pagination Parameters: pages and their length count from 1",
		"per_page=-1":        `Bad Pagination Parameters: strconv.ParseUint: parsing "-1": invalid syntax`,
		"sort=email+asc":     "Bad Sort Parameters: bad field for sort 'email'",
		"sort=created_at+up": "Bad Sort Parameters: bad direction for sort 'up', only 'asc' and 'desc' allowed",
		"filter=%ff":         "Bad Filter Parameters: not valid UTF-8",
		"filter=%00":         "Bad Filter Parameters: not valid UTF-8",
	} {
		f.refused(f.admin("GET", "/admin/users?"+query, ""), http.StatusBadRequest, "validation_failed", message)
	}
}
