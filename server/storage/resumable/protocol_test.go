package resumable_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/storage/resumable"
)

func TestAnUploadArrivesInPieces(t *testing.T) {
	t.Parallel()
	f := setup(t, resumable.Options{}, everything)
	begun := time.Now()
	got := f.do(lina, "POST", "", nil, "Upload-Length: 11", metadata("bucketName", "papers", "objectName", "dir/é.txt",
		"contentType", "text/plain", "cacheControl", "60", "metadata", `{"color":"red"}`))
	address := got.header.Get("Location")
	if got.status != http.StatusCreated || !strings.HasPrefix(address, f.url+"/storage/v1/upload/resumable/") || got.header.Get("Tus-Resumable") != "1.0.0" {
		t.Fatalf("created: %+v", got)
	}
	expires, err := http.ParseTime(got.header.Get("Upload-Expires"))
	if err != nil || expires.Before(begun.Add(23*time.Hour)) || expires.After(begun.Add(25*time.Hour)) {
		t.Errorf("expires %v, want in 24 h", got.header)
	}
	got = f.patch(lina, address, "0", "hello")
	if got.status != http.StatusNoContent || got.header.Get("Upload-Offset") != "5" || got.header.Get("Tus-Complete") != "" {
		t.Errorf("first piece: %+v", got)
	}
	got = f.do(lina, "HEAD", address, nil)
	for name, want := range map[string]string{
		"Upload-Offset": "5", "Upload-Length": "11", "Cache-Control": "no-store", "Upload-Defer-Length": "", "Content-Length": "",
		"Tus-Resumable": "1.0.0", "Tus-Complete": "",
	} {
		if value := got.header.Get(name); got.status != http.StatusOK || value != want {
			t.Errorf("HEAD: %d, %s is %q, want %q", got.status, name, value, want)
		}
	}
	if text := got.header.Get("Upload-Metadata"); !strings.Contains(text, "bucketName cGFwZXJz") {
		t.Errorf("Upload-Metadata: %s", text)
	}
	if got := f.read("dir/é.txt"); got.status == http.StatusOK {
		t.Error("an unfinished upload is an object")
	}
	got = f.patch(lina, address, "5", " world")
	if got.status != http.StatusNoContent || got.header.Get("Upload-Offset") != "11" || got.header.Get("Tus-Complete") != "1" {
		t.Errorf("last piece: %+v", got)
	}
	got = f.read("dir/é.txt")
	if got.body != "hello world" || got.header.Get("Content-Type") != "text/plain" || got.header.Get("Cache-Control") != "max-age=60" {
		t.Errorf("the object: %+v", got)
	}
	if n := f.number(t, `select count(*) from storage.objects where user_metadata ->> 'color' = 'red' and owner_id = '`+lina+`' and metadata ->> 'size' = '11'`); n != 1 {
		t.Errorf("%d objects of the owner", n)
	}
	if got := f.do(lina, "HEAD", address, nil); got.status != http.StatusOK || got.header.Get("Upload-Offset") != "11" {
		t.Errorf("HEAD when finished: %+v", got)
	}
	if got := f.patch(lina, address, "11", ""); got.status != http.StatusNoContent || got.header.Get("Tus-Complete") != "1" {
		t.Errorf("PATCH when finished: %+v", got)
	}
}

func TestRequestsAreRefusedAsByTheOriginal(t *testing.T) {
	t.Parallel()
	f := setup(t, resumable.Options{}, everything)
	f.exec(t, `insert into storage.buckets (id, name, file_size_limit, allowed_mime_types) values ('small', 'small', 10, '{image/*}')`)
	where := metadata("bucketName", "papers", "objectName", "a")
	small := metadata("bucketName", "small", "objectName", "a", "contentType", "image/png")
	open := f.create(lina, "open", "10")
	done := f.create(lina, "done", "0")
	expired := f.create(lina, "expired", "10")
	f.exec(t, `update toubkal_storage.uploads set expires_at = now() - interval '1 minute' where name = 'expired'`)
	if got := f.patch(lina, open, "0", "abc"); got.status != http.StatusNoContent {
		t.Fatal(got)
	}
	const chunk = "Content-Type: application/offset+octet-stream"
	for _, c := range []struct {
		name, caller, method, address, body string
		headers                             []string
		status                              int
		text                                string
	}{
		{"no version of the protocol", lina, "POST", "", "", []string{"Tus-Resumable:", "Upload-Length: 1", where}, 412, "Tus-Resumable Required"},
		{"another version", lina, "PATCH", open, "", []string{"Tus-Resumable: 0.2.2"}, 412, "Tus-Resumable Required"},
		{"HEAD without a version", lina, "HEAD", open, "", []string{"Tus-Resumable:"}, 412, ""},
		{"no token", "", "POST", "", "", []string{"Upload-Length: 1", where}, 400, "authorization"},
		{"a bad token", "nobody", "POST", "", "", []string{"Upload-Length: 1", where}, 403, "signature verification failed"},
		{"a bad token to HEAD", "nobody", "HEAD", open, "", nil, 403, ""},
		{"no length", lina, "POST", "", "", []string{where}, 400, "Upload-Length or Upload-Defer-Length header required\n"},
		{"two lengths", lina, "POST", "", "", []string{"Upload-Length: 1", "Upload-Defer-Length: 1", where}, 400, "Upload-Length or Upload-Defer-Length header required\n"},
		{"a length that is none", lina, "POST", "", "", []string{"Upload-Length: -1", where}, 400, "Upload-Length or Upload-Defer-Length header required\n"},
		{"no bucket", lina, "POST", "", "", []string{"Upload-Length: 1", metadata("objectName", "a")}, 400, "bucketName"},
		{"no name", lina, "POST", "", "", []string{"Upload-Length: 1", metadata("bucketName", "papers")}, 400, "a name is needed"},
		{"a bad name", lina, "POST", "", "", []string{"Upload-Length: 1", metadata("bucketName", "papers", "objectName", "a//b")}, 400, "two slashes"},
		{"an unknown bucket", lina, "POST", "", "", []string{"Upload-Length: 1", metadata("bucketName", "none", "objectName", "a")}, 404, "Bucket not found"},
		{"above the limit", lina, "POST", "", "", []string{"Upload-Length: 999999999999", where}, 413, "Maximum size exceeded\n"},
		{"above the bucket's limit", lina, "POST", "", "", []string{"Upload-Length: 11", small}, 413, "Maximum size exceeded\n"},
		{"a type that the bucket refuses", lina, "POST", "", "", []string{"Upload-Length: 1", metadata("bucketName", "small", "objectName", "a", "contentType", "text/html")}, 415, "text/html is not supported"},
		{"no right", anon, "POST", "", "", []string{"Upload-Length: 1", where}, 403, "storage.tus.upload.create"},
		{"a name that is taken", lina, "POST", "", "", []string{"Upload-Length: 1", metadata("bucketName", "papers", "objectName", "done")}, 409, "already exists"},
		{"an unknown upload", lina, "HEAD", "/nothing", "", nil, 404, ""},
		{"an unknown upload to PATCH", lina, "PATCH", "/nothing", "x", []string{chunk, "Upload-Offset: 0"}, 404, "not found"},
		{"expired", lina, "HEAD", expired, "", nil, 410, ""},
		{"expired to PATCH", lina, "PATCH", expired, "x", []string{chunk, "Upload-Offset: 0"}, 410, "no longer exists"},
		{"no offset", lina, "PATCH", open, "x", []string{chunk}, 403, "Upload-Offset"},
		{"no type", lina, "PATCH", open, "x", []string{"Upload-Offset: 3"}, 403, "Content-Type"},
		{"an offset that is none", lina, "PATCH", open, "x", []string{chunk, "Upload-Offset: x"}, 400, "Upload-Offset"},
		{"a wrong offset", lina, "PATCH", open, "x", []string{chunk, "Upload-Offset: 0"}, 409, "Upload-Offset conflict\n"},
		{"too long", lina, "PATCH", open, "12345678", []string{chunk, "Upload-Offset: 3"}, 413, "size exceeded"},
		{"another's HEAD", anon, "HEAD", open, "", nil, 403, ""},
		{"another's PATCH", anon, "PATCH", open, "x", []string{chunk, "Upload-Offset: 3"}, 403, "storage.tus.upload.part"},
		{"another's DELETE", anon, "DELETE", open, "", nil, 403, "storage.tus.upload.delete"},
		{"DELETE when finished", lina, "DELETE", done, "", nil, 400, "Cannot terminate an already completed upload"},
		{"no upload named", lina, "PATCH", "", "x", []string{chunk, "Upload-Offset: 0"}, 405, "not allowed"},
		{"a download", lina, "GET", open, "", nil, 405, "not allowed"},
		{"no signature", lina, "POST", "/sign", "", []string{"Upload-Length: 1", where}, 400, "not valid"},
	} {
		got := f.do(c.caller, c.method, c.address, strings.NewReader(c.body), c.headers...)
		if got.status != c.status || !strings.Contains(got.body, c.text) || (c.method == "HEAD") != (got.body == "") {
			t.Errorf("%s: got %d %q, want %d %q", c.name, got.status, got.body, c.status, c.text)
		}
		if got.header.Get("Tus-Resumable") != "1.0.0" || !strings.HasPrefix(got.header.Get("Content-Type"), "text/plain") {
			t.Errorf("%s: headers %v", c.name, got.header)
		}
	}
	if got := f.do(lina, "HEAD", open, nil); got.header.Get("Upload-Offset") != "3" {
		t.Errorf("after the refusals: %+v", got)
	}
	if n := f.number(t, `select count(*) from toubkal_storage.uploads`); n != 3 {
		t.Errorf("%d uploads, want 3", n)
	}
}

func TestOptionsNeedNoToken(t *testing.T) {
	t.Parallel()
	f := setup(t, resumable.Options{})
	got := f.do("", "OPTIONS", "", nil, "Tus-Resumable:", "Origin: https://example.org")
	if got.status != http.StatusNoContent {
		t.Errorf("got %d", got.status)
	}
	for name, want := range map[string]string{
		"Tus-Version": "1.0.0", "Tus-Resumable": "1.0.0", "Tus-Max-Size": "104857600", "Access-Control-Max-Age": "86400",
		"Tus-Extension": "creation,creation-with-upload,creation-defer-length,termination,expiration",
	} {
		if value := got.header.Get(name); value != want {
			t.Errorf("%s: %q, want %q", name, value, want)
		}
	}
	if allowed := got.header.Get("Access-Control-Allow-Headers"); !strings.Contains(allowed, "X-Upsert") || !strings.Contains(allowed, "X-Signature") {
		t.Errorf("allowed headers: %s", allowed)
	}
	if exposed := strings.Join(got.header.Values("Access-Control-Expose-Headers"), ", "); !strings.Contains(exposed, "Upload-Offset") {
		t.Errorf("exposed headers: %s", exposed)
	}
}

func TestFormsOfCreation(t *testing.T) {
	t.Parallel()
	f := setup(t, resumable.Options{}, everything)
	const chunk = "Content-Type: application/offset+octet-stream"
	where := func(name string) string { return metadata("bucketName", "papers", "objectName", name) }

	got := f.do(lina, "POST", "", strings.NewReader("whole"), chunk, "Upload-Length: 5", where("whole"))
	if got.status != http.StatusCreated || got.header.Get("Upload-Offset") != "5" || got.header.Get("Tus-Complete") != "1" || f.read("whole").body != "whole" {
		t.Errorf("with all bytes: %+v", got)
	}
	got = f.do(lina, "POST", "", strings.NewReader("be"), chunk, "Upload-Length: 5", where("begun"))
	if got.status != http.StatusCreated || got.header.Get("Upload-Offset") != "2" || got.header.Get("Tus-Complete") != "" {
		t.Errorf("with some bytes: %+v", got)
	}
	if got = f.patch(lina, got.header.Get("Location"), "2", "gun"); got.header.Get("Tus-Complete") != "1" || f.read("begun").body != "begun" {
		t.Errorf("and the rest: %+v", got)
	}
	got = f.do(lina, "POST", "", nil, "Upload-Length: 0", where("empty"))
	if read := f.read("empty"); got.status != http.StatusCreated || got.header.Get("Tus-Complete") != "1" || read.status != http.StatusOK || read.body != "" {
		t.Errorf("empty: %+v, read %+v", got, read)
	}

	got = f.do(lina, "POST", "", nil, "Upload-Defer-Length: 1", where("deferred"))
	address := got.header.Get("Location")
	if got = f.patch(lina, address, "0", "some"); got.status != http.StatusNoContent {
		t.Errorf("without a length: %+v", got)
	}
	if got = f.do(lina, "HEAD", address, nil); got.header.Get("Upload-Defer-Length") != "1" || got.header.Get("Upload-Length") != "" || got.header.Get("Upload-Offset") != "4" {
		t.Errorf("HEAD without a length: %+v", got)
	}
	if got = f.patch(lina, address, "4", "", "Upload-Length: 3"); got.status != http.StatusBadRequest {
		t.Errorf("a length below what is there: %+v", got)
	}
	if got = f.patch(lina, address, "4", "", "Upload-Length: 999999999999"); got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("a length above the limit: %+v", got)
	}
	if got = f.patch(lina, address, "4", " more", "Upload-Length: 9"); got.status != http.StatusNoContent || got.header.Get("Tus-Complete") != "1" || f.read("deferred").body != "some more" {
		t.Errorf("with its length: %+v", got)
	}

	got = f.do(lina, "POST", f.create(lina, "overridden", "1"), strings.NewReader("x"), "X-HTTP-Method-Override: PATCH", chunk, "Upload-Offset: 0")
	if got.status != http.StatusNoContent || f.read("overridden").body != "x" {
		t.Errorf("POST for PATCH: %+v", got)
	}

	address = f.create(lina, "deleted", "5")
	f.patch(lina, address, "0", "abc")
	if got = f.do(lina, "DELETE", address, nil); got.status != http.StatusNoContent {
		t.Errorf("DELETE: %+v", got)
	}
	if got = f.do(lina, "HEAD", address, nil); got.status != http.StatusNotFound {
		t.Errorf("after DELETE: %+v", got)
	}
	if n, err := f.files.Collect(t.Context()); n != 1 || err != nil {
		t.Errorf("of a deleted upload %d files were collected, %v", n, err)
	}
}

func TestUpsertOverwrites(t *testing.T) {
	t.Parallel()
	f := setup(t, resumable.Options{}, everything)
	f.patch(lina, f.create(lina, "a", "3"), "0", "old")
	address := f.create(lina, "a", "3", "X-Upsert: true")
	if got := f.patch(lina, address, "0", "new", "X-Upsert: true"); got.status != http.StatusNoContent || f.read("a").body != "new" {
		t.Errorf("upsert: %+v", got)
	}
	address = f.create(lina, "a", "3", "X-Upsert: true")
	if got := f.patch(omar, address, "0", "bad"); got.status != http.StatusForbidden || f.read("a").body != "new" {
		t.Errorf("another's upsert: %+v", got)
	}
}

// TestASignedTokenUploads: whoever has the token of an object may upload that one.
func TestASignedTokenUploads(t *testing.T) {
	t.Parallel()
	f := setup(t, resumable.Options{}, everything)
	sign := func(name string, headers ...string) string {
		got := f.do(lina, "POST", f.url+"/storage/v1/object/upload/sign/papers/"+name, nil, headers...)
		var made struct{ Token string }
		if err := json.Unmarshal([]byte(got.body), &made); err != nil || made.Token == "" {
			t.Fatalf("sign: %+v", got)
		}
		return "X-Signature: " + made.Token
	}
	mine, other := sign("a"), sign("b")
	where := metadata("bucketName", "papers", "objectName", "a")
	if got := f.do("", "POST", "/sign", nil, "Upload-Length: 5", where, other); got.status != http.StatusBadRequest || got.body != "Invalid signature\n" {
		t.Errorf("with the token of another object: %+v", got)
	}
	got := f.do("", "POST", "/sign", nil, "Upload-Length: 5", where, mine)
	address := got.header.Get("Location")
	if got.status != http.StatusCreated || !strings.HasPrefix(address, f.url+"/storage/v1/upload/resumable/sign/") {
		t.Fatalf("created: %+v", got)
	}
	if got := f.patch("", address, "0", "hello", other); got.status != http.StatusBadRequest {
		t.Errorf("continued with another token: %+v", got)
	}
	if got := f.do(lina, "HEAD", address, nil); got.status != http.StatusBadRequest {
		t.Errorf("HEAD with a caller's token: %+v", got)
	}
	if got := f.do(lina, "HEAD", strings.Replace(address, "/sign", "", 1), nil); got.status != http.StatusNotFound {
		t.Errorf("HEAD at the other route: %+v", got)
	}
	if got := f.patch("", address, "0", "hel", mine); got.status != http.StatusNoContent {
		t.Errorf("the first piece: %+v", got)
	}
	if got := f.do("", "HEAD", address, nil, mine); got.status != http.StatusOK || got.header.Get("Upload-Offset") != "3" {
		t.Errorf("HEAD: %+v", got)
	}
	if got := f.patch("", address, "3", "lo", mine); got.header.Get("Tus-Complete") != "1" || f.read("a").body != "hello" {
		t.Errorf("the last piece: %+v", got)
	}
	if n := f.number(t, `select count(*) from storage.objects where name = 'a' and owner_id = '`+lina+`'`); n != 1 {
		t.Errorf("%d objects of the signer", n)
	}
	if got := f.do("", "POST", "/sign", nil, "Upload-Length: 5", where, mine, "X-Upsert: true"); got.status != http.StatusConflict {
		t.Errorf("again, without the right to overwrite: %+v", got)
	}
	if got := f.do("", "POST", "/sign", strings.NewReader("again"), "Content-Type: application/offset+octet-stream", "Upload-Length: 5", where,
		sign("a", "X-Upsert: true")); got.status != http.StatusCreated || f.read("a").body != "again" {
		t.Errorf("a token that may overwrite: %+v", got)
	}
}

// A picture that is a page is refused with its last bytes, and again where HEAD would end
// the upload.
func TestTheContentIsComparedWithItsType(t *testing.T) {
	t.Parallel()
	f := setup(t, resumable.Options{}, everything)
	const page = "<html><script>alert(1)</script>"
	address := f.create(lina, "a.png", strconv.Itoa(len(page)), metadata("bucketName", "papers", "objectName", "a.png", "contentType", "image/png"))
	if got := f.patch(lina, address, "0", page[:3]); got.status != http.StatusNoContent {
		t.Fatalf("the first bytes: %d %s", got.status, got.body)
	}
	if got := f.patch(lina, address, "3", page[3:]); got.status != http.StatusUnsupportedMediaType {
		t.Errorf("the last bytes: %d %s, want 415", got.status, got.body)
	}
	if got := f.do(lina, "HEAD", address, nil); got.status != http.StatusUnsupportedMediaType {
		t.Errorf("HEAD: %d, want 415", got.status)
	}
	if got := f.read("a.png"); got.status != http.StatusBadRequest {
		t.Errorf("the object: %d %s", got.status, got.body)
	}
	if got := f.do(lina, "DELETE", address, nil); got.status != http.StatusNoContent {
		t.Errorf("DELETE: %d %s", got.status, got.body)
	}
}
