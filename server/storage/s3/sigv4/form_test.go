package sigv4

import (
	"encoding/base64"
	"maps"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/s3/sigv4/sigv4test"
)

func TestFormsAreHeldToTheirPolicy(t *testing.T) {
	t.Parallel()
	const conditions = `[{"bucket": "photos"}, ["starts-with", "$key", "lina/"], ["eq", "$Content-Type", "image/png"], ["content-length-range", 1, "1000"]]`
	fields := map[string]string{"bucket": "photos", "key": "lina/a.png", "content-type": "image/png"}
	with := func(name, value string) map[string]string {
		changed := maps.Clone(fields)
		changed[name] = value
		return changed
	}
	for _, c := range []struct {
		name, policy string
		fields       map[string]string
		want         string
	}{
		{"as allowed", conditions, fields, ""},
		{"a field to be ignored", conditions, with("x-ignore-me", "1"), ""},
		{"another bucket", conditions, with("bucket", "papers"), fault.StorageAccessDenied},
		{"another folder", conditions, with("key", "omar/a.png"), fault.StorageAccessDenied},
		{"another type", conditions, with("content-type", "text/html"), fault.StorageAccessDenied},
		{"a field that is not covered", conditions, with("acl", "public-read"), fault.StorageAccessDenied},
		{"a condition of another shape", `[["near", "$key", "a"]]`, fields, fault.S3InvalidPolicyDocument},
		{"a range of texts", `[["content-length-range", "a", "b"]]`, fields, fault.S3InvalidPolicyDocument},
		{"no condition for the bucket", `[["starts-with", "$key", ""], ["eq", "$content-type", "image/png"]]`, fields, fault.StorageAccessDenied},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			all := signForm(c.fields, `{"expiration": "2026-03-04T13:00:00.000Z", "conditions": `+c.policy+`}`)
			f, err := ParseForm(all, signedAt)
			if err == nil {
				err = f.Verify(testSecret)
			}
			if codeOf(err) != c.want {
				t.Fatalf("got %v, want %q", err, c.want)
			}
			if err != nil {
				return
			}
			if f.MinSize != 1 || f.MaxSize != 1000 || f.AccessKey != testKey {
				t.Errorf("read %+v", f)
			}
			if err := f.Verify("another"); codeOf(err) != fault.S3SignatureDoesNotMatch {
				t.Errorf("another secret: %v", err)
			}
		})
	}
	for _, c := range []struct {
		name, policy string
		after        time.Duration
		want         string
	}{
		{"expired", `{"expiration": "2026-03-04T13:00:00Z", "conditions": []}`, 2 * time.Hour, fault.StorageAccessDenied},
		{"without an expiration", `{"conditions": []}`, 0, fault.S3InvalidPolicyDocument},
		{"no JSON", `{`, 0, fault.S3InvalidPolicyDocument},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if _, err := ParseForm(signForm(nil, c.policy), signedAt.Add(c.after)); codeOf(err) != c.want {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// signForm adds what a signer adds to fields.
func signForm(fields map[string]string, policy string) map[string]string {
	all := map[string]string{}
	maps.Copy(all, fields)
	all["policy"] = base64.StdEncoding.EncodeToString([]byte(policy))
	all["x-amz-algorithm"], all["x-amz-date"] = Algorithm, "20260304T120000Z"
	all["x-amz-credential"] = testKey + "/20260304/auto/s3/aws4_request"
	all["x-amz-signature"] = sigv4test.Seal(testSecret, "auto", all["policy"], signedAt)
	return all
}
