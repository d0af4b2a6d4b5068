package s3_test

import (
	"bytes"
	"cmp"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/storage/blob"
	"github.com/toubkal/toubkal/server/storage/files"
	"github.com/toubkal/toubkal/server/storage/object"
	"github.com/toubkal/toubkal/server/storage/s3"
	"github.com/toubkal/toubkal/server/storage/s3/sigv4/sigv4test"
	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/token"
)

func TestMain(m *testing.M) { os.Exit(pgtest.MainWith(m, pgtest.Project{})) }

const (
	keyID, keySecret = "service-key", "service-secret-0123456789"
	projectRef       = "stub"
	anonKey          = "the anon key"
	lina             = "00000000-0000-4000-8000-000000000001"
	omar             = "00000000-0000-4000-8000-000000000002"
	prefix           = "/storage/v1/s3"
)

// policies let signed-in users do all with their own objects.
const policies = `
	create policy own_select on storage.objects for select to authenticated using (owner_id = (select auth.uid())::text);
	create policy own_insert on storage.objects for insert to authenticated with check (owner_id = (select auth.uid())::text);
	create policy own_update on storage.objects for update to authenticated using (owner_id = (select auth.uid())::text);
	create policy own_delete on storage.objects for delete to authenticated using (owner_id = (select auth.uid())::text and name not like 'kept/%');`

// world is a Service on a database of its own, with the bucket photos, which takes 40 MiB,
// and the bucket small, which takes 1000 bytes.
type world struct {
	t     *testing.T
	db    *pgtest.DB
	store *object.Store
	keys  *s3.Keys
	plain *httptest.Server   // http
	roots []*httptest.Server // http and https without a prefix, as minio-go wants it
}

// verify takes the id of a user for a token.
func verify(bearer string) (token.Claims, error) {
	if bearer == "expired" {
		return token.Claims{}, fmt.Errorf("JWT: %w", jwt.ErrTokenExpired)
	}
	if bearer != lina && bearer != omar {
		return token.Claims{}, errors.New("signature verification failed")
	}
	text, err := json.Marshal(map[string]string{"role": token.Authenticated, "sub": bearer})
	return token.Claims{Role: token.Authenticated, Subject: bearer, JSON: text}, err
}

func setup(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, db: pgtest.New(t)}
	pool, err := db.Open(t.Context(), w.db.LoginURL("supabase_storage_admin"), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	kept, err := blob.Open("file://" + t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = kept.Close() })
	log := slog.New(slog.DiscardHandler)
	w.store = &object.Store{
		Pool: pool, Verify: verify, Now: time.Now, FileSizeLimit: 50 << 20,
		Files: files.New(files.Options{Pool: pool, Bytes: kept, Log: log, Grace: time.Millisecond}),
	}
	if w.keys, err = s3.NewKeys(pool, bytes.Repeat([]byte("k"), 32)); err != nil {
		t.Fatal(err)
	}
	options := s3.Options{
		Store: w.store, Keys: w.keys, KeyID: keyID, KeySecret: keySecret, ProjectRef: projectRef,
		AnonKey: func() (string, error) { return anonKey, nil }, Region: "us-east-1", Prefix: prefix, PublicURL: "https://files.example/base",
		UploadLife: time.Hour, Log: log,
	}
	w.plain = httptest.NewServer(s3.New(options))
	options.Prefix = ""
	w.roots = []*httptest.Server{httptest.NewServer(s3.New(options)), httptest.NewTLSServer(s3.New(options))}
	for _, server := range append(w.roots, w.plain) {
		t.Cleanup(server.Close)
	}
	w.exec(policies)
	w.exec(`insert into storage.buckets (id, name, public, file_size_limit) values ('photos', 'photos', false, 41943040), ('small', 'small', false, 1000)`)
	return w
}

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	if _, err := w.db.Admin.Exec(w.t.Context(), sql, args...); err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
}

// service is the key that no policy binds.
func service() sigv4test.Key { return sigv4test.Key{ID: keyID, Secret: keySecret} }

// session is the key of a user.
func session(user string) sigv4test.Key {
	return sigv4test.Key{ID: projectRef, Secret: anonKey, Session: user}
}

// answer is a response.
type answer struct {
	status int
	header http.Header
	body   string
}

// texts are the texts of the elements of a name.
func (a answer) texts(name string) (found []string) {
	for _, match := range regexp.MustCompile("<"+name+">([^<]*)</"+name+">").FindAllStringSubmatch(a.body, -1) {
		found = append(found, html.UnescapeString(match[1]))
	}
	return found
}

// text is the first of texts; "" where there is none.
func (a answer) text(name string) string {
	if all := a.texts(name); len(all) > 0 {
		return all[0]
	}
	return ""
}

// code is S3's code of a refusal, or its status where it has no body; "" for none.
func (a answer) code() string {
	if a.status < http.StatusMultipleChoices {
		return ""
	}
	return cmp.Or(a.text("Code"), http.StatusText(a.status))
}

// ask sends a request that who has signed. Path begins with the bucket.
func (w *world) ask(who sigv4test.Key, method, path, body string, headers ...string) answer {
	w.t.Helper()
	return w.send(w.signed(who, method, w.plain.URL+prefix+"/"+path, body, headers...))
}

// signed is a request that who has signed; a header may declare another hash of the body.
func (w *world) signed(who sigv4test.Key, method, address, body string, headers ...string) *http.Request {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Set(name, value)
	}
	sum := sha256.Sum256([]byte(body))
	sigv4test.Sign(r, who, "us-east-1", cmp.Or(r.Header.Get("X-Amz-Content-Sha256"), hex.EncodeToString(sum[:])), time.Now())
	return r
}

func (w *world) put(who sigv4test.Key, key string, content []byte, headers ...string) {
	w.t.Helper()
	if put := w.ask(who, "PUT", "photos/"+key, string(content), headers...); put.code() != "" {
		w.t.Fatalf("put %s: %d %s", key, put.status, put.body)
	}
}

func (w *world) get(who sigv4test.Key, key string) []byte {
	w.t.Helper()
	got := w.ask(who, "GET", "photos/"+key, "")
	if got.code() != "" {
		w.t.Fatalf("get %s: %d %s", key, got.status, got.body)
	}
	return []byte(got.body)
}

// pattern is content of a size that differs at each place.
func pattern(size int) []byte {
	content := make([]byte, size)
	for i := range content {
		content[i] = byte(i*7 + i>>8 + i>>16)
	}
	return content
}

func md5Of(content []byte) []byte {
	sum := md5.Sum(content)
	return sum[:]
}

func etag(content []byte) string { return `"` + hex.EncodeToString(md5Of(content)) + `"` }

// send sends a request as it is.
func (w *world) send(r *http.Request) answer {
	w.t.Helper()
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = got.Body.Close() }()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return answer{got.StatusCode, got.Header, string(text)}
}
