package resumable_test

import (
	"encoding/base64"
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
	"github.com/toubkal/toubkal/server/storage/files"
	"github.com/toubkal/toubkal/server/storage/object"
	"github.com/toubkal/toubkal/server/storage/resumable"
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

// everything lets signed-in users do all with their own objects.
const everything = `
	create policy own_select on storage.objects for select to authenticated using (owner_id = (select auth.uid())::text);
	create policy own_insert on storage.objects for insert to authenticated with check (owner_id = (select auth.uid())::text);
	create policy own_update on storage.objects for update to authenticated using (owner_id = (select auth.uid())::text);`

// fixture is a database with the bucket papers, a store of bytes, and one node.
type fixture struct {
	*node
	db    *pgtest.DB
	bytes string // the address of the store
}

// node is the storage API on a real connection.
type node struct {
	t       *testing.T
	uploads *resumable.Service
	files   *files.Files
	url     string
}

// setup executes policies, beside which nobody has a right.
func setup(t *testing.T, o resumable.Options, policies ...string) *fixture {
	t.Helper()
	return setupOn(t, "file://"+t.TempDir(), o, policies...)
}

// setupOn is setup with the address of a store of bytes.
func setupOn(t *testing.T, bytes string, o resumable.Options, policies ...string) *fixture {
	t.Helper()
	f := &fixture{db: pgtest.New(t), bytes: bytes}
	f.node = f.start(t, o)
	f.exec(t, `insert into storage.buckets (id, name, public) values ('papers', 'papers', true)`)
	for _, policy := range policies {
		f.exec(t, policy)
	}
	return f
}

// start is another node on the same database and store, within middleware.
func (f *fixture) start(t *testing.T, o resumable.Options, within ...func(http.Handler) http.Handler) *node {
	t.Helper()
	pool, err := db.Open(t.Context(), f.db.LoginURL("supabase_storage_admin"), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	bytes, err := blob.Open(f.bytes)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bytes.Close() })
	o.Log = slog.New(slog.DiscardHandler)
	n := &node{t: t, files: files.New(files.Options{Pool: pool, Bytes: bytes, Log: o.Log})}
	o.Store = &object.Store{Pool: pool, Files: n.files, Verify: verify, FileSizeLimit: 100 << 20, Now: time.Now}
	o.Signer = signed.NewSigner(time.Now, "0123456789abcdef0123456789abcdef")
	if n.uploads, err = resumable.New(o); err != nil {
		t.Fatal(err)
	}
	api := storage.New(storage.Options{Store: o.Store, Resumable: n.uploads, Signer: o.Signer, Log: o.Log})
	handler := http.StripPrefix("/storage/v1", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
			r = r.WithContext(token.WithBearer(r.Context(), bearer))
		}
		api.ServeHTTP(w, r)
	}))
	for _, wrap := range within {
		handler = wrap(handler)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	n.url = server.URL
	return n
}

func (f *fixture) exec(t *testing.T, sql string, args ...any) {
	t.Helper()
	if _, err := f.db.Admin.Exec(t.Context(), sql, args...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

func (f *fixture) number(t *testing.T, sql string) (n int) {
	t.Helper()
	if err := f.db.Admin.QueryRow(t.Context(), sql).Scan(&n); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return n
}

// answer is a response.
type answer struct {
	status int
	header http.Header
	body   string
}

// do sends a request as a caller; "" has no token. Headers are "Name: value", and "Name:"
// removes one. address is an upload, or "" for the collection.
func (n *node) do(caller, method, address string, body io.Reader, headers ...string) answer {
	n.t.Helper()
	if !strings.HasPrefix(address, "http") {
		address = n.url + "/storage/v1/upload/resumable" + address
	}
	r, err := http.NewRequestWithContext(n.t.Context(), method, address, body)
	if err != nil {
		n.t.Fatal(err)
	}
	r.Header.Set("Tus-Resumable", "1.0.0")
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ":")
		if value = strings.TrimSpace(value); value == "" {
			r.Header.Del(name)
		} else {
			r.Header.Set(name, value)
		}
	}
	if caller != "" {
		r.Header.Set("Authorization", "Bearer "+caller)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		n.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		n.t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, string(text)}
}

// metadata is the header Upload-Metadata of keys and values.
func metadata(pairs ...string) string {
	var all []string
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, pairs[i]+" "+base64.StdEncoding.EncodeToString([]byte(pairs[i+1])))
	}
	return "Upload-Metadata: " + strings.Join(all, ",")
}

// create begins an upload of a text, and gives its address.
func (n *node) create(caller, name, length string, headers ...string) string {
	n.t.Helper()
	all := append([]string{"Upload-Length: " + length, metadata("bucketName", "papers", "objectName", name, "contentType", "text/plain")}, headers...)
	got := n.do(caller, "POST", "", nil, all...)
	if got.status != http.StatusCreated {
		n.t.Fatalf("create %s: %d %s", name, got.status, got.body)
	}
	return got.header.Get("Location")
}

// patch sends bytes at an offset.
func (n *node) patch(caller, address, offset, content string, headers ...string) answer {
	n.t.Helper()
	all := append([]string{"Content-Type: application/offset+octet-stream", "Upload-Offset: " + offset}, headers...)
	return n.do(caller, "PATCH", address, strings.NewReader(content), all...)
}

// read downloads an object.
func (n *node) read(name string) answer {
	n.t.Helper()
	return n.do("", "GET", n.url+"/storage/v1/object/public/papers/"+name, nil)
}
