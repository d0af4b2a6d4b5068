// Package sigv4test signs requests as clients of S3 do, for tests.
package sigv4test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Key is an access key; Session is the token of a temporary one.
type Key struct{ ID, Secret, Session string }

const stamp = "20060102T150405Z"

// Sign signs the header of r, whose body has the SHA-256 payload, or is what payload says.
func Sign(r *http.Request, key Key, region, payload string, at time.Time) {
	r.Header.Set("X-Amz-Date", at.UTC().Format(stamp))
	r.Header.Set("X-Amz-Content-Sha256", payload)
	if key.Session != "" {
		r.Header.Set("X-Amz-Security-Token", key.Session)
	}
	names := append(slices.Collect(maps.Keys(r.Header)), "Host")
	scope, signed, signature := sign(r, key, region, payload, at, names)
	r.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential="+key.ID+"/"+scope+",SignedHeaders="+signed+",Signature="+signature)
}

// Presign signs the URL of r for so many seconds.
func Presign(r *http.Request, key Key, region, expires string, at time.Time) {
	query := r.URL.Query()
	for name, value := range map[string]string{
		"Algorithm": "AWS4-HMAC-SHA256", "Credential": key.ID + "/" + Scope(region, at),
		"Date": at.UTC().Format(stamp), "Expires": expires, "SignedHeaders": "host",
	} {
		query.Set("X-Amz-"+name, value)
	}
	r.URL.RawQuery = query.Encode()
	_, _, signature := sign(r, key, region, "UNSIGNED-PAYLOAD", at, []string{"Host"})
	r.URL.RawQuery += "&X-Amz-Signature=" + signature
}

func sign(r *http.Request, key Key, region, payload string, at time.Time, names []string) (scope, signed, signature string) {
	for i, name := range names {
		names[i] = strings.ToLower(name)
	}
	slices.Sort(names)
	signed = strings.Join(names, ";")
	values := r.URL.Query()
	var query []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		for _, value := range slices.Sorted(slices.Values(values[name])) {
			query = append(query, encode(name)+"="+encode(value))
		}
	}
	canonical := r.Method + "\n" + r.URL.EscapedPath() + "\n" + strings.Join(query, "&") + "\n"
	for _, name := range names {
		value := r.Host
		if name != "host" {
			value = strings.Join(strings.Fields(r.Header.Get(name)), " ")
		}
		canonical += name + ":" + value + "\n"
	}
	sum := sha256.Sum256([]byte(canonical + "\n" + signed + "\n" + payload))
	scope = Scope(region, at)
	text := "AWS4-HMAC-SHA256\n" + at.UTC().Format(stamp) + "\n" + scope + "\n" + hex.EncodeToString(sum[:])
	return scope, signed, Seal(key.Secret, region, text, at)
}

// Scope is the credential scope of a signature.
func Scope(region string, at time.Time) string {
	return at.UTC().Format("20060102") + "/" + region + "/s3/aws4_request"
}

func encode(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

// Seal is the signature of a text, such as the policy of a form.
func Seal(secret, region, text string, at time.Time) string {
	sealed := []byte("AWS4" + secret)
	for _, part := range []string{at.UTC().Format("20060102"), region, "s3", "aws4_request", text} {
		mac := hmac.New(sha256.New, sealed)
		mac.Write([]byte(part))
		sealed = mac.Sum(nil)
	}
	return hex.EncodeToString(sealed)
}
