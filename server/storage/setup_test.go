package storage_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/storage"
	"github.com/toubkal/toubkal/server/storage/blob"
	"github.com/toubkal/toubkal/server/storage/blob/blobtest"
	"github.com/toubkal/toubkal/server/storage/files"
	"github.com/toubkal/toubkal/server/storage/object"
	"github.com/toubkal/toubkal/server/storage/signed"
	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/token"
)

func TestMain(m *testing.M) { os.Exit(pgtest.MainWith(m, pgtest.Project{})) }

// Callers of the tests: a token is the name of one.
const (
	anon    = "anon"
	service = "service"
	lina    = "00000000-0000-4000-8000-000000000001"
	omar    = "00000000-0000-4000-8000-000000000002"
)

// verify takes the names of callers for tokens.
func verify(bearer string) (token.Claims, error) {
	c := token.Claims{Role: token.Authenticated, Subject: bearer}
	switch bearer {
	case anon:
		c = token.Claims{Role: token.Anon}
	case service:
		c = token.Claims{Role: token.ServiceRole}
	case lina, omar:
	default:
		return c, errors.New("signature verification failed")
	}
	text, err := json.Marshal(map[string]string{"role": c.Role, "sub": c.Subject})
	c.JSON = text
	return c, err
}

// world is a Service on a database of its own, with the buckets photos (public) and papers.
type world struct {
	*storage.Service
	db    *pgtest.DB
	bytes *blob.Store
	t     *testing.T
}

// setup executes policies, beside which nobody has a right.
func setup(t *testing.T, o storage.Options, policies ...string) *world {
	t.Helper()
	base := pgtest.New(t)
	pool, err := db.Open(t.Context(), base.LoginURL("supabase_storage_admin"), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	bytes := blobtest.Open(t, blobtest.Address(t))
	o.Log = slog.New(slog.DiscardHandler)
	if o.Store == nil {
		o.Store = &object.Store{FileSizeLimit: 50 << 20}
	}
	o.Store.Pool, o.Store.Verify, o.Store.Now = pool, verify, time.Now
	o.Store.Files = files.New(files.Options{Pool: pool, Bytes: bytes, Log: o.Log})
	o.Signer = signed.NewSigner(func() time.Time { return o.Store.Now() }, "0123456789abcdef0123456789abcdef")
	var service *storage.Service
	o.Enqueue = func(ctx context.Context, _ db.Tx, bucket string, before time.Time) error {
		return service.EmptyBucket(ctx, bucket, before)
	}
	service = storage.New(o)
	w := &world{service, base, bytes, t}
	w.exec(`insert into storage.buckets (id, name, public) values ('photos', 'photos', true), ('papers', 'papers', false)`)
	for _, policy := range policies {
		w.exec(policy)
	}
	return w
}

// everything lets signed-in users do all with their own objects.
const everything = `
	create policy own_select on storage.objects for select to authenticated using (owner_id = (select auth.uid())::text);
	create policy own_insert on storage.objects for insert to authenticated with check (owner_id = (select auth.uid())::text);
	create policy own_update on storage.objects for update to authenticated using (owner_id = (select auth.uid())::text);
	create policy own_delete on storage.objects for delete to authenticated using (owner_id = (select auth.uid())::text);`

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	if _, err := w.db.Admin.Exec(w.t.Context(), sql, args...); err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
}

// answer is a response.
type answer struct {
	status int
	header http.Header
	body   string
}

// json gives a field of the body.
func (a answer) json(field string) any {
	var fields map[string]any
	_ = json.Unmarshal([]byte(a.body), &fields)
	return fields[field]
}

// do sends a request as a caller; "" has no token. Headers are "Name: value".
func (w *world) do(caller, method, path, body string, headers ...string) answer {
	w.t.Helper()
	r := httptest.NewRequest(method, strings.ReplaceAll(path, " ", "%20"), strings.NewReader(body))
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Set(name, value)
	}
	if caller != "" {
		r = r.WithContext(token.WithBearer(r.Context(), caller))
	}
	recorder := httptest.NewRecorder()
	w.ServeHTTP(recorder, r)
	result := recorder.Result()
	text, err := io.ReadAll(result.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return answer{result.StatusCode, result.Header, string(text)}
}
