package s3_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/storage/s3/sigv4/sigv4test"
)

func TestWhoMayDoWhat(t *testing.T) {
	t.Parallel()
	w := setup(t)
	id, secret, err := w.keys.Create(t.Context(), "authenticated", lina, "backup")
	if err != nil {
		t.Fatal(err)
	}
	w.put(service(), "of-service", []byte("a"))
	w.put(session(lina), "of-lina", []byte("b"))
	for _, c := range []struct {
		name                  string
		who                   sigv4test.Key
		ofService, ofLina, by string
	}{
		{"the key of the configuration", service(), "", "", ""},
		{"with another secret", sigv4test.Key{ID: keyID, Secret: "another"}, "SignatureDoesNotMatch", "SignatureDoesNotMatch", "SignatureDoesNotMatch"},
		{"an unknown key", sigv4test.Key{ID: "unknown", Secret: keySecret}, "InvalidAccessKeyId", "InvalidAccessKeyId", "InvalidAccessKeyId"},
		{"a user's session", session(lina), "NoSuchKey", "", ""},
		{"another user's", session(omar), "NoSuchKey", "NoSuchKey", ""},
		{"a session that has expired", session("expired"), "ExpiredToken", "ExpiredToken", "ExpiredToken"},
		{"a forged session", session("forged"), "InvalidToken", "InvalidToken", "InvalidToken"},
		{"a session with another secret", sigv4test.Key{ID: projectRef, Secret: "another", Session: lina}, "SignatureDoesNotMatch", "SignatureDoesNotMatch", "SignatureDoesNotMatch"},
		{"a session of another project", sigv4test.Key{ID: "other", Secret: anonKey, Session: lina}, "InvalidAccessKeyId", "InvalidAccessKeyId", "InvalidAccessKeyId"},
		{"the project without a session", sigv4test.Key{ID: projectRef, Secret: anonKey}, "InvalidAccessKeyId", "InvalidAccessKeyId", "InvalidAccessKeyId"},
		{"a key of the database", sigv4test.Key{ID: id, Secret: secret}, "NoSuchKey", "", ""},
		{"with another secret", sigv4test.Key{ID: id, Secret: keySecret}, "SignatureDoesNotMatch", "SignatureDoesNotMatch", "SignatureDoesNotMatch"},
	} {
		for key, want := range map[string]string{"of-service": c.ofService, "of-lina": c.ofLina} {
			if got := w.ask(c.who, "GET", "photos/"+key, ""); got.code() != want {
				t.Errorf("%s reads %s: got %d %s, want %q", c.name, key, got.status, got.body, want)
			}
		}
		if got := w.ask(c.who, "PUT", "photos/by/"+url.PathEscape(c.name), "c"); got.code() != c.by {
			t.Errorf("%s writes: got %d %s, want %q", c.name, got.status, got.body, c.by)
		}
	}
	all, err := w.keys.List(t.Context())
	if err != nil || len(all) != 1 || all[0].Used == nil || all[0].Revoked != nil || all[0].Description != "backup" {
		t.Errorf("keys %+v, %v", all, err)
	}
	if err := w.keys.Revoke(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if got := w.ask(sigv4test.Key{ID: id, Secret: secret}, "GET", "", ""); got.code() != "InvalidAccessKeyId" {
		t.Errorf("a revoked key: %d %s", got.status, got.body)
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

// raw is a request that is signed for an address, which a proxy may have changed on the way
// to the server.
func (w *world) raw(method, signedFor, path, body string, headers ...string) *http.Request {
	w.t.Helper()
	there, err := http.NewRequestWithContext(w.t.Context(), method, w.plain.URL+path, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	there.Header = w.signed(service(), method, signedFor, body, headers...).Header
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
		if got := w.send(r); got.status != c.want {
			t.Errorf("%s: got %d %s, want %d", c.name, got.status, got.body, c.want)
		}
	}
}

// A body that is not the one that was signed leaves no object, and no bytes that stay.
func TestNothingIsKeptOfAWrongBody(t *testing.T) {
	t.Parallel()
	w := setup(t)
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
		if got := w.ask(service(), "PUT", "photos/a", c.body, headers...); got.status != http.StatusBadRequest || got.code() != c.want {
			t.Errorf("%s: %d %s, want %s", c.name, got.status, got.body, c.want)
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
		got := w.ask(service(), c.method, c.path[1:], c.body)
		if got.status != c.status || got.code() != c.want || !strings.HasPrefix(got.body, "<?xml") {
			t.Errorf("%s %s %.40q: %d %s, want %d %s", c.method, c.path, c.body, got.status, got.body, c.status, c.want)
		}
	}
}

// sendForm posts a form that the configured key has signed.
func (w *world) sendForm(policy, content string, fields ...string) answer {
	w.t.Helper()
	now := time.Now()
	encoded := base64.StdEncoding.EncodeToString([]byte(policy))
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, field := range append(fields, "policy="+encoded, "x-amz-algorithm=AWS4-HMAC-SHA256", "x-amz-credential="+keyID+"/"+sigv4test.Scope("us-east-1", now),
		"x-amz-date="+now.UTC().Format("20060102T150405Z"), "x-amz-signature="+sigv4test.Seal(keySecret, "us-east-1", encoded, now)) {
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
		if got := w.sendForm(policy, c.content, c.fields...); got.status != c.status || !strings.Contains(got.body, c.want) {
			t.Errorf("%s: %d %s, want %d %s", c.name, got.status, got.body, c.status, c.want)
		}
	}
	if got := w.get(service(), "forms/summit.txt"); string(got) != "sunrise" {
		t.Errorf("kept %q", got)
	}
}
