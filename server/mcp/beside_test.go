package mcp_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toubkal/toubkal/server/localpg"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// TestCommandBesideAServer: the command takes the PostgreSQL that another program runs, starts none,
// and finds it again when that program was restarted.
func TestCommandBesideAServer(t *testing.T) {
	t.Parallel()
	data := pgtest.Folder(t)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), program, "mcp", "--project", t.TempDir())
	run.Env = append(os.Environ(), beTheProgram+"=1", "TOUBKAL_DATA_DIR="+data, "DATABASE_URL=")
	client, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), &sdk.CommandTransport{Command: run}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	a := assistant{client, nil}
	catalog := args{"schema": "pg_catalog", "table": "pg_class"}
	for range 2 {
		a.refuses(t, "describe_table", catalog, "start `toubkal dev`")
		server, err := localpg.Start(t.Context(), localpg.Options{Root: "../..", Dir: filepath.Join(data, "postgres"), Fast: true})
		if err != nil {
			t.Fatal(err)
		}
		a.answers(t, "describe_table", catalog, "relrowsecurity")
		if err := server.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
}
