package s3_test

import (
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	client "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

// begin begins an upload in parts of photos/key.
func (w *world) begin(c *client.Client, key string) *string {
	w.t.Helper()
	begun, err := c.CreateMultipartUpload(w.t.Context(), &client.CreateMultipartUploadInput{
		Bucket: aws.String("photos"), Key: &key, ContentType: aws.String("video/mp4"), Metadata: map[string]string{"peak": "Toubkal"},
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return begun.UploadId
}

// part sends one part, and gives it as the list of the end wants it.
func (w *world) part(c *client.Client, key string, id *string, number int32, content []byte) types.CompletedPart {
	w.t.Helper()
	done, err := c.UploadPart(w.t.Context(), &client.UploadPartInput{Bucket: aws.String("photos"), Key: &key, UploadId: id, PartNumber: &number, Body: bytes.NewReader(content)})
	if err != nil {
		w.t.Fatal(err)
	}
	return types.CompletedPart{PartNumber: &number, ETag: done.ETag}
}

func (w *world) complete(c *client.Client, key string, id *string, parts ...types.CompletedPart) (*client.CompleteMultipartUploadOutput, error) {
	return c.CompleteMultipartUpload(w.t.Context(), &client.CompleteMultipartUploadInput{
		Bucket: aws.String("photos"), Key: &key, UploadId: id, MultipartUpload: &types.CompletedMultipartUpload{Parts: parts},
	})
}

// The last part comes first, and one is sent again: the newest counts.
func TestUploadsInParts(t *testing.T) {
	t.Parallel()
	w := setup(t)
	c := w.client(w.tls, session(lina))
	id := w.begin(c, "film")
	content := pattern(11 << 20)
	third := w.part(c, "film", id, 3, content[10<<20:])
	w.part(c, "film", id, 1, []byte("sent in error"))
	first, second := w.part(c, "film", id, 1, content[:5<<20]), w.part(c, "film", id, 2, content[5<<20:10<<20])

	listed, err := c.ListParts(t.Context(), &client.ListPartsInput{Bucket: aws.String("photos"), Key: aws.String("film"), UploadId: id, MaxParts: aws.Int32(2)})
	if err != nil {
		t.Fatal(err)
	}
	if len(listed.Parts) != 2 || *listed.Parts[0].Size != 5<<20 || *listed.Parts[0].ETag != *first.ETag || !*listed.IsTruncated || *listed.NextPartNumberMarker != "2" {
		t.Errorf("parts %+v", listed)
	}
	uploads, err := w.client(w.plain, service()).ListMultipartUploads(t.Context(), &client.ListMultipartUploadsInput{Bucket: aws.String("photos")})
	if err != nil || len(uploads.Uploads) != 1 || *uploads.Uploads[0].Key != "film" || *uploads.Uploads[0].UploadId != *id {
		t.Errorf("uploads %+v, %v", uploads, err)
	}
	for _, wrong := range []struct {
		name  string
		parts []types.CompletedPart
		want  string
	}{
		{"out of order", []types.CompletedPart{second, first}, "InvalidPartOrder"},
		{"twice", []types.CompletedPart{first, first}, "InvalidPartOrder"},
		{"another ETag", []types.CompletedPart{{PartNumber: aws.Int32(1), ETag: second.ETag}}, "InvalidPart"},
		{"one that is not there", []types.CompletedPart{{PartNumber: aws.Int32(4), ETag: first.ETag}}, "InvalidPart"},
	} {
		if _, err := w.complete(c, "film", id, wrong.parts...); codeOf(err) != wrong.want {
			t.Errorf("%s: got %v, want %s", wrong.name, err, wrong.want)
		}
	}
	if _, err := w.complete(w.client(w.plain, session(omar)), "film", id, first); codeOf(err) != "NoSuchUpload" {
		t.Errorf("another user: got %v, want NoSuchUpload", err)
	}
	for range 2 { // a client that has lost the answer asks again
		done, err := w.complete(c, "film", id, first, second, third)
		if err != nil {
			t.Fatal(err)
		}
		var sums []byte
		for _, part := range [][]byte{content[:5<<20], content[5<<20 : 10<<20], content[10<<20:]} {
			sum := md5.Sum(part)
			sums = append(sums, sum[:]...)
		}
		whole := md5.Sum(sums)
		if want := fmt.Sprintf(`"%s-3"`, hex.EncodeToString(whole[:])); *done.ETag != want {
			t.Errorf("the ETag is %s, want %s", *done.ETag, want)
		}
	}
	got, err := c.GetObject(t.Context(), &client.GetObjectInput{Bucket: aws.String("photos"), Key: aws.String("film"), Range: aws.String("bytes=5242870-5242889")})
	if err != nil {
		t.Fatal(err)
	}
	if back, _ := io.ReadAll(got.Body); !bytes.Equal(back, content[5242870:5242890]) || *got.ContentType != "video/mp4" || got.Metadata["peak"] != "Toubkal" {
		t.Errorf("a range over two parts: %d bytes, %s, %v", len(back), *got.ContentType, got.Metadata)
	}
	if !bytes.Equal(w.get(c, "film"), content) {
		t.Error("the whole differs")
	}
	if uploads, err = w.client(w.plain, service()).ListMultipartUploads(t.Context(), &client.ListMultipartUploadsInput{Bucket: aws.String("photos")}); err != nil || len(uploads.Uploads) != 0 {
		t.Errorf("uploads after the end: %+v, %v", uploads, err)
	}
}

// A part that is sent again replaces the one before, whose bytes are deleted at once.
func TestAPartIsSentAgain(t *testing.T) {
	t.Parallel()
	w := setup(t)
	c := w.client(w.plain, service())
	id := w.begin(c, "a")
	first, other := w.part(c, "a", id, 1, []byte("first")), w.part(c, "a", id, 2, []byte("other"))
	for range 3 {
		w.part(c, "a", id, 1, []byte("again"))
	}
	again := w.part(c, "a", id, 1, []byte("again"))
	var keys int
	err := w.store.Files.Bytes.Each(t.Context(), "v/", func(string, time.Time, int64) error { keys++; return nil })
	if err != nil || keys != 2 {
		t.Errorf("%d files for two parts, %v", keys, err)
	}
	if _, err := w.complete(c, "a", id, first, other); codeOf(err) != "InvalidPart" {
		t.Errorf("the replaced part: got %v, want InvalidPart", err)
	}
	if _, err := w.complete(c, "a", id, again, other); err != nil {
		t.Fatal(err)
	}
	if got := w.get(c, "a"); string(got) != "againother" {
		t.Errorf("got %q", got)
	}
	if n, err := w.store.Files.Collect(t.Context()); err != nil || n != 4 {
		t.Errorf("collected %d, %v, want the four replaced parts", n, err)
	}
	if got := w.get(c, "a"); string(got) != "againother" {
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
	c := w.client(w.plain, session(lina))
	begun, err := c.CreateMultipartUpload(t.Context(), &client.CreateMultipartUploadInput{
		Bucket: aws.String("photos"), Key: aws.String("a.png"), ContentType: aws.String("image/png"),
	})
	if err != nil {
		t.Fatal(err)
	}
	// what tells the type stands in two parts
	parts := []types.CompletedPart{w.part(c, "a.png", begun.UploadId, 1, []byte("<ht")), w.part(c, "a.png", begun.UploadId, 2, []byte("ml><script>"))}
	if _, err := w.complete(c, "a.png", begun.UploadId, parts...); err == nil {
		t.Error("a page was taken for a picture")
	}
	if _, err := c.GetObject(t.Context(), &client.GetObjectInput{Bucket: aws.String("photos"), Key: aws.String("a.png")}); codeOf(err) != "NoSuchKey" {
		t.Errorf("got %v, want NoSuchKey", err)
	}
}

func TestPartsAreCopied(t *testing.T) {
	t.Parallel()
	w := setup(t)
	c := w.client(w.plain, service())
	content := pattern(1000)
	w.put(c, "source", content)
	id := w.begin(c, "copy")
	var parts []types.CompletedPart
	for i, between := range []string{"bytes=0-599", "bytes=600-999"} {
		done, err := c.UploadPartCopy(t.Context(), &client.UploadPartCopyInput{
			Bucket: aws.String("photos"), Key: aws.String("copy"), UploadId: id, PartNumber: aws.Int32(int32(i + 1)),
			CopySource: aws.String("photos/source"), CopySourceRange: &between,
		})
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, types.CompletedPart{PartNumber: aws.Int32(int32(i + 1)), ETag: done.CopyPartResult.ETag})
	}
	_, err := c.UploadPartCopy(t.Context(), &client.UploadPartCopyInput{
		Bucket: aws.String("photos"), Key: aws.String("copy"), UploadId: id, PartNumber: aws.Int32(3),
		CopySource: aws.String("photos/source"), CopySourceRange: aws.String("bytes=900-1000"),
	})
	if codeOf(err) != "InvalidRange" {
		t.Errorf("a range behind the end: %v", err)
	}
	if _, err := w.complete(c, "copy", id, parts...); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(w.get(c, "copy"), content) {
		t.Error("the copy differs")
	}
}

// The limit of a bucket is that of all parts together.
func TestPartsTogetherKeepTheLimit(t *testing.T) {
	t.Parallel()
	w := setup(t)
	c := w.client(w.plain, service())
	begun, err := c.CreateMultipartUpload(t.Context(), &client.CreateMultipartUploadInput{Bucket: aws.String("small"), Key: aws.String("a")})
	if err != nil {
		t.Fatal(err)
	}
	send := func(number int32, size int) error {
		_, err := c.UploadPart(t.Context(), &client.UploadPartInput{Bucket: aws.String("small"), Key: aws.String("a"), UploadId: begun.UploadId, PartNumber: &number, Body: bytes.NewReader(pattern(size))})
		return err
	}
	for _, sent := range []struct {
		number int32
		size   int
		want   string
	}{{1, 600, ""}, {2, 401, "EntityTooLarge"}, {2, 400, ""}, {1, 601, "EntityTooLarge"}, {1, 600, ""}, {1, 600, ""}, {1, 600, ""}} {
		if err := send(sent.number, sent.size); codeOf(err) != sent.want {
			t.Errorf("part %d of %d bytes: got %v, want %q", sent.number, sent.size, err, sent.want)
		}
	}
	_, err = c.PutObject(t.Context(), &client.PutObjectInput{Bucket: aws.String("small"), Key: aws.String("b"), Body: bytes.NewReader(pattern(1001))})
	if codeOf(err) != "EntityTooLarge" {
		t.Errorf("an object above the limit: %v", err)
	}
}

func TestUploadsEnd(t *testing.T) {
	t.Parallel()
	w := setup(t)
	c := w.client(w.plain, service())
	aborted, forgotten, used := w.begin(c, "aborted"), w.begin(c, "forgotten"), w.begin(c, "used")
	for key, id := range map[string]*string{"aborted": aborted, "forgotten": forgotten, "used": used} {
		w.part(c, key, id, 1, []byte("part"))
	}
	if _, err := c.AbortMultipartUpload(t.Context(), &client.AbortMultipartUploadInput{Bucket: aws.String("photos"), Key: aws.String("aborted"), UploadId: aborted}); err != nil {
		t.Fatal(err)
	}
	// an hour without a part
	w.exec(`update toubkal_storage.files set lease_until = now() - interval '1 second' where version = $1`, *forgotten)
	if n, err := w.store.Files.Collect(t.Context()); err != nil || n != 2 {
		t.Errorf("collected %d, %v, want 2", n, err)
	}
	for key, id := range map[string]*string{"aborted": aborted, "forgotten": forgotten} {
		_, err := c.UploadPart(t.Context(), &client.UploadPartInput{Bucket: aws.String("photos"), Key: &key, UploadId: id, PartNumber: aws.Int32(2), Body: bytes.NewReader(nil)})
		if codeOf(err) != "NoSuchUpload" {
			t.Errorf("a part of the upload %s: %v, want NoSuchUpload", key, err)
		}
	}
	uploads, err := c.ListMultipartUploads(t.Context(), &client.ListMultipartUploadsInput{Bucket: aws.String("photos")})
	if err != nil || len(uploads.Uploads) != 1 || *uploads.Uploads[0].UploadId != *used {
		t.Errorf("uploads %+v, %v, want the one that is in use", uploads, err)
	}
	var left int
	if err := w.db.Admin.QueryRow(t.Context(), `select count(*) from toubkal_storage.parts`).Scan(&left); err != nil || left != 1 {
		t.Errorf("%d parts are left (%v), want 1", left, err)
	}
}
