//go:build endurance && (linux || darwin || freebsd)

// Package storagekilled kills a program while it uploads, overwrites, moves, copies, deletes
// and collects files: after each message to PostgreSQL, at each piece of a body, after each
// message to S3 and from it, and at any time. After the next Collect every row has its bytes,
// and no bytes are without a row. The bytes are in a folder, or in S3 (`make test-s3`).
package storagekilled

import (
	"bufio"
	"context"
	"crypto/md5" // #nosec G501 -- an ETag
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/storage/blob/blobtest"
	"github.com/toubkal/toubkal/server/storage/object"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) {
	if os.Getenv("KILL_DOES") == "" {
		os.Exit(pgtest.Main(m))
	}
	if err := program(context.Background()); err != nil {
		fmt.Println("failed", err)
		os.Exit(1)
	}
}

// world is a database and a store of bytes, and what must be in them.
type world struct {
	*object.Store
	t        *testing.T
	db       *pgtest.DB
	database string
	address  string // of the store
	killed   string // the same for a program that is killed: through s3
	s3       *relay // nil for a folder
	kills    int
	// may has what an object's content may be; "" is no object.
	may map[string][]string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	base := pgtest.New(t)
	w := &world{t: t, db: base, database: base.LoginURL("supabase_storage_admin"), address: blobtest.Address(t), may: map[string][]string{}}
	store, end, err := openStore(t.Context(), w.database, w.address, db.Options{MaxConns: 1}) // see repair
	if err != nil {
		t.Fatal(err)
	}
	if w.killed = w.address; strings.HasPrefix(w.address, "s3:") {
		if w.killed, w.s3, err = throughRelay(t.Context(), w.address, func() {}); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(end)
	w.Store = store
	w.exec(`insert into storage.buckets (id, name) values ($1, $1)`, bucket)
	return w
}

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	if _, err := w.db.Admin.Exec(w.t.Context(), sql, args...); err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
}

// command is the program, with its output.
func (w *world) command(does, name string, at int) (*exec.Cmd, io.Reader) {
	w.t.Helper()
	cmd := exec.CommandContext(w.t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), "KILL_DOES="+does, "KILL_NAME="+name, "KILL_AT="+strconv.Itoa(at), "KILL_DATABASE="+w.database, "KILL_STORE="+w.killed)
	output, err := cmd.StdoutPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	return cmd, output
}

func wasKilled(cmd *exec.Cmd) bool {
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}

// repair waits until PostgreSQL has ended the killed program's sessions, which do what it
// has sent, and S3 its requests, lets the leases end, and collects.
func (w *world) repair() {
	w.t.Helper()
	var own uint32
	err := w.Pool.Conn(w.t.Context(), func(conn *db.Conn) error { own = conn.PgConn().PID(); return nil })
	if err != nil {
		w.t.Fatal(err)
	}
	for others := 1; others > 0; {
		err := w.db.Admin.QueryRow(w.t.Context(), `select count(*) from pg_stat_activity
			where datname = current_database() and usename = 'supabase_storage_admin' and pid <> $1`, own).Scan(&others)
		if err != nil {
			w.t.Fatal(err)
		}
	}
	if w.s3 != nil {
		w.s3.drain(w.t)
	}
	w.exec(`update toubkal_storage.files set lease_until = now() - interval '1 second' where state = 'pending'`)
	if _, err := w.Files.Collect(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// check compares the database, the bytes and what must be there.
func (w *world) check(when string) {
	w.t.Helper()
	ctx := w.t.Context()
	rows, err := w.db.Admin.Query(ctx, `select name, version, metadata ->> 'eTag', (metadata ->> 'size')::bigint from storage.objects`)
	if err != nil {
		w.t.Fatal(err)
	}
	defer rows.Close()
	there, versions := map[string]string{}, map[string]bool{}
	for rows.Next() {
		var name, version, etag string
		var size int64
		if err := rows.Scan(&name, &version, &etag, &size); err != nil {
			w.t.Fatal(err)
		}
		body, err := w.Files.Open(ctx, version, size)
		if err != nil {
			w.t.Fatalf("%s: %s has no bytes: %v", when, name, err)
		}
		content, err := io.ReadAll(body)
		_ = body.Close()
		sum := md5.Sum(content) // #nosec G401
		if err != nil || int64(len(content)) != size || etag != `"`+hex.EncodeToString(sum[:])+`"` {
			w.t.Errorf("%s: %s has %d bytes of %d, ETag %s, %v", when, name, len(content), size, etag, err)
		}
		there[name], versions[version] = string(content), true
	}
	if err := rows.Err(); err != nil {
		w.t.Fatal(err)
	}
	for name, allowed := range w.may {
		if !slices.Contains(allowed, there[name]) {
			w.t.Errorf("%s: %s has %.40q, want one of %.80q", when, name, there[name], allowed)
		}
		w.may[name] = []string{there[name]}
	}
	for name := range there {
		if _, known := w.may[name]; !known {
			w.t.Errorf("%s: nobody has uploaded %s", when, name)
		}
	}
	var keys []string
	err = w.Files.Bytes.Each(ctx, "", func(key string, _ time.Time, _ int64) error { keys = append(keys, key); return nil })
	if err != nil || len(keys) != len(versions) {
		w.t.Errorf("%s: %d files for %d versions: %q, %v", when, len(keys), len(versions), keys, err)
	}
	var wrong int
	err = w.db.Admin.QueryRow(ctx, `select (select count(*) from toubkal_storage.files where state <> 'live') + (
		select count(*) from (select count(*) as objects, coalesce(sum((metadata ->> 'size')::bigint), 0) as bytes from storage.objects) as o
		where not exists (select from toubkal_storage.usage u where u.owner_id = '' and u.objects = o.objects and u.bytes = o.bytes) and o.objects > 0)`).Scan(&wrong)
	if err != nil || wrong != 0 {
		w.t.Errorf("%s: %d entries of files or counters are wrong, %v", when, wrong, err)
	}
}

func TestKilledAtEveryStep(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, does := range []string{"upload", "overwrite", "move", "copy", "delete", "collect"} {
		before := w.kills
		for at := 1; ; at++ {
			name := fmt.Sprintf("%s %d", does, at)
			if does != "upload" {
				if err := put(t.Context(), w.Store, &fault{}, name, "old "+name, false); err != nil {
					t.Fatal(err)
				}
				w.may[name] = []string{"old " + name}
			}
			switch does {
			case "upload":
				w.may[name] = []string{"", "new " + name}
			case "overwrite":
				w.may[name] = append(w.may[name], "new "+name)
			case "delete":
				w.may[name] = append(w.may[name], "")
			case "move":
				w.may[name], w.may[name+" 2"] = []string{"old " + name, ""}, []string{"old " + name, ""}
			case "copy":
				w.may[name+" 2"] = []string{"old " + name, ""}
			case "collect":
				if err := w.RemoveOne(t.Context(), caller(), bucket, name); err != nil {
					t.Fatal(err)
				}
				w.may[name] = []string{""}
			}
			cmd, output := w.command(does, name, at)
			text, _ := io.ReadAll(output)
			err := cmd.Wait()
			killed := wasKilled(cmd)
			if err != nil && !killed {
				t.Fatalf("%s: %v %s", name, err, text)
			}
			w.repair()
			w.check(name)
			if does == "move" && w.may[name][0] == w.may[name+" 2"][0] {
				t.Errorf("%s: both or neither are there", name)
			}
			if !killed { // it has fewer steps
				break
			}
			w.kills++
		}
		t.Logf("%s: killed at %d steps", does, w.kills-before)
		if w.kills-before < 3 {
			t.Errorf("%s was killed %d times only", does, w.kills-before)
		}
	}
	if w.kills < 50 {
		t.Errorf("%d kills, want 50 at least", w.kills)
	}
}

func TestKilledAtAnyTime(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	acknowledged := 0
	for round := range 10 {
		cmd, output := w.command("load", fmt.Sprintf("load-%d", round), 0)
		lines := bufio.NewScanner(output)
		lines.Buffer(nil, 1<<20)
		for left := 10 + rand.IntN(20); lines.Scan(); { // lines until the kill, and those in the pipe
			word, rest, _ := strings.Cut(lines.Text(), " ")
			name, content, _ := strings.Cut(rest, " ")
			switch word {
			case "try":
				if w.may[name] == nil {
					w.may[name] = []string{""}
				}
				w.may[name] = append(w.may[name], content)
			case "ack":
				acknowledged++
				w.may[name] = []string{content}
			default:
				t.Errorf("round %d: %s", round, lines.Text())
			}
			if left--; left == 0 {
				time.AfterFunc(rand.N(20*time.Millisecond), func() { _ = cmd.Process.Kill() })
			}
		}
		if err := lines.Err(); err != nil {
			t.Error(err)
		}
		if _ = cmd.Wait(); !wasKilled(cmd) {
			t.Fatalf("round %d: the program has ended: %v", round, cmd.ProcessState)
		}
		w.repair()
		w.check(fmt.Sprintf("round %d", round))
	}
	t.Logf("%d acknowledged steps, none lost", acknowledged)
}
