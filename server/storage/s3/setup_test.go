package s3_test

import (
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials"
	client "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
	"github.com/aws/smithy-go/logging"
	"github.com/golang-jwt/jwt/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/pgtest"
	"github.com/toubkal/toubkal/server/storage/blob"
	"github.com/toubkal/toubkal/server/storage/files"
	"github.com/toubkal/toubkal/server/storage/object"
	"github.com/toubkal/toubkal/server/storage/s3"
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
	plain *httptest.Server // http
	tls   *httptest.Server // https
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
	kept, err := blob.Open("file://"+t.TempDir())
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
	handler := s3.New(s3.Options{
		Store: w.store, Keys: w.keys, KeyID: keyID, KeySecret: keySecret, ProjectRef: projectRef,
		AnonKey: func() (string, error) { return anonKey, nil }, Region: "us-east-1", Prefix: prefix, PublicURL: "https://files.example/base",
		UploadLife: time.Hour, Log: log,
	})
	w.plain, w.tls = httptest.NewServer(handler), httptest.NewTLSServer(handler)
	t.Cleanup(w.plain.Close)
	t.Cleanup(w.tls.Close)
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

// service is the credential that no policy binds.
func service() aws.CredentialsProvider {
	return credentials.NewStaticCredentialsProvider(keyID, keySecret, "")
}

// session is the credential of a user.
func session(user string) aws.CredentialsProvider {
	return credentials.NewStaticCredentialsProvider(projectRef, anonKey, user)
}

// client is the AWS SDK as an application sets it up, with the defaults of its
// configuration, which adds checksums.
func (w *world) client(server *httptest.Server, who aws.CredentialsProvider) *client.Client {
	w.t.Helper()
	loaded, err := config.LoadDefaultConfig(w.t.Context(), config.WithRegion("us-east-1"), config.WithCredentialsProvider(who),
		config.WithSharedConfigFiles(nil), config.WithLogger(logging.Nop{}), config.WithSharedCredentialsFiles(nil))
	if err != nil {
		w.t.Fatal(err)
	}
	return client.NewFromConfig(loaded, func(o *client.Options) {
		// not by the configuration, which refuses one beside AWS_CA_BUNDLE
		o.HTTPClient, o.BaseEndpoint, o.UsePathStyle, o.RetryMaxAttempts = server.Client(), aws.String(server.URL+prefix), true, 1
	})
}

// bare is the AWS SDK without its defaults, which adds no checksums.
func (w *world) bare(server *httptest.Server, who aws.CredentialsProvider) *client.Client {
	return client.New(client.Options{
		Region: "auto", Credentials: who, HTTPClient: server.Client(), BaseEndpoint: aws.String(server.URL + prefix), UsePathStyle: true, RetryMaxAttempts: 1,
	})
}

// codeOf is S3's code of a refusal; "" for none.
func codeOf(err error) string {
	if refused, ok := errors.AsType[smithy.APIError](err); ok {
		return refused.ErrorCode()
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

func (w *world) put(c *client.Client, key string, content []byte) {
	w.t.Helper()
	_, err := c.PutObject(w.t.Context(), &client.PutObjectInput{Bucket: aws.String("photos"), Key: &key, Body: bytes.NewReader(content)})
	if err != nil {
		w.t.Fatalf("put %s: %v", key, err)
	}
}

func (w *world) get(c *client.Client, key string) []byte {
	w.t.Helper()
	o, err := c.GetObject(w.t.Context(), &client.GetObjectInput{Bucket: aws.String("photos"), Key: &key})
	if err != nil {
		w.t.Fatalf("get %s: %v", key, err)
	}
	content, err := io.ReadAll(o.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return content
}

// pattern is content of a size that differs at each place.
func pattern(size int) []byte {
	content := make([]byte, size)
	for i := range content {
		content[i] = byte(i*7 + i>>8 + i>>16)
	}
	return content
}

func etag(content []byte) string {
	sum := md5.Sum(content)
	return `"` + hex.EncodeToString(sum[:]) + `"`
}

// send sends a request as it is.
func (w *world) send(r *http.Request) (int, string) {
	w.t.Helper()
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}
