package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/toubkal/toubkal/server/localpg"
)

func TestRunGivesTheCommandACluster(t *testing.T) {
	t.Setenv(variable, "")
	t.Chdir(filepath.Join("..", "..", ".."))
	told := filepath.Join(t.TempDir(), "told")
	// The command sees the address and a live socket, and its code comes back.
	code, err := run("", nil, []string{"/bin/sh", "-c", fmt.Sprintf(`echo "$%s" > %q; exit 7`, variable, told)})
	if code != 7 || err != nil {
		t.Fatalf("got %d, %v; want 7, nil", code, err)
	}
	text, err := os.ReadFile(told)
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(strings.TrimSpace(string(text)))
	if err != nil || u.Scheme != "postgres" {
		t.Fatalf("the command was told %q, %v", text, err)
	}
	if _, err := os.Stat(u.Query().Get("host")); err == nil {
		t.Errorf("%s is left behind", u.Query().Get("host"))
	}
}

func TestRunUsesAClusterThatIsThere(t *testing.T) {
	t.Setenv(variable, "postgres://there")
	code, err := run("", nil, []string{"/bin/sh", "-c", `test "$` + variable + `" = postgres://there`})
	if code != 0 || err != nil {
		t.Errorf("got %d, %v; want 0, nil", code, err)
	}
}

func TestRunLoadsAFile(t *testing.T) {
	t.Chdir(filepath.Join("..", "..", ".."))
	t.Setenv(variable, "")
	file := filepath.Join(t.TempDir(), "small world.sql")
	for _, test := range []struct {
		name, sql, wrong string
		code             int
	}{
		{"well", "create table a (id int); insert into a values (1);", "", 0},
		{"badly", "create table a (id int); insert into b values (1);", `relation "b" does not exist`, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			if err := os.WriteFile(file, []byte(test.sql), 0o600); err != nil {
				t.Fatal(err)
			}
			code, err := run(file, nil, []string{"/bin/sh", "-c", `case "$DATABASE_URL" in */small%20world?*) exit 0; esac; exit 9`})
			if code != test.code || (err == nil) != (test.wrong == "") || err != nil && !strings.Contains(err.Error(), test.wrong) {
				t.Errorf("got %d, %v; want %d, %q", code, err, test.code, test.wrong)
			}
		})
	}
}

func TestRunCreatesEmptyDatabases(t *testing.T) {
	t.Chdir(filepath.Join("..", "..", ".."))
	server, err := localpg.Start(t.Context(), localpg.Options{Throwaway: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop(context.Background()) })
	address := server.URL("postgres")
	t.Setenv(variable, address)
	for range 2 { // the second time in the place of the first one's
		if code, err := run("", []string{"one", "another one"}, []string{"true"}); code != 0 || err != nil {
			t.Fatalf("got %d, %v; want 0, nil", code, err)
		}
		for _, name := range []string{"one", "another%20one"} {
			if err := execute(t.Context(), strings.Replace(address, "/postgres?", "/"+name+"?", 1), "create table public.a ()"); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestAwait(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		args []string
		want int
	}{
		{"success", []string{"/bin/sh", "-c", "exit 0"}, 0},
		{"failure", []string{"/bin/sh", "-c", "exit 3"}, 3},
		{"ended by a signal", []string{"/bin/sh", "-c", "kill -9 $$"}, 137},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			code, err := await(exec.Command(test.args[0], test.args[1:]...), nil)
			if code != test.want || err != nil {
				t.Errorf("got %d, %v; want %d, nil", code, err, test.want)
			}
		})
	}
	if code, err := await(exec.Command("/no/such/program"), nil); code != 127 || err == nil {
		t.Errorf("no such program: got %d, %v; want 127 and why", code, err)
	}
}

func TestAwaitPassesSignalsOn(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("/bin/sh", "-c", `trap "exit 42" TERM; echo ready; while :; do read x || exit 1; done`)
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	defer in.Close()
	caught := make(chan os.Signal, 1)
	go func() {
		out.Read(make([]byte, 6)) // "ready": the trap is set
		caught <- syscall.SIGTERM
		in.Write([]byte("\n")) // a shell runs its trap after the command it is in
	}()
	if code, err := await(cmd, caught); code != 42 || err != nil {
		t.Errorf("got %d, %v; want 42, nil", code, err)
	}
}
