package keyring

import (
	"context"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/token"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

const (
	secret      = "a-secret-of-the-tests-with-32-bytes-and-more"
	publishable = "sb_publishable_of_the_configuration_1"
	secretKey   = "sb_secret_of_the_configuration_123456"
)

// node is a program with a Store.
type node struct {
	*Store
	t       *testing.T
	changed chan struct{}
}

type options struct {
	seal string // defaults to 32 x
	jwks string
	log  io.Writer
	now  func() time.Time
}

func newNode(t *testing.T, d *pgtest.DB, o options) *node {
	t.Helper()
	if o.now == nil {
		o.now = time.Now
	}
	if o.seal == "" {
		o.seal = strings.Repeat("x", 32)
	}
	if o.log == nil {
		o.log = io.Discard
	}
	pool, err := db.Open(t.Context(), d.LoginURL("supabase_auth_admin"), db.Options{MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	keys, err := token.New(token.Options{Secret: secret, JWKs: o.jwks, Now: o.now})
	if err != nil {
		t.Fatal(err)
	}
	store, err := New(Options{
		Pool: pool, Keys: keys, Secret: secret, Seal: []byte(o.seal), Publishable: publishable, SecretKey: secretKey, TokenLife: time.Hour,
		Log: slog.New(slog.NewTextHandler(o.log, nil)), Now: o.now,
	})
	if err != nil {
		t.Fatal(err)
	}
	n := &node{Store: store, t: t, changed: make(chan struct{}, 1)}
	keys.Revocations.Watch(func() {
		select {
		case n.changed <- struct{}{}:
		default:
		}
	})
	n.read()
	return n
}

func (n *node) read() {
	n.t.Helper()
	if err := n.Read(n.t.Context()); err != nil {
		n.t.Fatal(err)
	}
}

// follow has the node follow the database until the test ends.
func (n *node) follow(d *pgtest.DB) {
	ctx, cancel := context.WithCancel(n.t.Context())
	var running sync.WaitGroup
	running.Go(func() { n.Follow(ctx, db.Link{URL: d.LoginURL("supabase_auth_admin")}) })
	n.t.Cleanup(func() { cancel(); running.Wait() })
}

// until waits for a condition that a change of the keys brings about.
func (n *node) until(what string, holds func() bool) {
	n.t.Helper()
	for !holds() {
		select {
		case <-n.changed:
		case <-n.t.Context().Done():
			n.t.Fatal("the node was not told: " + what)
		}
	}
}

func (n *node) accepts(bearer string) bool {
	_, err := n.Keys.Verify(bearer)
	return err == nil
}

func (n *node) rotate(algorithm string, after time.Duration) string {
	n.t.Helper()
	id, err := n.Rotate(n.t.Context(), algorithm, after)
	if err != nil {
		n.t.Fatal(err)
	}
	n.read()
	return id
}

func (n *node) sign() string {
	n.t.Helper()
	bearer, err := n.Keys.Sign(map[string]any{"sub": "s"})
	if err != nil {
		n.t.Fatal(err)
	}
	return bearer
}

// states are the keys of the list as "id state", those of the configuration by their names.
func (n *node) states() map[string]State {
	n.t.Helper()
	signing, opaque, err := n.List(n.t.Context())
	if err != nil {
		n.t.Fatal(err)
	}
	all := map[string]State{}
	for _, each := range signing {
		all[each.ID] = each.State
	}
	for _, each := range opaque {
		all[each.ID] = each.State
	}
	return all
}

func exec(t *testing.T, d *pgtest.DB, sql string, args ...any) {
	t.Helper()
	if _, err := d.Admin.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}
