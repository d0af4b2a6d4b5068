package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestAttackReport runs a short attack, and looks for what the report must say of it.
func TestAttackReport(t *testing.T) {
	t.Parallel()
	plan := filepath.Join(t.TempDir(), "attacks.json")
	text := `{
		"accounts": [{"email": "owner@example.org", "password": "a long pass phrase"}],
		"others": [
			{"name": "sign-in", "rate": 10, "method": "POST", "path": "/auth/v1/token?grant_type=password", "body": {"email": "owner@example.org", "password": "a long pass phrase"}},
			{"name": "absent", "rate": 10, "path": "/rest/v1/nowhere{n}"}
		],
		"attacks": [{"name": "health", "clients": 3, "path": "/auth/v1/health"}, {"name": "health of an account", "account": "owner@example.org", "clients": 1, "path": "/auth/v1/user"}, {"name": "sockets", "idle": 5}, {"name": "left out", "clients": 1, "path": "/"}]
	}`
	if err := os.WriteFile(plan, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	o := tiny(t)
	o.attacks, o.span, o.filter = plan, 300*time.Millisecond, "health"
	if err := o.runAttacks(t.Context(), &out); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	for _, want := range []string{"| health | 1 | 200: ", "| health | 50 | 200: ", "| health of an account | 1 | 200: ", " | sign-in | ", " | absent | ", " | 404: 3 | ", "resident"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "left out") {
		t.Errorf("an attack ran that was not asked for:\n%s", out.String())
	}
}

func TestBadAttackFile(t *testing.T) {
	t.Parallel()
	plan := filepath.Join(t.TempDir(), "attacks.json")
	if err := os.WriteFile(plan, []byte(`{"attack": []}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := (options{attacks: plan}).runAttacks(t.Context(), nil); err == nil || !strings.Contains(err.Error(), `unknown field "attack"`) {
		t.Errorf("got %v", err)
	}
}
