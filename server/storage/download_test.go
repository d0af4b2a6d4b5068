package storage_test

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/storage"
	"github.com/toubkal/toubkal/server/token"
)

// A client that has kept a file learns that it was overwritten, however it asks.
func TestAnOverwrittenFileIsNotStale(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{})
	const path = "/object/public/photos/a.txt"
	w.put(service, "photos/a.txt", "one", "Cache-Control: max-age=60")
	var stored time.Time
	if err := w.db.Admin.QueryRow(t.Context(), `select updated_at from storage.objects`).Scan(&stored); err != nil {
		t.Fatal(err)
	}
	w.Store.Now = func() time.Time { return stored.Add(time.Second - 1) }
	soon := w.do("", "GET", path, "")
	if got := soon.header.Get("Last-Modified"); got != "" {
		t.Errorf("Last-Modified is %s within the second of the upload: another one may follow in it", got)
	}
	w.Store.Now = func() time.Time { return time.Now().Add(time.Minute) }
	kept := w.do("", "GET", path, "")
	tag, modified := kept.header.Get("Etag"), kept.header.Get("Last-Modified")
	if !strings.HasPrefix(tag, `"`) || tag != soon.header.Get("Etag") || modified == "" {
		t.Fatalf("the ETag is %s, Last-Modified %s", tag, modified)
	}
	for _, header := range []string{"If-None-Match: " + tag, "If-Modified-Since: " + modified} {
		if got := w.do("", "GET", path, "", header); got.status != http.StatusNotModified || got.body != "" || got.header.Get("Etag") != tag || got.header.Get("Cache-Control") != "max-age=60" {
			t.Errorf("unchanged, %s: %d %s %v", header, got.status, got.body, got.header)
		}
	}
	version := func() (v string) {
		if err := w.db.Admin.QueryRow(t.Context(), `select version from storage.objects where name = 'a.txt'`).Scan(&v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	first := version()
	if got := w.do("", "GET", path+"?v="+first, "").header.Get("Cache-Control"); got != "public, max-age=31536000, immutable" {
		t.Errorf("Cache-Control of the current version is %q", got)
	}
	if up := w.do(service, "PUT", "/object/photos/a.txt", "two", "Content-Type: text/plain", "Cache-Control: max-age=60"); up.status != http.StatusOK {
		t.Fatalf("overwrite: %d %s", up.status, up.body)
	}
	// as if it came later than the download, which was a minute after the first upload for the program
	w.exec(`begin; set local session_replication_role = replica; update storage.objects set updated_at = now() + interval '30 seconds'; commit`)
	for _, header := range []string{"If-None-Match: " + tag, "If-Modified-Since: " + modified, "If-None-Match: " + tag + "\nIf-Modified-Since: " + modified} {
		got := w.do("", "GET", path, "", strings.Split(header, "\n")...)
		if got.status != http.StatusOK || got.body != "two" || got.header.Get("Etag") == tag {
			t.Errorf("overwritten, %s: %d %s %s", header, got.status, got.body, got.header.Get("Etag"))
		}
	}
	if got := w.do("", "GET", path, "", "Range: bytes=0-0", "If-Range: "+tag); got.status != http.StatusOK || got.body != "two" {
		t.Errorf("a part of what was overwritten: %d %s, want the whole", got.status, got.body)
	}
	for v, want := range map[string]string{first: "max-age=60", version(): "public, max-age=31536000, immutable"} {
		if got := w.do("", "GET", path+"?v="+v, ""); got.body != "two" || got.header.Get("Cache-Control") != want {
			t.Errorf("version %s: %s, Cache-Control %s, want %s", v, got.body, got.header.Get("Cache-Control"), want)
		}
	}
}

func TestNamesOfDownloads(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{})
	w.put(service, "photos/été/crête.txt", "snow")
	for query, want := range map[string]string{
		"":                             "",
		"?download":                    `attachment; filename="cr_te.txt"; filename*=UTF-8''cr%C3%AAte.txt`,
		"?download=":                   `attachment; filename="cr_te.txt"; filename*=UTF-8''cr%C3%AAte.txt`,
		"?download=plain.txt":          "attachment; filename=plain.txt",
		"?download=two+words.txt":      `attachment; filename="two words.txt"`,
		"?download=a%22b%5C.txt":       `attachment; filename="a_b_.txt"; filename*=UTF-8''a%22b%5C.txt`,
		"?download=a%0D%0AX-Y:+1":      `attachment; filename="a__X-Y: 1"; filename*=UTF-8''a%0D%0AX-Y%3A%201`,
		"?download=%D8%AB%D9%84%D8%AC": `attachment; filename="___"; filename*=UTF-8''%D8%AB%D9%84%D8%AC`,
	} {
		got := w.do("", "GET", "/object/public/photos/%C3%A9t%C3%A9/cr%C3%AAte.txt"+query, "")
		if disposition := got.header.Get("Content-Disposition"); got.status != http.StatusOK || disposition != want || got.header.Get("X-Y") != "" {
			t.Errorf("%s: %d %s, want %s", query, got.status, disposition, want)
		}
	}
}

// Statuses of refusals are Supabase's by default, and those in the body with TrueStatus.
func TestStatusesOfRefusals(t *testing.T) {
	t.Parallel()
	for _, mode := range []struct {
		name string
		true bool
	}{{"as Supabase's", false}, {"true", true}} {
		t.Run(mode.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, storage.Options{TrueStatus: mode.true}, everything)
			w.put(lina, "papers/a", "12345")
			w.exec(`update storage.buckets set file_size_limit = 5, allowed_mime_types = '{text/plain}' where id = 'papers'`)
			for _, c := range []struct {
				name, caller, method, path, body, header string
				byDefault, status                        int
				code                                     string
			}{
				{"no object", lina, "GET", "/object/papers/none", "", "", 400, 404, "NoSuchKey"},
				{"another's object", omar, "GET", "/object/papers/a", "", "", 400, 404, "NoSuchKey"},
				{"no bucket", lina, "GET", "/object/nowhere/a", "", "", 400, 404, "NoSuchBucket"},
				{"a bad token", "x", "GET", "/object/papers/a", "", "", 400, 403, "AccessDenied"},
				{"a policy", anon, "POST", "/object/papers/b", "1", "Content-Type: text/plain", 400, 403, "AccessDenied"},
				{"there already", lina, "POST", "/object/papers/a", "1", "Content-Type: text/plain", 400, 409, "KeyAlreadyExists"},
				{"too large", lina, "POST", "/object/papers/b", "123456", "Content-Type: text/plain", 400, 413, "EntityTooLarge"},
				{"a type that is not allowed", lina, "POST", "/object/papers/b", "1", "Content-Type: image/png", 400, 415, "InvalidMimeType"},
				{"a name", lina, "POST", "/object/papers/b//c", "1", "Content-Type: text/plain", 400, 400, "InvalidKey"},
				{"not for users", lina, "POST", "/bucket/papers/empty", "", "", 403, 403, "AccessDenied"},
				{"no such range", lina, "GET", "/object/papers/a", "", "Range: bytes=9-", 416, 416, "InvalidRange"},
				{"no route", lina, "GET", "/nowhere", "", "", 404, 404, "not_found"},
			} {
				var headers []string
				if c.header != "" {
					headers = []string{c.header}
				}
				want := c.byDefault
				if mode.true {
					want = c.status
				}
				got := w.do(c.caller, c.method, c.path, c.body, headers...)
				if got.status != want || got.json("statusCode") != strconv.Itoa(c.status) || got.json("code") != c.code {
					t.Errorf("%s: %d %s, want %d with %d %s", c.name, got.status, got.body, want, c.status, c.code)
				}
			}
		})
	}
}

// TestAnUploadTakesLittleMemory is not parallel, since it measures the heap of the process.
func TestAnUploadTakesLittleMemory(t *testing.T) {
	w := setup(t, storage.Options{})
	for _, c := range []struct {
		name string
		form bool
	}{{"raw", false}, {"form", true}} {
		send := func(size int64) uint64 {
			content := &measured{size: size}
			var body io.Reader = content
			kind := "application/octet-stream"
			if c.form {
				var head bytes.Buffer
				form := multipart.NewWriter(&head)
				if _, err := form.CreateFormFile("", "a.bin"); err != nil {
					t.Fatal(err)
				}
				body = io.MultiReader(&head, content, strings.NewReader("\r\n--"+form.Boundary()+"--\r\n"))
				kind = form.FormDataContentType()
			}
			r := httptest.NewRequest(http.MethodPut, "/object/photos/"+c.name, body)
			r.Header.Set("Content-Type", kind)
			r.ContentLength = -1
			recorder := httptest.NewRecorder()
			w.ServeHTTP(recorder, r.WithContext(token.WithBearer(r.Context(), service)))
			if recorder.Code != http.StatusOK || content.at != size {
				t.Fatalf("%s: %d %s after %d bytes", c.name, recorder.Code, recorder.Body, content.at)
			}
			return content.peak
		}
		if little, much := send(1<<20), send(48<<20); much > little+4<<20 {
			t.Errorf("%s: 1 MiB takes %d kB, 48 MiB take %d", c.name, little>>10, much>>10)
		}
	}
}

// measured is a body of size bytes that remembers the greatest live memory of the process
// while it is read.
type measured struct {
	size, at, next int64
	peak           uint64
}

func (m *measured) Read(p []byte) (int, error) {
	if m.at == m.size {
		return 0, io.EOF
	}
	if m.at >= m.next {
		m.next += 2 << 20
		var stats runtime.MemStats
		runtime.GC()
		runtime.GC() // what a sync.Pool keeps for one more collection
		runtime.ReadMemStats(&stats)
		m.peak = max(m.peak, stats.HeapAlloc)
	}
	n := min(int64(len(p)), m.size-m.at)
	clear(p[:n])
	m.at += n
	return int(n), nil
}

// Downloads that wait at the same time are read by one statement, and each sees what was
// stored before it began.
func TestADownloadSeesWhatWasStoredBefore(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{}, everything)
	const overwrites, readers = 40, 8
	var stored atomic.Int64
	store := func(n int64) {
		if got := w.do(service, "PUT", "/object/photos/counter", strconv.FormatInt(n, 10), "Content-Type: text/plain", "X-Upsert: true"); got.status != http.StatusOK {
			t.Errorf("overwrite: %d %s", got.status, got.body)
		}
		stored.Store(n)
	}
	store(1)
	var work sync.WaitGroup
	for range readers {
		work.Go(func() {
			for stored.Load() < overwrites {
				before := stored.Load()
				got := w.do("", "GET", "/object/public/photos/counter", "")
				if n, err := strconv.ParseInt(got.body, 10, 64); err != nil || n < before {
					t.Errorf("got %d %q after %d was stored", got.status, got.body, before)
					return
				}
				if missing := w.do("", "GET", "/object/public/photos/nothing", ""); missing.status != http.StatusBadRequest || missing.json("error") != "not_found" {
					t.Errorf("an object that is not there: %d %s", missing.status, missing.body)
				}
				if hidden := w.do("", "GET", "/object/public/papers/counter", ""); hidden.status != http.StatusBadRequest || hidden.json("error") != "Bucket not found" {
					t.Errorf("a bucket that is not public: %d %s", hidden.status, hidden.body)
				}
			}
		})
	}
	for n := int64(2); n <= overwrites; n++ {
		store(n)
	}
	work.Wait()
	if got := w.do(service, "POST", "/object/move", `{"bucketId": "photos", "sourceKey": "counter", "destinationBucket": "papers", "destinationKey": "counter"}`, "Content-Type: application/json"); got.status != http.StatusOK {
		t.Fatalf("move: %d %s", got.status, got.body)
	}
	if got := w.do("", "GET", "/object/public/photos/counter", ""); got.status == http.StatusOK {
		t.Errorf("it is there after it was moved: %s", got.body)
	}
}
