package app_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/app"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// bucketsFolder is a Supabase folder with buckets. photos is their table of the public one.
func bucketsFolder(t *testing.T, photos string) string {
	t.Helper()
	dir := supabaseFolder(t)
	for name, text := range map[string]string{
		"config.toml": "project_id = \"journal\"\n[storage]\nfile_size_limit = \"2KiB\"\n[storage.buckets.photos]\n" + photos +
			"[storage.buckets.\"private.papers\"]\nfile_size_limit = \"1KB\"\n",
		"photos/logo.svg":       "<svg/>",
		"photos/2026/été.txt":   "the first day",
		"photos/2026/empty.txt": "",
	} {
		path := filepath.Join(dir, "supabase", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Buckets, limits and files of config.toml are there once the program is ready, and again
// at its second start with what the file says then.
func TestBucketsOfASupabaseFolder(t *testing.T) {
	t.Parallel()
	data := pgtest.Folder(t)
	start := func(t *testing.T, photos string) (send func(method, path, body string) (int, string)) {
		t.Helper()
		p, err := project.Load(bucketsFolder(t, photos))
		if err != nil {
			t.Fatal(err)
		}
		address := run(t, p, "TOUBKAL_DATA_DIR="+data, "SERVICES=rest,auth,storage")
		key, err := os.ReadFile(filepath.Join(data, "keys", "service-key"))
		if err != nil {
			t.Fatal(err)
		}
		return func(method, path, body string) (int, string) {
			t.Helper()
			r, err := http.NewRequestWithContext(t.Context(), method, address+"/storage/v1/"+path, strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Apikey", strings.TrimSpace(string(key)))
			r.Header.Set("Authorization", "Bearer "+strings.TrimSpace(string(key)))
			r.Header.Set("Content-Type", "text/plain")
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			text, err := io.ReadAll(answer.Body)
			if err != nil {
				t.Fatal(err)
			}
			return answer.StatusCode, string(text)
		}
	}
	type bucket struct {
		ID, Name string
		Public   bool
		Limit    *int64   `json:"file_size_limit"`
		Types    []string `json:"allowed_mime_types"`
	}
	read := func(t *testing.T, text string) (b bucket) {
		t.Helper()
		if err := json.Unmarshal([]byte(text), &b); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return b
	}
	t.Run("first start", func(t *testing.T) {
		send := start(t, "public = true\nallowed_mime_types = [\"image/*\", \"text/plain\"]\nobjects_path = \"./photos\"\n")
		_, text := send("GET", "bucket/photos", "")
		if b := read(t, text); b.ID != "photos" || b.Name != "photos" || !b.Public || b.Limit != nil || strings.Join(b.Types, " ") != "image/* text/plain" {
			t.Errorf("the bucket is %s", text)
		}
		_, text = send("GET", "bucket/private.papers", "")
		if b := read(t, text); b.Public || b.Limit == nil || *b.Limit != 1024 || b.Types != nil {
			t.Errorf("the private bucket is %s", text)
		}
		for path, want := range map[string]string{"logo.svg": "<svg/>", "2026/%C3%A9t%C3%A9.txt": "the first day", "2026/empty.txt": ""} {
			if status, got := send("GET", "object/public/photos/"+path, ""); status != http.StatusOK || got != want {
				t.Errorf("%s: %d %s, want %s", path, status, got, want)
			}
		}
		for _, c := range []struct {
			name, path string
			size       int
			want       string
		}{
			{"within the server's limit", "photos/a.txt", 2048, `"Key":"photos/a.txt"`},
			{"above the server's limit", "photos/b.txt", 2049, `"EntityTooLarge"`},
			{"above the bucket's limit", "private.papers/a.txt", 1025, `"EntityTooLarge"`},
		} {
			if _, got := send("POST", "object/"+c.path, strings.Repeat("a", c.size)); !strings.Contains(got, c.want) {
				t.Errorf("%s: %s, want %s", c.name, got, c.want)
			}
		}
		if status, got := send("PUT", "object/photos/logo.svg", "another"); status != http.StatusOK {
			t.Errorf("overwrite: %d %s", status, got)
		}
		if status, got := send("DELETE", "object/photos/2026/empty.txt", ""); status != http.StatusOK {
			t.Errorf("delete: %d %s", status, got)
		}
	})
	t.Run("second start", func(t *testing.T) {
		send := start(t, "file_size_limit = 20\nobjects_path = \"photos\"\n")
		_, text := send("GET", "bucket/photos", "")
		if b := read(t, text); !b.Public || b.Limit == nil || *b.Limit != 20 || strings.Join(b.Types, " ") != "image/* text/plain" {
			t.Errorf("the bucket is %s, want its limit changed and the rest as it was", text)
		}
		if _, got := send("GET", "object/public/photos/logo.svg", ""); got != "another" {
			t.Errorf("what was overwritten is %q, want it left alone", got)
		}
		if status, got := send("GET", "object/public/photos/2026/empty.txt", ""); status != http.StatusOK || got != "" {
			t.Errorf("what was deleted: %d %s, want it stored again", status, got)
		}
	})
	t.Run("the first release again", func(t *testing.T) {
		p, err := project.Load(bucketsFolder(t, "public = true\nallowed_mime_types = [\"image/*\", \"text/plain\"]\nobjects_path = \"./photos\"\n"))
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		err = app.RunWith(ctx, p, app.Options{
			Environ: []string{
				"HOST=127.0.0.1", "PORT=0", "TOUBKAL_DATA_DIR=" + data, "TOUBKAL_POSTGRES_BIN=" + os.Getenv("TOUBKAL_POSTGRES_BIN"), "TOUBKAL_POSTGRES_PORT=0",
				"SERVICES=rest,auth,storage", "SHUTDOWN_DELAY=0",
			},
			Out: io.Discard, Ready: func(string) { cancel() },
		})
		if err == nil || !strings.Contains(err.Error(), "storage.buckets.photos") || !strings.Contains(err.Error(), "--allow-older-policies") {
			t.Errorf("it ended with %v, want that a newer release has replaced it", err)
		}
	})
}

// What config.toml says of buckets and cannot be ends the start, and says why.
func TestBucketsThatCannotBe(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, photos, want string }{
		{"a size that is none", "file_size_limit = \"many\"\n", `storage.buckets.photos.file_size_limit: "many" is not a size such as 50MiB`},
		{"a type that the bucket refuses", "allowed_mime_types = [\"image/png\"]\nobjects_path = \"./photos\"\n", "storage.buckets.photos.objects_path: store "},
		{"files that are not there", "objects_path = \"./nowhere\"\n", "storage.buckets.photos.objects_path: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, err := project.Load(bucketsFolder(t, c.photos))
			if err != nil {
				t.Fatal(err)
			}
			data := pgtest.Folder(t)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			err = app.RunWith(ctx, p, app.Options{
				Environ: []string{
					"HOST=127.0.0.1", "PORT=0", "TOUBKAL_DATA_DIR=" + data, "TOUBKAL_POSTGRES_BIN=" + os.Getenv("TOUBKAL_POSTGRES_BIN"), "TOUBKAL_POSTGRES_PORT=0",
					"SERVICES=rest,auth,storage",
				},
				Out: io.Discard, Ready: func(string) { cancel() },
			})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the program ended with %v, want %s", err, c.want)
			}
		})
	}
}
