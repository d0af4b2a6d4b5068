package s3_test

import (
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/storage/s3/sigv4/sigv4test"
)

// part is a part of an upload, as the list of the end names it.
type part struct {
	number int
	etag   string
}

// begin begins an upload in parts of photos/key.
func (w *world) begin(who sigv4test.Key, key string) (id string) {
	w.t.Helper()
	begun := w.ask(who, "POST", "photos/"+key+"?uploads", "", "Content-Type: video/mp4", "X-Amz-Meta-Peak: Toubkal")
	if begun.code() != "" {
		w.t.Fatalf("begin %s: %d %s", key, begun.status, begun.body)
	}
	return begun.text("UploadId")
}

func (w *world) sendPart(who sigv4test.Key, path, id string, number int, content []byte, headers ...string) answer {
	w.t.Helper()
	return w.ask(who, "PUT", fmt.Sprintf("%s?uploadId=%s&partNumber=%d", path, id, number), string(content), headers...)
}

// part sends one part of photos/key.
func (w *world) part(who sigv4test.Key, key, id string, number int, content []byte) part {
	w.t.Helper()
	done := w.sendPart(who, "photos/"+key, id, number, content)
	if done.code() != "" {
		w.t.Fatalf("part %d of %s: %d %s", number, key, done.status, done.body)
	}
	return part{number, done.header.Get("ETag")}
}

func (w *world) complete(who sigv4test.Key, key, id string, parts ...part) answer {
	w.t.Helper()
	body := "<CompleteMultipartUpload>"
	for _, p := range parts {
		body += fmt.Sprintf("<Part><PartNumber>%d</PartNumber><ETag>%s</ETag></Part>", p.number, p.etag)
	}
	return w.ask(who, "POST", "photos/"+key+"?uploadId="+id, body+"</CompleteMultipartUpload>")
}

// uploads are the ids of those that are not completed.
func (w *world) uploads() []string {
	w.t.Helper()
	return w.ask(service(), "GET", "photos?uploads", "").texts("UploadId")
}

// The last part comes first, and one is sent again: the newest counts.
func TestUploadsInParts(t *testing.T) {
	t.Parallel()
	w := setup(t)
	id := w.begin(session(lina), "film")
	content := pattern(11 << 20)
	third := w.part(session(lina), "film", id, 3, content[10<<20:])
	w.part(session(lina), "film", id, 1, []byte("sent in error"))
	first, second := w.part(session(lina), "film", id, 1, content[:5<<20]), w.part(session(lina), "film", id, 2, content[5<<20:10<<20])

	listed := w.ask(session(lina), "GET", "photos/film?max-parts=2&uploadId="+id, "")
	if sizes := listed.texts("Size"); !slices.Equal(sizes, []string{"5242880", "5242880"}) || listed.text("ETag") != first.etag ||
		listed.text("IsTruncated") != "true" || listed.text("NextPartNumberMarker") != "2" {
		t.Errorf("parts %s", listed.body)
	}
	if all := w.uploads(); !slices.Equal(all, []string{id}) {
		t.Errorf("uploads %q", all)
	}
	for _, wrong := range []struct {
		name  string
		parts []part
		want  string
	}{
		{"out of order", []part{second, first}, "InvalidPartOrder"},
		{"twice", []part{first, first}, "InvalidPartOrder"},
		{"another ETag", []part{{1, second.etag}}, "InvalidPart"},
		{"one that is not there", []part{{4, first.etag}}, "InvalidPart"},
	} {
		if got := w.complete(session(lina), "film", id, wrong.parts...); got.code() != wrong.want {
			t.Errorf("%s: got %s, want %s", wrong.name, got.body, wrong.want)
		}
	}
	if got := w.complete(session(omar), "film", id, first); got.code() != "NoSuchUpload" {
		t.Errorf("another user: got %s, want NoSuchUpload", got.body)
	}
	for range 2 { // a client that has lost the answer asks again
		done := w.complete(session(lina), "film", id, first, second, third)
		whole := md5.Sum(slices.Concat(md5Of(content[:5<<20]), md5Of(content[5<<20:10<<20]), md5Of(content[10<<20:])))
		if want := fmt.Sprintf(`"%s-3"`, hex.EncodeToString(whole[:])); done.code() != "" || done.text("ETag") != want {
			t.Errorf("got %d %s, want the ETag %s", done.status, done.body, want)
		}
	}
	got := w.ask(session(lina), "GET", "photos/film", "", "Range: bytes=5242870-5242889")
	if got.body != string(content[5242870:5242890]) || got.header.Get("Content-Type") != "video/mp4" || got.header.Get("X-Amz-Meta-Peak") != "Toubkal" {
		t.Errorf("a range over two parts: %d bytes, %v", len(got.body), got.header)
	}
	if !bytes.Equal(w.get(session(lina), "film"), content) {
		t.Error("the whole differs")
	}
	if all := w.uploads(); all != nil {
		t.Errorf("uploads after the end: %q", all)
	}
}

// A part that is sent again replaces the one before, whose bytes are deleted at once.
func TestAPartIsSentAgain(t *testing.T) {
	t.Parallel()
	w := setup(t)
	id := w.begin(service(), "a")
	first, other := w.part(service(), "a", id, 1, []byte("first")), w.part(service(), "a", id, 2, []byte("other"))
	for range 3 {
		w.part(service(), "a", id, 1, []byte("again"))
	}
	again := w.part(service(), "a", id, 1, []byte("again"))
	var keys int
	err := w.store.Files.Bytes.Each(t.Context(), "v/", func(string, time.Time, int64) error { keys++; return nil })
	if err != nil || keys != 2 {
		t.Errorf("%d files for two parts, %v", keys, err)
	}
	if got := w.complete(service(), "a", id, first, other); got.code() != "InvalidPart" {
		t.Errorf("the replaced part: got %s, want InvalidPart", got.body)
	}
	if got := w.complete(service(), "a", id, again, other); got.code() != "" {
		t.Fatal(got.body)
	}
	if got := w.get(service(), "a"); string(got) != "againother" {
		t.Errorf("got %q", got)
	}
	if n, err := w.store.Files.Collect(t.Context()); err != nil || n != 4 {
		t.Errorf("collected %d, %v, want the four replaced parts", n, err)
	}
	if got := w.get(service(), "a"); string(got) != "againother" {
		t.Errorf("after Collect: got %q", got)
	}
	var rows int
	if err := w.db.Admin.QueryRow(t.Context(), `select count(*) from toubkal_storage.parts`).Scan(&rows); err != nil || rows != 2 {
		t.Errorf("%d rows of parts, %v, want 2", rows, err)
	}
}

func TestPartsAreComparedWithTheirType(t *testing.T) {
	t.Parallel()
	w := setup(t)
	id := w.ask(session(lina), "POST", "photos/a.png?uploads", "", "Content-Type: image/png").text("UploadId")
	// what tells the type stands in two parts
	parts := []part{w.part(session(lina), "a.png", id, 1, []byte("<ht")), w.part(session(lina), "a.png", id, 2, []byte("ml><script>"))}
	if got := w.complete(session(lina), "a.png", id, parts...); got.code() == "" {
		t.Error("a page was taken for a picture")
	}
	if got := w.ask(session(lina), "GET", "photos/a.png", ""); got.code() != "NoSuchKey" {
		t.Errorf("got %d %s, want NoSuchKey", got.status, got.body)
	}
}

func TestPartsAreCopied(t *testing.T) {
	t.Parallel()
	w := setup(t)
	content := pattern(1000)
	w.put(service(), "source", content)
	id := w.begin(service(), "copy")
	var parts []part
	for i, between := range []string{"bytes=0-599", "bytes=600-999"} {
		done := w.sendPart(service(), "photos/copy", id, i+1, nil, "X-Amz-Copy-Source: photos/source", "X-Amz-Copy-Source-Range: "+between)
		if done.code() != "" {
			t.Fatal(done.body)
		}
		parts = append(parts, part{i + 1, done.text("ETag")})
	}
	if got := w.sendPart(service(), "photos/copy", id, 3, nil, "X-Amz-Copy-Source: photos/source", "X-Amz-Copy-Source-Range: bytes=900-1000"); got.code() != "InvalidRange" {
		t.Errorf("a range behind the end: %d %s", got.status, got.body)
	}
	if got := w.complete(service(), "copy", id, parts...); got.code() != "" {
		t.Fatal(got.body)
	}
	if !bytes.Equal(w.get(service(), "copy"), content) {
		t.Error("the copy differs")
	}
}

// The limit of a bucket is that of all parts together.
func TestPartsTogetherKeepTheLimit(t *testing.T) {
	t.Parallel()
	w := setup(t)
	id := w.ask(service(), "POST", "small/a?uploads", "").text("UploadId")
	for _, sent := range []struct {
		number int
		size   int
		want   string
	}{{1, 600, ""}, {2, 401, "EntityTooLarge"}, {2, 400, ""}, {1, 601, "EntityTooLarge"}, {1, 600, ""}, {1, 600, ""}, {1, 600, ""}} {
		if got := w.sendPart(service(), "small/a", id, sent.number, pattern(sent.size)); got.code() != sent.want {
			t.Errorf("part %d of %d bytes: got %s, want %q", sent.number, sent.size, got.body, sent.want)
		}
	}
	if got := w.ask(service(), "PUT", "small/b", strings.Repeat("x", 1001)); got.code() != "EntityTooLarge" {
		t.Errorf("an object above the limit: %d %s", got.status, got.body)
	}
}

func TestUploadsEnd(t *testing.T) {
	t.Parallel()
	w := setup(t)
	aborted, forgotten, used := w.begin(service(), "aborted"), w.begin(service(), "forgotten"), w.begin(service(), "used")
	for key, id := range map[string]string{"aborted": aborted, "forgotten": forgotten, "used": used} {
		w.part(service(), key, id, 1, []byte("part"))
	}
	if got := w.ask(service(), "DELETE", "photos/aborted?uploadId="+aborted, ""); got.code() != "" {
		t.Fatal(got.body)
	}
	// an hour without a part
	w.exec(`update toubkal_storage.files set lease_until = now() - interval '1 second' where version = $1`, forgotten)
	if n, err := w.store.Files.Collect(t.Context()); err != nil || n != 2 {
		t.Errorf("collected %d, %v, want 2", n, err)
	}
	for key, id := range map[string]string{"aborted": aborted, "forgotten": forgotten} {
		if got := w.sendPart(service(), "photos/"+key, id, 2, nil); got.code() != "NoSuchUpload" {
			t.Errorf("a part of the upload %s: %s, want NoSuchUpload", key, got.body)
		}
	}
	if all := w.uploads(); !slices.Equal(all, []string{used}) {
		t.Errorf("uploads %q, want the one that is in use, %s", all, used)
	}
	var left int
	if err := w.db.Admin.QueryRow(t.Context(), `select count(*) from toubkal_storage.parts`).Scan(&left); err != nil || left != 1 {
		t.Errorf("%d parts are left (%v), want 1", left, err)
	}
}
