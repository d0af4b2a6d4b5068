package sigv4

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"

	"github.com/toubkal/toubkal/server/fault"
)

const (
	testKey    = "AKIAIOSFODNN7EXAMPLE"
	testSecret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
	emptySum   = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
)

var signedAt = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// signed is a request that the AWS SDK has signed.
func signed(t *testing.T, method, address, body, sum string, headers ...string) *http.Request {
	t.Helper()
	r := httptest.NewRequest(method, address, strings.NewReader(body))
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Set(name, value)
	}
	r.Header.Set("X-Amz-Content-Sha256", sum)
	signer := v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true })
	if err := signer.SignHTTP(t.Context(), aws.Credentials{AccessKeyID: testKey, SecretAccessKey: testSecret}, r, sum, "s3", "eu-west-3", signedAt); err != nil {
		t.Fatal(err)
	}
	return r
}

// presigned is a request whose URL the AWS SDK has signed.
func presigned(t *testing.T, method, address string, expires string) *http.Request {
	t.Helper()
	r := httptest.NewRequest(method, address, http.NoBody)
	query := r.URL.Query()
	query.Set("X-Amz-Expires", expires)
	r.URL.RawQuery = query.Encode()
	signer := v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true })
	at, _, err := signer.PresignHTTP(t.Context(), aws.Credentials{AccessKeyID: testKey, SecretAccessKey: testSecret}, r, "UNSIGNED-PAYLOAD", "s3", "auto", signedAt)
	if err != nil {
		t.Fatal(err)
	}
	return httptest.NewRequest(method, at, http.NoBody)
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

func TestRequestsOfTheSDKAreVerified(t *testing.T) {
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
