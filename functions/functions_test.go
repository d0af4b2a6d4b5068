package functions_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http/httptest"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/toubkal/toubkal/client/site/documents"
	"github.com/toubkal/toubkal/functions"
	sitemail "github.com/toubkal/toubkal/functions/mail"
	"github.com/toubkal/toubkal/schema/schematest"
	"github.com/toubkal/toubkal/server/auth"
	"github.com/toubkal/toubkal/server/db"
	enginefunctions "github.com/toubkal/toubkal/server/functions"
	"github.com/toubkal/toubkal/server/mail"
	"github.com/toubkal/toubkal/server/mail/templates"
	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/token"
)

func TestMain(m *testing.M) { os.Exit(schematest.Main(m)) }

// A file is a function, under its own name with hyphens.
func TestEveryFileIsAFunction(t *testing.T) {
	t.Parallel()
	var files, names []string
	for name := range functions.All(nil, nil, nil) {
		names = append(names, name)
	}
	found, err := fs.Glob(os.DirFS("."), "*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range found {
		if file != "functions.go" && !strings.HasSuffix(file, "_test.go") {
			files = append(files, strings.ReplaceAll(strings.TrimSuffix(path.Base(file), ".go"), "_", "-"))
		}
	}
	slices.Sort(names)
	if !slices.Equal(files, names) {
		t.Errorf("files %v, functions %v", files, names)
	}
}

// fixture is /functions/v1 as the program wires it, on a database of its own.
type fixture struct {
	t       *testing.T
	db      *pgtest.DB
	auth    *auth.Service
	keys    *token.Keys
	handler *enginefunctions.Service
	now     time.Time
}

func setup(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{t: t, db: pgtest.New(t), now: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)}
	keys, err := token.New(token.Options{Secret: strings.Repeat("s", 32)})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	f.keys = keys
	messages, err := templates.Load(templates.Options{Files: sitemail.Templates()})
	if err != nil {
		t.Fatal(err)
	}
	outbox := mail.NewOutbox(mail.OutboxOptions{})
	f.auth, err = auth.New(auth.Options{
		Pool: f.pool("supabase_auth_admin"), Keys: keys, APIURL: "http://site.test", SiteURL: "http://site.test", Log: log,
		Mail: mailer{messages, outbox},
	})
	if err != nil {
		t.Fatal(err)
	}
	all := functions.All(renderer(t), &sitemail.NewsletterWriter{Templates: messages, Address: "http://site.test"},
		&sitemail.OrderWriter{Templates: messages, Address: "http://site.test"})
	for name, function := range all {
		function.Timeout = time.Minute // the race detector makes hashing very slow
		all[name] = function
	}
	f.handler, err = enginefunctions.New(enginefunctions.Options{
		Functions: all, Pool: f.pool("authenticator"), Verify: keys.Verify, Users: f.auth, Log: log,
		Mail: outbox, Now: func() time.Time { return f.now },
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// mailer writes the mails of auth into the outbox.
type mailer struct {
	*templates.Set
	*mail.Outbox
}

// renderer has the fonts and the messages of the client, and no mountain.
func renderer(t *testing.T) *documents.Renderer {
	t.Helper()
	shared, err := sharedRenderer()
	if err != nil {
		t.Fatalf("%v: run `npm ci` in client/ first", err)
	}
	return shared
}

var sharedRenderer = sync.OnceValues(func() (*documents.Renderer, error) {
	files := fstest.MapFS{
		"print/massifs.json": {Data: []byte(`{}`)},
	}
	var missing error
	add := func(name, source string) {
		content, err := os.ReadFile("../client/" + source)
		missing = errors.Join(missing, err)
		files[name] = &fstest.MapFile{Data: content}
	}
	for _, language := range []string{"en", "fr", "ar"} {
		add("print/words."+language+".json", "src/shared/i18n/"+language+"/print.json")
	}
	add("fonts", "build/print-fonts.json")
	var fonts map[string]string
	if err := errors.Join(missing, json.Unmarshal(files["fonts"].Data, &fonts)); err != nil {
		return nil, err
	}
	for name, source := range fonts {
		add("print/fonts/"+name+".woff", source)
	}
	rows := func(_ context.Context, request string) ([]byte, error) {
		if strings.HasPrefix(request, "site_settings?") {
			return []byte(`[{"key":"brand.wordmark","value":"Altitude 8848"}]`), nil
		}
		return []byte(`[]`), nil
	}
	if missing != nil {
		return nil, missing
	}
	return documents.New(documents.Options{Files: files, Rows: rows, SiteURL: "http://site.test"})
})

func (f *fixture) pool(role string) *db.Pool {
	f.t.Helper()
	pool, err := db.Open(f.t.Context(), f.db.LoginURL(role), db.Options{MaxConns: 2})
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(pool.Close)
	return pool
}

// person makes an account with an id that ends in n, and its row of admins
// where role is not "". It gives the bearer token.
func (f *fixture) person(n, role string, active bool) string {
	f.t.Helper()
	id := "00000000-0000-4000-8000-00000000000" + n
	f.exec(`insert into auth.users (id, email) values ($1, $2)`, id, "person"+n+"@example.test")
	if role != "" {
		f.exec(`insert into public.admin_users (auth_user_id, email, role, active) values ($1, $2, $3, $4)`,
			id, "person"+n+"@example.test", role, active)
	}
	return f.sign(map[string]any{"sub": id, "role": "authenticated", "exp": time.Now().Add(time.Hour).Unix()})
}

func (f *fixture) sign(claims map[string]any) string {
	f.t.Helper()
	bearer, err := f.keys.Sign(claims)
	if err != nil {
		f.t.Fatal(err)
	}
	return bearer
}

func (f *fixture) exec(sql string, args ...any) {
	f.t.Helper()
	if _, err := f.db.Admin.Exec(f.t.Context(), sql, args...); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) count(sql string, args ...any) (n int) {
	f.t.Helper()
	if err := f.db.Admin.QueryRow(f.t.Context(), sql, args...).Scan(&n); err != nil {
		f.t.Fatal(err)
	}
	return n
}

// call posts to a function; the answer's error field is "" where it has none.
func (f *fixture) call(name, bearer, body string) (status int, text, failure string) {
	f.t.Helper()
	r := httptest.NewRequestWithContext(token.WithBearer(f.t.Context(), bearer), "POST", "/"+name, strings.NewReader(body))
	w := httptest.NewRecorder()
	f.handler.ServeHTTP(w, r)
	var answer struct{ Error string }
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		f.t.Fatalf("%s: %v", w.Body, err)
	}
	return w.Code, w.Body.String(), answer.Error
}
