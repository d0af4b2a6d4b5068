package keyring

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/token"
)

// Two nodes: what one rotates, revokes and creates, the other does too.
func TestNodesFollow(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	one, two := newNode(t, d, options{}), newNode(t, d, options{})
	two.follow(d)
	legacy := one.sign()
	id := one.rotate("", 0)
	bearer := one.sign()
	two.until("a new key", func() bool { return two.accepts(bearer) })
	if other := two.sign(); !one.accepts(other) || !one.accepts(legacy) || !two.accepts(legacy) {
		t.Error("the nodes do not accept each other's tokens, or those of the key before")
	}
	next := one.rotate("EdDSA", 0)
	newer := one.sign()
	two.until("the next key", func() bool { return two.accepts(newer) })
	if !two.accepts(bearer) {
		t.Error("the key before does not verify while its tokens live")
	}
	if err := one.Revoke(t.Context(), id, false); err != nil {
		t.Fatal(err)
	}
	two.until("a revoked key", func() bool { return !two.accepts(bearer) })
	if !two.accepts(newer) || !two.accepts(legacy) {
		t.Error("a key was revoked too many")
	}
	key, err := one.Create(t.Context(), Secret, "backup")
	if err != nil {
		t.Fatal(err)
	}
	two.until("an opaque key", func() bool { return two.Keys.Exchange(key) != "" })
	_, opaque, err := one.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, each := range opaque {
		if each.Name == "backup" {
			err = one.Revoke(t.Context(), each.ID, false)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	two.until("a revoked opaque key", func() bool { return two.Keys.Exchange(key) == "" })
	states := one.states()
	if states[id] != Revoked || states[next] != Current || states[token.SecretName(secret)] != Previous || states[Publishable] != Current {
		t.Errorf("states are %v", states)
	}
	// One that starts later, and one that is not notified and reads.
	if later := newNode(t, d, options{}); later.accepts(bearer) || !later.accepts(newer) {
		t.Error("a node that started later knows other keys")
	}
}

// A node that loses its connection reads what it has missed.
func TestALostConnection(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	one, two := newNode(t, d, options{}), newNode(t, d, options{})
	two.follow(d)
	one.rotate("", 0)
	first := one.sign()
	two.until("a new key", func() bool { return two.accepts(first) })
	exec(t, d, `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ~* '^(listen|notify)'`)
	one.rotate("HS256", 0)
	second := one.sign()
	two.until("the next key", func() bool { return two.accepts(second) })
}

// The states of a key over time, and the private part that is not readable.
func TestTheLifeOfAKey(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	n := newNode(t, d, options{})
	first := n.rotate("", 10*time.Minute)
	if got := n.states()[first]; got != Next {
		t.Errorf("the new key is %s, want next", got)
	}
	if len(n.Keys.JWKS()) != 1 {
		t.Error("the next key is not published")
	}
	if name := token.SecretName(secret); n.states()[name] != Current {
		t.Errorf("the secret is %s, want current", n.states()[name])
	}
	if _, err := n.Rotate(t.Context(), "RS256", 0); err == nil || !strings.Contains(err.Error(), "next already") {
		t.Errorf("another next key: %v, want it refused", err)
	}
	if again := n.rotate("", 0); again != first || n.states()[first] != Current {
		t.Errorf("the next key is %s, want it current", n.states()[first])
	}
	bearer := n.sign()
	second := n.rotate("", 0)
	if states := n.states(); states[first] != Previous || states[second] != Current {
		t.Errorf("states are %v", states)
	}
	exec(t, d, `update auth.signing_keys set signs_from = signs_from - interval '61 minutes'`)
	if n.read(); !n.accepts(bearer) {
		t.Error("the key before is gone while its tokens may live")
	}
	exec(t, d, `update auth.signing_keys set signs_from = signs_from - interval '2 minutes'`)
	if n.read(); n.accepts(bearer) || n.states()[first] != Expired || len(n.Keys.JWKS()) != 1 {
		t.Errorf("a key whose tokens have expired is %s and verifies", n.states()[first])
	}
	n.rotate("", 0)
	if _, kept := n.states()[first]; kept {
		t.Error("an expired key is kept at the next rotation")
	}
	var stored []byte
	if err := d.Admin.QueryRow(t.Context(), `select string_agg(private_key, '') from auth.signing_keys`).Scan(&stored); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"kty", "P-256", `"d"`} {
		if bytes.Contains(stored, []byte(word)) {
			t.Errorf("the stored key shows %s", word)
		}
	}
	if err := n.Revoke(t.Context(), second, false); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := d.Admin.QueryRow(t.Context(), `select count(private_key) from auth.signing_keys where revoked_at is not null`).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d revoked keys keep their private part (%v)", left, err)
	}
}

// What must not be revoked, and what only on purpose.
func TestRevokingWhatIsUsed(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	n := newNode(t, d, options{})
	refused := func(id string, force bool, want string) {
		t.Helper()
		if err := n.Revoke(t.Context(), id, force); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("revoke %s: %v, want %q", id, err, want)
		}
	}
	refused("nothing", true, "there is no key")
	refused("legacy", true, "signs tokens now")
	id := n.rotate("", 0)
	refused(id, true, "signs tokens now")
	refused("legacy", false, "anon key")
	refused(Secret, false, "keys create secret")
	for _, each := range []string{"legacy", Secret} {
		if err := n.Revoke(t.Context(), each, false); !errors.Is(err, ErrInUse) {
			t.Errorf("revoke %s: %v, want ErrInUse", each, err)
		}
	}
	anon, err := n.Keys.APIKey(token.Anon)
	if err != nil {
		t.Fatal(err)
	}
	if !n.accepts(anon) || n.Keys.Exchange(secretKey) == "" {
		t.Fatal("what was refused was done")
	}
	for _, each := range []string{"legacy", Secret} {
		if err := n.Revoke(t.Context(), each, true); err != nil {
			t.Errorf("revoke %s: %v", each, err)
		}
	}
	if n.read(); n.accepts(anon) || n.Keys.Exchange(secretKey) != "" || n.Keys.Exchange(publishable) == "" {
		t.Error("the revoked keys are accepted, or another one is not")
	}
	refused("legacy", true, "revoked already")
	refused(Secret, true, "no key")
	if n.states()[token.SecretName(secret)] != Revoked {
		t.Errorf("states are %v", n.states())
	}
	next := n.rotate("RS256", time.Hour)
	if err := n.Revoke(t.Context(), next, false); err != nil || n.states()[next] != Revoked {
		t.Errorf("a next key cannot be revoked: %v, it is %s", err, n.states()[next])
	}
	if n.read(); !n.accepts(n.sign()) {
		t.Error("the current key signs no more")
	}
}

func TestConfiguredKeysComeFirst(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	jwk, err := token.Generate("of-the-environment", "ES256")
	if err != nil {
		t.Fatal(err)
	}
	n := newNode(t, d, options{jwks: "[" + string(jwk) + "]"})
	if _, err := n.Rotate(t.Context(), "", 0); err == nil || !strings.Contains(err.Error(), "GOTRUE_JWT_KEYS") {
		t.Errorf("rotation beside a configured signer: %v, want it refused", err)
	}
	if err := n.Revoke(t.Context(), "of-the-environment", true); err == nil || !strings.Contains(err.Error(), "take it out there") {
		t.Errorf("revoking the configured signer: %v, want it refused", err)
	}
	if states := n.states(); states["of-the-environment"] != Current || states[token.SecretName(secret)] != Previous {
		t.Errorf("states are %v", states)
	}
}

func TestCreatingKeys(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	n := newNode(t, d, options{})
	key, err := n.Create(t.Context(), Publishable, "web")
	if err != nil {
		t.Fatal(err)
	}
	var found int
	err = d.Admin.QueryRow(t.Context(), `select count(*) from auth.api_keys k where k::text like '%' || $1 || '%'`, key[20:]).Scan(&found)
	if err != nil || found != 0 {
		t.Errorf("the key itself is stored (%v)", err)
	}
	for _, c := range []struct{ kind, name, want string }{
		{Publishable, "web", "already"},
		{Secret, "Web", "lower-case"},
		{Secret, "", "lower-case"},
		{Secret, strings.Repeat("x", 64), "lower-case"},
		{"service", "web", "neither"},
	} {
		if _, err := n.Create(t.Context(), c.kind, c.name); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("create %s %q: %v, want %q", c.kind, c.name, err, c.want)
		}
	}
	if _, err := n.Create(t.Context(), Secret, "web"); err != nil {
		t.Errorf("the name of another kind: %v", err)
	}
}

// Another secret cannot decrypt the keys: that is said once, and the rest works.
func TestAnotherSecret(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	id := newNode(t, d, options{}).rotate("", 0)
	var log bytes.Buffer
	n := newNode(t, d, options{seal: strings.Repeat("y", 32), log: &log})
	n.read()
	if got := log.String(); strings.Count(got, id) != 1 || strings.Contains(got, secret) {
		t.Errorf("the log has %q, want %s once", got, id)
	}
	if !n.accepts(n.sign()) {
		t.Error("nothing signs")
	}
	// The kid is authenticated with the key: rows cannot be exchanged.
	exec(t, d, `update auth.signing_keys set kid = 'other'`)
	if other := newNode(t, d, options{}); other.Keys.Has("other") {
		t.Error("the key of another row is accepted")
	}
}

// The clocks of the database and of the node may differ.
func TestClocksThatDiffer(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	behind := newNode(t, d, options{now: func() time.Time { return time.Now().Add(-time.Hour) }})
	id := behind.rotate("", 0)
	bearer := behind.sign()
	if !behind.Keys.Has(id) || newNode(t, d, options{}).accepts(bearer) == false {
		t.Error("a node whose clock is behind signs with the key before")
	}
}

// Without the tables there are no stored keys, and the configured ones work.
func TestBeforeTheMigration(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	exec(t, d, `drop table auth.signing_keys, auth.api_keys`)
	n := newNode(t, d, options{})
	if !n.accepts(n.sign()) {
		t.Error("the configured keys do not work")
	}
}

// Nobody but the auth server reads or writes the keys.
func TestRightsOnKeys(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	for _, table := range []string{"auth.signing_keys", "auth.api_keys"} {
		var roles []string
		err := d.Admin.QueryRow(t.Context(), `select coalesce(array_agg(rolname::text), '{}') from pg_roles
			where rolname in ('anon', 'authenticated', 'service_role', 'authenticator', 'supabase_realtime_admin', 'toubkal_owner')
				and has_table_privilege(rolname, $1, 'select, insert, update, delete')`, table).Scan(&roles)
		if err != nil || len(roles) > 0 {
			t.Errorf("%s: %v may use it (%v)", table, roles, err)
		}
	}
}
