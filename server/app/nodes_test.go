package app

import (
	"context"
	"io"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/toubkal/toubkal/server/localpg"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/pgtest/fixture"
)

// Nodes on one new server: they may all start at once, and one with another secret must not
// take the logins away from those that run.
func TestFirstStartsAtOnceAndOneSecret(t *testing.T) {
	t.Parallel()
	server, err := localpg.Start(t.Context(), localpg.Options{Root: "../..", Throwaway: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop(context.WithoutCancel(t.Context())) })
	secret, other := strings.Repeat("one-", 10), strings.Repeat("two-", 10)
	migrates := func(secret string, more ...string) error {
		environ := append([]string{"DATABASE_URL=" + server.URL("postgres"), "TOUBKAL_DATA_DIR=" + t.TempDir(), "GOTRUE_JWT_SECRET=" + secret}, more...)
		return Command(t.Context(), project.Project{Migrations: fixture.Schema}, []string{"migrate"}, environ, io.Discard, io.Discard)
	}
	var starting errgroup.Group
	for range 3 {
		starting.Go(func() error { return migrates(secret) })
	}
	if err := starting.Wait(); err != nil {
		t.Fatalf("three first starts at once: %v", err)
	}
	err = migrates(other)
	if err == nil || !strings.Contains(err.Error(), "GOTRUE_JWT_SECRET") || !strings.Contains(err.Error(), "TOUBKAL_FORMER_JWT_SECRETS") {
		t.Errorf("another secret: %v, want a refusal that says what to do", err)
	}
	if err := migrates(secret); err != nil {
		t.Errorf("the first secret again: %v", err)
	}
	if err := migrates(other, "TOUBKAL_FORMER_JWT_SECRETS="+secret); err != nil {
		t.Errorf("the secret is changed: %v", err)
	}
	if err := migrates(secret); err == nil {
		t.Error("the secret before is accepted after the change")
	}
}
