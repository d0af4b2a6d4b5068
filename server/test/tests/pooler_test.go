//go:build pooler

package tests

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// pgbouncer starts one in transaction mode with few connections, so that each transaction
// gets another one, and gives the address of a database through it.
func pgbouncer(t *testing.T, database *pgtest.DB) string {
	t.Helper()
	config, err := pgconn.ParseConfig(database.URL)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "pgbouncer-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	address := freeAddress(t)
	host, port, _ := net.SplitHostPort(address)
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	users := write("users.txt", fmt.Sprintf("%q %q\n", config.User, config.Password))
	ini := write("pgbouncer.ini", fmt.Sprintf(`[databases]
* = host=%s port=%d auth_user=%s
[pgbouncer]
listen_addr = %s
listen_port = %s
unix_socket_dir =
auth_type = scram-sha-256
auth_file = %s
pool_mode = transaction
default_pool_size = 4
max_client_conn = 500
logfile =
`, config.Host, config.Port, config.User, host, port, users))
	program, err := osexec.LookPath("pgbouncer")
	if err != nil {
		program = "/usr/sbin/pgbouncer"
	}
	args := []string{"-q", ini}
	if os.Geteuid() == 0 {
		// the socket is of PostgreSQL's account alone
		owner, err := osexec.Command("stat", "-c", "%U", config.Host).Output()
		if err != nil {
			t.Fatal(err)
		}
		args = append([]string{"-u", strings.TrimSpace(string(owner))}, args...)
	}
	command := osexec.Command(program, args...)
	command.Stderr = os.Stderr
	if err := command.Start(); err != nil {
		t.Fatalf("start PgBouncer (apt-get install pgbouncer): %v", err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	})
	for {
		conn, err := net.DialTimeout("tcp", address, apptest.Timeout)
		if err == nil {
			_ = conn.Close()
			break
		}
		if t.Context().Err() != nil {
			t.Fatal("PgBouncer does not start")
		}
	}
	return (&url.URL{Scheme: "postgres", User: url.UserPassword(config.User, config.Password), Host: address, Path: config.Database, RawQuery: "sslmode=disable"}).String()
}

// Everything works through PgBouncer in transaction mode, and what needs a session goes past
// it.
func TestThroughPgBouncer(t *testing.T) {
	t.Parallel()
	database := pgtest.Empty(t)
	pooled := pgbouncer(t, database)
	err := apptest.RunCommand(t, fixtureProject(), "migrate", []string{"DATABASE_URL=" + pgbouncer(t, pgtest.Empty(t)), "TOUBKAL_DATA_DIR=" + t.TempDir(), "GOTRUE_JWT_SECRET=" + apptest.Secret}, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "DIRECT_DATABASE_URL") {
		t.Errorf("without DIRECT_DATABASE_URL: %v, want an error that names it", err)
	}
	s := instanceOn(t, database)
	s.Start(t, []string{"DATABASE_URL=" + pooled, "DIRECT_DATABASE_URL=" + database.URL, "SERVICES=rest,auth,functions,realtime,storage,site", "GOTRUE_MAILER_AUTOCONFIRM=true"})
	execute(t, database, `create table public.items (id bigint generated always as identity primary key, name text, tags text[], at timestamptz default now());
		grant all on public.items to anon, authenticated; grant usage on all sequences in schema public to anon, authenticated;
		alter publication supabase_realtime add table public.items; notify pgrst, 'reload schema'`)
	s.Until(t, "/rest/v1/items", func(r apptest.Reply) bool { return r.Status == http.StatusOK })
	s.WaitForStream(t)
	client := s.Realtime(t, apptest.Version2)
	live(client, "items", listening(to("items")))

	var writers sync.WaitGroup
	for i := range 8 {
		writers.Go(func() {
			for j := range 25 {
				name := fmt.Sprintf("%d-%d", i, j)
				r := s.Send(t, "POST", "/rest/v1/items", `{"name":"`+name+`","tags":["a","b"]}`, append(s.Headers(""), "Prefer: return=representation")...)
				if r.Status != http.StatusCreated {
					t.Errorf("insert: %d %s", r.Status, r.Body)
				}
				if r = s.Send(t, "GET", "/rest/v1/items?select=id,name,tags&name=eq."+name, "", s.Headers("")...); r.Status != http.StatusOK || !strings.Contains(r.Body, name) {
					t.Errorf("read: %d %s", r.Status, r.Body)
				}
			}
		})
	}
	writers.Wait()
	client.Expect("items", "postgres_changes")

	user := s.CreateUser(t, "ann@example.test", "a-long-passw0rd")
	for range 10 {
		if r := s.Send(t, "GET", "/auth/v1/user", "", s.Headers(user.AccessToken)...); r.Status != http.StatusOK {
			t.Errorf("the user: %d %s", r.Status, r.Body)
		}
	}
	if r := s.Send(t, "GET", "/auth/v1/admin/users", "", s.Headers(s.ServiceKey(t))...); r.Status != http.StatusOK {
		t.Errorf("all users: %d %s", r.Status, r.Body)
	}
	if r := s.Send(t, "POST", "/auth/v1/logout", "", s.Headers(user.AccessToken)...); r.Status != http.StatusNoContent {
		t.Errorf("sign-out: %d %s", r.Status, r.Body)
	}
	s.Until(t, "/ready", func(r apptest.Reply) bool { return r.Status == http.StatusOK })
	service := s.Headers(s.ServiceKey(t))
	for _, c := range [][2]string{{"/storage/v1/bucket", `{"name":"open","public":true}`}, {"/storage/v1/object/open/a.txt", "hello"}, {"/storage/v1/object/list/open", `{"prefix":""}`}} {
		if r := s.Send(t, "POST", c[0], c[1], service...); r.Status != http.StatusOK {
			t.Errorf("%s: %d %s", c[0], r.Status, r.Body)
		}
	}
	if r := s.Send(t, "GET", "/storage/v1/object/public/open/a.txt", ""); r.Body != "hello" {
		t.Errorf("download: %d %s", r.Status, r.Body)
	}
	if r := s.Send(t, "DELETE", "/storage/v1/object/open/a.txt", "", service...); r.Status != http.StatusOK {
		t.Errorf("delete: %d %s", r.Status, r.Body)
	}
	s.Stop()
	if log := s.Logged.String(); strings.Contains(log, "level=ERROR") {
		t.Errorf("errors in the log:\n%s", log)
	}
}
