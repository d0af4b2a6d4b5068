package storage_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/storage"
	"github.com/toubkal/toubkal/server/storage/object"
)

func TestUploadAndDownload(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{}, everything)
	up := w.do(lina, "POST", "/object/papers/a/b.txt", "hello", "Content-Type: text/plain")
	if up.status != 200 || up.json("Key") != "papers/a/b.txt" || up.json("Id") == nil {
		t.Fatalf("upload: %d %s", up.status, up.body)
	}
	for _, c := range []struct {
		name, caller, method, path, header string
		status                             int
		body                               string
	}{
		{"whole", lina, "GET", "/object/authenticated/papers/a/b.txt", "", 200, "hello"},
		{"third form", lina, "GET", "/object/papers/a/b.txt", "", 200, "hello"},
		{"head", lina, "HEAD", "/object/papers/a/b.txt", "", 200, ""},
		{"range", lina, "GET", "/object/papers/a/b.txt", "Range: bytes=1-2", 206, "el"},
		{"range beyond the end", lina, "GET", "/object/papers/a/b.txt", "Range: bytes=9-", 416, "InvalidRange"},
		{"unchanged", lina, "GET", "/object/papers/a/b.txt", `If-None-Match: "5d41402abc4b2a76b9719d911017c592"`, 304, ""},
		{"another's", omar, "GET", "/object/papers/a/b.txt", "", 400, "Object not found"},
		{"the service's", service, "GET", "/object/papers/a/b.txt", "", 200, "hello"},
		{"no token", "", "GET", "/object/papers/a/b.txt", "", 400, "headers must have required property 'authorization'"},
		{"a bad token", "x", "GET", "/object/papers/a/b.txt", "", 400, `"statusCode":"403"`},
		{"no public bucket", "", "GET", "/object/public/papers/a/b.txt", "", 400, "Bucket not found"},
	} {
		var headers []string
		if c.header != "" {
			headers = append(headers, c.header)
		}
		got := w.do(c.caller, c.method, c.path, "", headers...)
		if got.status != c.status || !strings.Contains(got.body, c.body) || c.body == "" && got.body != "" {
			t.Errorf("%s: got %d %q, want %d %q", c.name, got.status, got.body, c.status, c.body)
		}
	}
}

func TestPublicBucket(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{})
	if up := w.do(service, "POST", "/object/photos/été/crête 1.txt", "snow", "Content-Type: text/plain"); up.status != 200 {
		t.Fatalf("upload: %s", up.body)
	}
	for _, path := range []string{"/object/public/photos/%C3%A9t%C3%A9/cr%C3%AAte%201.txt", "/object/photos/e%CC%81te%CC%81/cre%CC%82te%201.txt"} {
		got := w.do("", "GET", path, "")
		if got.status != 200 || got.body != "snow" || got.header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: got %d %s %v", path, got.status, got.body, got.header)
		}
	}
}

func TestPoliciesDecide(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{}, everything, `create policy small on storage.objects as restrictive for insert to authenticated
		with check ((metadata ->> 'size')::bigint < 5 and storage.operation() like 'storage.object.upload%')`)
	for _, c := range []struct {
		name, caller, method, body string
		headers                    []string
		status                     int
		want                       string
	}{
		{"anon has none", anon, "POST", "x", nil, 400, `A policy must allow anon the operation storage.object.upload in the bucket \"papers\": it needs insert on storage.objects.`},
		{"declared too large", lina, "POST", "12345", nil, 400, "row-level security"},
		{"allowed", lina, "POST", "1234", nil, 200, `"Key":"papers/x"`},
		{"not twice", lina, "POST", "123", nil, 400, `"code":"KeyAlreadyExists"`},
		{"but by upsert", lina, "POST", "123", []string{"X-Upsert: true"}, 200, `"Key":"papers/x"`},
		{"put overwrites", lina, "PUT", "12", nil, 200, `"Key":"papers/x"`},
		{"never another's", omar, "PUT", "1", nil, 400, "it needs insert, select and update on storage.objects"},
	} {
		got := w.do(c.caller, c.method, "/object/papers/x", c.body, append(c.headers, "Content-Type: text/plain")...)
		if got.status != c.status || !strings.Contains(got.body, c.want) {
			t.Errorf("%s: got %d %s, want %d %s", c.name, got.status, got.body, c.status, c.want)
		}
	}
	if got := w.do(lina, "GET", "/object/papers/x", ""); got.body != "12" {
		t.Errorf("in the end: %s", got.body)
	}
}

func TestForm(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{}, everything)
	form := func(end bool) (string, string) {
		var text bytes.Buffer
		m := multipart.NewWriter(&text)
		_ = m.WriteField("cacheControl", "60")
		_ = m.WriteField("metadata", `{"by": "Lina"}`)
		file, _ := m.CreatePart(map[string][]string{"Content-Disposition": {`form-data; name=""; filename="blob"`}, "Content-Type": {"image/png"}})
		_, _ = fmt.Fprint(file, "picture")
		if end {
			_ = m.Close()
		}
		return text.String(), "Content-Type: " + m.FormDataContentType()
	}
	cut, kind := form(false)
	if got := w.do(lina, "POST", "/object/papers/a.png", cut, kind); got.status == 200 {
		t.Errorf("a form that is cut off: %s", got.body)
	}
	whole, kind := form(true)
	if got := w.do(lina, "POST", "/object/papers/a.png", whole, kind); got.status != 200 {
		t.Fatalf("upload: %s", got.body)
	}
	got := w.do(lina, "GET", "/object/papers/a.png", "")
	if got.body != "picture" || got.header.Get("Content-Type") != "image/png" {
		t.Errorf("got %s %v", got.body, got.header)
	}
	var cache, by string
	err := w.db.Admin.QueryRow(t.Context(), `select metadata ->> 'cacheControl', user_metadata ->> 'by' from storage.objects`).Scan(&cache, &by)
	if err != nil || cache != "max-age=60" || by != "Lina" {
		t.Errorf("got %q, %q, %v", cache, by, err)
	}
}

func TestLimitsOfABucket(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{Store: &object.Store{FileSizeLimit: 100}}, everything, `update storage.buckets set file_size_limit = 6, allowed_mime_types = '{image/*}' where id = 'papers'`)
	for _, c := range []struct{ name, kind, body, code string }{
		{"a picture", "image/gif", "GIF89a", ""},
		{"too large", "image/gif", "GIF89a!", `"EntityTooLarge"`},
		{"another type", "text/plain", "1", `"InvalidMimeType"`},
		{"content of another type", "image/gif", "1", `"InvalidMimeType"`},
		{"no type", "x", "1", `"InvalidMimeType"`},
	} {
		got := w.do(lina, "PUT", "/object/papers/a", c.body, "Content-Type: "+c.kind)
		if (got.status == 200) != (c.code == "") || !strings.Contains(got.body, c.code) {
			t.Errorf("%s: %d %s", c.name, got.status, got.body)
		}
	}
	if got := w.do(service, "PUT", "/object/photos/a", strings.Repeat("x", 101)); !strings.Contains(got.body, "EntityTooLarge") {
		t.Errorf("above the server's limit: %s", got.body)
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{})
	for name, ok := range map[string]bool{
		"a": true, "%D8%A3%D8%B7%D9%84%D8%B3.jpg": true, "a+b%20(1)&=.txt": true, "a%2Fb": true, "%F0%9F%8F%94": true,
		"../a": false, "a/../b": false, "a//b": false, "a/": false, "%00": false, "a%0Ab": false, "%FF": false, strings.Repeat("x", 1025): false,
		"%2e%2e/a": false,
	} {
		r := w.do(service, "POST", "/object/photos/"+name, "x", "Content-Type: text/plain")
		if (r.status == 200) != ok || !ok && r.json("code") != "InvalidKey" {
			t.Errorf("%q: %d %s", name, r.status, r.body)
		}
	}
}

func TestWhatABrowserWouldExecuteIsInert(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{})
	for kind, want := range map[string][3]string{
		"image/png":       {"image/png", "", "default-src 'none'; sandbox"},
		"image/svg+xml":   {"image/svg+xml", "", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"},
		"text/html":       {"text/plain; charset=utf-8", "attachment", "default-src 'none'; sandbox"},
		"TEXT/HTML ;x=y":  {"text/plain; charset=utf-8", "attachment", "default-src 'none'; sandbox"},
		"text/javascript": {"text/plain; charset=utf-8", "attachment", "default-src 'none'; sandbox"},
		"application/pdf": {"application/pdf", "attachment", "default-src 'none'; sandbox"},
		"application/xyz": {"application/xyz", "attachment", "default-src 'none'; sandbox"},
	} {
		if up := w.do(service, "PUT", "/object/photos/x", "x<script>", "Content-Type: "+kind); up.status != 200 {
			t.Errorf("%s: %s", kind, up.body)
		}
		h := w.do("", "GET", "/object/public/photos/x", "").header
		disposition, _, _ := strings.Cut(h.Get("Content-Disposition"), ";")
		if got := [3]string{h.Get("Content-Type"), disposition, h.Get("Content-Security-Policy")}; got != want {
			t.Errorf("%s: got %q, want %q", kind, got, want)
		}
	}
}
