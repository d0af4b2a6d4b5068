package edge

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// page is a response of 25 rows.
var page = "[" + strings.Repeat(`{"id":1,"name":"Toubkal"},`+"\n ", 120) + "{}]"

// fetch asks a real server, so that net/http's own headers are there too.
func fetch(t *testing.T, inner http.HandlerFunc, sent ...string) (*http.Response, []byte) {
	t.Helper()
	server := httptest.NewServer(Outer(Options{Log: logTo(io.Discard)})(inner))
	t.Cleanup(server.Close)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(sent); i += 2 {
		r.Header.Set(sent[i], sent[i+1])
	}
	client := &http.Client{Transport: &http.Transport{DisableCompression: true, DisableKeepAlives: true}}
	res, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, body
}

func rows(contentRange string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.Header().Set("Vary", "Accept, Prefer, Range")
		w.Header().Set("Content-Range", contentRange)
		w.Header().Set("Content-Length", strconv.Itoa(len(page)))
		w.Header().Set("ETag", `"tag"`)
		_, _ = io.WriteString(w, page)
	}
}

func TestAPageOfRowsIsCompressed(t *testing.T) {
	t.Parallel()
	res, body := fetch(t, rows("0-24/*"), "Accept-Encoding", "gzip")
	unzipped, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		t.Fatalf("the answer is not gzip: %v %v", err, res.Header)
	}
	if got, _ := io.ReadAll(unzipped); string(got) != page {
		t.Errorf("unzipped %d bytes, want the %d that were written", len(got), len(page))
	}
	for name, want := range map[string]string{"Content-Range": "0-24/*", "Etag": `"tag-gzip"`, hiddenRange: "", "Vary": "Accept, Prefer, Range"} {
		if got := res.Header.Get(name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	if !strings.Contains(strings.Join(res.Header.Values("Vary"), ", "), "Accept-Encoding") {
		t.Errorf("Vary = %q lacks Accept-Encoding", res.Header.Values("Vary"))
	}
}

func TestWhatIsLeftAsItWas(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, contentRange, accepts string }{
		{"nothing asked for", "0-24/*", ""},
		{"only what we lack", "0-24/*", "br"},
		{"a range of bytes", "bytes 0-24/100", "gzip"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			res, body := fetch(t, rows(c.contentRange), "Accept-Encoding", c.accepts)
			if string(body) != page || res.ContentLength != int64(len(page)) || res.Header.Get("Content-Encoding") != "" {
				t.Errorf("%d bytes, said to be %d, encoded %q: want %d plain ones", len(body), res.ContentLength, res.Header.Get("Content-Encoding"), len(page))
			}
			if got := res.Header.Get("Content-Range"); got != c.contentRange {
				t.Errorf("Content-Range = %q, want %q", got, c.contentRange)
			}
		})
	}
}

func TestTagsOfCompressedFormsComeBackPlain(t *testing.T) {
	t.Parallel()
	fetch(t, func(_ http.ResponseWriter, r *http.Request) {
		if got, want := r.Header.Get("If-None-Match"), `"tag", W/"other"`; got != want {
			t.Errorf("If-None-Match = %s, want %s", got, want)
		}
	}, "Accept-Encoding", "gzip", "If-None-Match", `"tag-gzip", W/"other-zstd"`)
	lines := http.Header{"If-Match": {`"first-gzip"`, `"second-zstd", "third"`}}
	stripEncodingSuffix(lines)
	if got, want := lines["If-Match"], []string{`"first"`, `"second", "third"`}; !slices.Equal(got, want) {
		t.Errorf("If-Match = %q, want %q", got, want)
	}
}
