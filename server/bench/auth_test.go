package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestEveryAuthCaseDelivers runs auth's benchmark, tiny, beside a program that is started as
// a GoTrue is: it fails where an answer is wrong, and asserts no times.
func TestEveryAuthCaseDelivers(t *testing.T) {
	t.Parallel()
	dir, root := t.TempDir(), filepath.Join("..", "..")
	program := program(t)
	other := filepath.Join(dir, "gotrue")
	// In another database: the one for a GoTrue has its schema already, which the program makes itself.
	script := fmt.Sprintf(`#!/bin/sh
export SERVICES=auth TOUBKAL_DATA_DIR='%s/data' GOTRUE_RATE_LIMIT_TOKEN_REFRESH=0 DATABASE_URL="${DATABASE_URL%%/auth_gotrue*}/postgres${DATABASE_URL#*/auth_gotrue}"
exec '%s' "$@"
`, dir, program)
	if err := os.WriteFile(other, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	o := options{
		span: 200 * time.Millisecond, rounds: 1, root: root, throwaway: true, scale: 0.07,
		program: program, gotrue: other,
	}
	var out bytes.Buffer
	b, err := o.auth(t.Context(), &out)
	if err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	for title, systems := range map[string][]string{
		authUser: {ours, gotrue}, authRefresh: {ours, gotrue}, authPassword: {ours, gotrue, bareOnly}, authUserBeside: {ours, gotrue},
	} {
		for _, system := range systems {
			if runs := b.runs[title][system]; len(runs) != 1 || runs[0].rps <= 0 || runs[0].p99 <= 0 {
				t.Errorf("%s: %s has the runs %+v, want one with answers", title, system, runs)
			}
		}
	}
	var report bytes.Buffer
	b.table(&report, "about", authGoals, []string{ours, gotrue, bareOnly})
	for _, g := range authGoals {
		if line := "| " + g.name + " | "; !strings.Contains(report.String(), line) || !strings.Contains(report.String(), g.unit) {
			t.Errorf("the report lacks %s in %s:\n%s", g.name, g.unit, report.String())
		}
	}
}

// Clients refuse what they cannot do, and answers that hold no session.
func TestAuthClientRefusals(t *testing.T) {
	t.Parallel()
	e := &authEnvironment{}
	s := &authServer{accounts: []*authAccount{{email: "a@example.org"}}}
	s.accounts[0].mu.Lock()
	for _, c := range []struct{ name, scenario, want string }{
		{"an unknown scenario", "nothing", `no client makes "nothing"`},
		{"more clients than accounts", authUser, "more clients than the 1 accounts"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if _, err := e.openClient(s, &scenario{name: c.scenario}); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	for _, answer := range []string{`{}`, `{"access_token":"a"}`, `<html>`} {
		if err := (&authAccount{}).take([]byte(answer)); err == nil {
			t.Errorf("%s was taken for a session", answer)
		}
	}
}
