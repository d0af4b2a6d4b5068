package supabase_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/project/supabase"
)

func TestBuckets(t *testing.T) {
	t.Parallel()
	c, err := supabase.Read(folder(t, map[string]string{"config.toml": `
[storage]
file_size_limit = "1.5MiB"
[storage.buckets.images]
public = false
file_size_limit = "50MB"
allowed_mime_types = ["image/png", "image/*"]
objects_path = "./images/"
[storage.buckets."a.b"]
public = "env(OPEN)"
colour = "red"
[storage.buckets.empty]
`}), map[string]string{"OPEN": "true"})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Values["UPLOAD_FILE_SIZE_LIMIT"]; got != "1572864" {
		t.Errorf("the limit of files is %s, want 1572864", got)
	}
	if len(c.Buckets) != 3 {
		t.Fatalf("the buckets are %+v, want 3", c.Buckets)
	}
	if b := c.Buckets[0]; b.Name != "a.b" || b.Public == nil || !*b.Public || b.FileSizeLimit != 0 || b.AllowedMimeTypes != nil || b.ObjectsPath != "" {
		t.Errorf("the first bucket is %+v", b)
	}
	if b := c.Buckets[1]; b.Name != "empty" || b.Public != nil {
		t.Errorf("the second bucket is %+v", b)
	}
	if b := c.Buckets[2]; b.Name != "images" || b.Public == nil || *b.Public || b.FileSizeLimit != 50<<20 ||
		!slices.Equal(b.AllowedMimeTypes, []string{"image/png", "image/*"}) || b.ObjectsPath != "images" {
		t.Errorf("the third bucket is %+v", b)
	}
	if notes := strings.Join(c.Notes, "\n"); !strings.Contains(notes, "unknown settings ignored: storage.buckets.a.b.colour") || strings.Contains(notes, "images") {
		t.Errorf("the notes are %s", notes)
	}
}

// Units are powers of 1024 in every spelling, as the CLI reads them.
func TestSizes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`52428800`: "52428800", `"52428800"`: "52428800", `"50MiB"`: "52428800", `"50MB"`: "52428800", `"50m"`: "52428800", `"50 mib"`: "52428800",
		`"1GB"`: "1073741824", `"2k"`: "2048", `"0.5KiB"`: "512", `"7b"`: "7", `"1TiB"`: "1099511627776",
	} {
		c, err := supabase.Read(folder(t, map[string]string{"config.toml": "[storage]\nfile_size_limit = " + text}), nil)
		if err != nil || c.Values["UPLOAD_FILE_SIZE_LIMIT"] != want {
			t.Errorf("%s is %s, %v; want %s", text, c.Values["UPLOAD_FILE_SIZE_LIMIT"], err, want)
		}
	}
	for _, text := range []string{`"many"`, `"-1"`, `-1`, `"5 apples"`, `true`, `""`, `"9999999999PiB"`, `[1]`} {
		_, err := supabase.Read(folder(t, map[string]string{"config.toml": "[storage.buckets.a]\nfile_size_limit = " + text}), nil)
		if err == nil || !strings.Contains(err.Error(), "storage.buckets.a.file_size_limit") {
			t.Errorf("%s: %v, want it refused by name", text, err)
		}
	}
	if _, err := supabase.Read(folder(t, map[string]string{"config.toml": "[storage.buckets]\na = 1"}), nil); err == nil || !strings.Contains(err.Error(), "storage.buckets.a: 1 is not a table") {
		t.Errorf("a bucket that is no table: %v", err)
	}
}
