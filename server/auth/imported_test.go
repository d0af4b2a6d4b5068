package auth

import (
	"crypto/rand"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/crypto/bcrypt"

	"github.com/toubkal/toubkal/server/auth/encryption"
	"github.com/toubkal/toubkal/server/auth/password"
	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// Hashes of other programs.
const (
	// The example of github.com/firebase/scrypt.
	firebase     = "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="
	firebasePass = "user1password"
	// A vector of the reference implementation of argon2.
	argonID   = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
	argonPass = "password"
)

// seal encrypts as GoTrue does.
func seal(t *testing.T, keyID string, key []byte, id, value string) string {
	t.Helper()
	text, err := encryption.Key{ID: keyID, Key: key}.Seal(rand.Reader, id, value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

var testKeys = encryption.Keys{"one": []byte(strings.Repeat("1", 32)), "two": []byte(strings.Repeat("2", 32))}

// Accounts of a dump sign in with their old passwords; where the hash is not as ours are,
// it is replaced.
func TestImportedUsersSignIn(t *testing.T) {
	t.Parallel()
	const id = "00000000-0000-4000-8000-000000000001"
	for _, c := range []struct {
		name, hash, password string
		renewed              bool
	}{
		{"bcrypt", annHash, annPass, false},
		{"bcrypt of PHP", strings.Replace(annHash, "$2a$", "$2y$", 1), annPass, false},
		{"bcrypt of Auth0", strings.Replace(annHash, "$2a$", "$2b$", 1), annPass, false},
		{"bcrypt of pgcrypto", cost6, annPass, true},
		{"argon2id", argonID, argonPass, false},
		{"Firebase", firebase, firebasePass, true},
		{"encrypted", seal(t, "one", testKeys["one"], id, annHash), annPass, true},
		{"argon2id, encrypted", seal(t, "two", testKeys["two"], id, argonID), argonPass, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := setup(t)
			f.configure(func(o *Options) { o.DecryptionKeys = testKeys })
			if len(c.hash) > 255 {
				t.Fatalf("%d characters do not fit the column", len(c.hash))
			}
			// As plain SQL or an old GoTrue leaves a row: null instance, tokens and metadata.
			f.exec(`insert into auth.users (id, email, encrypted_password, email_confirmed_at, created_at, updated_at) values ($1, $2, $3, now(), null, null)`, id, ann, c.hash)
			signIn := func(password string) answer {
				return f.call("POST", "/token?grant_type=password", "", `{"email":"`+ann+`","password":"`+password+`"}`)
			}
			f.refused(signIn("wrong"), 400, "invalid_credentials", "Invalid login credentials")
			user := f.ok(signIn(c.password)).body["user"].(map[string]any)
			identities, _ := user["identities"].([]any)
			if app, _ := json.Marshal(user["app_metadata"]); string(app) != `{"provider":"email","providers":["email"]}` || len(identities) != 1 {
				t.Errorf("app_metadata %s, identities %v", app, identities)
			}
			hash := f.text(`select encrypted_password from auth.users`)
			if cost, err := bcrypt.Cost([]byte(hash)); (hash != c.hash) != c.renewed || c.renewed && (err != nil || cost != password.Cost) {
				t.Errorf("the hash is %q now, from %q", hash, c.hash)
			}
			f.ok(signIn(c.password))
			if n := f.count(`select count(*) from auth.identities where provider = 'email' and provider_id = $1 and email = $2 and identity_data ->> 'sub' = $1
				and (identity_data ->> 'email_verified')::boolean`, id, ann); n != 1 {
				t.Errorf("%d identities, want 1", n)
			}
		})
	}
}

func TestImportedMetadata(t *testing.T) {
	t.Parallel()
	const id = "00000000-0000-4000-8000-000000000001"
	for _, c := range []struct{ name, app, identity, want string }{
		{"kept", `{"provider": "google", "providers": ["google"], "plan": "pro"}`, "google", `{"plan":"pro","provider":"google","providers":["google"]}`},
		{"of the identity", `{"plan": "pro"}`, "google", `{"plan":"pro","provider":"google","providers":["google"]}`},
		{"not an object", `null`, "", `{"provider":"email","providers":["email"]}`},
		{"without identity", `{"provider": "email", "providers": ["email"], "plan": "pro"}`, "", `{"plan":"pro","provider":"email","providers":["email"]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := setup(t)
			f.exec(`insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data) values ($1, $2, $3, now(), $4)`, id, ann, annHash, c.app)
			if c.identity != "" {
				f.exec(`insert into auth.identities (provider_id, user_id, identity_data, provider) values ('1', $1, '{}', $2)`, id, c.identity)
			}
			user := f.login(ann).body["user"].(map[string]any)
			if app, _ := json.Marshal(user["app_metadata"]); string(app) != c.want {
				t.Errorf("app_metadata %s, want %s", app, c.want)
			}
			if n := f.count(`select count(*) from auth.identities`); n != 1 {
				t.Errorf("%d identities, want 1", n)
			}
		})
	}
}

// A hash that cannot be decrypted is nobody's password, and no error of the server.
func TestHashOfAnUnknownKey(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	f.exec(`update auth.users set encrypted_password = $1`, seal(t, "one", testKeys["one"], id, annHash))
	f.refused(f.call("POST", "/token?grant_type=password", "", `{"email":"`+ann+`","password":"`+annPass+`"}`), 400, "invalid_credentials", "Invalid login credentials")
}

func TestAdminTakesHashesOfOthers(t *testing.T) {
	t.Parallel()
	f := setup(t)
	for email, c := range map[string][2]string{
		"argon@example.test": {argonID, argonPass}, "firebase@example.test": {firebase, firebasePass},
		"auth0@example.test": {strings.Replace(annHash, "$2a$", "$2b$", 1), annPass},
	} {
		f.ok(f.call("POST", "/admin/users", f.service(), `{"email":"`+email+`","password_hash":"`+c[0]+`","email_confirm":true}`))
		f.ok(f.call("POST", "/token?grant_type=password", "", `{"email":"`+email+`","password":"`+c[1]+`"}`))
	}
}

// The accounts and sessions of a Supabase project go on: those of a whole dump that was
// taken over, and those of a dump of the rows.
func TestAccountsOfADump(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, dump string
		rows       bool
	}{
		{"newest", "supabase-newest", false},
		{"older", "supabase-older", false},
		{"rows", "supabase-data", true},
		{"rows of an older one", "supabase-older-data", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := pgtest.Empty(t)
			file := "../migrate/testdata/" + c.dump + ".sql"
			if !c.rows {
				d.Load(file)
			}
			if _, err := migrate.Up(t.Context(), d.Conn(), migrate.Folder{}, migrate.Options{}); err != nil {
				t.Fatal(err)
			}
			if c.rows {
				d.Load(file)
			}
			f := setupOn(t, d)
			signIn := func(email, password string) answer {
				return f.call("POST", "/token?grant_type=password", "", `{"email":"`+email+`","password":"`+password+`"}`)
			}
			f.ok(signIn(ann, annPass))
			bob := f.ok(signIn("bob@example.test", annPass))
			if identities, _ := bob.body["user"].(map[string]any)["identities"].([]any); len(identities) != 1 {
				t.Errorf("identities %v, want one", identities)
			}
			f.refused(signIn("cal@example.test", argonPass), 400, "user_banned", "User is banned")
			f.ok(f.call("GET", "/user", bob.str("access_token"), ""))
			if list := f.ok(f.call("GET", "/admin/users", f.service(), "")); list.body["users"] == nil || len(list.body["users"].([]any)) != 3 {
				t.Errorf("users: %s", list.text)
			}
			counted := f.ok(f.refreshWith("d2fyimflu4c4")).str("refresh_token")
			f.ok(f.refreshWith(counted))
			f.clock.advance(reuseInterval)
			f.refused(f.refreshWith("itn76khohkfo"), 400, "refresh_token_already_used", "Invalid Refresh Token: Already Used")
			f.refused(f.refreshWith(counted), 400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
			if !strings.Contains(c.dump, "older") {
				key, in := []byte(strings.Repeat("k", 32)), uuid.MustParse("00000000-0000-4000-8000-0000000000a2")
				if got := f.ok(f.refreshWith(session.NewRefreshToken(in, 41, key))).str("refresh_token"); got != session.NewRefreshToken(in, 42, key) {
					t.Errorf("got %s, want the counter 42 under the same key", got)
				}
			}
			id := bob.header.Get("sb-auth-user-id")
			f.ok(f.call("PUT", "/admin/users/"+id, f.service(), `{"ban_duration":"24h"}`))
			f.ok(f.call("DELETE", "/admin/users/"+id, f.service(), ""))
			f.ok(f.call("POST", "/admin/users", f.service(), `{"email":"new@example.test","password":"a-new-passw0rd","email_confirm":true}`))
			f.ok(signIn("new@example.test", "a-new-passw0rd"))
		})
	}
}

// An address that another program has stored with capitals is the same.
func TestStoredCapitals(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	id := f.user(ann)
	f.exec(`update auth.users set email = 'Ann@Example.Test'`)
	if got := f.login(ann).body["user"].(map[string]any)["id"]; got != id {
		t.Errorf("signed in as %v", got)
	}
	f.login("ANN@example.test")
	f.ok(f.call("POST", "/signup", "", `{"email":"`+ann+`","password":"correct horse"}`))
	f.clock.advance(time.Minute)
	f.ok(f.call("POST", "/recover", "", `{"email":"`+ann+`"}`))
	session := f.ok(f.call("POST", "/verify", "", `{"type":"recovery","email":"`+ann+`","token":"`+f.oneMail().code()+`"}`))
	if got := session.body["user"].(map[string]any)["id"]; got != id || f.count(`select count(*) from auth.users`) != 1 {
		t.Errorf("recovered %v", got)
	}
}
