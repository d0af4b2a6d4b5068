package encryption

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
)

// seal encrypts as GoTrue does.
func seal(t *testing.T, keyID string, key []byte, id, value string) string {
	t.Helper()
	derived, err := hkdf.Key(sha256.New, key, nil, id, 32)
	if err != nil {
		t.Fatal(err)
	}
	block, err := aes.NewCipher(derived)
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	nonce := []byte("twelve bytes")
	text, err := json.Marshal(map[string]any{"key_id": keyID, "alg": "aes-gcm-hkdf", "data": sealed.Seal(nil, nonce, []byte(value), nil), "nonce": nonce})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var testKeys = Keys{"one": []byte(strings.Repeat("1", 32)), "two": []byte(strings.Repeat("2", 32))}

func TestDecryptionKeys(t *testing.T) {
	t.Parallel()
	good := base64.RawURLEncoding.EncodeToString(testKeys["one"])
	if keys, err := ParseKeys("one:" + good + ",two:" + base64.RawURLEncoding.EncodeToString(testKeys["two"])); err != nil || len(keys) != 2 || string(keys["two"]) != string(testKeys["two"]) {
		t.Errorf("got %v, %v", keys, err)
	}
	if keys, err := ParseKeys(""); err != nil || len(keys) != 0 {
		t.Errorf("none: got %v, %v", keys, err)
	}
	for _, text := range []string{"one", "one:", ":" + good, "one:" + good[:20], "one:" + good + ",", "one:" + good + "="} {
		if _, err := ParseKeys(text); err == nil || strings.Contains(err.Error(), good[:20]) {
			t.Errorf("%q: got %v, want an error without the key", text, err)
		}
	}
}

func TestOpenEncrypted(t *testing.T) {
	t.Parallel()
	const id = "00000000-0000-4000-8000-000000000001"
	good := seal(t, "one", testKeys["one"], id, "secret")
	for _, c := range []struct{ name, id, value, want, err string }{
		{"plain", id, "$2a$10$x", "$2a$10$x", ""},
		{"empty", id, "", "", ""},
		{"encrypted", id, good, "secret", ""},
		{"of another row", "00000000-0000-4000-8000-000000000002", good, "", "another key or row"},
		{"of another key", id, seal(t, "two", testKeys["one"], id, "secret"), "", "another key or row"},
		{"of a key that is not known", id, seal(t, "three", testKeys["one"], id, "secret"), "", `the key "three"`},
		{"of another algorithm", id, strings.Replace(good, "aes-gcm-hkdf", "aes", 1), "", "algorithm"},
		{"no JSON", id, "{", "", "JSON"},
		{"a short nonce", id, `{"key_id":"one","alg":"aes-gcm-hkdf","data":"","nonce":"AA=="}`, "", "nonce"},
		{"nothing", id, `{}`, "", "algorithm"},
	} {
		got, err := testKeys.Open(c.id, c.value)
		if got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: got %q, %v; want %q, %q", c.name, got, err, c.want, c.err)
		}
	}
}
