package console_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/rest/execute"
)

func TestScreensReachTheServicesAsTheChosenRole(t *testing.T) {
	t.Parallel()
	o := open(t, "serve", "SERVICES=rest,auth,storage,site")
	id := o.user(t, "ann@example.org")
	ann := o
	ann.as = id
	o.exec(t, "insert into public.notes (owner, title) values ('"+id+"', 'hers'), ('"+o.user(t, "ben@example.org")+"', 'his')")
	for as, want := range map[string]string{"": "hers his", "service_role": "hers his", id: "hers"} {
		someone := o
		someone.as = as
		answer := someone.call(t, "GET", "/services/rest/notes?select=title&order=id", "")
		for title := range strings.SplitSeq("hers his", " ") {
			if strings.Contains(answer.Body, title) != strings.Contains(want, title) {
				t.Errorf("as %q: %d %s, want %s", as, answer.Status, answer.Body, want)
			}
		}
	}
	users := ann.call(t, "GET", "/services/auth/admin/users?filter=ann", "")
	if users.Status != http.StatusOK || !strings.Contains(users.Body, id) || strings.Contains(users.Body, "ben@") {
		t.Errorf("users: %d %s", users.Status, users.Body)
	}
	if banned := o.call(t, "PUT", "/services/auth/admin/users/"+id, `{"ban_duration":"1h"}`, "Content-Type: application/json"); banned.Status != http.StatusOK {
		t.Errorf("ban: %d %s", banned.Status, banned.Body)
	}
	if n := o.read(t, "select count(*)::text from toubkal.console_statements where statement = 'PUT /auth/v1/admin/users/"+id+"' and role = 'service_role'"); n != "1" {
		t.Errorf("%s lines of the ban in the audit, want 1", n)
	}
	if made := o.call(t, "POST", "/services/storage/bucket", `{"name":"docs","id":"docs"}`, "Content-Type: application/json"); made.Status != http.StatusOK {
		t.Fatalf("make a bucket: %d %s", made.Status, made.Body)
	}
	if put := o.call(t, "POST", "/services/storage/object/docs/a%20b/%C3%A9.txt", "text", "Content-Type: text/plain"); put.Status != http.StatusOK {
		t.Fatalf("upload: %d %s", put.Status, put.Body)
	}
	if got := o.call(t, "GET", "/services/storage/object/authenticated/docs/a%20b/%C3%A9.txt", ""); got.Body != "text" {
		t.Errorf("the file: %d %s", got.Status, got.Body)
	}
	if got := ann.call(t, "GET", "/services/storage/object/authenticated/docs/a%20b/%C3%A9.txt", ""); got.Status == http.StatusOK {
		t.Errorf("ann reads a file without a policy: %s", got.Body)
	}
	for _, path := range []string{"/services/auth/token", "/services/auth/user", "/services/nix/a", "/services/functions/a/b"} {
		o.refused(t, "GET", path, "", http.StatusNotFound, "not_found")
	}
	signedOut := o
	signedOut.cookie = ""
	signedOut.refused(t, "GET", "/services/rest/notes", "", http.StatusUnauthorized, "console_signed_out")
}

func TestAnOperatorTakesATokenOfAUser(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	id := o.user(t, "ann@example.org")
	o.exec(t, "insert into public.notes (owner, title) values ('"+id+"', 'hers')")
	made := ask[struct{ Token string }](t, o, "POST", "/users/"+id+"/token", "")
	if answer := o.Send(t, "GET", "/rest/v1/notes?select=title", "", "apikey: "+o.AnonKey, "Authorization: Bearer "+made.Token); answer.Body != `[{"title":"hers"}]` {
		t.Errorf("with the token: %d %s", answer.Status, answer.Body)
	}
	if n := o.read(t, "select count(*)::text from toubkal.console_statements where statement = 'impersonate for 10 minutes' and role = '"+id+"'"); n != "1" {
		t.Errorf("%s lines in the audit, want 1", n)
	}
	o.refused(t, "POST", "/users/00000000-0000-4000-8000-000000000000/token", "", http.StatusBadRequest, "console_invalid")
	o.refused(t, "POST", "/users/nix/token", "", http.StatusBadRequest, "console_invalid")
}

func TestTheLogShowsRequestsWithoutTheirValues(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	o.Send(t, "GET", "/rest/v1/nothing?title=eq.secret-value", "", append(o.Headers(""), "X-Request-Id: the-request")...)
	type line struct {
		Number                   int
		Method, Path, Caller, ID string
		Status                   int
	}
	found := ask[[]line](t, o, "GET", "/logs?q=the-request", "")
	if len(found) != 1 || found[0].Path != "/rest/v1/nothing" || found[0].Status != http.StatusNotFound || found[0].Caller != "anon" || found[0].ID != "the-request" {
		t.Errorf("the log has %+v", found)
	}
	if answer := o.call(t, "GET", "/logs", ""); strings.Contains(answer.Body, "secret-value") {
		t.Error("the log has a value")
	}
	if none := ask[[]line](t, o, "GET", "/logs?status=5&q=the-request", ""); len(none) > 0 {
		t.Errorf("with status 5xx: %+v", none)
	}
	o.Send(t, "GET", "/rest/v1/notes?title=eq.secret-value&order=title", "", append(o.Headers(""), "X-Request-Id: refused-request")...)
	type statement struct{ Message, More, ID string }
	refused := ask[[]statement](t, o, "GET", "/logs?q=statement", "")
	if len(refused) != 1 || refused[0].Message != "statement refused with 42501" || refused[0].ID != "refused-request" ||
		!strings.Contains(refused[0].More, `"notes"`) || !strings.Contains(refused[0].More, "$1") || strings.Contains(refused[0].More, "secret") {
		t.Errorf("the statements of the log are %+v", refused)
	}
	ask[executed](t, o, "POST", "/sql", `{"text":"select 42 as audited"}`)
	audit := o.call(t, "GET", "/audit", "")
	if !strings.Contains(audit.Body, "select 42 as audited") {
		t.Errorf("the audit: %s", audit.Body)
	}
}

func TestTheLogShowsSlowStatementsWithoutTheirValues(t *testing.T) {
	t.Parallel()
	o := startWith(t, map[string]string{"schema/0002_doze.sql": `create function public.doze(seconds float, word text) returns text language sql
		as $$ select word from pg_sleep(seconds) $$;
		grant execute on function public.doze to anon;`}, "serve").withKey(t)
	for id, seconds := range map[string]string{"slow-request": "0.6", "fast-request": "0"} {
		answer := o.Send(t, "POST", "/rest/v1/rpc/doze", `{"seconds":`+seconds+`,"word":"secret"}`, append(o.Headers(""), "Content-Type: application/json", "X-Request-Id: "+id)...)
		if answer.Body != `"secret"` {
			t.Fatalf("%s: %d %s", id, answer.Status, answer.Body)
		}
	}
	type statement struct {
		Message, More, ID string
		Took              time.Duration
	}
	found := ask[[]statement](t, o, "GET", "/logs?q=statement", "")
	slow := false
	for _, one := range found { // on a busy machine the fast one may be among them
		slow = slow || one.ID == "slow-request" && one.Took >= 600*time.Millisecond
		if one.Message != "slow statement" || one.Took < execute.SlowStatement ||
			!strings.Contains(one.More, `"doze"`) || !strings.Contains(one.More, "$1") || strings.Contains(one.More, "secret") {
			t.Errorf("the log has the statement %+v", one)
		}
	}
	if !slow {
		t.Errorf("the statements of the log are %+v", found)
	}
}

func TestSettingsKeysJobsAndMail(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	about := o.call(t, "GET", "/settings", "")
	if about.Status != http.StatusOK || !strings.Contains(about.Body, "TOUBKAL_CONSOLE=local") || !strings.Contains(about.Body, "GOTRUE_JWT_SECRET=(hidden)") || !strings.Contains(about.Body, `"parts":{"auth":{"ready":true}`) {
		t.Errorf("settings: %d %s", about.Status, about.Body)
	}
	made := ask[struct{ Key string }](t, o, "POST", "/keys", `{"kind":"secret","name":"ci"}`)
	if answer := o.Send(t, "GET", "/rest/v1/notes", "", "apikey: "+made.Key); answer.Status != http.StatusOK {
		t.Errorf("with the new key: %d %s", answer.Status, answer.Body)
	}
	keys := ask[[]struct{ ID, Kind, Name, State string }](t, o, "GET", "/keys", "")
	id := ""
	for _, k := range keys {
		if strings.HasPrefix(k.Name, "ci ") {
			id = k.ID
		}
	}
	if answer := o.call(t, "DELETE", "/keys/"+id, ""); answer.Status != http.StatusNoContent {
		t.Errorf("revoke %q: %d %s", id, answer.Status, answer.Body)
	}
	if answer := o.Send(t, "GET", "/rest/v1/notes", "", "apikey: "+made.Key); answer.Status != http.StatusUnauthorized {
		t.Errorf("with the revoked key: %d %s", answer.Status, answer.Body)
	}
	o.refused(t, "POST", "/keys", `{"kind":"nix","name":"ci"}`, http.StatusBadRequest, "console_invalid")
	for _, path := range []string{"/jobs", "/jobs?state=failed", "/mail"} {
		if answer := o.call(t, "GET", path, ""); answer.Status != http.StatusOK {
			t.Errorf("%s: %d %s", path, answer.Status, answer.Body)
		}
	}
	o.refused(t, "POST", "/jobs/77/retry", "", http.StatusNotFound, "not_found")
	o.refused(t, "GET", "/jobs/77", "", http.StatusNotFound, "not_found")
	o.refused(t, "POST", "/jobs/1/nix", "", http.StatusNotFound, "not_found")
	o.refused(t, "POST", "/mail/00000000-0000-4000-8000-000000000000/retry", "", http.StatusNotFound, "not_found")
}
