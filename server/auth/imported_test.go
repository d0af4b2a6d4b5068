package auth

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"golang.org/x/crypto/bcrypt"

	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/pgtest"
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
	derived, err := hkdf.Key(sha256.New, key, nil, id, 32)
	if err != nil {
		t.Fatal(err)
	}
	block, err := aes.NewCipher(derived)
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	nonce := []byte("twelve bytes")
	text, err := json.Marshal(map[string]any{"key_id": keyID, "alg": "aes-gcm-hkdf", "data": sealed.Seal(nil, nonce, []byte(value), nil), "nonce": nonce})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var testKeys = DecryptionKeys{"one": []byte(strings.Repeat("1", 32)), "two": []byte(strings.Repeat("2", 32))}

func TestDecryptionKeys(t *testing.T) {
	t.Parallel()
	good := base64.RawURLEncoding.EncodeToString(testKeys["one"])
	if keys, err := ParseDecryptionKeys("one:" + good + ",two:" + base64.RawURLEncoding.EncodeToString(testKeys["two"])); err != nil || len(keys) != 2 || string(keys["two"]) != string(testKeys["two"]) {
		t.Errorf("got %v, %v", keys, err)
	}
	if keys, err := ParseDecryptionKeys(""); err != nil || len(keys) != 0 {
		t.Errorf("none: got %v, %v", keys, err)
	}
	for _, text := range []string{"one", "one:", ":" + good, "one:" + good[:20], "one:" + good + ",", "one:" + good + "="} {
		if _, err := ParseDecryptionKeys(text); err == nil || strings.Contains(err.Error(), good[:20]) {
			t.Errorf("%q: got %v, want an error without the key", text, err)
		}
	}
}

func TestOpenEncrypted(t *testing.T) {
	t.Parallel()
	const id = "00000000-0000-4000-8000-000000000001"
	good := seal(t, "one", testKeys["one"], id, "secret")
	for _, c := range []struct{ name, id, value, want, err string }{
		{"plain", id, annHash, annHash, ""},
		{"empty", id, "", "", ""},
		{"encrypted", id, good, "secret", ""},
		{"of another row", "00000000-0000-4000-8000-000000000002", good, "", "another key or row"},
		{"of another key", id, seal(t, "two", testKeys["one"], id, "secret"), "", "another key or row"},
		{"of a key that is not known", id, seal(t, "three", testKeys["one"], id, "secret"), "", `the key "three"`},
		{"of another algorithm", id, strings.Replace(good, "aes-gcm-hkdf", "aes", 1), "", "algorithm"},
		{"no JSON", id, "{", "", "JSON"},
		{"a short nonce", id, `{"key_id":"one","alg":"aes-gcm-hkdf","data":"","nonce":"AA=="}`, "", "nonce"},
		{"nothing", id, `{}`, "", "algorithm"},
	} {
		got, err := testKeys.open(c.id, c.value)
		if got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: got %q, %v; want %q, %q", c.name, got, err, c.want, c.err)
		}
	}
}

func TestVerifyFirebase(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, hash, password string
		want                 bool
	}{
		{"right", firebase, firebasePass, true},
		{"wrong", firebase, "user1passwore", false},
		{"another separator", strings.Replace(firebase, "ss=Bw==", "ss=CA==", 1), firebasePass, false},
		{"no separator", strings.Replace(firebase, ",ss=Bw==", "", 1), firebasePass, false},
		{"another version", strings.Replace(firebase, "v=1", "v=2", 1), firebasePass, false},
		{"too dear", strings.Replace(firebase, "n=14", "n=24", 1), firebasePass, false},
		{"too many lanes", strings.Replace(firebase, "p=1", "p=32", 1), firebasePass, false},
		{"no rounds", strings.Replace(firebase, "r=8", "r=0", 1), firebasePass, false},
		{"no signer key", firebase[:strings.Index(firebase, ",sk=")] + "$42xEC+ixf3L2lw==$", firebasePass, false},
		{"no base64", strings.Replace(firebase, "$42xE", "$42x_", 1), firebasePass, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got, err := newHasher(100, maxHashMemory, nil).verify(t.Context(), hashCaller{}, c.hash, c.password); got != c.want || err != nil {
				t.Errorf("got %v %v, want %v", got, err, c.want)
			}
		})
	}
}

// A hash that takes more memory than there is for hashing is not verified, and costs
// what an unknown user costs.
func TestHashMemoryIsBounded(t *testing.T) {
	t.Parallel()
	for _, hash := range []string{argonID, firebase} {
		h := newHasher(100, 1<<20, nil)
		work := counting(t, h)
		if match, err := h.verify(t.Context(), hashCaller{}, hash, argonPass); match || err != nil || work() != 1<<bcryptCost {
			t.Errorf("%.20s: %v %v, %d rounds of bcrypt, want %d", hash, match, err, work(), 1<<bcryptCost)
		}
	}
}

// Hashes that take much memory are verified one after the other, others at once.
func TestHashMemoryIsShared(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const whole = 64 << 20 // what argonID takes
		h := newHasher(100, whole, nil)
		if err := h.memory.Acquire(t.Context(), whole); err != nil {
			t.Fatal(err)
		}
		matched := false
		go func() { matched = h.matches(argonID, argonPass) }()
		synctest.Wait()
		if matched {
			t.Error("verified without memory")
		}
		h.memory.Release(whole)
		synctest.Wait()
		if !matched {
			t.Error("not verified when there was memory")
		}
	})
}

func TestOutdatedHashes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		hash, password string
		want           bool
	}{
		{annHash, annPass, false},
		{cost4, annPass, true},
		{strings.Replace(annHash, "$2a$", "$2y$", 1), annPass, false},
		{argonID, argonPass, false},
		{strings.Replace(argonID, "m=65536", "m=65537", 1), argonPass, true},
		{firebase, firebasePass, true},
		{`{"key_id":"one"}`, annPass, true},
		{firebase, strings.Repeat("x", 73), false},
		{"", annPass, false},
	} {
		if got := outdated(c.hash, c.password); got != c.want {
			t.Errorf("outdated(%q, %q) = %v, want %v", c.hash, c.password, got, c.want)
		}
	}
}

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
			f.decryption = testKeys
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
			if cost, err := bcrypt.Cost([]byte(hash)); (hash != c.hash) != c.renewed || c.renewed && (err != nil || cost != bcryptCost) {
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
				key, session := []byte(strings.Repeat("k", 32)), uuid.MustParse("00000000-0000-4000-8000-0000000000a2")
				if got := f.ok(f.refreshWith(newRefreshToken(session, 41, key))).str("refresh_token"); got != newRefreshToken(session, 42, key) {
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
