package storage_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/storage"
)

// Numbers and booleans are taken as texts too, and one value for a list, as the original's
// validator takes them: supabase-py sends {"expiresIn": "60"}.
func TestTextsForNumbers(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{}, everything)
	w.put(lina, "papers/a/b", "1")
	w.put(service, "photos/a.jpg", slopes(t, 40, 20), "Content-Type: image/jpeg")
	for _, c := range []struct {
		name, caller, method, path, body string
		texts                            []string
	}{
		{"a signed address", lina, "POST", "/object/sign/papers/a/b", `{"expiresIn": "60"}`, []string{"signedURL"}},
		{"a signed address, with a fraction of 0", lina, "POST", "/object/sign/papers/a/b", `{"expiresIn": "60.0"}`, []string{"signedURL"}},
		{"a number with a fraction of 0", lina, "POST", "/object/sign/papers/a/b", `{"expiresIn": 60.0}`, []string{"signedURL"}},
		{"a picture", service, "POST", "/object/sign/photos/a.jpg", `{"expiresIn": "60", "transform": {"width": "20", "quality": "50"}}`, []string{"/render/image/sign/"}},
		{"many addresses, one path", lina, "POST", "/object/sign/papers", `{"expiresIn": "60", "paths": "a/b"}`, []string{`"path":"a/b","signedURL":"/`}},
		{"a list", lina, "POST", "/object/list/papers", `{"prefix": "a", "limit": "10", "offset": "0", "sortBy": {"column": "name"}}`, []string{`"name":"b"`}},
		{"a page", lina, "POST", "/object/list-v2/papers", `{"limit": "10", "with_delimiter": "false"}`, []string{`"name":"a/b"`}},
		{"a page with folders", lina, "POST", "/object/list-v2/papers", `{"limit": ["10"], "with_delimiter": 1}`, []string{`"folders":[{`}},
		{"a bucket", service, "POST", "/bucket", `{"name": 2026, "public": "true", "allowed_mime_types": "text/plain"}`, []string{`"name":"2026"`}},
		{"the bucket", service, "GET", "/bucket/2026", "", []string{`"public":true`, `"allowed_mime_types":["text/plain"]`, `!"type"`}},
		{"a list of buckets", service, "GET", "/bucket?limit=10", "", []string{`"type":"STANDARD"`}},
		{"a change", service, "PUT", "/bucket/2026", `{"public": "false", "file_size_limit": "20MB"}`, nil},
		{"a copy", lina, "POST", "/object/copy", `{"bucketId": "papers", "sourceKey": "a/b", "destinationKey": 7, "copyMetadata": "true"}`, []string{`"Key":"papers/7"`}},
		{"a removal", lina, "DELETE", "/object/papers", `{"prefixes": "7"}`, []string{`"name":"7"`}},
	} {
		w.check(c.name, c.caller, c.method, c.path, c.body, 200, c.texts...)
	}
}

// The short names and messages of refusals are those of the original.
func TestWordsOfRefusals(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{}, everything)
	w.put(lina, "papers/a", "1")
	w.put(service, "photos/text.jpg", "no picture", "Content-Type: image/jpeg")
	for _, c := range []struct{ name, caller, method, path, body, word, code, message string }{
		{"no life", lina, "POST", "/object/sign/papers/a", `{}`, "Error", "InvalidRequest", "body must have required property 'expiresIn'"},
		{"a short life", lina, "POST", "/object/sign/papers/a", `{"expiresIn": 0}`, "Error", "InvalidRequest", "body/expiresIn must be >= 1"},
		{"a life that is none", lina, "POST", "/object/sign/papers/a", `{"expiresIn": "soon"}`, "Error", "InvalidRequest", "body/expiresIn must be integer"},
		{"half a second", lina, "POST", "/object/sign/papers/a", `{"expiresIn": 1.5}`, "Error", "InvalidRequest", "body/expiresIn must be integer"},
		{"no paths", lina, "POST", "/object/sign/papers", `{"expiresIn": 1, "paths": []}`, "Error", "InvalidRequest", "body/paths must NOT have fewer than 1 items"},
		{"no names", lina, "DELETE", "/object/papers", `{"prefixes": []}`, "Error", "InvalidRequest", "body/prefixes must NOT have fewer than 1 items"},
		{"no token", "", "GET", "/object/sign/papers/a", "", "Error", "InvalidRequest", "querystring must have required property 'token'"},
		{"nobody", "", "GET", "/object/authenticated/papers/a", "", "Error", "InvalidRequest", "headers must have required property 'authorization'"},
		{"a short page", lina, "POST", "/object/list/papers", `{"prefix": "", "limit": 0}`, "Error", "InvalidRequest", "body/limit must be >= 1"},
		{"an order", lina, "POST", "/object/list/papers", `{"prefix": "", "sortBy": {"column": "size"}}`, "Error", "InvalidRequest", ""},
		{"no bucket's name", service, "POST", "/bucket", `{"public": true}`, "Error", "InvalidRequest", "body must have required property 'name'"},
		{"nothing to move", lina, "POST", "/object/move", `{"bucketId": "papers"}`, "Error", "InvalidRequest", "body must have required property 'sourceKey'"},
		{"not empty", service, "DELETE", "/bucket/papers", "", "ResourceNotEmpty", "ResourceNotEmpty", ""},
		{"a bucket's name", service, "POST", "/bucket", `{"name": "a/b"}`, "Invalid Input", "InvalidBucketName", ""},
		{"a bucket that is there", service, "POST", "/bucket", `{"name": "papers"}`, "Duplicate", "BucketAlreadyExists", "The resource already exists"},
		{"no bucket", service, "GET", "/bucket/none", "", "Bucket not found", "NoSuchBucket", "Bucket not found"},
		{"no picture", "", "GET", "/render/image/public/photos/text.jpg", "", "InvalidRequest", "InvalidRequest", "The source image is invalid or unsupported for rendering"},
		{"no width", "", "GET", "/render/image/public/photos/text.jpg?width=ten", "", "Error", "InvalidRequest", ""},
		{"no object's name", lina, "POST", "/object/papers/", "x", "InvalidKey", "InvalidKey", "Invalid key: a name is needed"},
		{"no name to read", "", "GET", "/object/public/photos/", "", "not_found", "NoSuchKey", "Object not found"},
		{"no name to sign", lina, "POST", "/object/upload/sign/papers/", "", "InvalidKey", "InvalidKey", "Invalid key: a name is needed"},
	} {
		got := w.do(c.caller, c.method, c.path, c.body)
		if got.status != 400 || got.json("error") != c.word || got.json("code") != c.code || c.message != "" && got.json("message") != c.message {
			t.Errorf("%s: got %d %s", c.name, got.status, got.body)
		}
	}
	if got := w.do(lina, "GET", "/object/authenticated/papers/a", "", "Range: bytes=9-"); got.status != 416 || got.json("error") != "invalid_range" {
		t.Errorf("a range: got %d %s", got.status, got.body)
	}
}

// Every route of GET answers HEAD.
func TestHead(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{}, everything)
	w.put(lina, "papers/a", "12345")
	w.put(service, "photos/a", "12345")
	for path, status := range map[string]int{
		"/object/info/papers/a": 200, "/object/info/authenticated/papers/a": 200, "/object/info/public/photos/a": 200, "/object/info/photos/a": 200,
		"/object/info/papers/none": 400, "/object/papers/a": 200, "/object/public/photos/a": 200, "/object/authenticated/papers/a": 200,
		"/bucket": 200, "/status": 200, "/version": 200, "/health": 200,
	} {
		if got := w.do(lina, "HEAD", path, ""); got.status != status {
			t.Errorf("%s: got %d", path, got.status)
		}
	}
}

// A unit of ranges that is not known is no reason to refuse (RFC 9110, 14.2).
func TestUnitsOfRanges(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{}, everything)
	w.put(service, "photos/a", "12345")
	w.put(service, "photos/a.jpg", slopes(t, 40, 20), "Content-Type: image/jpeg")
	for _, path := range []string{"/object/public/photos/a", "/render/image/public/photos/a.jpg"} {
		for span, status := range map[string]int{"items=0-1": 200, "Bytes=0-1": 206, "bytes=0-1": 206, "bytes=0-1,3-4": 200, "seconds": 200, "bytes=90000-": 416} {
			if got := w.do("", "GET", path, "", "Range: "+span); got.status != status {
				t.Errorf("%s %s: got %d, want %d", path, span, got.status, status)
			}
		}
	}
}

// Signed renderings keep every option, and may be saved under a name.
func TestSignedRenderings(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{}, everything)
	w.put(lina, "papers/albums/a.jpg", slopes(t, 400, 200), "Content-Type: image/jpeg")
	const sign = "papers/albums/a.jpg"
	for _, c := range []struct{ name, transform, want string }{
		{"a focal point", `{"width": 50, "height": 50, "gravity": "fp", "x_offset": 0.25, "y_offset": 1}`, "height:50,width:50,resizing_type:fill,quality:80,gravity:fp:0.25:1"},
		{"a focal point at the corner", `{"width": 50, "height": 50, "gravity": "fp", "x_offset": 0, "y_offset": "0"}`, "height:50,width:50,resizing_type:fill,quality:80,gravity:fp:0:0"},
		{"offsets", `{"width": 50, "height": 50, "gravity": "no", "x_offset": -10, "y_offset": 2.5}`, "height:50,width:50,resizing_type:fill,quality:80,gravity:no:-10:2.5"},
		{"a direction", `{"height": 50, "gravity": "sowe", "resize": "contain", "quality": 20}`, "height:50,resizing_type:fit,quality:20,gravity:sowe:0:0"},
		{"none", `{}`, ""},
	} {
		body, err := json.Marshal(map[string]any{"expiresIn": 60, "transform": json.RawMessage(c.transform)})
		if err != nil {
			t.Fatal(err)
		}
		url := w.signed(lina, sign, string(body))
		got := w.do("", "GET", url+"&download=", "", "Accept: image/webp")
		if got.status != 200 || got.header.Get("X-Transformations") != c.want || got.header.Get("Content-Disposition") != "attachment; filename=a.jpg" {
			t.Errorf("%s: got %d %v", c.name, got.status, got.header)
		}
		named := w.do("", "GET", url+"&download=my%20picture.webp", "")
		if named.header.Get("Content-Disposition") != `attachment; filename="my picture.webp"` {
			t.Errorf("%s: got %v", c.name, named.header)
		}
	}
	for _, path := range []string{"/render/image/authenticated/papers/albums/a.jpg", "/object/authenticated/papers/albums/a.jpg"} {
		if got := w.do(lina, "GET", path+"?width=10&download=b.jpg", ""); got.header.Get("Content-Disposition") != "attachment; filename=b.jpg" {
			t.Errorf("%s: got %v", path, got.header)
		}
		if got := w.do(lina, "GET", path+"?width=10", ""); got.header.Get("Content-Disposition") != "" {
			t.Errorf("%s: got %v", path, got.header)
		}
	}
	for _, transform := range []string{`{"gravity": "fp"}`, `{"gravity": "fp", "x_offset": 2, "y_offset": 0}`, `{"width": "wide"}`, `{"resize": "crop"}`} {
		w.check(transform, lina, "POST", "/object/sign/"+sign, `{"expiresIn": 60, "transform": `+transform+`}`, 400, `"code":"InvalidRequest"`, `"error":"Error"`)
	}
}

// A trigger of the application on storage.objects has its own status.
func TestTriggersHaveTheirStatus(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{TrueStatus: true}, everything, `create function public.refuses() returns trigger language plpgsql as
		$$ begin raise sqlstate 'PT402' using message = 'the plan is full', hint = 'Buy more.'; end $$`,
		`create trigger refuses before insert on storage.objects for each row execute function public.refuses()`)
	got := w.do(lina, "POST", "/object/papers/a", "x")
	if got.status != 402 || got.json("message") != "the plan is full" || !strings.Contains(got.body, "Buy more.") {
		t.Errorf("got %d %s", got.status, got.body)
	}
}
