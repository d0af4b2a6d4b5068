package static_test

import (
	"bufio"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/toubkal/toubkal/server/static"
)

var client = fstest.MapFS{
	"index.html":         {Data: []byte("<body><p>app</p></body>")},
	"assets/a-123.js":    {Data: []byte("1")},
	"assets/a-123.js.br": {Data: []byte("br")},
	"robots.txt":         {Data: []byte("none")},
	".secret":            {Data: []byte("no")},
}

func TestHandler(t *testing.T) {
	t.Parallel()
	handler := static.Handler(client)
	for _, test := range []struct {
		name, method, path, accept string
		status                     int
		body, header               string
	}{
		{"index", "GET", "/", "text/html", 200, "<p>app</p>", "Cache-Control: no-cache"},
		{"a route of the client", "GET", "/todos/1", "text/html", 200, "<p>app</p>", "X-Content-Type-Options: nosniff"},
		{"an asset", "GET", "/assets/a-123.js", "*/*", 200, "1", "Cache-Control: public, max-age=31536000, immutable"},
		{"another file", "HEAD", "/robots.txt", "*/*", 200, "", "Content-Type: text/plain; charset=utf-8"},
		{"no such file", "GET", "/missing.js", "*/*", 404, "There is no such file.", ""},
		{"a hidden file", "GET", "/.secret", "*/*", 404, "", ""},
		{"a way out", "GET", "/../../etc/passwd", "*/*", 200, "<p>app</p>", ""},
		{"a mistyped API", "GET", "/storage/v1/bucket", "*/*", 404, `"code":"not_found"`, "Content-Type: application/json"},
		{"a write", "POST", "/", "text/html", 405, "can only be read", "Allow: GET, HEAD"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			request := httptest.NewRequest(test.method, test.path, nil)
			request.Header.Set("Accept", test.accept)
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, request)
			if w.Code != test.status || !strings.Contains(w.Body.String(), test.body) {
				t.Errorf("got %d %q, want %d with %q", w.Code, w.Body, test.status, test.body)
			}
			if name, value, _ := strings.Cut(test.header, ": "); test.header != "" && w.Header().Get(name) != value {
				t.Errorf("%s is %q, want %q", name, w.Header().Get(name), value)
			}
		})
	}
}

func TestPrecompressedAndConditional(t *testing.T) {
	t.Parallel()
	request := httptest.NewRequest("GET", "/assets/a-123.js", nil)
	request.Header.Set("Accept-Encoding", "gzip;q=0, br")
	w := httptest.NewRecorder()
	static.Handler(client).ServeHTTP(w, request)
	if w.Body.String() != "br" || w.Header().Get("Content-Encoding") != "br" || w.Header().Get("Vary") != "Accept-Encoding" {
		t.Errorf("got %q with %v, want the copy", w.Body, w.Header())
	}
	request.Header.Set("If-None-Match", w.Header().Get("ETag"))
	again := httptest.NewRecorder()
	static.Handler(client).ServeHTTP(again, request)
	if again.Code != http.StatusNotModified {
		t.Errorf("with the tag: %d, want 304", again.Code)
	}
}

func TestStartPage(t *testing.T) {
	t.Parallel()
	var tables []string
	handler := static.StartPage(static.Start{
		Project: "my <app>", Address: "http://localhost:8000", AnonKey: "key", Tables: func() []string { return tables },
	})
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		return w
	}
	if page := get("/").Body.String(); !strings.Contains(page, "my &lt;app&gt; is running") || !strings.Contains(page, "toubkal migration new todos") || strings.Contains(page, "reload.js") {
		t.Errorf("the page of an empty project:\n%s", page)
	}
	tables = []string{"todos"}
	if page := get("/").Body.String(); !strings.Contains(page, "/rest/v1/todos") || strings.Contains(page, "1. Add a table") {
		t.Errorf("the page of a project with a table:\n%s", page)
	}
	w := get("/")
	policy := w.Header().Get("Content-Security-Policy")
	if !strings.Contains(policy, "style-src "+static.StyleSources(w.Body.String())+"; style-src-attr 'none'") || strings.Contains(policy, "unsafe") || strings.Contains(w.Body.String(), ` style="`) {
		t.Errorf("the policy of the page: %s", policy)
	}
	if w := get("/other"); w.Code != http.StatusNotFound {
		t.Errorf("another path: %d, want 404", w.Code)
	}
}

func TestStyleSources(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, html, want string }{
		{"none", `<p style="color:red">x</p>`, "'self'"},
		{"one of no text", `<style></style>`, "'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"},
		{"two, one with an attribute", "<style>a{}</style>\n<style data-x>\nb{}</style>", "'self' 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk=' 'sha256-jH0lUn02eClrG3HpikS4zPlH/X0z+JSDdqykyXqEUmI='"},
	} {
		if got := static.StyleSources(test.html); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

func TestScriptSources(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, html, want string }{
		{"files and data alone", `<script src="/a.js"></script><script type="application/json">{}</script>`, "'self'"},
		{"one beside a file", `<script>a()</script><script type="module" src="/b.js"></script>`, "'self' 'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='"},
	} {
		if got := static.ScriptSources(test.html); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

func TestReload(t *testing.T) {
	t.Parallel()
	reloader := static.NewReloader()
	mux := http.NewServeMux()
	mux.Handle(static.ReloadPath, reloader)
	mux.Handle(static.ReloadPath+".js", reloader)
	mux.Handle("/", static.Handler(static.WithReload(client)))
	server := httptest.NewServer(mux)
	defer server.Close()

	page, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer page.Body.Close()
	text := make([]byte, 200)
	n, _ := page.Body.Read(text)
	if want := `<script src="/_/reload.js"></script></body>`; !strings.HasSuffix(string(text[:n]), want) {
		t.Errorf("the page is %q, want %q at its end", text[:n], want)
	}

	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+static.ReloadPath, nil)
	if err != nil {
		t.Fatal(err)
	}
	events, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer events.Body.Close()
	lines := bufio.NewScanner(events.Body)
	lines.Scan() // the stream is open, so the page is known
	if n := reloader.Reload(); n != 1 {
		t.Fatalf("%d pages are told, want 1", n)
	}
	for lines.Scan() {
		if lines.Text() == "data: reload" {
			return
		}
	}
	t.Errorf("the stream ended without the event: %v", lines.Err())
}
