package s3_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	client "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	smithyhttp "github.com/aws/smithy-go/transport/http"
)

// Sizes around a chunk of memory, over http and https, where the SDK sends otherwise: a
// hash of the body, or chunks with a checksum behind them.
func TestTheSDKPutsAndGets(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for _, scheme := range []struct {
		name   string
		server *httptest.Server
	}{{"http", w.plain}, {"https", w.tls}} {
		for _, kind := range []struct {
			name string
			make func(*httptest.Server, aws.CredentialsProvider) *client.Client
		}{{"defaults", w.client}, {"bare", w.bare}} {
			for _, size := range []int{0, 1, 65 << 10, 3 << 20} {
				t.Run(fmt.Sprintf("%s %s %d", scheme.name, kind.name, size), func(t *testing.T) {
					c, content, key := kind.make(scheme.server, service()), pattern(size), fmt.Sprintf("%s/%s/قمة a+b!(%d).bin", scheme.name, kind.name, size)
					put, err := c.PutObject(t.Context(), &client.PutObjectInput{
						Bucket: aws.String("photos"), Key: &key, Body: bytes.NewReader(content), ContentType: aws.String("image/png"),
						CacheControl: aws.String("max-age=60"), Metadata: map[string]string{"Peak": "Toubkal", "name": "قمة"},
					})
					if err != nil {
						t.Fatal(err)
					}
					if *put.ETag != etag(content) {
						t.Errorf("the ETag is %s, want the MD5 %s", *put.ETag, etag(content))
					}
					got, err := c.GetObject(t.Context(), &client.GetObjectInput{Bucket: aws.String("photos"), Key: &key})
					if err != nil {
						t.Fatal(err)
					}
					back, err := io.ReadAll(got.Body)
					if err != nil || !bytes.Equal(back, content) {
						t.Errorf("got %d bytes (%v), want %d", len(back), err, size)
					}
					if *got.ContentType != "image/png" || *got.CacheControl != "max-age=60" || got.Metadata["peak"] != "Toubkal" || aws.ToInt32(got.MissingMeta) != 1 || *got.ContentLength != int64(size) {
						t.Errorf("got %+v", got)
					}
					if got.ContentEncoding != nil {
						t.Errorf("the framing of the transfer is kept: %s", *got.ContentEncoding)
					}
				})
			}
		}
	}
}

// A stream over https has no length before it: chunks of HTTP, chunks of aws, a checksum.
func TestTheSDKPutsAStream(t *testing.T) {
	t.Parallel()
	w := setup(t)
	c, content := w.client(w.tls, service()), pattern(300<<10)
	_, err := c.PutObject(t.Context(), &client.PutObjectInput{Bucket: aws.String("photos"), Key: aws.String("stream"), Body: io.MultiReader(bytes.NewReader(content))})
	if err != nil {
		t.Fatal(err)
	}
	if got := w.get(c, "stream"); !bytes.Equal(got, content) {
		t.Errorf("got %d bytes, want %d", len(got), len(content))
	}
}

func TestRangesAndConditions(t *testing.T) {
	t.Parallel()
	w := setup(t)
	c, content := w.client(w.plain, service()), pattern(1000)
	w.put(c, "a", content)
	for _, r := range []struct {
		header     string
		first, end int
	}{{"bytes=0-9", 0, 10}, {"bytes=990-", 990, 1000}, {"bytes=-5", 995, 1000}} {
		got, err := c.GetObject(t.Context(), &client.GetObjectInput{Bucket: aws.String("photos"), Key: aws.String("a"), Range: &r.header})
		if err != nil {
			t.Fatal(err)
		}
		if back, _ := io.ReadAll(got.Body); !bytes.Equal(back, content[r.first:r.end]) {
			t.Errorf("%s: got %d bytes", r.header, len(back))
		}
	}
	for _, refused := range []struct {
		name string
		in   client.GetObjectInput
		want string
	}{
		{"a range behind the end", client.GetObjectInput{Range: aws.String("bytes=1000-")}, "InvalidRange"},
		{"another ETag", client.GetObjectInput{IfMatch: aws.String(`"other"`)}, "PreconditionFailed"},
		{"another key", client.GetObjectInput{Key: aws.String("b")}, "NoSuchKey"},
		{"another bucket", client.GetObjectInput{Bucket: aws.String("none")}, "NoSuchBucket"},
	} {
		refused.in.Bucket, refused.in.Key = aws.String(cmpOr(refused.in.Bucket, "photos")), aws.String(cmpOr(refused.in.Key, "a"))
		if _, err := c.GetObject(t.Context(), &refused.in); codeOf(err) != refused.want {
			t.Errorf("%s: got %v, want %s", refused.name, err, refused.want)
		}
	}
	_, err := c.GetObject(t.Context(), &client.GetObjectInput{Bucket: aws.String("photos"), Key: aws.String("a"), IfNoneMatch: aws.String(etag(content))})
	if answer, ok := errors.AsType[*smithyhttp.ResponseError](err); !ok || answer.HTTPStatusCode() != http.StatusNotModified {
		t.Errorf("the same ETag: got %v, want 304", err)
	}
	// If-None-Match: * overwrites nothing
	_, err = c.PutObject(t.Context(), &client.PutObjectInput{Bucket: aws.String("photos"), Key: aws.String("a"), Body: strings.NewReader("b"), IfNoneMatch: aws.String("*")})
	if codeOf(err) != "PreconditionFailed" || !bytes.Equal(w.get(c, "a"), content) {
		t.Errorf("If-None-Match: *: got %v, want PreconditionFailed", err)
	}
}

func cmpOr(text *string, other string) string {
	if text != nil {
		return *text
	}
	return other
}

func TestPresignedAddresses(t *testing.T) {
	t.Parallel()
	w := setup(t)
	signer := client.NewPresignClient(w.client(w.plain, service()))
	put, err := signer.PresignPutObject(t.Context(), &client.PutObjectInput{Bucket: aws.String("photos"), Key: aws.String("page.html"), ContentType: aws.String("text/html")})
	if err != nil {
		t.Fatal(err)
	}
	r, _ := http.NewRequest(put.Method, put.URL, strings.NewReader("<script>alert(1)</script>"))
	r.Header = put.SignedHeader.Clone()
	if status, text := w.send(r); status != http.StatusOK {
		t.Fatalf("put: %d %s", status, text)
	}
	get, err := signer.PresignGetObject(t.Context(), &client.GetObjectInput{
		Bucket: aws.String("photos"), Key: aws.String("page.html"), ResponseContentType: aws.String("text/html"), ResponseContentDisposition: aws.String("inline"),
	})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.Get(get.URL)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	// a page of a user's making, on the site's origin
	if h := answer.Header; answer.StatusCode != 200 || !strings.Contains(h.Get("Content-Security-Policy"), "sandbox") || strings.HasPrefix(h.Get("Content-Type"), "text/html") {
		t.Errorf("a presigned page is answered with %d %v", answer.StatusCode, h)
	}
	if status, text := w.send(getRequest(t, strings.Replace(get.URL, "page.html", "other.html", 1))); status != http.StatusForbidden || !strings.Contains(text, "<Code>SignatureDoesNotMatch</Code>") {
		t.Errorf("another key: %d %s", status, text)
	}
	if status, text := w.send(getRequest(t, w.plain.URL+prefix+"/photos/page.html")); status != http.StatusForbidden || !strings.Contains(text, "<Code>AccessDenied</Code>") {
		t.Errorf("without a signature: %d %s", status, text)
	}
}

func getRequest(t *testing.T, address string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestBuckets(t *testing.T) {
	t.Parallel()
	w := setup(t)
	c := w.client(w.plain, service())
	create := func(c *client.Client, name string) error {
		_, err := c.CreateBucket(t.Context(), &client.CreateBucketInput{Bucket: &name})
		return err
	}
	if err := create(c, "maps"); err != nil {
		t.Fatal(err)
	}
	if err := create(c, "maps"); codeOf(err) != "BucketAlreadyExists" {
		t.Errorf("twice: %v", err)
	}
	if err := create(w.client(w.plain, session(lina)), "photos"); codeOf(err) != "BucketAlreadyExists" {
		t.Errorf("one that is there, without the right to create: %v", err)
	}
	if err := create(w.client(w.plain, session(lina)), "mine"); codeOf(err) != "AccessDenied" {
		t.Errorf("without the right: %v", err)
	}
	all, err := c.ListBuckets(t.Context(), &client.ListBucketsInput{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, b := range all.Buckets {
		names = append(names, *b.Name)
	}
	if want := []string{"maps", "photos", "small"}; !slices.Equal(names, want) {
		t.Errorf("buckets %v, want %v", names, want)
	}
	head, err := c.HeadBucket(t.Context(), &client.HeadBucketInput{Bucket: aws.String("maps")})
	if err != nil || *head.BucketRegion != "us-east-1" {
		t.Errorf("head: %v, %v", head, err)
	}
	if at, err := c.GetBucketLocation(t.Context(), &client.GetBucketLocationInput{Bucket: aws.String("maps")}); err != nil || at.LocationConstraint != "us-east-1" {
		t.Errorf("location: %v, %v", at, err)
	}
	if kept, err := c.GetBucketVersioning(t.Context(), &client.GetBucketVersioningInput{Bucket: aws.String("maps")}); err != nil || kept.Status != "" {
		t.Errorf("versioning: %v, %v", kept, err)
	}
	if _, err := c.GetBucketAcl(t.Context(), &client.GetBucketAclInput{Bucket: aws.String("maps")}); codeOf(err) != "NotImplemented" {
		t.Errorf("acl: %v, want NotImplemented", err)
	}
	w.put(c, "a", nil)
	if _, err := c.DeleteBucket(t.Context(), &client.DeleteBucketInput{Bucket: aws.String("photos")}); codeOf(err) != "BucketNotEmpty" {
		t.Errorf("delete one with objects: %v", err)
	}
	if _, err := c.DeleteBucket(t.Context(), &client.DeleteBucketInput{Bucket: aws.String("maps")}); err != nil {
		t.Errorf("delete: %v", err)
	}
	if _, err := c.HeadBucket(t.Context(), &client.HeadBucketInput{Bucket: aws.String("maps")}); codeOf(err) != "NotFound" {
		t.Errorf("head of one that is gone: %v", err)
	}
}

func TestListsHavePagesAndFolders(t *testing.T) {
	t.Parallel()
	w := setup(t)
	c := w.client(w.plain, service())
	for _, key := range []string{"a", "b/1", "b/2", "b/3/x", "c d+é", "z"} {
		w.put(c, key, []byte(key))
	}
	for _, limit := range []int32{1, 2, 3, 1000} {
		var keys, folders []string
		pages := client.NewListObjectsV2Paginator(c, &client.ListObjectsV2Input{Bucket: aws.String("photos"), Delimiter: aws.String("/"), MaxKeys: &limit, EncodingType: types.EncodingTypeUrl})
		for pages.HasMorePages() {
			page, err := pages.NextPage(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if *page.KeyCount > limit {
				t.Errorf("a page of %d, want at most %d", *page.KeyCount, limit)
			}
			for _, o := range page.Contents {
				keys = append(keys, *o.Key)
				if *o.ETag == "" || *o.Size == 0 || time.Since(*o.LastModified) > time.Hour {
					t.Errorf("%+v", o)
				}
			}
			for _, f := range page.CommonPrefixes {
				folders = append(folders, *f.Prefix)
			}
		}
		if want := []string{"a", "c%20d%2B%C3%A9", "z"}; !slices.Equal(keys, want) || !slices.Equal(folders, []string{"b/"}) {
			t.Errorf("pages of %d: keys %q, folders %q, want %q", limit, keys, folders, want)
		}
	}
	// version 1, as rclone asks
	var keys []string
	marker := ""
	for range 10 {
		page, err := c.ListObjects(t.Context(), &client.ListObjectsInput{Bucket: aws.String("photos"), Prefix: aws.String("b/"), Marker: &marker, MaxKeys: aws.Int32(2)})
		if err != nil {
			t.Fatal(err)
		}
		if *page.Marker != marker {
			t.Errorf("the marker is %q, want that of the request, %q", *page.Marker, marker)
		}
		for _, o := range page.Contents {
			keys = append(keys, *o.Key)
		}
		if !*page.IsTruncated {
			break
		}
		marker = keys[len(keys)-1]
	}
	if want := []string{"b/1", "b/2", "b/3/x"}; !slices.Equal(keys, want) {
		t.Errorf("version 1: %q, want %q", keys, want)
	}
	if _, err := c.ListObjectsV2(t.Context(), &client.ListObjectsV2Input{Bucket: aws.String("none")}); codeOf(err) != "NoSuchBucket" {
		t.Errorf("another bucket: %v", err)
	}
	if _, err := c.ListObjectsV2(t.Context(), &client.ListObjectsV2Input{Bucket: aws.String("photos"), ContinuationToken: aws.String("%%")}); codeOf(err) != "InvalidArgument" {
		t.Errorf("a token that is none: %v", err)
	}
}

func TestDeletes(t *testing.T) {
	t.Parallel()
	w := setup(t)
	all, own := w.client(w.plain, service()), w.client(w.plain, session(lina))
	for _, key := range []string{"a", "b", "kept/c"} {
		w.put(own, key, []byte(key))
	}
	w.put(all, "hidden", []byte("of the service"))
	identify := func(keys ...string) *types.Delete {
		d := &types.Delete{}
		for _, key := range keys {
			d.Objects = append(d.Objects, types.ObjectIdentifier{Key: &key})
		}
		return d
	}
	done, err := own.DeleteObjects(t.Context(), &client.DeleteObjectsInput{Bucket: aws.String("photos"), Delete: identify("a", "none", "kept/c", "hidden")})
	if err != nil {
		t.Fatal(err)
	}
	if len(done.Deleted) != 3 || len(done.Errors) != 1 || *done.Errors[0].Key != "kept/c" || *done.Errors[0].Code != "AccessDenied" {
		t.Errorf("deleted %+v, errors %+v", done.Deleted, done.Errors)
	}
	if got := w.get(all, "hidden"); string(got) != "of the service" {
		t.Error("a user has deleted what the policies hide")
	}
	if _, err := all.HeadObject(t.Context(), &client.HeadObjectInput{Bucket: aws.String("photos"), Key: aws.String("a")}); codeOf(err) != "NotFound" {
		t.Errorf("a is still there: %v", err)
	}
	for key, want := range map[string]string{"b": "", "none": "", "kept/c": "AccessDenied"} {
		if _, err := own.DeleteObject(t.Context(), &client.DeleteObjectInput{Bucket: aws.String("photos"), Key: &key}); codeOf(err) != want {
			t.Errorf("delete %s: got %v, want %q", key, err, want)
		}
	}
}

func TestCopies(t *testing.T) {
	t.Parallel()
	w := setup(t)
	c := w.client(w.plain, service())
	_, err := c.PutObject(t.Context(), &client.PutObjectInput{Bucket: aws.String("photos"), Key: aws.String("a b+c"), Body: strings.NewReader("sunrise"), ContentType: aws.String("text/plain"), Metadata: map[string]string{"peak": "Toubkal"}})
	if err != nil {
		t.Fatal(err)
	}
	source := "photos/a%20b%2Bc"
	for _, copied := range []struct {
		name, kind, peak, want string
		in                     client.CopyObjectInput
	}{
		{"with its metadata", "text/plain", "Toubkal", "", client.CopyObjectInput{}},
		{"with other metadata", "image/png", "Ayachi", "", client.CopyObjectInput{MetadataDirective: "REPLACE", ContentType: aws.String("image/png"), Metadata: map[string]string{"peak": "Ayachi"}}},
		{"onto itself with other metadata", "image/png", "Ayachi", "", client.CopyObjectInput{Key: aws.String("a b+c"), MetadataDirective: "REPLACE", ContentType: aws.String("image/png"), Metadata: map[string]string{"peak": "Ayachi"}}},
		{"onto itself", "", "", "InvalidRequest", client.CopyObjectInput{Key: aws.String("a b+c")}},
		{"another ETag", "", "", "PreconditionFailed", client.CopyObjectInput{CopySourceIfMatch: aws.String("other")}},
		{"changed since", "", "", "PreconditionFailed", client.CopyObjectInput{CopySourceIfUnmodifiedSince: aws.Time(time.Now().Add(-time.Hour))}},
		{"of no key", "", "", "NoSuchKey", client.CopyObjectInput{CopySource: aws.String("photos/none")}},
		{"of no path", "", "", "InvalidArgument", client.CopyObjectInput{CopySource: aws.String("photos")}},
	} {
		copied.in.Bucket, copied.in.Key, copied.in.CopySource = aws.String("photos"), aws.String(cmpOr(copied.in.Key, "copy")), aws.String(cmpOr(copied.in.CopySource, source))
		done, err := c.CopyObject(t.Context(), &copied.in)
		if codeOf(err) != copied.want {
			t.Errorf("%s: got %v, want %q", copied.name, err, copied.want)
		}
		if err != nil {
			continue
		}
		got, err := c.GetObject(t.Context(), &client.GetObjectInput{Bucket: aws.String("photos"), Key: copied.in.Key})
		if err != nil {
			t.Fatal(err)
		}
		back, _ := io.ReadAll(got.Body)
		if string(back) != "sunrise" || *got.ContentType != copied.kind || got.Metadata["peak"] != copied.peak || *done.CopyObjectResult.ETag != etag(back) {
			t.Errorf("%s: %q, %s, %v", copied.name, back, *got.ContentType, got.Metadata)
		}
	}
	if tags, err := c.GetObjectTagging(t.Context(), &client.GetObjectTaggingInput{Bucket: aws.String("photos"), Key: aws.String("copy")}); err != nil || len(tags.TagSet) != 0 {
		t.Errorf("tags: %v, %v", tags, err)
	}
}
