//go:build linux || darwin || freebsd

package localpg

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// A base backup and an archive of WAL are brought to a point in time, as PostgreSQL's
// documentation tells (25.3.5), and then the cluster is written to.
func TestRecoveryToAPointInTime(t *testing.T) {
	t.Parallel()
	dir, archive := filepath.Join(tempDir(t), "pg"), filepath.Join(tempDir(t), "archive")
	data, backup := filepath.Join(dir, "data"), filepath.Join(archive, "backup")
	run := func(name string, args ...string) {
		t.Helper()
		if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
			t.Fatalf("%s %q: %v: %s", name, args, err, out)
		}
	}
	run("mkdir", "-m", "777", archive)
	s := start1(t, Options{Dir: dir, Settings: map[string]string{"archive_mode": "on", "archive_command": "cp %p " + archive + "/%f"}})
	conn := connect(t, s)
	do := func(sql string) {
		t.Helper()
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	do("create table seen as select 1 as n")
	do("select pg_backup_start('base', true)")
	run("cp", "-a", data, backup)
	label := ask(t, conn, "select labelfile from pg_backup_stop(false)")
	do("insert into seen values (2)")
	do("select pg_create_restore_point('here')")
	do("insert into seen values (3)")
	do("select pg_switch_wal()")
	stop(t, s)

	run("rm", "-rf", data, filepath.Join(backup, "postmaster.pid"))
	run("mv", backup, data)
	for name, text := range map[string]string{
		"backup_label": label, "recovery.signal": "",
		"postgresql.auto.conf": "restore_command = 'cp " + archive + "/%f %p'\nrecovery_target_name = 'here'\n",
	} {
		file := filepath.Join(data, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		run("chown", "--reference="+data, file)
	}
	for _, want := range []string{"1,2", "1,2,4"} { // the second start finds no recovery
		s = start1(t, Options{Dir: dir})
		conn = connect(t, s)
		if got := ask(t, conn, "select string_agg(n::text, ',' order by n) from seen"); got != want {
			t.Errorf("rows %q, want %q", got, want)
		}
		do("insert into seen values (4)")
		stop(t, s)
	}
}
