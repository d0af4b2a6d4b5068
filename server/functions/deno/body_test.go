package deno_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
)

// Any method arrives, and bytes pass in both directions as they are.
func TestMethodsAndBodies(t *testing.T) {
	t.Parallel()
	f := setup(t, map[string]string{
		"method/index.ts": "Deno.serve((r) => new Response(r.method === 'HEAD' ? null : r.method, { headers: { 'x-method': r.method } }));",
		"bytes/index.ts":  "Deno.serve(async (r) => { const sent = new Uint8Array(await r.arrayBuffer()); return new Response(sent.reverse(), { headers: { 'content-type': 'application/octet-stream' } }); });",
		"form/index.ts": `Deno.serve(async (r) => {
			const form = await r.formData();
			const file = form.get('file') as File;
			return Response.json([form.get('title'), file.name, file.type, [...new Uint8Array(await file.arrayBuffer())]]);
		});`,
	}, nil, nil)
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"} {
		if got := f.send(method, "/method/a/b", ""); got != "200 "+method {
			t.Errorf("%s: got %s", method, got)
		}
	}
	if got := f.send(http.MethodHead, "/method", ""); got != "200 " {
		t.Errorf("HEAD: got %s", got)
	}
	sent, want := make([]byte, 256), make([]byte, 256)
	for i := range sent {
		sent[i], want[255-i] = byte(i), byte(i)
	}
	if got := f.send(http.MethodPost, "/bytes", string(sent)); got != "200 "+string(want) {
		t.Errorf("bytes: got %q", got)
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if err := form.WriteField("title", "Toubkal, 4167 m ☃"); err != nil {
		t.Fatal(err)
	}
	file, err := form.CreateFormFile("file", "summit.bin")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Write([]byte{0, 255, 13, 10}); err != nil {
		t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	if got := f.send(http.MethodPost, "/form", body.String(), "Content-Type", form.FormDataContentType()); got != `200 ["Toubkal, 4167 m ☃","summit.bin","application/octet-stream",[0,255,13,10]]` {
		t.Errorf("form: got %s", got)
	}
	if got := f.send(http.MethodPost, "/form", "--x\r\nno form", "Content-Type", "multipart/form-data; boundary=x"); !strings.HasPrefix(got, "500 ") {
		t.Errorf("a form that is none: got %s, want the function's failure", got)
	}
}
