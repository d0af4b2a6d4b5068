package s3_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/aws-sdk-go-v2/credentials"
	client "github.com/aws/aws-sdk-go-v2/service/s3"
)

func TestWhoMayDoWhat(t *testing.T) {
	t.Parallel()
	w := setup(t)
	id, secret, err := w.keys.Create(t.Context(), "authenticated", lina, "backup")
	if err != nil {
		t.Fatal(err)
	}
	static := func(id, secret, session string) aws.CredentialsProvider {
		return credentials.NewStaticCredentialsProvider(id, secret, session)
	}
	w.put(w.client(w.plain, service()), "of-service", []byte("a"))
	w.put(w.client(w.plain, session(lina)), "of-lina", []byte("b"))
	for _, c := range []struct {
		name                  string
		who                   aws.CredentialsProvider
		ofService, ofLina, by string
	}{
		{"the key of the configuration", service(), "", "", ""},
		{"with another secret", static(keyID, "another", ""), "SignatureDoesNotMatch", "SignatureDoesNotMatch", "SignatureDoesNotMatch"},
		{"an unknown key", static("unknown", keySecret, ""), "InvalidAccessKeyId", "InvalidAccessKeyId", "InvalidAccessKeyId"},
		{"a user's session", session(lina), "NoSuchKey", "", ""},
		{"another user's", session(omar), "NoSuchKey", "NoSuchKey", ""},
		{"a session that has expired", session("expired"), "ExpiredToken", "ExpiredToken", "ExpiredToken"},
		{"a forged session", session("forged"), "InvalidToken", "InvalidToken", "InvalidToken"},
		{"a session with another secret", static(projectRef, "another", lina), "SignatureDoesNotMatch", "SignatureDoesNotMatch", "SignatureDoesNotMatch"},
		{"a session of another project", static("other", anonKey, lina), "InvalidAccessKeyId", "InvalidAccessKeyId", "InvalidAccessKeyId"},
		{"the project without a session", static(projectRef, anonKey, ""), "InvalidAccessKeyId", "InvalidAccessKeyId", "InvalidAccessKeyId"},
		{"a key of the database", static(id, secret, ""), "NoSuchKey", "", ""},
		{"with another secret", static(id, keySecret, ""), "SignatureDoesNotMatch", "SignatureDoesNotMatch", "SignatureDoesNotMatch"},
	} {
		s3 := w.client(w.plain, c.who)
		for key, want := range map[string]string{"of-service": c.ofService, "of-lina": c.ofLina} {
			if _, err := s3.GetObject(t.Context(), &client.GetObjectInput{Bucket: aws.String("photos"), Key: &key}); codeOf(err) != want {
				t.Errorf("%s reads %s: got %v, want %q", c.name, key, err, want)
			}
		}
		if _, err := s3.PutObject(t.Context(), &client.PutObjectInput{Bucket: aws.String("photos"), Key: aws.String("by/" + c.name), Body: strings.NewReader("c")}); codeOf(err) != c.by {
			t.Errorf("%s writes: got %v, want %q", c.name, err, c.by)
		}
	}
	all, err := w.keys.List(t.Context())
	if err != nil || len(all) != 1 || all[0].Used == nil || all[0].Revoked != nil || all[0].Description != "backup" {
		t.Errorf("keys %+v, %v", all, err)
	}
	if err := w.keys.Revoke(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if _, err := w.client(w.plain, static(id, secret, "")).ListBuckets(t.Context(), &client.ListBucketsInput{}); codeOf(err) != "InvalidAccessKeyId" {
		t.Errorf("a revoked key: %v", err)
	}
	if err := w.keys.Revoke(t.Context(), id); err == nil {
		t.Error("a key is revoked twice")
	}
	for _, role := range []string{"postgres", "nobody-has-this-role"} {
		if _, _, err := w.keys.Create(t.Context(), role, "", ""); err == nil {
			t.Errorf("a key of the role %s is made", role)
		}
	}
	var kept []byte
	if err := w.db.Admin.QueryRow(t.Context(), `select secret from toubkal_storage.access_keys where id = $1`, id).Scan(&kept); err != nil || bytes.Contains(kept, []byte(secret)) {
		t.Errorf("the secret is kept in the clear (%v)", err)
	}
}

// raw is a request that the SDK's signer has signed for an address, which a proxy may have
// changed on the way to the server.
func (w *world) raw(method, signedFor, path, body string, headers ...string) *http.Request {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), method, signedFor, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Set(name, value)
	}
	sum := sha256.Sum256([]byte(body))
	hash := hex.EncodeToString(sum[:])
	if sent := r.Header.Get("X-Amz-Content-Sha256"); sent != "" {
		hash = sent
	}
	r.Header.Set("X-Amz-Content-Sha256", hash)
	signer := v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true })
	if err := signer.SignHTTP(w.t.Context(), aws.Credentials{AccessKeyID: keyID, SecretAccessKey: keySecret}, r, hash, "s3", "us-east-1", time.Now()); err != nil {
		w.t.Fatal(err)
	}
	there, err := http.NewRequestWithContext(w.t.Context(), method, w.plain.URL+path, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	there.Header = r.Header
	return there
}

func TestAProxyMayChangeHostAndPath(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for _, c := range []struct {
		name, signedFor string
		headers         []string
		want            int
	}{
		{"the server's own address", w.plain.URL + prefix + "/", nil, http.StatusOK},
		{"the public address", "https://files.example/base" + prefix + "/", nil, http.StatusOK},
		{"its path, with another host", "https://other.example/base" + prefix + "/", nil, http.StatusForbidden},
		{"a forwarded prefix", w.plain.URL + "/tunnel" + prefix + "/", []string{"X-Forwarded-Prefix: /tunnel"}, http.StatusOK},
		{"a forwarded host", "https://tunnel.example" + prefix + "/", []string{`Forwarded: for=1.2.3.4;host="tunnel.example";proto=https`}, http.StatusOK},
	} {
		r := w.raw("GET", c.signedFor, prefix+"/", "")
		for _, header := range c.headers {
			name, value, _ := strings.Cut(header, ": ")
			r.Header.Set(name, value)
		}
		if status, text := w.send(r); status != c.want {
			t.Errorf("%s: got %d %s, want %d", c.name, status, text, c.want)
		}
	}
}

// A body that is not the one that was signed leaves no object, and no bytes that stay.
func TestNothingIsKeptOfAWrongBody(t *testing.T) {
	t.Parallel()
	w := setup(t)
	const path = prefix + "/photos/a"
	for _, c := range []struct{ name, body, want, header string }{
		{"another hash", "sunrise", "XAmzContentSHA256Mismatch", "X-Amz-Content-Sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
		{"another MD5", "sunrise", "BadDigest", "Content-Md5: AAAAAAAAAAAAAAAAAAAAAA=="},
		{"another CRC64NVME", "sunrise", "BadDigest", "X-Amz-Checksum-Crc64nvme: AAAAAAAAAAA="},
		{"another checksum behind the chunks", "7\r\nsunrise\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n", "MalformedTrailerError", "X-Amz-Content-Sha256: STREAMING-UNSIGNED-PAYLOAD-TRAILER"},
	} {
		headers := []string{c.header}
		if strings.Contains(c.header, "STREAMING") {
			headers = append(headers, "X-Amz-Trailer: x-amz-checksum-sha256")
		}
		if status, text := w.send(w.raw("PUT", w.plain.URL+path, path, c.body, headers...)); status != http.StatusBadRequest || !strings.Contains(text, "<Code>"+c.want+"</Code>") {
			t.Errorf("%s: %d %s, want %s", c.name, status, text, c.want)
		}
	}
	if _, err := w.store.Files.Collect(t.Context()); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := w.db.Admin.QueryRow(t.Context(), `select (select count(*) from storage.objects) + (select count(*) from toubkal_storage.files)`).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d rows are left (%v)", left, err)
	}
}

func TestRefusalsAreXML(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for _, c := range []struct {
		method, path, body, want string
		status                   int
	}{
		{"GET", "/photos?acl", "", "NotImplemented", 501},
		{"PUT", "/photos?policy", "{}", "NotImplemented", 501},
		{"GET", "/photos/a?versionId=1", "", "NotImplemented", 501},
		{"PUT", "/photos/a?tagging", "<Tagging/>", "NotImplemented", 501},
		{"POST", "/photos/a?select&select-type=2", "", "MethodNotAllowed", 405},
		{"PATCH", "/photos/a", "", "MethodNotAllowed", 405},
		{"GET", "/photos?max-keys=many", "", "InvalidArgument", 400},
		{"GET", "/photos?encoding-type=html", "", "InvalidArgument", 400},
		{"GET", "/photos?prefix=%00", "", "InvalidRequest", 400},
		{"GET", "/photos/%00", "", "InvalidRequest", 400},
		{"PUT", "/photos/a%00b", "x", "InvalidArgument", 400},
		{"PUT", "/photos/a/../b", "x", "InvalidArgument", 400},
		{"PUT", "/photos/%FF", "x", "InvalidArgument", 400},
		{"PUT", "/a%2Fb", "", "InvalidBucketName", 400},
		{"PUT", "/none/a", "x", "NoSuchBucket", 404},
		{"POST", "/photos?delete", "", "MalformedXML", 400},
		{"POST", "/photos?delete", "<Delete></Delete>", "MalformedXML", 400},
		{"POST", "/photos?delete", "<Delete>" + strings.Repeat("<Object><Key>a</Key></Object>", 1001) + "</Delete>", "MalformedXML", 400},
		{"POST", "/photos?delete", "<Delete>" + strings.Repeat("<a>", 1000), "MalformedXML", 400},
		{"POST", "/photos/a?uploadId=none", "<CompleteMultipartUpload/>", "NoSuchUpload", 404},
		{"POST", "/photos/a?uploadId=none", "<", "MalformedXML", 400},
		{"PUT", "/photos/a?uploadId=none&partNumber=0", "", "InvalidArgument", 400},
		{"PUT", "/photos/a?uploadId=none&partNumber=1", "", "NoSuchUpload", 404},
		{"DELETE", "/photos/a?uploadId=%00", "", "NoSuchUpload", 404},
	} {
		status, text := w.send(w.raw(c.method, w.plain.URL+prefix+c.path, prefix+c.path, c.body))
		if status != c.status || !strings.Contains(text, "<Code>"+c.want+"</Code>") || !strings.HasPrefix(text, "<?xml") {
			t.Errorf("%s %s %.40q: %d %s, want %d %s", c.method, c.path, c.body, status, text, c.status, c.want)
		}
	}
}

// sendForm posts a form that the configured key has signed.
func (w *world) sendForm(policy, content string, fields ...string) (int, string) {
	w.t.Helper()
	date := time.Now().UTC().Format("20060102")
	encoded := base64.StdEncoding.EncodeToString([]byte(policy))
	key := []byte("AWS4" + keySecret)
	for _, part := range []string{date, "us-east-1", "s3", "aws4_request", encoded} {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(part))
		key = mac.Sum(nil)
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, field := range append(fields, "policy="+encoded, "x-amz-algorithm=AWS4-HMAC-SHA256", "x-amz-credential="+keyID+"/"+date+"/us-east-1/s3/aws4_request",
		"x-amz-date="+date+"T000000Z", "x-amz-signature="+hex.EncodeToString(key)) {
		name, value, _ := strings.Cut(field, "=")
		_ = form.WriteField(name, value)
	}
	file, _ := form.CreateFormFile("file", "summit.txt")
	_, _ = file.Write([]byte(content))
	_ = form.Close()
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.plain.URL+prefix+"/photos", &body)
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("Content-Type", form.FormDataContentType())
	return w.send(r)
}

func TestFormsUpload(t *testing.T) {
	t.Parallel()
	w := setup(t)
	policy := fmt.Sprintf(`{"expiration": %q, "conditions": [{"bucket": "photos"}, ["starts-with", "$key", "forms/"], {"success_action_status": "201"}, ["content-length-range", 2, 10]]}`,
		time.Now().Add(time.Hour).UTC().Format(time.RFC3339))
	for _, c := range []struct {
		name, content, want string
		fields              []string
		status              int
	}{
		{"as signed", "sunrise", "<Key>forms/summit.txt</Key>", []string{"key=forms/${filename}", "success_action_status=201"}, 201},
		{"another folder", "sunrise", "AccessDenied", []string{"key=other/a", "success_action_status=201"}, 403},
		{"a field twice", "sunrise", "MalformedPOSTRequest", []string{"key=forms/a", "key=forms/b", "success_action_status=201"}, 400},
		{"too long", "longer than ten", "EntityTooLarge", []string{"key=forms/b", "success_action_status=201"}, 400},
		{"too short", "s", "EntityTooSmall", []string{"key=forms/b", "success_action_status=201"}, 400},
		{"one more field", "sunrise", "AccessDenied", []string{"key=forms/b", "success_action_status=201", "acl=public-read"}, 403},
		{"large fields", "sunrise", "MalformedPOSTRequest", []string{"key=forms/b", "x-ignore-a=" + strings.Repeat("a", 30<<10)}, 400},
	} {
		if status, text := w.sendForm(policy, c.content, c.fields...); status != c.status || !strings.Contains(text, c.want) {
			t.Errorf("%s: %d %s, want %d %s", c.name, status, text, c.status, c.want)
		}
	}
	if got := w.get(w.client(w.plain, service()), "forms/summit.txt"); string(got) != "sunrise" {
		t.Errorf("kept %q", got)
	}
}
