package blob_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/toubkal/toubkal/server/storage/blob"
	"github.com/toubkal/toubkal/server/storage/blob/blobtest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) } // of S3

// keys are the keys of a store, in the order in which Each gives them.
func keys(t *testing.T, s *blob.Store, prefix string) (found []string) {
	t.Helper()
	err := s.Each(t.Context(), prefix, func(key string, written time.Time, _ int64) error {
		if age := time.Since(written); age > time.Hour || age < -time.Hour {
			t.Errorf("%s was written at %v", key, written)
		}
		found = append(found, key)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func write(t *testing.T, s *blob.Store, key, content string) {
	t.Helper()
	size, err := s.Write(t.Context(), key, strings.NewReader(content))
	if err != nil || size != int64(len(content)) {
		t.Fatalf("%s: wrote %d of %d bytes, %v", key, size, len(content), err)
	}
}

func TestBytesAreReadFromAnyPlace(t *testing.T) {
	t.Parallel()
	blobtest.Each(t, func(t *testing.T, address string) {
		s := blobtest.Open(t, address)
		for _, content := range []string{"", "hello, world", strings.Repeat("0123456789abcdef", 1<<16)} {
			write(t, s, "v/ab/key", content) // as a retry would: the same key
			r, err := s.Reader(t.Context(), "v/ab/key", int64(len(content)))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(r); err != nil || string(got) != content {
				t.Errorf("read %d of %d bytes, %v", len(got), len(content), err)
			}
			if len(content) < 100 {
				_, err = r.Seek(0, io.SeekStart)
				if err = errors.Join(err, iotest.TestReader(r, []byte(content))); err != nil {
					t.Error(err)
				}
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
			r, size, err := s.Open(t.Context(), "v/ab/key")
			if err != nil || size != int64(len(content)) {
				t.Fatalf("opened %d bytes, %v", size, err)
			}
			if got, err := io.ReadAll(r); err != nil || string(got) != content {
				t.Errorf("of unknown size: read %d of %d bytes, %v", len(got), len(content), err)
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}

// Amazon is sent a checksum with each file, and what comes back is compared with it.
func TestChecksumsAreCompared(t *testing.T) {
	t.Parallel()
	s := blobtest.Open(t, blobtest.S3(t))
	s.SendChecksums()
	content := strings.Repeat("0123456789abcdef", 1<<16)
	write(t, s, "v/ab/key", content)
	for _, from := range []int64{0, 1000} {
		r, err := s.Reader(t.Context(), "v/ab/key", int64(len(content)))
		if err == nil {
			_, err = r.Seek(from, io.SeekStart)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || string(got) != content[from:] {
			t.Errorf("from %d: read %d bytes, %v", from, len(got), err)
		}
		_ = r.Close()
	}
}

// A container or an instance gives keys that expire, at an address that it names.
func TestKeysComeFromTheContainer(t *testing.T) { //nolint:paralleltest // it sets variables
	address, key, secret := blobtest.S3(t), os.Getenv("AWS_ACCESS_KEY_ID"), os.Getenv("AWS_SECRET_ACCESS_KEY")
	container := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]any{"AccessKeyId": key, "SecretAccessKey": secret, "Expiration": time.Now().Add(time.Hour)})
	}))
	defer container.Close()
	for name, value := range map[string]string{
		"AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": "", "AWS_SHARED_CREDENTIALS_FILE": os.DevNull, "AWS_CONTAINER_CREDENTIALS_FULL_URI": container.URL,
	} {
		t.Setenv(name, value)
	}
	write(t, blobtest.Open(t, address), "v/ab/key", "content")
}

func TestAFileAboveOneRequestIsSentInParts(t *testing.T) {
	t.Parallel()
	blobtest.Each(t, func(t *testing.T, address string) {
		s := blobtest.Open(t, address)
		s.SendParts(5 << 20) // the least that S3 takes
		content := strings.Repeat("0123456789abcdef", 11<<16)
		write(t, s, "large", content)
		r, err := s.Reader(t.Context(), "large", int64(len(content)))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = r.Close() }()
		if got, err := io.ReadAll(r); err != nil || string(got) != content {
			t.Errorf("read %d of %d bytes, %v", len(got), len(content), err)
		}
	})
}

func TestWhatFailsLeavesNothing(t *testing.T) {
	t.Parallel()
	blobtest.Each(t, func(t *testing.T, address string) {
		s := blobtest.Open(t, address)
		cut := errors.New("cut")
		if _, err := s.Write(t.Context(), "a", io.MultiReader(strings.NewReader("half"), iotest.ErrReader(cut))); !errors.Is(err, cut) {
			t.Errorf("the reader fails: %v", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ends := io.MultiReader(strings.NewReader("half"), readerFunc(func([]byte) (int, error) { cancel(); return 0, io.EOF }))
		if _, err := s.Write(ctx, "a", ends); !errors.Is(err, context.Canceled) {
			t.Errorf("the context ends: %v", err)
		}
		if left := keys(t, s, ""); left != nil {
			t.Errorf("left: %q", left)
		}
	})
}

type readerFunc func([]byte) (int, error)

func (r readerFunc) Read(p []byte) (int, error) { return r(p) }

func TestWhatIsNotThere(t *testing.T) {
	t.Parallel()
	blobtest.Each(t, func(t *testing.T, address string) {
		s := blobtest.Open(t, address)
		write(t, s, "v/ab/there", "x")
		for key, want := range map[string]bool{"v/ab/there": true, "v/ab/gone": false, "v/cd/gone": false} {
			if got, err := s.Exists(t.Context(), key); err != nil || got != want {
				t.Errorf("%s: exists %v, %v", key, got, err)
			}
		}
		r, err := s.Reader(t.Context(), "v/ab/gone", 5)
		if err == nil {
			_, err = r.Read(make([]byte, 1))
		}
		if !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("read: %v", err)
		}
		if _, _, err := s.Open(t.Context(), "v/ab/gone"); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("open: %v", err)
		}
		for range 2 {
			if err := s.Delete(t.Context(), "v/ab/there"); err != nil {
				t.Errorf("delete: %v", err)
			}
		}
		if left := keys(t, s, "v/"); left != nil {
			t.Errorf("left: %q", left)
		}
	})
}

func TestKeysAreInTheOrderOfTheirBytes(t *testing.T) {
	t.Parallel()
	blobtest.Each(t, func(t *testing.T, address string) {
		s := blobtest.Open(t, address)
		want := []string{"v/00/00-1", "v/00/00a", "v/0a/0a", "v/ff/ff-2"}
		for _, key := range []string{"v/ff/ff-2", "v/00/00a", "other", "v/0a/0a", "v/00/00-1"} {
			write(t, s, key, "x")
		}
		if got := keys(t, s, "v/"); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		stop := errors.New("stop")
		if err := s.Each(t.Context(), "", func(string, time.Time, int64) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("got %v", err)
		}
	})
}

// What a killed program leaves in a folder is found, beside the key.
func TestUnfinishedFilesAreListed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := blobtest.Open(t, "file://"+dir)
	var during []string
	_, err := s.Write(t.Context(), "v/ab/abc", readerFunc(func([]byte) (int, error) {
		during = keys(t, s, "")
		for _, other := range []string{"v/ab/ab", "v/cd/abc"} { // leaves the file alone
			if err := s.DeleteUnfinished(t.Context(), other); err != nil {
				t.Error(err)
			}
		}
		return 0, io.EOF
	}))
	if err != nil || len(during) != 1 || !strings.HasPrefix(during[0], "v/ab/abc.") || !strings.HasSuffix(during[0], ".tmp") {
		t.Errorf("while it is written: %q, %v", during, err)
	}
	info, err := os.Stat(filepath.Join(dir, "v", "ab", "abc"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v", info, err)
	}
	r, err := s.Reader(t.Context(), "v/ab/abc", 0)
	if _, ok := r.(*os.File); !ok || err != nil {
		t.Errorf("the reader is a %T, which the kernel cannot send, %v", r, err)
	}
	_ = r.Close()
	write(t, s, "v/ab/abc.1.tmp", "x")
	if err := s.DeleteUnfinished(t.Context(), "v/ab/abc"); err != nil || !slices.Equal(keys(t, s, ""), []string{"v/ab/abc"}) {
		t.Errorf("after DeleteUnfinished: %q, %v", keys(t, s, ""), err)
	}
}

// What a killed program leaves of an upload in parts is aborted, and no other.
func TestUnfinishedUploadsAreAborted(t *testing.T) {
	t.Parallel()
	s := blobtest.Open(t, blobtest.S3(t))
	for _, key := range []string{"v/ab/abc", "v/ab/abc", "v/ab/abcd"} {
		if err := s.LeaveParts(t.Context(), key); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // where there is none, too
		if err := s.DeleteUnfinished(t.Context(), "v/ab/abc"); err != nil {
			t.Fatal(err)
		}
	}
	if left, err := s.Unfinished(t.Context()); err != nil || !slices.Equal(left, []string{"v/ab/abcd"}) {
		t.Errorf("left: %q, %v", left, err)
	}
}

func TestOpenRefusesOtherAddresses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"", "/folder", "gs://bucket", "https://user:secret@host/x", "%", "s3://user:secret@bucket?region=eu-west-3", "s3://bucket?region=eu-west-3&unknown=1", "s3://bucket?endpoint=host", "s3://bucket?endpoint=https://host/path"} {
		_, err := blob.Open(address)
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", address, err)
		}
	}
}

// No key leads out of the folder, whoever has made it.
func TestKeysStayInTheFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	outside := filepath.Join(dir, "outside")
	if err := os.WriteFile(outside, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := blobtest.Open(t, "file://"+filepath.Join(dir, "inside"))
	for _, key := range []string{"../outside", "v/../../outside", "/outside", outside, "", "v//../../outside", "./../outside"} {
		if _, err := s.Write(t.Context(), key, strings.NewReader("x")); err == nil {
			t.Errorf("%q was written", key)
		}
		if _, err := s.Reader(t.Context(), key, 6); err == nil {
			t.Errorf("%q was opened for reading", key)
		}
		if _, _, err := s.Open(t.Context(), key); err == nil {
			t.Errorf("%q was opened", key)
		}
		if there, err := s.Exists(t.Context(), key); there || err == nil {
			t.Errorf("%q: %v, %v, want it refused", key, there, err)
		}
		if err := s.Delete(t.Context(), key); err == nil {
			t.Errorf("%q was deleted", key)
		}
		if err := s.DeleteUnfinished(t.Context(), key); err == nil {
			t.Errorf("what is unfinished of %q was deleted", key)
		}
	}
	if text, err := os.ReadFile(outside); string(text) != "secret" {
		t.Errorf("the file outside has %q, %v", text, err)
	}
}
