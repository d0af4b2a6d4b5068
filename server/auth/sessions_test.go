package auth

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/auth/audit"
)

func (f *fixture) sessionsAt(path, bearer string) (all []map[string]any) {
	f.t.Helper()
	for _, each := range f.ok(f.call("GET", path, bearer, "")).body["sessions"].([]any) {
		all = append(all, each.(map[string]any))
	}
	return all
}

func TestSessionsOfAUser(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id, other := f.user(ann), f.user(bob)
	phone := f.login(ann)
	f.clock.advance(time.Minute)
	laptop := f.ok(f.call("POST", "/token?grant_type=password", "", `{"email":"`+ann+`","password":"`+annPass+`"}`, "User-Agent", "Laptop"))
	stranger := f.login(bob)
	all := f.sessionsAt("/user/sessions", laptop.str("access_token"))
	if len(all) != 2 || all[0]["user_agent"] != "Laptop" || all[0]["ip"] != "192.0.2.1" || all[0]["aal"] != "aal1" || all[0]["current"] != true ||
		all[1]["current"] != false || all[0]["methods"].([]any)[0].(map[string]any)["method"] != "password" {
		t.Fatalf("sessions %v", all)
	}
	first := all[1]["id"].(string)
	if a := f.call("DELETE", "/user/sessions/"+first, stranger.str("access_token"), ""); a.status != 404 {
		t.Errorf("a stranger ends a session: %d %s", a.status, a.text)
	}
	if a := f.call("DELETE", "/user/sessions/nonsense", laptop.str("access_token"), ""); a.status != 404 || a.str("error_code") != "validation_failed" {
		t.Errorf("got %d %s", a.status, a.text)
	}
	if a := f.call("DELETE", "/user/sessions/"+first, laptop.str("access_token"), ""); a.status != 204 {
		t.Errorf("got %d %s", a.status, a.text)
	}
	if a := f.call("GET", "/user", phone.str("access_token"), ""); a.status == 200 {
		t.Error("the token outlives its session")
	}

	// The service key does the same for any user.
	if a := f.call("GET", "/admin/users/"+id+"/sessions", laptop.str("access_token"), ""); a.status != 403 {
		t.Errorf("a user lists as an administrator: %d %s", a.status, a.text)
	}
	all = f.sessionsAt("/admin/users/"+id+"/sessions", f.service())
	if len(all) != 1 || all[0]["current"] != false {
		t.Fatalf("sessions %v", all)
	}
	if a := f.call("DELETE", "/admin/users/"+other+"/sessions/"+all[0]["id"].(string), f.service(), ""); a.status != 404 {
		t.Errorf("a session of another user ends: %d %s", a.status, a.text)
	}
	if a := f.call("DELETE", "/admin/users/"+id+"/sessions/"+all[0]["id"].(string), f.service(), ""); a.status != 204 {
		t.Errorf("got %d %s", a.status, a.text)
	}
	f.login(bob)
	if a := f.call("POST", "/admin/users/"+other+"/logout", f.service(), ""); a.status != 204 || f.count(`select count(*) from auth.sessions`) != 0 {
		t.Errorf("got %d %s", a.status, a.text)
	}
	if a := f.call("POST", "/admin/users/"+audit.NilUUID+"/logout", f.service(), ""); a.status != 404 {
		t.Errorf("got %d %s", a.status, a.text)
	}
}

func TestSingleSession(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.configure(func(o *Options) { o.SingleSession = true })
	f.user(ann)
	f.user(bob)
	first, others := f.login(ann), f.login(bob)
	second := f.login(ann)
	f.ok(f.call("GET", "/user", second.str("access_token"), ""))
	f.ok(f.call("GET", "/user", others.str("access_token"), ""))
	if a := f.call("GET", "/user", first.str("access_token"), ""); a.status == 200 {
		t.Error("the first session outlives the second sign-in")
	}
}

func TestAuditLog(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	f.user(bob)
	session := f.login(ann)
	f.clock.advance(time.Second)
	f.login(bob)
	if a := f.call("GET", "/admin/audit", session.str("access_token"), ""); a.status != 403 {
		t.Errorf("got %d %s", a.status, a.text)
	}
	for query, want := range map[string]string{"": "4", "author:ANN@": "1", "action:login": "2", "type:team": "2", "author:%": "0"} {
		a := f.call("GET", "/admin/audit?per_page=1&query="+url.QueryEscape(query), f.service(), "")
		if a.status != 200 || a.header.Get("X-Total-Count") != want || want != "0" && !strings.Contains(a.text, `"payload":{`) {
			t.Errorf("%q: %d %s, total %s, want %s", query, a.status, a.text, a.header.Get("X-Total-Count"), want)
		}
	}
	a := f.call("GET", "/admin/audit?per_page=1&query=action:login", f.service(), "")
	if got, want := a.header.Get("Link"), `</admin/audit?page=2&per_page=1&query=action%3Alogin>; rel="next", </admin/audit?page=2&per_page=1&query=action%3Alogin>; rel="last"`; got != want {
		t.Errorf("Link %s, want %s", got, want)
	}
	if !strings.Contains(a.text, bob) || strings.Contains(a.text, ann) {
		t.Errorf("the newest is not first: %s", a.text)
	}
	for _, query := range []string{"nonsense", "ip:1", "author:", "author:%00"} {
		if a := f.call("GET", "/admin/audit?query="+query, f.service(), ""); a.status != 400 {
			t.Errorf("%q: %d %s", query, a.status, a.text)
		}
	}
}

func TestUsersByCursor(t *testing.T) {
	t.Parallel()
	f := setup(t)
	for _, email := range []string{"a@example.test", "b@example.test", "c@example.test"} {
		f.user(email)
	}
	f.exec(`update auth.users set created_at = null where email = 'a@example.test'`) // seeded with SQL
	f.exec(`update auth.users set phone = '491511234567' where email = 'b@example.test'`)
	var seen []string
	path := "/admin/users?limit=1"
	for range 5 {
		a := f.ok(f.call("GET", path, f.service(), ""))
		for _, each := range a.body["users"].([]any) {
			seen = append(seen, each.(map[string]any)["email"].(string))
		}
		page := a.body["pagination"].(map[string]any)
		if page["has_more"] == false {
			break
		}
		path = "/admin/users?limit=1&cursor=" + page["next_cursor"].(string)
		if got := a.header.Get("Link"); !strings.Contains(got, page["next_cursor"].(string)) || !strings.HasSuffix(got, `rel="next"`) {
			t.Errorf("Link %s", got)
		}
	}
	if len(seen) != 3 || seen[2] != "a@example.test" || seen[0] == seen[1] {
		t.Errorf("seen %v", seen)
	}
	for _, phone := range []string{"491511234567", "%2B491511234567", "+491511234567"} {
		a := f.ok(f.call("GET", "/admin/users?phone="+phone, f.service(), ""))
		if users := a.body["users"].([]any); len(users) != 1 || users[0].(map[string]any)["email"] != "b@example.test" {
			t.Errorf("%s: %s", phone, a.text)
		}
	}
	for _, bad := range []string{"limit=1&cursor=nonsense", "limit=0", "phone=x"} {
		if a := f.call("GET", "/admin/users?"+bad, f.service(), ""); a.status != 400 {
			t.Errorf("%s: %d %s", bad, a.status, a.text)
		}
	}
}

func TestCleanUp(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.configure(func(o *Options) { o.Keep = Keep{Anonymous: 30 * 24 * time.Hour, Audit: 90 * 24 * time.Hour} })
	f.configure(func(o *Options) { o.SessionTimebox = 48 * time.Hour })
	f.withFlows(func(o *Flows) { o.Anonymous = true })
	id := f.user(ann)
	fill := func() {
		f.ok(f.call("POST", "/signup", "", `{}`))
		f.login(ann)
		now := f.clock.now()
		f.exec(`insert into auth.flow_state (id, provider_type, authentication_method, created_at) values (gen_random_uuid(), 'email', 'magiclink', $1)`, now)
		f.exec(`insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at) values (gen_random_uuid(), $1, 'recovery_token', 'x', 'y', $2::timestamptz at time zone 'UTC')
			on conflict (user_id, token_type) do update set created_at = excluded.created_at`, id, now)
		f.exec(`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values (gen_random_uuid(), $1, 'totp', 'unverified', $2, $2), (gen_random_uuid(), $1, 'totp', 'verified', $2, $2)`, id, now)
		f.exec(`insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) select gen_random_uuid(), id, $1, '192.0.2.1' from auth.mfa_factors where created_at = $1`, now)
		f.exec(`insert into auth.webauthn_challenges (challenge_type, session_data, expires_at) values ('authentication', '{}', $1)`, now.Add(5*time.Minute))
		f.exec(`insert into auth.refresh_tokens (token, revoked, updated_at) values (gen_random_uuid(), true, $1), (gen_random_uuid(), false, $1)`, now)
	}
	left := func(want map[string]int) {
		t.Helper()
		for table, n := range want {
			if got := f.count(`select count(*) from auth.` + table); got != n {
				t.Errorf("%s has %d rows, want %d", table, got, n)
			}
		}
	}
	fill()
	if err := f.CleanUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	all := map[string]int{
		"users": 2, "sessions": 2, "flow_state": 1, "one_time_tokens": 1, "mfa_factors": 2, "mfa_challenges": 2, "webauthn_challenges": 1, "refresh_tokens": 2,
	}
	left(all)
	f.clock.advance(100 * 24 * time.Hour)
	// A table of the application keeps one anonymous user.
	f.exec(`create table public.kept_notes (user_id uuid references auth.users); insert into public.kept_notes select id from auth.users where is_anonymous`)
	fill()
	if err := f.CleanUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	all["mfa_factors"], all["refresh_tokens"], all["users"] = 3, 3, 3 // verified, not revoked, kept
	left(all)
	if n := f.count(`select count(*) from auth.audit_log_entries where created_at < $1`, f.clock.now().Add(-90*24*time.Hour)); n != 0 {
		t.Errorf("%d old entries of the audit log", n)
	}
	f.exec(`drop table public.kept_notes`)
	if err := f.CleanUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	left(map[string]int{"users": 2})
}

func TestSoftDeleteKeepsNoPersonalData(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	f.login(ann)
	f.exec(`update auth.users set phone = '491511234567', raw_user_meta_data = '{"full_name":"Ann"}' where id = $1`, id)
	f.exec(`insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, phone, created_at, updated_at) values (gen_random_uuid(), $1, 'phone', 'verified', 'Ann', '491511234567', now(), now())`, id)
	f.ok(f.call("DELETE", "/admin/users/"+id, f.service(), `{"should_soft_delete":true}`))
	row := f.text(`select row_to_json(u)::text || coalesce((select json_agg(i)::text from auth.identities i where i.user_id = u.id), '')
		|| coalesce((select json_agg(m)::text from auth.mfa_factors m where m.user_id = u.id), '') from auth.users u where id = $1`, id)
	for _, data := range []string{ann, "491511234567", "Ann", "$2a$"} {
		if strings.Contains(row, data) {
			t.Errorf("%q is left: %s", data, row)
		}
	}
}
