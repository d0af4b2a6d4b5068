package auth

import (
	"maps"
	"slices"
	"testing"
	"time"
)

// providersOf are the providers of the identities in a user, sorted.
func providersOf(user map[string]any) []string {
	all := map[string]bool{}
	identities, _ := user["identities"].([]any)
	for _, each := range identities {
		all[each.(map[string]any)["provider"].(string)] = true
	}
	return slices.Sorted(maps.Keys(all))
}

// Who is given an address or a number by an administrator is permanent: not anonymous, with an
// identity for each, and kept by the clean-up.
func TestAdminMakesPermanent(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(func(o *Flows) { o.Anonymous = true })
	f.configure(func(o *Options) { o.Keep.Anonymous, o.Phones.Enabled = time.Hour, true })
	anonymous := func() string {
		a := f.ok(f.call("POST", "/signup", "", `{"data":{"cart":"1"}}`))
		return a.body["user"].(map[string]any)["id"].(string)
	}
	byEmail := func() string { return f.user("mail@example.test") }
	byPhone := func() string {
		return f.ok(f.admin("POST", "/admin/users", `{"phone":"4915100000001","phone_confirm":true}`)).str("id")
	}
	var ids []string
	for _, c := range []struct {
		name   string
		who    func() string
		body   string
		want   []string // providers
		action string   // a sign-in that has to work then
	}{
		{"address", anonymous, `{"email":"a@example.test"}`, []string{"email"}, ""},
		{"confirmed address", anonymous, `{"email":"b@example.test","email_confirm":true,"password":"correct horse"}`, []string{"email"}, `{"email":"b@example.test","password":"correct horse"}`},
		{"number", anonymous, `{"phone":"+49 151 00000002"}`, []string{"phone"}, ""},
		{"confirmed number", anonymous, `{"phone":"+4915100000003","phone_confirm":true,"password":"correct horse"}`, []string{"phone"}, `{"phone":"4915100000003","password":"correct horse"}`},
		{"both", anonymous, `{"email":"c@example.test","phone":"+4915100000004","email_confirm":true}`, []string{"email", "phone"}, ""},
		{"confirmation of nothing", anonymous, `{"email_confirm":true,"phone_confirm":true}`, nil, ""},
		{"number of a user with an address", byEmail, `{"phone":"+4915100000005","phone_confirm":true}`, []string{"email", "phone"}, `{"phone":"4915100000005","password":"` + annPass + `"}`},
		{"address of a user with a number", byPhone, `{"email":"d@example.test"}`, []string{"email", "phone"}, ""},
	} {
		id := c.who()
		user := f.ok(f.admin("PUT", "/admin/users/"+id, c.body)).body
		if got := providersOf(user); !slices.Equal(got, c.want) || user["is_anonymous"] != (c.want == nil) {
			t.Errorf("%s: identities %v, anonymous %v", c.name, got, user["is_anonymous"])
		}
		named, _ := user["app_metadata"].(map[string]any)["providers"].([]any)
		if len(named) != len(c.want) {
			t.Errorf("%s: app_metadata %v", c.name, user["app_metadata"])
		}
		if c.want == nil {
			if user["email_confirmed_at"] != nil || user["phone_confirmed_at"] != nil {
				t.Errorf("%s: %v", c.name, user)
			}
			continue
		}
		ids = append(ids, id)
		if c.action != "" {
			f.ok(f.call("POST", "/token?grant_type=password", "", c.action))
		}
	}
	left := anonymous() // by an application's own statement
	f.exec(`update auth.users set email = 'sql@example.test' where id = $1`, left)
	f.clock.advance(2 * time.Hour)
	if err := f.CleanUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := f.count(`select count(*) from auth.users where id = any ($1::uuid[])`, append(ids, left)); n != len(ids)+1 {
		t.Errorf("the clean-up has left %d of %d accounts", n, len(ids)+1)
	}
	if n := f.count(`select count(*) from auth.users where is_anonymous and email is null`); n != 0 {
		t.Errorf("%d anonymous users are left", n)
	}
}
