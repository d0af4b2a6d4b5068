package tests

import (
	"context"
	"slices"
	"testing"

	"github.com/toubkal/toubkal/client/site"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/jobs"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/token"
)

// One run erases all that is too old, in several batches. What is erased: schema/retention_test.go.
func TestDataExpires(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	pool, err := db.Open(t.Context(), database.LoginURL("authenticator"), db.Options{MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	if _, err := database.Admin.Exec(t.Context(), `
		insert into public.contact_submissions (name, email, subject, message, created_at)
			select 'Nadia', 'n@example.org', 'x', 'Hello', now() - interval '3 years' from generate_series(1, 450);
		insert into public.contact_submissions (name, email, subject, message) values ('New', 'n@example.org', 'x', 'Hello')`); err != nil {
		t.Fatal(err)
	}
	transactions := 0
	plan, err := site.Project().Jobs(&project.Host{AsServiceRole: func(ctx context.Context, fn func(db.Tx) error) error {
		transactions++
		return pool.Tx(ctx, db.As(token.Claims{Role: token.ServiceRole}), fn)
	}})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(plan.Schedules, func(s jobs.Schedule) bool { return s.Name == "site-expiry" })
	if err := plan.Schedules[i].Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if transactions != 4 {
		t.Errorf("%d transactions, want 3 that erase and one that finds nothing", transactions)
	}
	var left string
	if err := database.Admin.QueryRow(t.Context(), `select string_agg(name, ' ') from public.contact_submissions`).Scan(&left); err != nil {
		t.Fatal(err)
	}
	if left != "New" {
		t.Errorf("left %q", left)
	}
}
