package storage_test

import (
	"bytes"
	"fmt"
	"image"
	pngs "image/png"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/storage"
)

// signed signs an address as a caller.
func (w *world) signed(caller, path, body string) string {
	w.t.Helper()
	got := w.do(caller, "POST", "/object/sign/"+path, body)
	url, _ := got.json("signedURL").(string)
	if url == "" {
		w.t.Fatalf("sign %s: %s", path, got.body)
	}
	return url
}

func TestSignedDownload(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{}, everything)
	at := time.Now() // a window must not end between two addresses
	w.Store.Now = func() time.Time { return at }
	w.put(lina, "papers/a%20b%23%C3%A9.txt", "hello", "Cache-Control: max-age=3600")
	w.put(lina, "papers/other", "other")
	url := w.signed(lina, "papers/a%20b%23%C3%A9.txt", `{"expiresIn": 60}`)
	if !strings.HasPrefix(url, "/object/sign/papers/a b%23é.txt?token=") {
		t.Fatalf("the address: %s", url)
	}
	// as storage-js sends it: encodeURI of the address
	sent := strings.NewReplacer(" ", "%20", "é", "%C3%A9", "%", "%25").Replace(url)
	got := w.do("", "GET", sent+"&download=x.txt", "")
	if got.status != 200 || got.body != "hello" {
		t.Fatalf("download: %d %s", got.status, got.body)
	}
	h := got.header
	if !strings.HasPrefix(h.Get("Cache-Control"), "private, max-age=") || h.Get("Cache-Control") > "private, max-age=66" || h.Get("Expires") == "" ||
		h.Get("Referrer-Policy") != "no-referrer" || h.Get("Content-Disposition") != "attachment; filename=x.txt" {
		t.Errorf("headers: %v", h)
	}
	w.check("head", "", "HEAD", sent, "", 200)
	_, token, _ := strings.Cut(url, "?token=")
	for _, c := range []struct{ name, method, path, code string }{
		{"another path", "GET", "/object/sign/papers/other?token=" + token, "InvalidSignature"},
		{"another bucket", "GET", "/object/sign/photos/a%20b%23%C3%A9.txt?token=" + token, "InvalidSignature"},
		{"tampered", "GET", sent + "x", "InvalidJWT"},
		{"no token", "GET", "/object/sign/papers/other", "InvalidRequest"},
		{"for an upload", "PUT", "/object/upload/sign/papers/a%20b%23%C3%A9.txt?token=" + token, "InvalidSignature"},
		{"as a bearer", "GET", "/object/papers/other", "InvalidRequest"},
	} {
		w.check(c.name, "", c.method, c.path, "", 400, `"code":"`+c.code+`"`)
	}
	if again := w.signed(lina, "papers/other", `{"expiresIn": 36000}`); again != w.signed(lina, "papers/other", `{"expiresIn": 36000}`) {
		t.Error("an address changed within its window")
	}
	for _, c := range []struct{ name, caller, path, body, code string }{
		{"another's", omar, "papers/other", `{"expiresIn": 60}`, "NoSuchKey"},
		{"none", lina, "papers/none", `{"expiresIn": 60}`, "NoSuchKey"},
		{"no bucket", lina, "nowhere/a", `{"expiresIn": 60}`, "NoSuchBucket"},
		{"no life", lina, "papers/other", `{}`, "InvalidRequest"},
		{"a transformation", lina, "papers/other", `{"expiresIn": 60, "transform": {"x": 1}}`, "InvalidRequest"},
		{"a value", lina, "papers/other", `{"expiresIn": 60, "transform": {"width": "1,height:2"}}`, "InvalidRequest"},
	} {
		w.check(c.name, c.caller, "POST", "/object/sign/"+c.path, c.body, 400, `"code":"`+c.code+`"`)
	}
	picture := w.signed(lina, "papers/other", `{"expiresIn": 60, "transform": {"width": 100, "height": 50, "resize": "cover"}}`)
	if !strings.HasPrefix(picture, "/render/image/sign/papers/other?token=") {
		t.Errorf("a picture: %s", picture)
	}
	w.check("a picture's token for the whole object", "", "GET", strings.Replace(picture, "/render/image/", "/object/", 1), "", 400, "InvalidSignature")
	var png bytes.Buffer
	if err := pngs.Encode(&png, image.NewRGBA(image.Rect(0, 0, 400, 200))); err != nil {
		t.Fatal(err)
	}
	w.do(lina, "PUT", "/object/papers/a.png", png.String(), "Content-Type: image/png")
	small := w.signed(lina, "papers/a.png", `{"expiresIn": 60, "transform": {"width": 100, "format": "origin"}}`)
	rendered := w.do("", "GET", small+"&width=300", "")
	if c, _, err := image.DecodeConfig(strings.NewReader(rendered.body)); err != nil || c.Width != 100 {
		t.Errorf("a rendered picture: %d %v %v %.200q", rendered.status, c.Width, err, rendered.body)
	}
	w.check("another picture", "", "GET", strings.Replace(small, "a.png", "b.png", 1), "", 400, "InvalidSignature")
	w.check("many", lina, "POST", "/object/sign/papers", `{"expiresIn": 60, "paths": ["other", "none"]}`, 200,
		`{"error":null,"path":"other","signedURL":"/object/sign/papers/other?token=`, `{"error":"Either the object does not exist or you do not have access to it","path":"none","signedURL":null}`)
	w.check("many of another", omar, "POST", "/object/sign/papers", `{"expiresIn": 60, "paths": ["other"]}`, 200, `"signedURL":null`)
	w.check("too many", omar, "POST", "/object/sign/papers", `{"expiresIn": 60, "paths": []}`, 400, "InvalidRequest")
	w.check("deleted", lina, "DELETE", "/object/papers/other", "", 200)
}

func TestSignedAddressesExpire(t *testing.T) {
	t.Parallel()
	at := time.Now()
	w := setup(t, storage.Options{SignedLife: time.Hour}, everything)
	w.Store.Now = func() time.Time { return at }
	w.Service = storage.New(w.Options)
	w.put(lina, "papers/a", "hello", "Cache-Control: max-age=3600")
	url := w.signed(lina, "papers/a", `{"expiresIn": 60}`)
	at = at.Add(67 * time.Second)
	w.check("expired", "", "GET", url, "", 400, `"code":"InvalidJWT"`, "expired")
	w.check("too long", lina, "POST", "/object/sign/papers/a", `{"expiresIn": 3601}`, 400, "InvalidRequest", "3600")
}

func TestSignedUpload(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{}, everything, `update storage.buckets set file_size_limit = 5 where id = 'papers'`)
	up := w.do(lina, "POST", "/object/upload/sign/papers/a/b.txt", "{}")
	url, _ := up.json("url").(string)
	if token, _ := up.json("token").(string); up.status != 200 || token == "" || url != "/object/upload/sign/papers/a/b.txt?token="+token {
		t.Fatalf("sign: %d %s", up.status, up.body)
	}
	put := func(name, url, body string, status int, text string) {
		t.Helper()
		if got := w.do("", "PUT", url, body, "Content-Type: text/plain", "X-Upsert: true"); got.status != status || !strings.Contains(got.body, text) {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
	}
	put("too large", url, "123456", 400, "EntityTooLarge")
	put("first", url, "12345", 200, `"Key":"papers/a/b.txt"`)
	put("second", url, "1", 400, `"statusCode":"409"`)
	put("another path", strings.Replace(url, "b.txt", "c.txt", 1), "1", 400, "InvalidSignature")
	w.check("the caller owns it", lina, "GET", "/object/papers/a/b.txt", "", 200, "12345")
	w.check("a download", "", "GET", strings.Replace(url, "upload/", "", 1), "", 400, "InvalidSignature")
	w.check("anon", anon, "POST", "/object/upload/sign/papers/x", "{}", 400, "AccessDenied", "insert on storage.objects")
	w.check("a bad name", lina, "POST", "/object/upload/sign/papers/a/../b", "{}", 400, "InvalidKey")
	w.check("no bucket", lina, "POST", "/object/upload/sign/nowhere/b", "{}", 400, "NoSuchBucket")
	w.check("there already", lina, "POST", "/object/upload/sign/papers/a/b.txt", "{}", 400, "KeyAlreadyExists")
	again := w.do(lina, "POST", "/object/upload/sign/papers/a/b.txt", "{}", "X-Upsert: true")
	put("with upsert", fmt.Sprint(again.json("url")), "1", 200, "Key")
	put("with upsert, again", fmt.Sprint(again.json("url")), "2", 200, "Key")
}

func TestRefusedRequests(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{}, everything)
	w.put(service, "photos/sw.js", "x")
	if got := w.do("", "GET", "/object/public/photos/sw.js", "", "Service-Worker: script"); got.status != 400 || got.json("code") != "AccessDenied" {
		t.Errorf("a service worker: %d %s", got.status, got.body)
	}
	w.check("an older version", "", "GET", "/object/public/photos/sw.js?versionId=1", "", 400, "FeatureNotEnabled")
	w.check("no cache", service, "DELETE", "/cdn/photos/sw.js", "", 400, "FeatureNotEnabled")
	if got := w.do(lina, "PUT", "/object/papers/a", "x", "If-None-Match: *"); got.status != 200 {
		t.Errorf("create: %s", got.body)
	}
	if got := w.do(lina, "PUT", "/object/papers/a", "x", "If-None-Match: *"); got.json("code") != "KeyAlreadyExists" {
		t.Errorf("create again: %s", got.body)
	}
	w.check("a body of another type", lina, "POST", "/object/list/papers", `[]`, 400, `"Could not parse request body as JSON: unexpected array"`)
	w.check("a field of another type", lina, "POST", "/object/list/papers", `{"limit": "five"}`, 400, "body/limit must be integer")
	w.check("a body above 1 MiB", lina, "POST", "/object/list/papers", `{"prefix": "`+strings.Repeat("x", 1<<20)+`"}`, 400, "EntityTooLarge")
}
