package tests

import (
	"encoding/base64"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// keyCommand runs `toubkal keys` beside running programs, and gives what it printed.
func keyCommand(t *testing.T, s *apptest.Instance, args string) (printed string, err error) {
	t.Helper()
	var out strings.Builder
	err = apptest.RunCommand(t, fixtureProject(), "keys "+args, []string{
		"DATABASE_URL=" + s.DB.URL, "TOUBKAL_DATA_DIR=" + t.TempDir(), "GOTRUE_JWT_SECRET=" + apptest.Secret,
	}, &out)
	return out.String(), err
}

// keys runs a command that has to work.
func keys(t *testing.T, s *apptest.Instance, args string) string {
	t.Helper()
	printed, err := keyCommand(t, s, args)
	if err != nil {
		t.Fatalf("keys %s: %v", args, err)
	}
	return printed
}

// bootPair starts two programs on one database.
func bootPair(t *testing.T) (one, two *apptest.Instance) {
	t.Helper()
	database := pgtest.New(t)
	one, two = instanceOn(t, database), instanceOn(t, database)
	for _, each := range []*apptest.Instance{one, two} {
		each.Start(t, []string{"DATABASE_URL=" + database.URL, "SERVICES=rest,auth,functions,realtime"})
		each.WaitForStream(t)
	}
	return one, two
}

// statuses are the statuses of a program's services for a token, with no api key, or to a key.
func statuses(t *testing.T, s *apptest.Instance, headers ...string) (rest, auth, functions int) {
	t.Helper()
	return s.Send(t, "GET", "/rest/v1/notes?select=title&limit=1", "", headers...).Status,
		s.Send(t, "GET", "/auth/v1/user", "", headers...).Status,
		s.Send(t, "POST", "/functions/v1/greet", "{}", headers...).Status
}

// TestRotationOnTwoNodes: a key is published, signs and is revoked without a restart.
func TestRotationOnTwoNodes(t *testing.T) {
	t.Parallel()
	one, two := bootPair(t)
	const email, password = "nadia@example.org", "a sound one"
	before := one.CreateUser(t, email, password).AccessToken
	if printed := keys(t, one, ""); !regexp.MustCompile(`legacy-[0-9a-f]{8} +HS256 +current +- +configured`).MatchString(printed) {
		t.Errorf("the list is\n%s\nwant the secret, current", printed)
	}

	id := strings.Fields(keys(t, one, "rotate"))[0]
	if printed := keys(t, one, ""); !regexp.MustCompile(id + ` +ES256 +next .*signs from 20`).MatchString(printed) {
		t.Errorf("the list is\n%s\nwant %s, next", printed, id)
	}
	published := func(id string, want bool) {
		t.Helper()
		for _, each := range []*apptest.Instance{one, two} {
			each.Until(t, "/auth/v1/.well-known/jwks.json", func(a apptest.Reply) bool { return strings.Contains(a.Body, id) == want })
		}
	}
	published(id, true)
	if signed := one.SignIn(t, email, password).AccessToken; strings.Contains(decoded(t, signed), id) {
		t.Error("the next key signs already")
	}
	keys(t, one, "rotate --now")
	two.Until(t, "/auth/v1/health", func(apptest.Reply) bool {
		return strings.Contains(decoded(t, two.SignIn(t, email, password).AccessToken), id)
	})
	session := two.SignIn(t, email, password).AccessToken
	for name, bearer := range map[string]string{"signed by the new key": session, "signed by the one before": before} {
		for _, each := range []*apptest.Instance{one, two} {
			if rest, auth, functions := statuses(t, each, "Authorization: Bearer "+bearer); rest != 200 || auth != 200 || functions != 200 {
				t.Errorf("a token %s: tables %d, auth %d, functions %d, want 200", name, rest, auth, functions)
			}
		}
	}

	newer := strings.Fields(keys(t, one, "rotate --alg EdDSA --now"))[0]
	published(newer, true)
	socket := one.Realtime(t, apptest.Version2)
	socket.MustJoin("room", `{"config":{"presence":{"enabled":false}},"access_token":"`+session+`"}`)
	keys(t, two, "revoke "+id)
	socket.Expect("room", "phx_error")
	published(id, false)
	for _, each := range []*apptest.Instance{one, two} {
		if rest, auth, functions := statuses(t, each, "Authorization: Bearer "+session); rest != 401 || auth != 403 || functions != 401 {
			t.Errorf("a token of a revoked key: tables %d, auth %d, functions %d, want it refused", rest, auth, functions)
		}
	}
	socket.Heartbeat() // the socket is the anon key's, and stays
}

// decoded is the header of a token.
func decoded(t *testing.T, bearer string) string {
	t.Helper()
	head, _, _ := strings.Cut(bearer, ".")
	text, err := base64.RawURLEncoding.DecodeString(head)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestRevokingAPIKeysOnTwoNodes: opaque ones, and the JWTs of the secret.
func TestRevokingAPIKeysOnTwoNodes(t *testing.T) {
	t.Parallel()
	one, two := bootPair(t)
	create := func(kind, name string) (key, id string) {
		t.Helper()
		key = strings.Fields(keys(t, one, "create "+kind+" "+name))[0]
		list := keys(t, one, "")
		if strings.Contains(list, key) {
			t.Errorf("the list shows the key:\n%s", list)
		}
		row := regexp.MustCompile(`([0-9a-f-]{36}) +` + kind + " " + name).FindStringSubmatch(list)
		if row == nil {
			t.Fatalf("the list lacks %s %s:\n%s", kind, name, list)
		}
		return key, row[1]
	}
	const private = "/rest/v1/feedback?select=id"
	until := func(headers []string, path string, status int) {
		t.Helper()
		for _, each := range []*apptest.Instance{one, two} {
			each.Until(t, "/auth/v1/health", func(apptest.Reply) bool { return each.Send(t, "GET", path, "", headers...).Status == status })
		}
	}
	hidden, hiddenID := create("secret", "backup")
	public, _ := create("publishable", "web")
	until([]string{"apikey: " + hidden}, private, 200)
	until([]string{"Authorization: Bearer " + hidden, "apikey: " + hidden}, private, 200)
	until([]string{"apikey: " + public}, private, 401)
	until([]string{"apikey: " + public}, "/rest/v1/notes?select=title", 200)
	until([]string{"apikey: " + hidden, "User-Agent: Mozilla/5.0 (X11; Linux x86_64)"}, private, 401)

	byKey, byAnon := two.RealtimeAs(t, apptest.Version2, hidden), two.Realtime(t, apptest.Version2)
	byKey.MustJoin("room", "")
	byAnon.MustJoin("room", "")
	keys(t, one, "revoke "+hiddenID)
	until([]string{"apikey: " + hidden}, private, 401)
	if code := byKey.CloseCode(); code != 1008 {
		t.Errorf("the socket of the revoked key ended with %d, want 1008", code)
	}
	byAnon.Heartbeat()
	for _, key := range []string{hidden, "sb_secret_unknown"} {
		if _, answer, err := two.DialRealtime(t, "/realtime/v1/websocket", url.Values{"apikey": {key}}, nil); err == nil || answer == nil || answer.StatusCode != 401 {
			t.Errorf("a socket with a revoked key: %v %v, want 401", answer, err)
		}
	}

	keys(t, one, "rotate --now")
	if printed, err := keyCommand(t, one, "revoke legacy"); err == nil || !strings.Contains(err.Error(), "anon key") {
		t.Errorf("revoking the secret without --force: %q %v, want it refused", printed, err)
	}
	byAnon.Heartbeat()
	service := one.ServiceKey(t)
	keys(t, one, "revoke legacy --force")
	until([]string{"Authorization: Bearer " + service}, private, 401)
	if code := byAnon.CloseCode(); code != 1008 {
		t.Errorf("the socket of the anon key ended with %d, want 1008", code)
	}
	until([]string{"apikey: " + public}, "/rest/v1/notes?select=title", 200)

	again := bootOn(t, one.DB, "DATABASE_URL="+one.DB.URL)
	if !strings.HasPrefix(again.AnonKey, "sb_publishable_") || !strings.HasPrefix(again.ServiceKey(t), "sb_secret_") {
		t.Errorf("a program that starts later prints the revoked JWTs: %.20s…", again.AnonKey)
	}
	if answer := again.Send(t, "GET", private, "", "apikey: "+again.ServiceKey(t)); answer.Status != 200 {
		t.Errorf("its service key: %d %s", answer.Status, answer.Body)
	}
	for _, each := range []*apptest.Instance{one, two, again} {
		for _, secret := range []string{hidden, public, service} {
			if strings.Contains(each.Logged.String(), secret) || secret != service && strings.Contains(each.Printed.String(), secret) {
				t.Error("a key is in the log")
			}
		}
	}
}

// TestKeysForTablesWithASecretOfTheirOwn: opaque keys stand for their roles there too.
func TestKeysForTablesWithASecretOfTheirOwn(t *testing.T) {
	t.Parallel()
	s := boot(t, "PGRST_JWT_SECRET="+strings.Repeat("other", 10), "SUPABASE_SECRET_KEY=sb_secret_of_the_environment_1")
	if answer := s.Send(t, "GET", "/rest/v1/feedback?select=id", "", "apikey: sb_secret_of_the_environment_1"); answer.Status != 200 {
		t.Errorf("%d %s, want 200", answer.Status, answer.Body)
	}
	if answer := s.Send(t, "GET", "/rest/v1/feedback?select=id", "", "Authorization: Bearer "+s.ServiceKey(t)); answer.Status != 401 {
		t.Errorf("a token of the other secret: %d %s, want 401", answer.Status, answer.Body)
	}
}

func TestWrongKeyCommands(t *testing.T) {
	t.Parallel()
	s := instanceOn(t, pgtest.New(t))
	for _, args := range []string{"x", "rotate --alg none", "rotate x", "revoke", "revoke a b", "revoke --all", "create", "create secret", "create secret a b"} {
		if printed, err := keyCommand(t, s, args); err == nil || !strings.Contains(err.Error(), "usage") {
			t.Errorf("keys %s: %q %v, want the usage", args, printed, err)
		}
	}
}
