//go:build s3clients

package s3_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The two programs, which `make test-s3-clients` installs from Debian where they are missing. They get
// nothing but an address and a key.

// run executes a client and gives what it prints.
func (w *world) run(name string, args ...string) string {
	w.t.Helper()
	program := exec.CommandContext(w.t.Context(), name, args...)
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "AWS_") && !strings.HasPrefix(variable, "RCLONE_") { // of the machine; rclone refuses AWS_CA_BUNDLE
			program.Env = append(program.Env, variable)
		}
	}
	home := w.t.TempDir()
	program.Env = append(program.Env,
		"HOME="+home, "AWS_ACCESS_KEY_ID="+keyID, "AWS_SECRET_ACCESS_KEY="+keySecret, "AWS_DEFAULT_REGION=us-east-1", "AWS_EC2_METADATA_DISABLED=true",
		"RCLONE_CONFIG_HERE_TYPE=s3", "RCLONE_CONFIG_HERE_PROVIDER=Other", "RCLONE_CONFIG_HERE_ENDPOINT="+w.plain.URL+prefix,
		"RCLONE_CONFIG_HERE_ACCESS_KEY_ID="+keyID, "RCLONE_CONFIG_HERE_SECRET_ACCESS_KEY="+keySecret,
	)
	var out, failure bytes.Buffer
	program.Stdout, program.Stderr = &out, &failure
	if err := program.Run(); err != nil {
		w.t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, &out, &failure)
	}
	return out.String()
}

// folder has files of 0 B, 1 MiB and 20 MiB, of which clients send the last in parts.
func folder(t *testing.T) (dir string, files map[string][]byte) {
	t.Helper()
	dir, files = t.TempDir(), map[string][]byte{"empty": nil, "sub/1 MiB é.bin": pattern(1 << 20), "sub/20.bin": pattern(20 << 20)}
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir, files
}

func same(t *testing.T, dir string, files map[string][]byte) {
	t.Helper()
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes (%v), want %d", name, len(got), err, len(want))
		}
	}
}

func TestAWSCommandLine(t *testing.T) {
	t.Parallel()
	w := setup(t)
	dir, files := folder(t)
	aws := func(args ...string) string {
		return w.run("aws", append([]string{"--endpoint-url", w.plain.URL + prefix, "s3"}, args...)...)
	}
	aws("sync", dir, "s3://photos/copy")
	if again := aws("sync", dir, "s3://photos/copy"); strings.Contains(again, "upload:") {
		t.Errorf("a second sync sends again:\n%s", again)
	}
	listed := aws("ls", "--recursive", "s3://photos/")
	for _, want := range []string{" 0 copy/empty", " 1048576 copy/sub/1 MiB é.bin", " 20971520 copy/sub/20.bin"} {
		if !strings.Contains(listed, want) {
			t.Errorf("ls lacks %q:\n%s", want, listed)
		}
	}
	if top := aws("ls", "s3://photos/copy/"); !strings.Contains(top, "PRE sub/") {
		t.Errorf("ls has no folder:\n%s", top)
	}
	aws("mv", "s3://photos/copy/sub/20.bin", "s3://photos/copy/moved.bin")
	aws("mv", "s3://photos/copy/moved.bin", "s3://photos/copy/sub/20.bin")
	back := t.TempDir()
	aws("cp", "--recursive", "s3://photos/copy", back)
	same(t, back, files)
	aws("rm", "--recursive", "s3://photos/copy")
	if left := aws("ls", "s3://photos/"); left != "" {
		t.Errorf("rm leaves:\n%s", left)
	}
	aws("mb", "s3://fresh")
	aws("rb", "s3://fresh")
}

func TestRclone(t *testing.T) {
	t.Parallel()
	w := setup(t)
	dir, files := folder(t)
	rclone := func(args ...string) string {
		return w.run("rclone", append([]string{"--s3-upload-cutoff", "5Mi", "--retries", "1"}, args...)...)
	}
	rclone("copy", dir, "here:photos/copy")
	rclone("check", dir, "here:photos/copy")
	listed := rclone("lsl", "here:photos")
	for _, want := range []string{"0 ", "1048576 ", "20971520 ", "copy/sub/1 MiB é.bin"} {
		if !strings.Contains(listed, want) {
			t.Errorf("lsl lacks %q:\n%s", want, listed)
		}
	}
	back := t.TempDir()
	rclone("sync", "here:photos/copy", back)
	same(t, back, files)
	if err := os.Remove(filepath.Join(dir, "empty")); err != nil {
		t.Fatal(err)
	}
	rclone("sync", dir, "here:photos/copy")
	if listed := rclone("lsf", "here:photos/copy"); strings.Contains(listed, "empty") {
		t.Errorf("sync leaves what is gone:\n%s", listed)
	}
	rclone("moveto", "here:photos/copy/sub/20.bin", "here:photos/moved.bin")
	rclone("delete", "here:photos")
	if left := rclone("lsf", "-R", "here:photos"); left != "" {
		t.Errorf("delete leaves:\n%s", left)
	}
}
