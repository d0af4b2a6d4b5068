package app

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/localpg"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/test/pgtest/fixture"
)

// TestCommandsWorkBesideARunningServer: they were refused, as a second `serve`
// still is, so that a lost password could not be made anew without an interruption.
func TestCommandsWorkBesideARunningServer(t *testing.T) {
	t.Parallel()
	dir := pgtest.Folder(t)
	running, err := localpg.Start(t.Context(), localpg.Options{Root: "../..", Dir: filepath.Join(dir, "postgres"), Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = running.Stop(context.WithoutCancel(t.Context())) })
	environ := []string{"PORT=0", "TOUBKAL_DATA_DIR=" + dir, "TOUBKAL_ENV=production"}
	var out bytes.Buffer
	asked := project.Project{Migrations: fixture.Schema, Commands: []project.Command{{Name: "who", Usage: "NAME", Run: who}}}
	if err := Command(t.Context(), asked, []string{"who", "Nadia"}, environ, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if out.String() != "Nadia asks as postgres\n" {
		t.Errorf("the project's command prints %q", out.String())
	}
	out.Reset()
	if err := Command(t.Context(), asked, []string{"types"}, environ, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out.String(), "export type Json =") || !strings.Contains(out.String(), "\n      teams: {\n") {
		t.Errorf("types prints %q", out.String())
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // where it is not refused
	defer cancel()
	err = Command(ctx, project.Project{}, []string{"serve"}, environ, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "is in use by another program") {
		t.Errorf("a second serve: %v, want a refusal", err)
	}
	if running.Err() != nil {
		t.Errorf("the verb ended the PostgreSQL of another program: %v", running.Err())
	}
}

// who is a command of a project: it is given the database's owner.
func who(ctx context.Context, admin *project.Admin, args []string) ([]string, error) {
	var owner string
	err := admin.OwnerTx(ctx, func(tx db.Tx) error { return tx.QueryRow(ctx, "select current_user").Scan(&owner) })
	return []string{args[0] + " asks as " + owner}, err
}
