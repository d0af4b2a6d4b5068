package s3_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/toubkal/toubkal/server/storage/s3/sigv4/sigv4test"
)

// Sizes around a chunk of memory, over http and https, where minio-go sends otherwise: signed
// chunks, an unsigned body, or chunks with a checksum behind them. The largest is a stream
// without a length, which it sends in parts.
func TestMinioPutsAndGets(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for _, server := range w.roots {
		address, err := url.Parse(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		for _, trailers := range []bool{false, true} {
			c, err := minio.New(address.Host, &minio.Options{
				Creds: credentials.NewStaticV4(keyID, keySecret, ""), Secure: address.Scheme == "https", Transport: server.Client().Transport,
				Region: "auto", TrailingHeaders: trailers, MaxRetries: 1,
			})
			if err != nil {
				t.Fatal(err)
			}
			const stream = 6 << 20
			for _, size := range []int{0, 1, 65 << 10, 3 << 20, stream} {
				name := fmt.Sprintf("%s trailers %v %d", address.Scheme, trailers, size)
				t.Run(name, func(t *testing.T) {
					content, key, length := pattern(size), name+"/قمة a+b!.bin", int64(size)
					if size == stream {
						length = -1
					}
					put, err := c.PutObject(t.Context(), "photos", key, io.MultiReader(bytes.NewReader(content)), length, minio.PutObjectOptions{
						ContentType: "image/png", CacheControl: "max-age=60", UserMetadata: map[string]string{"Peak": "Toubkal"}, PartSize: 5 << 20,
					})
					if err != nil {
						t.Fatal(err)
					}
					if size < stream && put.ETag != strings.Trim(etag(content), `"`) {
						t.Errorf("the ETag is %s, want the MD5 %s", put.ETag, etag(content))
					}
					got, err := c.GetObject(t.Context(), "photos", key, minio.GetObjectOptions{})
					if err != nil {
						t.Fatal(err)
					}
					back, err := io.ReadAll(got)
					if err != nil || !bytes.Equal(back, content) {
						t.Errorf("got %d bytes (%v), want %d", len(back), err, size)
					}
					about, err := got.Stat()
					if err != nil || about.ContentType != "image/png" || about.Metadata.Get("Cache-Control") != "max-age=60" ||
						about.UserMetadata["Peak"] != "Toubkal" {
						t.Errorf("got %+v, %v", about, err)
					}
					if framing := about.Metadata.Get("Content-Encoding"); framing != "" {
						t.Errorf("the framing of the transfer is kept: %s", framing)
					}
				})
			}
		}
	}
}

// Metadata that is no ASCII is encoded by clients (RFC 2047), and cannot be sent back as it was.
func TestMetadataOfAnotherScript(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.put(service(), "a", nil, "X-Amz-Meta-Name: قمة", "X-Amz-Meta-Peak: Toubkal")
	got := w.ask(service(), "HEAD", "photos/a", "")
	if got.header.Get("X-Amz-Missing-Meta") != "1" || got.header.Get("X-Amz-Meta-Peak") != "Toubkal" {
		t.Errorf("got %v", got.header)
	}
}

func TestRangesAndConditions(t *testing.T) {
	t.Parallel()
	w := setup(t)
	content := pattern(1000)
	w.put(service(), "a", content)
	for _, r := range []struct {
		header     string
		first, end int
	}{{"bytes=0-9", 0, 10}, {"bytes=990-", 990, 1000}, {"bytes=-5", 995, 1000}} {
		got := w.ask(service(), "GET", "photos/a", "", "Range: "+r.header)
		if got.status != http.StatusPartialContent || got.body != string(content[r.first:r.end]) {
			t.Errorf("%s: got %d, %d bytes", r.header, got.status, len(got.body))
		}
	}
	for _, refused := range []struct{ name, method, path, header, want string }{
		{"a range behind the end", "GET", "photos/a", "Range: bytes=1000-", "InvalidRange"},
		{"another ETag", "GET", "photos/a", `If-Match: "other"`, "PreconditionFailed"},
		{"another key", "GET", "photos/b", "Range: bytes=0-", "NoSuchKey"},
		{"another bucket", "GET", "none/a", "Range: bytes=0-", "NoSuchBucket"},
		{"the same ETag", "GET", "photos/a", "If-None-Match: " + etag(content), "Not Modified"},
		{"overwritten where there is none", "PUT", "photos/a", "If-None-Match: *", "PreconditionFailed"},
	} {
		if got := w.ask(service(), refused.method, refused.path, "", refused.header); got.code() != refused.want {
			t.Errorf("%s: got %d %s, want %s", refused.name, got.status, got.body, refused.want)
		}
	}
	if !bytes.Equal(w.get(service(), "a"), content) {
		t.Error("If-None-Match: * has overwritten")
	}
}

func TestPresignedAddresses(t *testing.T) {
	t.Parallel()
	w := setup(t)
	request := func(method, path, body string) *http.Request {
		r, err := http.NewRequestWithContext(t.Context(), method, w.plain.URL+prefix+"/photos/"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	put := request("PUT", "page.html", "<script>alert(1)</script>")
	sigv4test.Presign(put, service(), "us-east-1", "60", time.Now())
	put.Header.Set("Content-Type", "text/html")
	if got := w.send(put); got.status != http.StatusOK {
		t.Fatalf("put: %d %s", got.status, got.body)
	}
	get := request("GET", "page.html?response-content-type=text%2Fhtml&response-content-disposition=inline", "")
	sigv4test.Presign(get, service(), "us-east-1", "60", time.Now())
	// a page of a user's making, on the site's origin
	got := w.send(get)
	if got.status != http.StatusOK || !strings.Contains(got.header.Get("Content-Security-Policy"), "sandbox") || strings.HasPrefix(got.header.Get("Content-Type"), "text/html") {
		t.Errorf("a presigned page is answered with %d %v", got.status, got.header)
	}
	get.URL.Path = strings.Replace(get.URL.Path, "page.html", "other.html", 1)
	if got := w.send(get); got.status != http.StatusForbidden || got.code() != "SignatureDoesNotMatch" {
		t.Errorf("another key: %d %s", got.status, got.body)
	}
	if got := w.send(request("GET", "page.html", "")); got.status != http.StatusForbidden || got.code() != "AccessDenied" {
		t.Errorf("without a signature: %d %s", got.status, got.body)
	}
}

func TestBuckets(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for _, c := range []struct {
		name         string
		who          sigv4test.Key
		method, path string
		want         string
	}{
		{"create", service(), "PUT", "maps", ""},
		{"twice", service(), "PUT", "maps", "BucketAlreadyExists"},
		{"one that is there, without the right to create", session(lina), "PUT", "photos", "BucketAlreadyExists"},
		{"without the right", session(lina), "PUT", "mine", "AccessDenied"},
		{"acl", service(), "GET", "maps?acl", "NotImplemented"},
	} {
		if got := w.ask(c.who, c.method, c.path, ""); got.code() != c.want {
			t.Errorf("%s: %d %s, want %q", c.name, got.status, got.body, c.want)
		}
	}
	if names, want := w.ask(service(), "GET", "", "").texts("Name"), []string{"maps", "photos", "small"}; !slices.Equal(names, want) {
		t.Errorf("buckets %v, want %v", names, want)
	}
	if head := w.ask(service(), "HEAD", "maps", ""); head.status != http.StatusOK || head.header.Get("X-Amz-Bucket-Region") != "us-east-1" {
		t.Errorf("head: %+v", head)
	}
	if at := w.ask(service(), "GET", "maps?location", ""); at.status != http.StatusOK || !strings.Contains(at.body, ">us-east-1</LocationConstraint>") {
		t.Errorf("location: %+v", at)
	}
	if kept := w.ask(service(), "GET", "maps?versioning", ""); kept.status != http.StatusOK || strings.Contains(kept.body, "Status") {
		t.Errorf("versioning: %+v", kept)
	}
	w.put(service(), "a", nil)
	for _, c := range []struct{ name, method, bucket, want string }{
		{"delete one with objects", "DELETE", "photos", "BucketNotEmpty"},
		{"delete", "DELETE", "maps", ""},
		{"head of one that is gone", "HEAD", "maps", "Not Found"},
	} {
		if got := w.ask(service(), c.method, c.bucket, ""); got.code() != c.want {
			t.Errorf("%s: %d %s, want %q", c.name, got.status, got.body, c.want)
		}
	}
}

func TestListsHavePagesAndFolders(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for _, key := range []string{"a", "b/1", "b/2", "b/3/x", "c%20d%2B%C3%A9", "z"} {
		w.put(service(), key, []byte(key))
	}
	for _, limit := range []int{1, 2, 3, 1000} {
		var keys, folders []string
		for token := ""; ; {
			page := w.ask(service(), "GET", fmt.Sprintf("photos?list-type=2&delimiter=%%2F&encoding-type=url&max-keys=%d%s", limit, token), "")
			if page.status != http.StatusOK {
				t.Fatalf("%d %s", page.status, page.body)
			}
			found, below := page.texts("Key"), slices.DeleteFunc(page.texts("Prefix"), func(prefix string) bool { return prefix == "" })
			if page.text("KeyCount") != fmt.Sprint(len(found)+len(below)) || len(found)+len(below) > limit {
				t.Errorf("a page of %s, want at most %d", page.text("KeyCount"), limit)
			}
			for i := range found {
				at, err := time.Parse(time.RFC3339, page.texts("LastModified")[i])
				if err != nil || time.Since(at) > time.Hour || page.texts("ETag")[i] == "" || page.texts("Size")[i] == "0" {
					t.Errorf("%s", page.body)
				}
			}
			keys, folders = append(keys, found...), append(folders, below...)
			if page.text("IsTruncated") != "true" {
				break
			}
			token = "&continuation-token=" + url.QueryEscape(page.text("NextContinuationToken"))
		}
		if want := []string{"a", "c%20d%2B%C3%A9", "z"}; !slices.Equal(keys, want) || !slices.Equal(folders, []string{"b/"}) {
			t.Errorf("pages of %d: keys %q, folders %q, want %q", limit, keys, folders, want)
		}
	}
	// version 1, as rclone asks
	var keys []string
	marker := ""
	for range 10 {
		page := w.ask(service(), "GET", "photos?prefix=b%2F&max-keys=2&marker="+url.QueryEscape(marker), "")
		if page.text("Marker") != marker {
			t.Errorf("the marker is %q, want that of the request, %q", page.text("Marker"), marker)
		}
		keys = append(keys, page.texts("Key")...)
		if page.text("IsTruncated") != "true" {
			break
		}
		marker = keys[len(keys)-1]
	}
	if want := []string{"b/1", "b/2", "b/3/x"}; !slices.Equal(keys, want) {
		t.Errorf("version 1: %q, want %q", keys, want)
	}
	if got := w.ask(service(), "GET", "none?list-type=2", ""); got.code() != "NoSuchBucket" {
		t.Errorf("another bucket: %d %s", got.status, got.body)
	}
	if got := w.ask(service(), "GET", "photos?list-type=2&continuation-token=%25%25", ""); got.code() != "InvalidArgument" {
		t.Errorf("a token that is none: %d %s", got.status, got.body)
	}
}

func TestDeletes(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for _, key := range []string{"a", "b", "kept/c"} {
		w.put(session(lina), key, []byte(key))
	}
	w.put(service(), "hidden", []byte("of the service"))
	body := "<Delete>"
	for _, key := range []string{"a", "none", "kept/c", "hidden"} {
		body += "<Object><Key>" + key + "</Key></Object>"
	}
	body += "</Delete>"
	sum := base64.StdEncoding.EncodeToString(md5Of([]byte(body)))
	done := w.ask(session(lina), "POST", "photos?delete", body, "Content-Md5: "+sum)
	if deleted, refused, _ := strings.Cut(done.body, "<Error>"); strings.Count(deleted, "<Deleted>")+strings.Count(refused, "<Deleted>") != 3 ||
		!strings.Contains(refused, "<Key>kept/c</Key>") || !strings.Contains(refused, "<Code>AccessDenied</Code>") || strings.Contains(refused, "<Error>") {
		t.Errorf("deleted %d %s", done.status, done.body)
	}
	if got := w.get(service(), "hidden"); string(got) != "of the service" {
		t.Error("a user has deleted what the policies hide")
	}
	if got := w.ask(service(), "HEAD", "photos/a", ""); got.status != http.StatusNotFound {
		t.Errorf("a is still there: %+v", got)
	}
	for key, want := range map[string]string{"b": "", "none": "", "kept/c": "AccessDenied"} {
		if got := w.ask(session(lina), "DELETE", "photos/"+key, ""); got.code() != want {
			t.Errorf("delete %s: got %d %s, want %q", key, got.status, got.body, want)
		}
	}
}

func TestCopies(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.put(service(), "a%20b%2Bc", []byte("sunrise"), "Content-Type: text/plain", "X-Amz-Meta-Peak: Toubkal")
	source, replaced := "X-Amz-Copy-Source: photos/a%20b%2Bc", []string{"X-Amz-Metadata-Directive: REPLACE", "Content-Type: image/png", "X-Amz-Meta-Peak: Ayachi"}
	for _, copied := range []struct {
		name, key, kind, peak, want string
		headers                     []string
	}{
		{"with its metadata", "copy", "text/plain", "Toubkal", "", nil},
		{"with other metadata", "copy", "image/png", "Ayachi", "", replaced},
		{"onto itself with other metadata", "a%20b%2Bc", "image/png", "Ayachi", "", replaced},
		{"onto itself", "a%20b%2Bc", "", "", "InvalidRequest", nil},
		{"another ETag", "copy", "", "", "PreconditionFailed", []string{"X-Amz-Copy-Source-If-Match: other"}},
		{"changed since", "copy", "", "", "PreconditionFailed", []string{"X-Amz-Copy-Source-If-Unmodified-Since: " + time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat)}},
		{"of no key", "copy", "", "", "NoSuchKey", []string{"X-Amz-Copy-Source: photos/none"}},
		{"of no path", "copy", "", "", "InvalidArgument", []string{"X-Amz-Copy-Source: photos"}},
	} {
		done := w.ask(service(), "PUT", "photos/"+copied.key, "", append([]string{source}, copied.headers...)...)
		if done.code() != copied.want {
			t.Errorf("%s: got %d %s, want %q", copied.name, done.status, done.body, copied.want)
		}
		if done.code() != "" {
			continue
		}
		got := w.ask(service(), "GET", "photos/"+copied.key, "")
		if got.body != "sunrise" || got.header.Get("Content-Type") != copied.kind || got.header.Get("X-Amz-Meta-Peak") != copied.peak || done.text("ETag") != etag([]byte(got.body)) {
			t.Errorf("%s: %+v", copied.name, got)
		}
	}
	if tags := w.ask(service(), "GET", "photos/copy?tagging", ""); tags.status != http.StatusOK || strings.Contains(tags.body, "<Tag>") {
		t.Errorf("tags: %+v", tags)
	}
}
