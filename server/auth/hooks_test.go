package auth

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/jobs"
	"github.com/toubkal/toubkal/server/token"
)

// withHooks enables hooks by their URIs.
func (f *fixture) withHooks(uris map[hook.Name]string) *fixture {
	f.t.Helper()
	targets := map[hook.Name]hook.Target{}
	for name, uri := range uris {
		target, err := hook.Parse(uri, "v1,whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=")
		if err != nil {
			f.t.Fatal(err)
		}
		targets[name] = target
	}
	f.configure(func(o *Options) { o.Hooks = targets })
	return f
}

// sqlHook enables an SQL hook whose body is an expression of event.
func (f *fixture) sqlHook(name hook.Name, expression string) *fixture {
	f.t.Helper()
	f.exec(`create schema hooks; grant usage on schema hooks to supabase_auth_admin;
		create table hooks.calls (event jsonb); grant insert on hooks.calls to supabase_auth_admin;
		create function hooks.called(event jsonb) returns jsonb language plpgsql as $$
		begin
			insert into hooks.calls values (event);
			return (` + expression + `);
		end $$;
		grant execute on function hooks.called to supabase_auth_admin`)
	return f.withHooks(map[hook.Name]string{name: "pg-functions://postgres/hooks/called"})
}

// receiver is an HTTP hook that answers {} and keeps what it is told.
type receiver struct {
	mu     sync.Mutex
	events []map[string]any
}

func (f *fixture) httpHook(name hook.Name) *receiver {
	f.t.Helper()
	got := &receiver{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var event map[string]any
		if err := json.NewDecoder(r.Body).Decode(&event); err != nil {
			f.t.Error(err)
		}
		got.mu.Lock()
		defer got.mu.Unlock()
		got.events = append(got.events, event)
		w.WriteHeader(http.StatusNoContent)
	}))
	f.t.Cleanup(server.Close)
	f.withHooks(map[hook.Name]string{name: server.URL})
	return got
}

// take returns the events since the last call.
func (r *receiver) take() []map[string]any {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := r.events
	r.events = nil
	return all
}

// runJobs does the work of the jobs that were added since the last call.
func (f *fixture) runJobs() (errs []error) {
	f.t.Helper()
	rows, err := f.db.Admin.Query(f.t.Context(), `delete from toubkal_jobs.river_job returning id, kind, args`)
	if err != nil {
		f.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		job := jobs.Job{Attempt: 1, MaxAttempts: 1}
		if err := rows.Scan(&job.ID, &job.Kind, &job.Args); err != nil {
			f.t.Fatal(err)
		}
		if strings.Contains(string(job.Args), "@") {
			f.t.Errorf("the arguments of a job are plain: %s", job.Args)
		}
		errs = append(errs, f.Jobs()[job.Kind].Handle(f.t.Context(), job))
	}
	return errs
}

func TestCustomAccessToken(t *testing.T) {
	t.Parallel()
	f := setup(t).sqlHook(hook.CustomAccessToken, `jsonb_build_object('claims', event->'claims' || '{"plan":"gold"}')`)
	id := f.user(ann)
	session := f.login(ann)
	claims := func(access string) (all map[string]any) {
		parts := strings.Split(access, ".")
		text, err := base64.RawURLEncoding.DecodeString(parts[1])
		if err != nil || json.Unmarshal(text, &all) != nil {
			t.Fatalf("token %q: %v", access, err)
		}
		return all
	}
	if got := claims(session.str("access_token")); got["plan"] != "gold" || got["sub"] != id || got["role"] != "authenticated" {
		t.Errorf("claims %v", got)
	}
	f.ok(f.call("GET", "/user", session.str("access_token"), ""))
	refreshed := f.ok(f.call("POST", "/token?grant_type=refresh_token", "", `{"refresh_token":"`+session.str("refresh_token")+`"}`))
	if got := claims(refreshed.str("access_token")); got["plan"] != "gold" {
		t.Errorf("claims after a refresh %v", got)
	}
	if n := f.count(`select count(*) from hooks.calls where event->>'user_id' = $1 and event->>'authentication_method' = 'password'
		and event->'metadata'->>'name' = 'customize-access-token' and event->'claims'->>'email' = $2`, id, ann); n != 2 {
		t.Errorf("%d calls, want 2", n)
	}
}

// A hook that fails leaves nothing behind: no session after a sign-in, and the refresh token
// that the client has stays the current one.
func TestCustomAccessTokenFails(t *testing.T) {
	t.Parallel()
	const noClaims = "The hook custom_access_token returned no claims: it has to return the event that it got, or an object with claims, and not null"
	for _, test := range []struct {
		name, expression string
		status           int
		code, message    string
	}{
		{"claim is missing", `jsonb_build_object('claims', (event->'claims') - 'role')`, 500, "unexpected_failure", "output claims do not conform to the expected schema: role has to be a string"},
		{"claim of another type", `jsonb_build_object('claims', event->'claims' || '{"exp":"soon"}')`, 500, "unexpected_failure", "output claims do not conform to the expected schema: exp has to be a number"},
		{"rejection", `'{"error":{"http_code":403,"message":"not today"}}'::jsonb`, 403, "hook_rejected", "not today"},
		{"null", `null`, 500, "unexpected_failure", noClaims},
		{"nothing", `'{}'::jsonb`, 500, "unexpected_failure", noClaims},
		{"no claims", `'{"claims":null}'::jsonb`, 500, "unexpected_failure", noClaims},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f := setup(t)
			f.user(ann)
			session := f.login(ann)
			f.sqlHook(hook.CustomAccessToken, test.expression)
			f.refused(f.call("POST", "/token?grant_type=password", "", `{"email":"`+ann+`","password":"`+annPass+`"}`), test.status, test.code, test.message)
			refresh := `{"refresh_token":"` + session.str("refresh_token") + `"}`
			f.refused(f.call("POST", "/token?grant_type=refresh_token", "", refresh), test.status, test.code, test.message)
			if n := f.count(`select count(*) from auth.sessions`); n != 1 {
				t.Errorf("%d sessions, want the first one", n)
			}
			f.configure(func(o *Options) { o.Hooks = nil })
			f.clock.advance(time.Minute)
			f.ok(f.call("POST", "/token?grant_type=refresh_token", "", refresh))
		})
	}
}

func TestSQLHookErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, body string
		status     int
		code       string
	}{
		{"raise", `raise exception 'only employees'`, 400, "hook_rejected"},
		{"raise with a status", `raise sqlstate 'PT418' using message = 'only employees'`, 418, "hook_rejected"},
		{"mistake", `perform 1 / 0`, 500, "unexpected_failure"},
		{"slow", `perform pg_sleep(60)`, 422, "hook_timeout"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f := setup(t).withFlows(openSignUp)
			f.exec(`create schema hooks; grant usage on schema hooks to supabase_auth_admin;
				create function hooks.called(event jsonb) returns jsonb language plpgsql as $$ begin ` + test.body + `; return '{}'; end $$;
				grant execute on function hooks.called to supabase_auth_admin`)
			f.withHooks(map[hook.Name]string{hook.BeforeUserCreated: "pg-functions://postgres/hooks/called"})
			if test.name == "slow" {
				f.configure(func(o *Options) { o.HookTimeout = time.Second })
			}
			a := f.call("POST", "/signup", "", `{"email":"bob@example.test","password":"correct horse"}`)
			if a.status != test.status || a.str("error_code") != test.code || strings.HasPrefix(test.name, "raise") && a.str("msg") != "only employees" {
				t.Errorf("got %d %s, want %d %s", a.status, a.text, test.status, test.code)
			}
			if n := f.count(`select count(*) from auth.users`); n != 0 {
				t.Errorf("%d users", n)
			}
		})
	}
}

func TestBeforeUserCreated(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(func(o *Flows) { o.Anonymous = true })
	f.sqlHook(hook.BeforeUserCreated, `case when event->'user'->>'email' like '%@example.test' then '{}' else '{"error":{"http_code":403,"message":"only ours"}}'::jsonb end`)
	f.user("old@other.test")
	other := `{"email":"x@other.test","password":"correct horse"}`
	f.refused(f.call("POST", "/signup", "", other), 403, "hook_rejected", "only ours")
	f.ok(f.call("POST", "/otp", "", `{"email":"y@other.test"}`)) // the answer of a known address, and no mail
	f.refused(f.call("POST", "/signup", "", `{}`), 403, "hook_rejected", "only ours")
	f.refused(f.call("POST", "/invite", f.service(), other), 403, "hook_rejected", "only ours")
	f.refused(f.call("POST", "/admin/generate_link", f.service(), `{"type":"signup","email":"x@other.test","password":"correct horse"}`), 403, "hook_rejected", "only ours")
	f.refused(f.call("POST", "/signup", "", `{"email":"old@other.test","password":"correct horse"}`), 403, "hook_rejected", "only ours")
	f.ok(f.call("POST", "/otp", "", `{"email":"old@other.test"}`)) // a sign-in
	f.signUpBob()
	f.ok(f.call("POST", "/admin/users", f.service(), other)) // administrators are not asked about
	if n := f.count(`select count(*) from auth.users`); n != 3 {
		t.Errorf("%d users, want 3", n)
	}
}

// Once per created user, and not for repeated sign-ups.
func TestAfterUserCreated(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(func(o *Flows) { o.Anonymous = true })
	got := f.httpHook(hook.AfterUserCreated)
	id := f.signUpBob().str("id")
	f.clock.advance(time.Hour)
	f.signUpBob()
	if n := f.count(`select count(*) from toubkal_jobs.river_job`); n != 1 {
		t.Errorf("%d jobs, want 1", n)
	}
	for _, err := range f.runJobs() {
		if err != nil {
			t.Error(err)
		}
	}
	events := got.take()
	if len(events) != 1 || events[0]["user"].(map[string]any)["id"] != id {
		t.Errorf("events %v", events)
	}
	f.ok(f.call("POST", "/signup", "", `{}`))
	f.runJobs()
	if events := got.take(); len(events) != 1 || events[0]["user"].(map[string]any)["is_anonymous"] != true {
		t.Errorf("events of an anonymous user %v", events)
	}
}

func TestSendEmail(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	got := f.httpHook(hook.SendEmail)
	f.signUpBob()
	if n := len(got.take()) + len(f.mails.take()); n != 0 {
		t.Errorf("%d mails before the transaction's job ran", n)
	}
	f.runJobs()
	events := got.take()
	if len(events) != 1 {
		t.Fatalf("%d events, want 1", len(events))
	}
	data := events[0]["email_data"].(map[string]any)
	if data["email_action_type"] != "signup" || data["site_url"] != "http://site.test/auth/v1" || events[0]["user"].(map[string]any)["email"] != bob {
		t.Errorf("event %v", events[0])
	}
	code := data["token"].(string)
	session := f.ok(f.call("POST", "/verify", "", `{"type":"signup","email":"`+bob+`","token":"`+code+`"}`))

	// A change of the address is one event, with GoTrue's crossed names.
	f.ok(f.call("PUT", "/user", session.str("access_token"), `{"email":"new@example.test"}`))
	f.runJobs()
	events = got.take()
	if len(events) != 1 {
		t.Fatalf("%d events, want 1", len(events))
	}
	data = events[0]["email_data"].(map[string]any)
	messages := data["messages"].([]any)
	current, changed := messages[0].(map[string]any), messages[1].(map[string]any)
	if events[0]["user"].(map[string]any)["new_email"] != "new@example.test" || current["to"] != bob || changed["to"] != "new@example.test" ||
		data["token"] != current["token"] || data["token_hash_new"] != current["token_hash"] ||
		data["token_new"] != changed["token"] || data["token_hash"] != changed["token_hash"] {
		t.Errorf("event %v", events[0])
	}
	f.ok(f.call("POST", "/verify", "", `{"type":"email_change","token_hash":"`+data["token_hash_new"].(string)+`"}`))
	f.ok(f.call("POST", "/verify", "", `{"type":"email_change","token_hash":"`+data["token_hash"].(string)+`"}`))
}

// A code that has ended is not sent any more, and what was sealed by another secret is not
// read.
func TestHookJobIsGivenUp(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	got := f.httpHook(hook.SendEmail)
	f.signUpBob()
	f.clock.advance(2 * time.Hour)
	if errs := f.runJobs(); len(errs) != 1 || errs[0] == nil {
		t.Errorf("errors %v", errs)
	}
	f.signUpBob()
	f.configure(func(o *Options) { o.Secret = []byte("another") })
	if errs := f.runJobs(); len(errs) != 1 || errs[0] == nil || strings.Contains(errs[0].Error(), bob) {
		t.Errorf("errors %v", errs)
	}
	if events := got.take(); len(events) != 0 {
		t.Errorf("events %v", events)
	}
}

func TestPasswordAttempt(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	session := f.login(ann)
	f.sqlHook(hook.PasswordAttempt, `case when (event->>'valid')::bool then '{"decision":"reject","message":"come back tomorrow"}'::jsonb
		else '{"decision":"reject","should_logout_user":true}'::jsonb end`)
	f.refused(f.call("POST", "/token?grant_type=password", "", `{"email":"`+ann+`","password":"`+annPass+`"}`), 400, "invalid_credentials", "come back tomorrow")
	f.ok(f.call("GET", "/user", session.str("access_token"), ""))

	// A wrong password is told later: an unknown address gets the same answer after the same work.
	for _, email := range []string{ann, "nobody@example.test"} {
		f.refused(f.call("POST", "/token?grant_type=password", "", `{"email":"`+email+`","password":"wrong horse"}`), 400, "invalid_credentials", "Invalid login credentials")
	}
	if n := f.count(`select count(*) from toubkal_jobs.river_job`); n != 2 {
		t.Errorf("%d jobs, want 2", n)
	}
	for _, err := range f.runJobs() {
		if err != nil {
			t.Error(err)
		}
	}
	if n := f.count(`select count(*) from hooks.calls where event->>'user_id' = $1`, id); n != 2 {
		t.Errorf("%d calls, want 2", n)
	}
	if n := f.count(`select count(*) from hooks.calls`); n != 2 {
		t.Errorf("%d calls, want none for an unknown address", n)
	}
	if a := f.call("GET", "/user", session.str("access_token"), ""); a.status == 200 {
		t.Error("the session outlives should_logout_user")
	}
}

func TestMFAAttempt(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	session := f.login(ann)
	f.sqlHook(hook.MFAAttempt, `jsonb_build_object('decision', case when (event->>'valid')::bool then 'continue' else 'reject' end)`)
	r := httptest.NewRequestWithContext(token.WithBearer(t.Context(), ""), "POST", "/factors/x/verify", nil)
	if err := f.factors.VerificationHook(r, id, audit.NilUUID, "totp", true); err != nil {
		t.Error(err)
	}
	f.ok(f.call("GET", "/user", session.str("access_token"), ""))
	err := f.factors.VerificationHook(r, id, audit.NilUUID, "totp", false)
	if got, _ := errors.AsType[*fault.Fault](err); got == nil || got.Code != "mfa_verification_rejected" || got.Status != 403 {
		t.Errorf("got %v", err)
	}
	if a := f.call("GET", "/user", session.str("access_token"), ""); a.status == 200 {
		t.Error("the session outlives a rejection")
	}
}
