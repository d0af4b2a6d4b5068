package s3_test

import (
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// wire sends a request, and gives the answer as it comes over the wire.
func (w *world) wire(r *http.Request) string {
	w.t.Helper()
	conn, err := net.Dial("tcp", r.URL.Host)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	r.Close = true
	if err := r.Write(conn); err != nil {
		w.t.Fatal(err)
	}
	text, err := io.ReadAll(conn)
	if err != nil {
		w.t.Fatal(err)
	}
	return string(text)
}

// Clients give applications the names of user metadata as they are sent.
func TestNamesOfMetadataAreLowerCase(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.put(service(), "a", []byte("x"), "X-Amz-Meta-First-Ascent: 1923")
	for _, method := range []string{"GET", "HEAD"} {
		got := w.wire(w.signed(service(), method, w.plain.URL+prefix+"/photos/a", ""))
		if !strings.Contains(got, "\r\nx-amz-meta-first-ascent: 1923\r\n") {
			t.Errorf("%s: got %s", method, got)
		}
	}
}

// Clients look for Code and Message without a namespace, as Amazon's errors have them.
func TestErrorsHaveNoNamespace(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for _, got := range []answer{
		w.ask(service(), "GET", "photos/none", ""), w.ask(service(), "GET", "none", ""), w.ask(service(), "GET", "photos?acl", ""),
		w.ask(service(), "PUT", "photos/a", "x", "X-Amz-Content-Sha256: "+strings.Repeat("0", 64)),
	} {
		if !strings.Contains(got.body, "<Error><Code>") || got.text("Message") == "" || strings.Contains(got.body, "xmlns") {
			t.Errorf("got %d %s", got.status, got.body)
		}
	}
	if got := w.ask(service(), "GET", "photos", ""); !strings.Contains(got.body, `xmlns="http://s3.amazonaws.com/doc/2006-03-01/"`) {
		t.Errorf("a list: %s", got.body)
	}
}

// Requests of version 2 are told which version to use, however they are signed.
func TestVersion2OfSignatures(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.put(service(), "a", []byte("x"))
	presigned := w.plain.URL + prefix + "/photos/a?AWSAccessKeyId=" + keyID + "&Signature=abc%3D&Expires=4102444800"
	for name, send := range map[string]func() (*http.Request, error){
		"presigned": func() (*http.Request, error) { return http.NewRequest("GET", presigned, nil) },
		"header": func() (*http.Request, error) {
			r, err := http.NewRequest("GET", w.plain.URL+prefix+"/photos/a", nil)
			r.Header.Set("Authorization", "AWS "+keyID+":abc=")
			return r, err
		},
		"form": func() (*http.Request, error) {
			r, err := http.NewRequest("POST", w.plain.URL+prefix+"/photos", strings.NewReader(strings.ReplaceAll(
				"--b\nContent-Disposition: form-data; name=\"key\"\n\na\n--b\nContent-Disposition: form-data; name=\"AWSAccessKeyId\"\n\n"+keyID+
					"\n--b\nContent-Disposition: form-data; name=\"policy\"\n\ne30=\n--b\nContent-Disposition: form-data; name=\"signature\"\n\nabc=\n"+
					"--b\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\n\nx\n--b--\n", "\n", "\r\n")))
			r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
			return r, err
		},
	} {
		r, err := send()
		if err != nil {
			t.Fatal(err)
		}
		got := w.send(r.WithContext(t.Context()))
		if got.status != 400 || got.text("Code") != "InvalidRequest" || !strings.Contains(got.text("Message"), "Signature Version 2") ||
			!strings.Contains(got.text("Message"), "AWS4-HMAC-SHA256") {
			t.Errorf("%s: got %d %s", name, got.status, got.body)
		}
	}
}

func TestUnitsOfRanges(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.put(service(), "a", []byte("12345"))
	if got := w.ask(service(), "GET", "photos/a", "", "Range: items=0-1"); got.status != 200 || got.body != "12345" {
		t.Errorf("got %d %s", got.status, got.body)
	}
}
