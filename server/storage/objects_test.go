package storage_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/storage"
)

// put uploads a text as a caller.
func (w *world) put(caller, path, body string, headers ...string) {
	w.t.Helper()
	if up := w.do(caller, "PUT", "/object/"+path, body, append([]string{"Content-Type: text/plain"}, headers...)...); up.status != 200 {
		w.t.Fatalf("upload %s: %s", path, up.body)
	}
}

// check sends a request and looks for texts in the answer; one with ! before must be absent.
func (w *world) check(name, caller, method, path, body string, status int, texts ...string) answer {
	w.t.Helper()
	got := w.do(caller, method, path, body)
	bad := got.status != status
	for _, text := range texts {
		absent, isAbsent := strings.CutPrefix(text, "!")
		bad = bad || strings.Contains(got.body, absent) == isAbsent
	}
	if bad {
		w.t.Errorf("%s: got %d %s, want %d %q", name, got.status, got.body, status, texts)
	}
	return got
}

// states counts the files by state.
func (w *world) states() (states string) {
	w.t.Helper()
	err := w.db.Admin.QueryRow(w.t.Context(), `select coalesce(string_agg(state || ' ' || n, ', ' order by state), '')
		from (select state, count(*) as n from toubkal_storage.files group by state) as f`).Scan(&states)
	if err != nil {
		w.t.Fatal(err)
	}
	return states
}

func TestRemove(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{}, everything)
	for _, path := range []string{"a", "b", "c/d", "c/e", "x"} {
		w.put(lina, "papers/"+path, "1")
	}
	w.put(omar, "papers/his", "1")
	w.check("anon", anon, "DELETE", "/object/papers", `{"prefixes": ["a"]}`, 200, "[]")
	w.check("another's and missing ones are left out", lina, "DELETE", "/object/papers", `{"prefixes": ["a", "his", "none", {"path": "b"}]}`, 200,
		`"name":"a"`, `"name":"b"`, `"bucket_id":"papers"`, `"owner_id":"`+lina+`"`, `"created_at":"20`, "!his", "!none")
	w.check("without names", lina, "DELETE", "/object/papers", `{"prefixes": []}`, 400, "InvalidRequest")
	w.check("too many names", lina, "DELETE", "/object/papers", `{"prefixes": [`+strings.Repeat(`"a",`, 1000)+`"a"]}`, 400, "InvalidRequest")
	w.check("a version", lina, "DELETE", "/object/papers", `{"prefixes": [{"path": "x", "versionId": "1"}]}`, 400, "FeatureNotEnabled")
	w.check("one", lina, "DELETE", "/object/papers/x", "", 200, "Successfully deleted")
	w.check("one that is gone", lina, "DELETE", "/object/papers/x", "", 400, "NoSuchKey")
	w.check("one of another", lina, "DELETE", "/object/papers/his", "", 400, "NoSuchKey")
	w.check("a folder", lina, "DELETE", "/object/papers", `{"prefix": "c/", "recursive": true}`, 200, `{"deleted":2}`)
	w.check("the whole bucket, as far as allowed", lina, "DELETE", "/object/papers", `{"prefix": "", "recursive": true}`, 200, `{"deleted":0}`)
	w.check("a prefix alone", lina, "DELETE", "/object/papers", `{"prefix": ""}`, 400, "InvalidRequest")
	if got := w.states(); got != "dead 5, live 1" {
		t.Errorf("files: %s", got)
	}
}

func TestRemoveIsRefusedInWords(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{}, everything, `drop policy own_delete on storage.objects`)
	w.put(lina, "papers/a", "1")
	w.check("one", lina, "DELETE", "/object/papers/a", "", 400, "AccessDenied", "storage.object.delete", "select and delete")
	w.check("many", lina, "DELETE", "/object/papers", `{"prefixes": ["a"]}`, 200, "[]")
}

func TestMoveAndCopy(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{}, everything, `insert into storage.buckets (id, name, file_size_limit, allowed_mime_types) values
		('small', 'small', 3, null), ('pictures', 'pictures', null, '{image/*}')`)
	w.put(lina, "papers/a", "12345", "X-Metadata: eyJieSI6ICJMaW5hIn0=")
	w.put(lina, "papers/b", "1")
	w.put(omar, "papers/his", "1")
	body := func(source, to, key string) string {
		return fmt.Sprintf(`{"bucketId": "papers", "sourceKey": %q, "destinationBucket": %q, "destinationKey": %q}`, source, to, key)
	}
	for _, verb := range []string{"move", "copy"} {
		path := "/object/" + verb
		w.check(verb+": anon", anon, "POST", path, body("a", "papers", "n"), 400, "NoSuchKey")
		w.check(verb+": another's", lina, "POST", path, body("his", "papers", "n"), 400, "NoSuchKey")
		w.check(verb+": on another one", lina, "POST", path, body("a", "papers", "b"), 400, "KeyAlreadyExists")
		w.check(verb+": too large", lina, "POST", path, body("a", "small", "n"), 400, "EntityTooLarge")
		w.check(verb+": another type", lina, "POST", path, body("a", "pictures", "n"), 400, "InvalidMimeType")
		w.check(verb+": no bucket", lina, "POST", path, body("a", "nowhere", "n"), 400, "NoSuchBucket")
		w.check(verb+": a bad name", lina, "POST", path, body("a", "papers", "../n"), 400, "InvalidKey")
		w.check(verb+": without a name", lina, "POST", path, `{"bucketId": "papers"}`, 400, "sourceKey")
		w.check(verb+": an older version", lina, "POST", path, `{"bucketId": "papers", "sourceKey": "a", "destinationKey": "b", "sourceVersionId": "1"}`, 400, "FeatureNotEnabled")
	}
	copied := w.check("copy", lina, "POST", "/object/copy", body("a", "photos", "c/a"), 200, `"Key":"photos/c/a"`, `"by":"Lina"`)
	w.check("copy: its id", lina, "GET", "/object/info/photos/c/a", "", 200, fmt.Sprint(copied.json("Id")))
	w.check("copy: its own type", lina, "POST", "/object/copy",
		`{"bucketId": "papers", "sourceKey": "a", "destinationKey": "d", "copyMetadata": false, "metadata": {"mimetype": "text/csv", "cacheControl": "max-age=9"}}`, 200, "text/csv", "max-age=9", "!Lina")
	if got := w.do(lina, "POST", "/object/copy", body("b", "papers", "d"), "X-Upsert: true"); got.status != 200 {
		t.Errorf("copy over another one: %s", got.body)
	}
	w.check("move", lina, "POST", "/object/move", body("a", "photos", "m"), 200, `"Successfully moved"`, `"Key":"photos/m"`)
	w.check("move: gone", lina, "GET", "/object/papers/a", "", 400, "NoSuchKey")
	for _, path := range []string{"photos/c/a", "photos/m"} {
		if got := w.do(lina, "GET", "/object/"+path, ""); got.body != "12345" {
			t.Errorf("%s: %s", path, got.body)
		}
	}
	// the bytes stay as long as one object has them
	w.check("delete the source", lina, "DELETE", "/object/photos/m", "", 200)
	if got := w.states(); got != "live 3" {
		t.Errorf("files: %s", got)
	}
	if got := w.do(lina, "GET", "/object/photos/c/a", ""); got.body != "12345" {
		t.Errorf("the copy: %s", got.body)
	}
}

func TestInfo(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{}, everything)
	w.put(lina, "papers/a", "12345", "X-Metadata: eyJieSI6ICJMaW5hIn0=", "Cache-Control: max-age=60", "Content-Encoding: gzip")
	w.put(service, "photos/p", "1")
	for _, path := range []string{"papers/a", "authenticated/papers/a"} {
		got := w.check(path, lina, "GET", "/object/info/"+path, "", 200)
		var fields map[string]any
		_ = json.Unmarshal([]byte(got.body), &fields)
		for name, want := range map[string]any{
			"name": "a", "bucket_id": "papers", "size": 5.0, "content_type": "text/plain", "cache_control": "max-age=60", "content_encoding": "gzip",
			"etag": `"827ccb0eea8a706c4c34a16891f84e7b"`,
		} {
			if fields[name] != want {
				t.Errorf("%s: %s is %v, want %v", path, name, fields[name], want)
			}
		}
		if fields["metadata"].(map[string]any)["by"] != "Lina" || fields["id"] == nil || fields["version"] == nil {
			t.Errorf("%s: %s", path, got.body)
		}
	}
	if got := w.do(lina, "GET", "/object/papers/a", "").header.Get("Content-Encoding"); got != "gzip" {
		t.Errorf("the encoding of a download: %q", got)
	}
	w.check("without metadata", "", "GET", "/object/info/public/photos/p", "", 200, `"metadata":{}`)
	w.check("a public bucket needs no token", "", "GET", "/object/info/photos/p", "", 200)
	w.check("no public bucket", "", "GET", "/object/info/public/papers/a", "", 400, "NoSuchBucket")
	w.check("another's", omar, "GET", "/object/info/papers/a", "", 400, `"code":"NoSuchKey"`, `"statusCode":"404"`)
	w.check("none", lina, "GET", "/object/info/papers/none", "", 400, "NoSuchKey")
	w.check("no bucket", lina, "GET", "/object/info/nowhere/a", "", 400, "NoSuchBucket")
	w.check("no token", "", "GET", "/object/info/papers/a", "", 400, "authorization")
	w.check("head of nothing", lina, "HEAD", "/object/papers/none", "", 400)
}

// The version of a row names its bytes: one that is a path, which the table may be given,
// leads to no file.
func TestAVersionIsNoPath(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{}, everything)
	w.put(lina, "papers/a", "12345")
	for _, version := range []string{"../../../../../../etc/passwd", "/etc/passwd", "..", "", "00000000-0000-4000-8000-0000000/../x"} {
		w.exec(`update storage.objects set version = $1`, version)
		for _, path := range []string{"/object/papers/a", "/object/authenticated/papers/a", "/render/image/authenticated/papers/a?width=9"} {
			w.check(version+", "+path, lina, "GET", path, "", 400, `"code":"NoSuchKey"`, "!root")
		}
	}
}

func TestEmptyBucket(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{}, everything)
	w.put(lina, "papers/a", "1")
	w.put(lina, "photos/a", "1")
	w.exec(`insert into storage.objects (bucket_id, name) select 'papers', n::text from generate_series(1, 2500) as n`)
	w.check("a user", lina, "POST", "/bucket/papers/empty", "", 403, "AccessDenied")
	w.check("no bucket", service, "POST", "/bucket/nowhere/empty", "", 400, "NoSuchBucket")
	w.check("not empty", service, "DELETE", "/bucket/papers", "", 400, "ResourceNotEmpty")
	w.check("empty", service, "POST", "/bucket/papers/empty", "{}", 200, "Empty bucket has been queued. Completion may take up to an hour.")
	w.check("the other one stays", lina, "GET", "/object/photos/a", "", 200)
	w.check("now empty", service, "DELETE", "/bucket/papers", "", 200, "Successfully deleted")
	if got := w.states(); got != "dead 1, live 1" {
		t.Errorf("files: %s", got)
	}
}

func TestLifecycle(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{})
	w.check("none", service, "GET", "/bucket/papers/lifecycle", "", 400, `"code":"NoSuchLifecycleConfiguration"`)
	w.check("set", service, "PUT", "/bucket/papers/lifecycle", "{}", 400, `"code":"FeatureNotEnabled"`)
	w.check("no bucket", service, "DELETE", "/bucket/nowhere/lifecycle", "", 400, `"code":"NoSuchBucket"`)
}
