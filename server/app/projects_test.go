package app_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// Folders after the shapes of public projects are served as they are, and their main flow works.
func TestProjects(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string // of the folder
		environ []string
		printed []string // patterns
		flow    func(*testing.T, *apptest.Instance)
	}{
		{"photos", []string{denoPath(t)}, nil, photos},
		{"sign_in", nil, []string{
			`config.toml: (auth.external.github.client_id): the environment variable GITHUB_CLIENT_ID is not set: auth.external.github is off`,
			`config.toml: (auth.external.google.client_id): the environment variable GOOGLE_CLIENT_ID is not set: auth.external.google is off`,
			`config.toml: (db.vault.webhook_secret): the environment variable WEBHOOK_SECRET is not set: left out`,
		}, signIn},
		{"reminders", []string{denoPath(t)}, nil, reminders},
		{"webhooks", []string{denoPath(t)}, nil, webhooks},
		{"queues", []string{denoPath(t)}, nil, queues},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, err := project.Load(filepath.Join("testdata", "projects", c.name))
			if err != nil {
				t.Fatal(err)
			}
			database := pgtest.Empty(t)
			i := apptest.New(t, p, database)
			i.Command = "dev"
			i.Start(t, append(c.environ, "DATABASE_URL="+database.URL, "SERVICES=rest,auth,functions,storage", "TOUBKAL_MAILBOX_PORT=0"))
			for _, pattern := range c.printed {
				i.Printed.Wait(t, pattern)
			}
			c.flow(t, i)
		})
	}
}

// signUp makes an account as an application's form does.
func signUp(t *testing.T, i *apptest.Instance, email string) apptest.Session {
	t.Helper()
	made := i.Send(t, "POST", "/auth/v1/signup", `{"email":"`+email+`","password":"a long password"}`, i.Headers("")...)
	if made.Status != http.StatusOK {
		t.Fatalf("sign up: got %d %s", made.Status, made.Body)
	}
	return apptest.Parse[apptest.Session](t, made.Body)
}

const gif = "GIF89a\x01\x00\x01\x00\x00\x00\x00;"

// photos uploads a file, which a function publishes for its owner alone.
func photos(t *testing.T, i *apptest.Instance) {
	owner, stranger := signUp(t, i, "owner@example.test"), signUp(t, i, "stranger@example.test")
	path := owner.User.ID + "/summit.gif"
	upload := []string{"apikey: " + i.AnonKey, "Authorization: Bearer " + stranger.AccessToken, "Content-Type: image/gif"}
	if refused := i.Send(t, "POST", "/storage/v1/object/photos/"+path, gif, upload...); refused.Status != http.StatusBadRequest && refused.Status != http.StatusForbidden {
		t.Errorf("a stranger's upload: got %d %s", refused.Status, refused.Body)
	}
	upload[1] = "Authorization: Bearer " + owner.AccessToken
	if stored := i.Send(t, "POST", "/storage/v1/object/photos/"+path, gif, upload...); stored.Status != http.StatusOK {
		t.Fatalf("upload: got %d %s", stored.Status, stored.Body)
	}
	publish := func(token string) apptest.Reply {
		return i.Send(t, "POST", "/functions/v1/publish", `{"path":"`+path+`","caption":"4167 m"}`, i.Headers(token)...)
	}
	for name, c := range map[string]struct {
		token  string
		status int
	}{"without an account": {i.AnonKey, 401}, "of another's file": {stranger.AccessToken, 404}, "of a file": {owner.AccessToken, 201}} {
		if got := publish(c.token); got.Status != c.status {
			t.Errorf("publish %s: got %d %s, want %d", name, got.Status, got.Body, c.status)
		}
	}
	want := fmt.Sprintf(`[{"owner":%q,"caption":"4167 m","sha256":"%x"}]`, owner.User.ID, sha256.Sum256([]byte(gif)))
	if seen := i.Send(t, "GET", "/rest/v1/photos?select=owner,caption,sha256", "", i.Headers("")...); seen.Body != want {
		t.Errorf("visitors see %s, want %s", seen.Body, want)
	}
}

// signIn uses what works without the providers whose variables are not set.
func signIn(t *testing.T, i *apptest.Instance) {
	if got := i.Send(t, "GET", "/auth/v1/authorize?provider=github", ""); got.Status != http.StatusBadRequest {
		t.Errorf("a provider that is off: got %d %s", got.Status, got.Body)
	}
	member := signUp(t, i, "member@example.test")
	_, claims, _ := strings.Cut(member.AccessToken, ".")
	claims, _, _ = strings.Cut(claims, ".")
	if text, err := base64.RawURLEncoding.DecodeString(claims); err != nil || !strings.Contains(string(text), `"iss":"http://127.0.0.1:`) {
		t.Errorf("the claims are %s, %v; want the issuer of the CLI", text, err)
	}
	if got := i.Send(t, "GET", "/rest/v1/members?select=greeting", "", i.Headers(member.AccessToken)...); got.Body != `[{"greeting":"hello"}]` {
		t.Errorf("the member sees %s, want the secret of [db.vault]", got.Body)
	}
	if got := i.Send(t, "GET", "/rest/v1/countries?select=code&code=eq.FR", "", i.Headers("")...); got.Body != `[{"code":"FR"}]` {
		t.Errorf("the seed outside of supabase/ gives %s", got.Body)
	}
}

// reminders waits for the job that has a function send what is due.
func reminders(t *testing.T, i *apptest.Instance) {
	i.Until(t, "/rest/v1/reminders?select=title&sent_at=not.is.null", func(r apptest.Reply) bool { return r.Body == `[{"title":"Book the refuge"}]` })
	if got := i.Send(t, "POST", "/functions/v1/remind", "{}"); got.Status != http.StatusForbidden {
		t.Errorf("without the secret of the vault: got %d %s", got.Status, got.Body)
	}
}

// webhooks waits for what a function makes of the row of a trigger.
func webhooks(t *testing.T, i *apptest.Instance) {
	if got := i.Send(t, "POST", "/rest/v1/orders", `{"id":7,"item":"ice axe"}`, i.Headers("")...); got.Status != http.StatusCreated {
		t.Fatalf("order: got %d %s", got.Status, got.Body)
	}
	i.Until(t, "/rest/v1/receipts?select=order_id,text", func(r apptest.Reply) bool {
		return r.Body == `[{"order_id":7,"text":"INSERT public.orders: ice axe"}]`
	})
}

// queues has a function work off the messages of a queue, each once.
func queues(t *testing.T, i *apptest.Instance) {
	if got := i.Send(t, "POST", "/rest/v1/rpc/welcome", `{"recipient":"ada@example.test"}`, i.Headers("")...); got.Body != "1" {
		t.Fatalf("send: got %d %s", got.Status, got.Body)
	}
	for _, want := range []string{`{"sent":1}`, `{"sent":0}`} {
		if got := i.Send(t, "POST", "/functions/v1/drain", "{}", i.Headers(i.ServiceKey(t))...); got.Body != want {
			t.Errorf("drain: got %d %s, want %s\n%s", got.Status, got.Body, want, i.Printed)
		}
	}
	if got := i.Send(t, "GET", "/rest/v1/sent", "", i.Headers("")...); got.Body != `[{"msg_id":1,"recipient":"ada@example.test"}]` {
		t.Errorf("what was sent: %d %s", got.Status, got.Body)
	}
}
