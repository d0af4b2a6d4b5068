package tests

import (
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/storage/s3/sigv4/sigv4test"
	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// An address is taken as long as its key is listed, and lives as long as the server lets it.
func TestSigningKeysOfFiles(t *testing.T) {
	t.Parallel()
	const first, second = "first-key-0123456789abcdef0123456789", "second-key-0123456789abcdef0123456789"
	database, folder := pgtest.New(t), "STORAGE_URL=file://"+t.TempDir()
	start := func(keys string) *apptest.Instance {
		return bootOn(t, database, "DATABASE_URL="+database.URL, "SERVICES=rest,auth,storage", folder, "STORAGE_SIGNED_URL_LIFE=1h", "STORAGE_SIGNING_KEYS="+keys)
	}
	s := start(first)
	storageSQL(t, database, `insert into storage.buckets (id, name) values ('papers', 'papers')`)
	service := s.ServiceKey(t)
	if status, answer := askStorage(t, s, service, "POST", "/storage/v1/object/papers/a", "content"); status != http.StatusOK {
		t.Fatalf("upload: %d %s", status, answer)
	}
	sign := func(body string) (status int, address string) {
		got := s.Send(t, "POST", "/storage/v1/object/sign/papers/a", body, append(s.Headers(service), "Content-Type: application/json")...)
		var signed struct{ SignedURL string }
		_ = json.Unmarshal([]byte(got.Body), &signed)
		return got.Status, "/storage/v1" + signed.SignedURL
	}
	if status, _ := sign(`{"expiresIn": 3601}`); status != http.StatusBadRequest {
		t.Errorf("an hour and a second: %d, want 400", status)
	}
	status, address := sign(`{"expiresIn": 3600}`)
	if status != http.StatusOK {
		t.Fatalf("an hour: %d", status)
	}
	for _, c := range []struct {
		name, keys string
		want       int
	}{
		{"the key is the second of two", second + "," + first, http.StatusOK},
		{"the key is gone", second, http.StatusBadRequest},
	} {
		if got := start(c.keys).Send(t, "GET", address, ""); got.Status != c.want {
			t.Errorf("%s: %d %s, want %d", c.name, got.Status, got.Body, c.want)
		}
	}
}

// A key that the command makes is one of S3's, until the command revokes it.
func TestS3WithAKeyOfTheCommand(t *testing.T) {
	t.Parallel()
	s := bootStorage(t)
	command := func(line string) string {
		var out strings.Builder
		environ := []string{"DATABASE_URL=" + s.DB.URL, "TOUBKAL_DATA_DIR=" + s.DataDir, "GOTRUE_JWT_SECRET=" + apptest.Secret}
		if err := apptest.RunCommand(t, fixtureProject(), line, environ, &out); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		return out.String()
	}
	made := regexp.MustCompile(`access key +(\S+)\nsecret +(\S+)`).FindStringSubmatch(command("storage keys create nightly backup"))
	if made == nil {
		t.Fatal("no key was printed")
	}
	ask := func(method, path, body string) (int, string) {
		r, err := http.NewRequestWithContext(t.Context(), method, s.URL+"/storage/v1/s3/papers"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		sigv4test.Sign(r, sigv4test.Key{ID: made[1], Secret: made[2]}, "us-east-1", "UNSIGNED-PAYLOAD", time.Now())
		got, err := s.Client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = got.Body.Close() }()
		text, err := io.ReadAll(got.Body)
		if err != nil {
			t.Fatal(err)
		}
		return got.StatusCode, string(text)
	}
	if status, answer := ask("PUT", "/a", "content"); status != http.StatusOK {
		t.Fatalf("put: %d %s", status, answer)
	}
	if status, answer := askStorage(t, s, s.ServiceKey(t), "GET", "/storage/v1/object/papers/a", ""); status != http.StatusOK || answer != "content" {
		t.Errorf("the object: %d %s", status, answer)
	}
	if listed := command("storage keys"); !strings.Contains(listed, made[1]) || !strings.Contains(listed, "nightly backup") || strings.Contains(listed, made[2]) {
		t.Errorf("the list has no key, or its secret:\n%s", listed)
	}
	command("storage keys revoke " + made[1])
	if status, answer := ask("GET", "?list-type=2", ""); status != http.StatusForbidden || !strings.Contains(answer, "InvalidAccessKeyId") {
		t.Errorf("a revoked key: %d %s, want InvalidAccessKeyId", status, answer)
	}
}

func TestQuotasOfABucket(t *testing.T) {
	t.Parallel()
	s := bootStorage(t)
	service := append(s.Headers(s.ServiceKey(t)), "Content-Type: application/json")
	set := func(body string) {
		t.Helper()
		if got := s.Send(t, "PUT", "/storage/v1/bucket/papers", body, service...); got.Status != http.StatusOK {
			t.Fatalf("%s: %d %s", body, got.Status, got.Body)
		}
	}
	lina, omar := s.CreateUser(t, "lina@example.org", "secret6").AccessToken, s.CreateUser(t, "omar@example.org", "secret6").AccessToken
	upload := func(bearer, name string, size int, want string) {
		t.Helper()
		_, answer := askStorage(t, s, bearer, "POST", "/storage/v1/object/papers/"+name, strings.Repeat("x", size))
		if !strings.Contains(answer, want) {
			t.Errorf("%s of %d bytes: %s, want %s", name, size, answer, want)
		}
	}
	set(`{"total_size_limit": 100, "owner_size_limit": "60B"}`)
	upload(lina, "a", 60, `"Key"`)
	upload(lina, "b", 1, "QuotaExceeded")
	upload(omar, "c", 41, "QuotaExceeded")
	upload(omar, "c", 40, `"Key"`)
	set(`{"total_size_limit": null}`)
	upload(omar, "d", 20, `"Key"`)
	upload(omar, "e", 1, "QuotaExceeded")
	set(`{"owner_size_limit": null}`)
	upload(omar, "e", 1, `"Key"`)
	if got := s.Send(t, "PUT", "/storage/v1/bucket/papers", `{"owner_size_limit": 0}`, service...); got.Status != http.StatusBadRequest {
		t.Errorf("a quota of nothing: %d %s", got.Status, got.Body)
	}
}

// A trigger deletes the object whose path a row had, once the row has another or is gone.
func TestObjectsEndWithTheirRows(t *testing.T) {
	t.Parallel()
	s := bootStorage(t)
	service := s.ServiceKey(t)
	for _, name := range []string{"old", "new", "kept"} {
		if status, answer := askStorage(t, s, service, "POST", "/storage/v1/object/papers/"+name, name); status != http.StatusOK {
			t.Fatalf("upload: %d %s", status, answer)
		}
	}
	storageSQL(t, s.DB, `create table public.people (id int primary key)`)
	storageSQL(t, s.DB, `insert into public.people values (1), (2)`)
	storageSQL(t, s.DB, `create table public.letters (id int primary key, path text, word text, person_id int references public.people on delete cascade)`)
	storageSQL(t, s.DB, `create trigger letters_file after delete or update on public.letters
		for each row execute function storage.delete_object_of_row('papers', 'path')`)
	storageSQL(t, s.DB, `insert into public.letters values (1, 'old', 'a'), (2, 'kept', 'a'), (3, null, 'a')`)
	left := func(want string) {
		t.Helper()
		var names string
		if err := s.DB.Admin.QueryRow(t.Context(), `select coalesce(string_agg(name, ' ' order by name), '') from storage.objects`).Scan(&names); err != nil || names != want {
			t.Errorf("left %q, %v, want %q", names, err, want)
		}
	}
	storageSQL(t, s.DB, `update public.letters set word = 'b'`)
	left("kept new old")
	storageSQL(t, s.DB, `update public.letters set path = 'new' where id = 1`)
	left("kept new")
	storageSQL(t, s.DB, `delete from public.letters where id <> 2`)
	left("kept")

	// A row that goes with another one takes its file along, and its bytes, once that is committed.
	if status, answer := askStorage(t, s, service, "POST", "/storage/v1/object/papers/cascade", "cascade"); status != http.StatusOK {
		t.Fatalf("upload: %d %s", status, answer)
	}
	storageSQL(t, s.DB, `insert into public.letters values (4, 'cascade', 'a', 1)`)
	bytes := func(want string) {
		t.Helper()
		var state string
		if err := s.DB.Admin.QueryRow(t.Context(), `select state from toubkal_storage.files where size = 7`).Scan(&state); err != nil || state != want {
			t.Errorf("the bytes are %q, %v; want %s", state, err, want)
		}
	}
	for _, ends := range []string{"rollback", "commit"} {
		tx, err := s.DB.Admin.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(t.Context(), `delete from public.people where id = 1`); err != nil {
			t.Fatal(err)
		}
		if status, answer := askStorage(t, s, service, "GET", "/storage/v1/object/papers/cascade", ""); status != http.StatusOK || answer != "cascade" {
			t.Errorf("before the %s the file is %d %s", ends, status, answer)
		}
		if ends == "rollback" {
			if err := tx.Rollback(t.Context()); err != nil {
				t.Fatal(err)
			}
			left("cascade kept")
			bytes("live")
			continue
		}
		if err := tx.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	left("kept")
	bytes("dead")
	if status, answer := askStorage(t, s, service, "GET", "/storage/v1/object/papers/cascade", ""); status != http.StatusBadRequest || !strings.Contains(answer, "NoSuchKey") {
		t.Errorf("after the commit the file is %d %s", status, answer)
	}
}

// STORAGE_TRUE_STATUS reaches all that refuses.
func TestTrueStatusOfFiles(t *testing.T) {
	t.Parallel()
	for environ, want := range map[string]int{"STORAGE_TRUE_STATUS=false": http.StatusBadRequest, "STORAGE_TRUE_STATUS=true": http.StatusNotFound} {
		s := bootStorage(t, environ)
		for _, path := range []string{"object/papers/none", "object/public/photos/none", "object/info/papers/none", "render/image/public/photos/none?width=9", "bucket/none"} {
			if status, answer := askStorage(t, s, s.ServiceKey(t), "GET", "/storage/v1/"+path, ""); status != want || !strings.Contains(answer, `"statusCode":"404"`) {
				t.Errorf("%s, %s: %d %s, want %d", environ, path, status, answer, want)
			}
		}
	}
}

func TestStateOfTheStorageAPI(t *testing.T) {
	t.Parallel()
	s := bootStorage(t)
	for path, want := range map[string]string{"status": "", "version": "devel|v|unknown", "health": `{"healthy":true}`} {
		got := s.Send(t, "GET", "/storage/v1/"+path, "", s.Headers("")...)
		if got.Status != http.StatusOK || !regexp.MustCompile(want).MatchString(got.Body) {
			t.Errorf("%s: %d %q, want %q", path, got.Status, got.Body, want)
		}
	}
	storageSQL(t, s.DB, `revoke select on storage.buckets from supabase_storage_admin; alter table storage.buckets owner to toubkal_owner`)
	if got := s.Send(t, "GET", "/storage/v1/health", "", s.Headers("")...); got.Status != http.StatusServiceUnavailable || got.Body != `{"healthy":false}` {
		t.Errorf("without its table: %d %s, want 503", got.Status, got.Body)
	}
}

// Scripts of other origins read what resumable uploads and downloads need.
func TestFilesForOtherOrigins(t *testing.T) {
	t.Parallel()
	s := bootStorage(t)
	service := s.ServiceKey(t)
	if status, answer := askStorage(t, s, service, "POST", "/storage/v1/object/photos/a", "content"); status != http.StatusOK {
		t.Fatalf("upload: %d %s", status, answer)
	}
	const origin = "Origin: https://elsewhere.example"
	for _, c := range []struct {
		name, method, path string
		headers, want      []string
	}{
		{"a resumable upload", "POST", "upload/resumable", []string{"Tus-Resumable: 1.0.0", "Upload-Length: 5", "Upload-Metadata: bucketName cGFwZXJz,objectName YQ=="}, []string{
			"Location", "Upload-Offset", "Upload-Length", "Upload-Expires", "Tus-Resumable", "Tus-Version", "Tus-Max-Size", "Tus-Extension",
		}},
		{"a download", "GET", "object/public/photos/a", nil, []string{"ETag", "Content-Range", "Content-Encoding"}},
	} {
		got := s.Send(t, c.method, "/storage/v1/"+c.path, "", append(append(s.Headers(service), origin), c.headers...)...)
		if got.Status >= http.StatusBadRequest || got.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: %d %s %v", c.name, got.Status, got.Body, got.Header)
		}
		exposed := ", " + strings.ToLower(strings.Join(got.Header.Values("Access-Control-Expose-Headers"), ", ")) + ","
		for _, name := range c.want {
			if !strings.Contains(exposed, ", "+strings.ToLower(name)+",") {
				t.Errorf("%s: %s is not exposed: %s", c.name, name, exposed)
			}
		}
	}
}
