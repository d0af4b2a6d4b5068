package sigv4

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/s3/sigv4/sigv4test"
)

const (
	testKey    = "AKIAIOSFODNN7EXAMPLE"
	testSecret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
	emptySum   = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
)

var signedAt = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// signed is a request that a client has signed.
func signed(t *testing.T, method, address, body, sum string, headers ...string) *http.Request {
	t.Helper()
	r := httptest.NewRequest(method, address, strings.NewReader(body))
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Set(name, value)
	}
	sigv4test.Sign(r, sigv4test.Key{ID: testKey, Secret: testSecret}, "eu-west-3", sum, signedAt)
	return r
}

// presigned is a request whose URL a client has signed.
func presigned(t *testing.T, method, address string, expires string) *http.Request {
	t.Helper()
	r := httptest.NewRequest(method, address, http.NoBody)
	sigv4test.Presign(r, sigv4test.Key{ID: testKey, Secret: testSecret}, "auto", expires, signedAt)
	return r
}

// receive verifies r as a server does, and reads its body.
func receive(r *http.Request, secret string, now time.Time, targets ...Target) (string, error) {
	s, ok, err := Parse(r, now)
	if err != nil {
		return "", err
	}
	if !ok {
		return "", errors.New("not signed")
	}
	if targets == nil {
		targets = []Target{{r.Host, r.URL.EscapedPath()}}
	}
	if err := s.Verify(r, secret, targets); err != nil {
		return "", err
	}
	body, err := s.Body(r)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(body)
	return string(text), err
}

func codeOf(err error) string {
	if f, ok := errors.AsType[*fault.Fault](err); ok {
		return f.Code
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// The examples of AWS's documentation: docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
// and sigv4-query-string-auth.html.
func TestExamplesOfAWSAreVerified(t *testing.T) {
	t.Parallel()
	const query = "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request" +
		"&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature="
	for _, c := range []struct {
		name, method, address, body, sum, signature string
		headers                                     []string
	}{
		{"get an object", "GET", "/test.txt", "", emptySum, "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41", []string{"range: bytes=0-9"}},
		{"put an object", "PUT", "/test%24file.text", "Welcome to Amazon S3.", sha256Hex("Welcome to Amazon S3."), "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd", []string{"date: Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class: REDUCED_REDUNDANCY"}},
		{"get a lifecycle", "GET", "/?lifecycle", "", emptySum, "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543", nil},
		{"list objects", "GET", "/?max-keys=2&prefix=J", "", emptySum, "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7", nil},
		{"an address", "GET", "/test.txt?" + query + "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404", "", "", "", nil},
	} {
		r := httptest.NewRequest(c.method, "https://examplebucket.s3.amazonaws.com"+c.address, strings.NewReader(c.body))
		if c.signature != "" {
			names := []string{"host", "x-amz-content-sha256", "x-amz-date"}
			for _, header := range append(c.headers, "x-amz-content-sha256: "+c.sum, "x-amz-date: 20130524T000000Z") {
				name, value, _ := strings.Cut(header, ": ")
				r.Header.Set(name, value)
				names = append(names, name)
			}
			slices.Sort(names)
			r.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential="+testKey+"/20130524/us-east-1/s3/aws4_request,SignedHeaders="+
				strings.Join(slices.Compact(names), ";")+",Signature="+c.signature)
		}
		if body, err := receive(r, testSecret, time.Date(2013, 5, 24, 0, 0, 0, 0, time.UTC)); err != nil || body != c.body {
			t.Errorf("%s: %q, %v", c.name, body, err)
		}
	}
}

func TestSignedRequestsAreVerified(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, method, address string }{
		{"the root", "GET", "http://files.example/storage/v1/s3/"},
		{"a port", "GET", "http://files.example:8000/storage/v1/s3/photos"},
		{"a query without a value", "POST", "http://files.example/storage/v1/s3/photos/a?uploads"},
		{"a query to sort", "GET", "http://files.example/storage/v1/s3/photos?prefix=a%2Fb&list-type=2&delimiter=%2F&a=2&a=1&x-id=List"},
		{"a name with spaces and signs", "GET", "http://files.example/storage/v1/s3/photos/a%20b%2B%21%27%28%29%2Ac"},
		{"another script", "GET", "http://files.example/storage/v1/s3/photos/%D9%82%D9%85%D8%A9.jpg"},
		{"two slashes", "GET", "http://files.example/storage/v1/s3/photos//a/../b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := signed(t, c.method, c.address, "", emptySum, "X-Amz-Meta-Note: a   b", "Content-Type: text/plain")
			if _, err := receive(r, testSecret, signedAt); err != nil {
				t.Error(err)
			}
			if _, err := receive(r, "another", signedAt); codeOf(err) != fault.S3SignatureDoesNotMatch {
				t.Errorf("another secret: %v, want SignatureDoesNotMatch", err)
			}
			r = presigned(t, c.method, c.address, "900")
			if _, err := receive(r, testSecret, signedAt.Add(899*time.Second)); err != nil {
				t.Errorf("presigned: %v", err)
			}
		})
	}
}

func TestWhatIsSignedCannotBeChanged(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(*http.Request)
		want   string
	}{
		{"nothing", func(*http.Request) {}, ""},
		{"the method", func(r *http.Request) { r.Method = "DELETE" }, fault.S3SignatureDoesNotMatch},
		{"the path", func(r *http.Request) { r.URL.Path = "/storage/v1/s3/photos/b" }, fault.S3SignatureDoesNotMatch},
		{"the query", func(r *http.Request) { r.URL.RawQuery = "acl" }, fault.S3SignatureDoesNotMatch},
		{"the host", func(r *http.Request) { r.Host = "other.example" }, fault.S3SignatureDoesNotMatch},
		{"a header", func(r *http.Request) { r.Header.Set("X-Amz-Meta-Note", "b") }, fault.S3SignatureDoesNotMatch},
		{"one more header", func(r *http.Request) { r.Header.Set("X-Amz-Acl", "public-read") }, fault.StorageAccessDenied},
		{"a header of CloudFront", func(r *http.Request) { r.Header.Set("X-Amz-Cf-Id", "x") }, ""},
		{"the body", func(r *http.Request) { r.Body = io.NopCloser(strings.NewReader("sunriSe")) }, fault.S3ContentSHA256Mismatch},
		{"less body", func(r *http.Request) { r.Body = io.NopCloser(strings.NewReader("sun")) }, fault.S3IncompleteBody},
		{"more body", func(r *http.Request) { r.Body = io.NopCloser(strings.NewReader("sunrise sunset")) }, fault.S3IncompleteBody},
		{"the day of the scope", func(r *http.Request) {
			r.Header.Set("Authorization", strings.Replace(r.Header.Get("Authorization"), "20260304", "20260303", 1))
		}, fault.S3AuthorizationHeaderMalformed},
		{"the service", func(r *http.Request) {
			r.Header.Set("Authorization", strings.Replace(r.Header.Get("Authorization"), "/s3/", "/sts/", 1))
		}, fault.S3AuthorizationHeaderMalformed},
		{"the region", func(r *http.Request) {
			r.Header.Set("Authorization", strings.Replace(r.Header.Get("Authorization"), "eu-west-3", "eu-west-1", 1))
		}, fault.S3SignatureDoesNotMatch},
		{"the host is not signed", func(r *http.Request) {
			r.Header.Set("Authorization", strings.Replace(r.Header.Get("Authorization"), "host;", "", 1))
		}, fault.S3AuthorizationHeaderMalformed},
		{"no date", func(r *http.Request) { r.Header.Del("X-Amz-Date") }, fault.StorageAccessDenied},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := signed(t, "PUT", "http://files.example/storage/v1/s3/photos/a", "sunrise", sha256Hex("sunrise"), "X-Amz-Meta-Note: a")
			c.change(r)
			text, err := receive(r, testSecret, signedAt)
			if codeOf(err) != c.want {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if err == nil && text != "sunrise" {
				t.Errorf("the body is %q", text)
			}
		})
	}
}

func TestSignaturesHaveATime(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		after time.Duration
		want  string
	}{
		{"now", 0, ""},
		{"14 minutes later", 14 * time.Minute, ""},
		{"16 minutes later", 16 * time.Minute, fault.S3RequestTimeTooSkewed},
		{"16 minutes before", -16 * time.Minute, fault.S3RequestTimeTooSkewed},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := signed(t, "GET", "http://files.example/storage/v1/s3/", "", emptySum)
			if _, err := receive(r, testSecret, signedAt.Add(c.after)); codeOf(err) != c.want {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	for _, c := range []struct {
		name, expires string
		after         time.Duration
		want          string
	}{
		{"within its time", "60", time.Minute, ""},
		{"expired", "60", time.Minute + time.Second, fault.StorageAccessDenied},
		{"not valid yet", "60", -16 * time.Minute, fault.StorageAccessDenied},
		{"seven days", "604800", time.Hour, ""},
		{"more than seven days", "604801", 0, fault.S3AuthorizationQueryParametersError},
		{"no time", "0", 0, fault.S3AuthorizationQueryParametersError},
		{"no number", "soon", 0, fault.S3AuthorizationQueryParametersError},
		{"a huge number", "99999999999999999999", 0, fault.S3AuthorizationQueryParametersError},
	} {
		t.Run("presigned, "+c.name, func(t *testing.T) {
			t.Parallel()
			r := presigned(t, "GET", "http://files.example/storage/v1/s3/photos/a", c.expires)
			if _, err := receive(r, testSecret, signedAt.Add(c.after)); codeOf(err) != c.want {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestAPresignedQueryIsUnambiguous(t *testing.T) {
	t.Parallel()
	r := presigned(t, "GET", "http://files.example/storage/v1/s3/photos/a", "60")
	r.URL.RawQuery += "&X-Amz-Expires=600"
	if _, err := receive(r, testSecret, signedAt); codeOf(err) != fault.S3AuthorizationQueryParametersError {
		t.Errorf("two values of X-Amz-Expires: %v", err)
	}
	r = presigned(t, "GET", "http://files.example/storage/v1/s3/photos/a", "60")
	r.Header.Set("Authorization", "Bearer of something else")
	if _, err := receive(r, testSecret, signedAt); err != nil {
		t.Errorf("another Authorization beside a presigned query: %v", err)
	}
	if _, ok, err := Parse(httptest.NewRequest("GET", "/photos/a", http.NoBody), signedAt); ok || err != nil {
		t.Errorf("a request without a signature: %v, %v", ok, err)
	}
	if _, _, err := Parse(httptest.NewRequest("GET", "/photos/a?b=%zz", http.NoBody), signedAt); codeOf(err) != fault.S3InvalidURI {
		t.Errorf("a query that is not encoded: %v", err)
	}
}

// A proxy may have changed host, port and path: each is tried.
func TestTargetsAreCandidates(t *testing.T) {
	t.Parallel()
	r := signed(t, "GET", "https://files.example/base/storage/v1/s3/photos/a%21b", "", emptySum)
	r.Host, r.URL.Path, r.URL.RawPath = "backend:8000", "/storage/v1/s3/photos/a!b", "/storage/v1/s3/photos/a!b"
	inside := Target{r.Host, r.URL.EscapedPath()}
	if _, err := receive(r, testSecret, signedAt, inside); codeOf(err) != fault.S3SignatureDoesNotMatch {
		t.Errorf("without the public address: %v", err)
	}
	if _, err := receive(r, testSecret, signedAt, inside, Target{"files.example", "/base" + r.URL.EscapedPath()}); err != nil {
		t.Errorf("with the public address: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("AWS4-HMAC-SHA256 Credential=a/20260304/r/s3/aws4_request,SignedHeaders=host,Signature=00", "X-Amz-Credential=a", "20260304T120000Z")
	f.Fuzz(func(t *testing.T, authorization, query, date string) {
		r := &http.Request{Method: "GET", Host: "h", Header: http.Header{"Authorization": {authorization}, "X-Amz-Date": {date}}, URL: &url.URL{Path: "/", RawQuery: query}}
		s, ok, err := Parse(r, signedAt)
		if err == nil && ok {
			err = s.Verify(r, testSecret, []Target{{"h", "/"}})
		}
		if err != nil && fault.As(err).Status >= 500 {
			t.Errorf("a client caused %v", err)
		}
	})
}
