package resumable_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/storage/blob/blobtest"
	"github.com/toubkal/toubkal/server/storage/resumable"
)

// sending is a PATCH whose body has not ended.
type sending struct {
	t    *testing.T
	conn *net.TCPConn
}

// begin sends the head of a PATCH that promises length bytes, and the first of them.
func (n *node) begin(caller, address, offset string, length int, first string) *sending {
	n.t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		n.t.Fatal(err)
	}
	conn, err := net.Dial("tcp", u.Host)
	if err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(func() { _ = conn.Close() })
	_, err = fmt.Fprintf(conn, "PATCH %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nTus-Resumable: 1.0.0\r\n"+
		"Content-Type: application/offset+octet-stream\r\nUpload-Offset: %s\r\nContent-Length: %d\r\n\r\n%s", u.Path, u.Host, caller, offset, length, first)
	if err != nil {
		n.t.Fatal(err)
	}
	return &sending{n.t, conn.(*net.TCPConn)}
}

// status waits for the answer.
func (s *sending) status() int {
	s.t.Helper()
	response, err := http.ReadResponse(bufio.NewReader(s.conn), nil)
	if err != nil {
		s.t.Fatal(err)
	}
	_ = response.Body.Close()
	return response.StatusCode
}

// waitForHolder waits until a request works on the only upload.
func (f *fixture) waitForHolder(t *testing.T) {
	t.Helper()
	for f.number(t, `select count(*) from toubkal_storage.uploads, pg_sleep(0.01) where holder is not null`) == 0 {
	}
}

func TestWhatArrivedBeforeACutIsKept(t *testing.T) {
	t.Parallel()
	f := setup(t, resumable.Options{}, everything)
	address := f.create(lina, "a", "11")
	cut := f.begin(lina, address, "0", 11, "hello")
	if err := cut.conn.CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if status := cut.status(); status != http.StatusConflict {
		t.Errorf("the cut request got %d", status)
	}
	if got := f.do(lina, "HEAD", address, nil); got.header.Get("Upload-Offset") != "5" {
		t.Errorf("HEAD: %+v", got)
	}
	if got := f.patch(lina, address, "5", " world"); got.header.Get("Tus-Complete") != "1" || f.read("a").body != "hello world" {
		t.Errorf("the rest: %+v", got)
	}
}

func TestAnyNodeContinuesAndInterrupts(t *testing.T) {
	t.Parallel()
	blobtest.Each(t, anyNodeContinuesAndInterrupts)
}

// The nodes share a database and a store of bytes.
func anyNodeContinuesAndInterrupts(t *testing.T, bytes string) {
	f := setupOn(t, bytes, resumable.Options{}, everything)
	other := f.start(t, resumable.Options{LockWait: time.Minute})
	address := f.create(lina, "a", "11")
	there := strings.Replace(address, f.url, other.url, 1)
	stalled := f.begin(lina, address, "0", 11, "hello")
	f.waitForHolder(t)
	got := other.do(lina, "HEAD", there, nil)
	if got.status != http.StatusOK {
		t.Fatalf("HEAD at the other node: %+v", got)
	}
	if status := stalled.status(); status != http.StatusLocked {
		t.Errorf("the interrupted request got %d", status)
	}
	offset := got.header.Get("Upload-Offset")
	rest := "hello world"
	if offset == "5" { // else the request was interrupted before it read
		rest = " world"
	}
	if got = other.patch(lina, there, offset, rest); got.status != http.StatusNoContent || f.read("a").body != "hello world" || other.read("a").body != "hello world" {
		t.Errorf("the rest at the other node, from %s: %+v", offset, got)
	}
}

func TestAHeldUploadIsLocked(t *testing.T) {
	t.Parallel()
	f := setup(t, resumable.Options{LockWait: 300 * time.Millisecond}, everything)
	address := f.create(lina, "a", "3")
	f.exec(t, `update toubkal_storage.uploads set holder = 'another', held_until = now() + interval '1 hour'`)
	for _, method := range []string{"HEAD", "DELETE"} {
		if got := f.do(lina, method, address, nil); got.status != http.StatusLocked {
			t.Errorf("%s: %+v", method, got)
		}
	}
	if got := f.patch(lina, address, "0", "abc"); got.status != http.StatusLocked {
		t.Errorf("PATCH: %+v", got)
	}
	f.exec(t, `update toubkal_storage.uploads set wanted = false`)
	patient := f.start(t, resumable.Options{LockWait: time.Minute})
	waits := make(chan answer)
	go func() { waits <- patient.patch(lina, strings.Replace(address, f.url, patient.url, 1), "0", "abc") }()
	f.db.Until("true", `select wanted from toubkal_storage.uploads`) // the holder is asked to end
	f.exec(t, `update toubkal_storage.uploads set held_until = now() - interval '1 second'`)
	if got := <-waits; got.status != http.StatusNoContent {
		t.Errorf("after the holder's time: %+v", got)
	}
}

func TestAHolderThatLostTheUploadWritesNothing(t *testing.T) {
	t.Parallel()
	f := setup(t, resumable.Options{}, everything)
	address := f.create(lina, "a", "11")
	slow := f.begin(lina, address, "0", 11, "hello")
	f.waitForHolder(t)
	f.exec(t, `update toubkal_storage.uploads set holder = 'another', held_until = now() + interval '1 hour'`)
	if _, err := slow.conn.Write([]byte(" world")); err != nil {
		t.Fatal(err)
	}
	if status := slow.status(); status != http.StatusLocked {
		t.Errorf("got %d", status)
	}
	if n := f.number(t, `select received from toubkal_storage.uploads where holder = 'another'`); n != 0 {
		t.Errorf("%d bytes count", n)
	}
	if n := f.number(t, `select count(*) from toubkal_storage.upload_parts`); n != 0 {
		t.Errorf("%d parts count", n)
	}
}

// TestHeadPublishesWhatACrashLeft: the bytes are there, and the process ended before it
// published them.
func TestHeadPublishesWhatACrashLeft(t *testing.T) {
	t.Parallel()
	f := setup(t, resumable.Options{}, everything)
	// an attempt to insert is rolled back before this is checked
	f.exec(t, `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'later' using errcode = '40001'; end $$`)
	f.exec(t, `create constraint trigger refuse after insert on storage.objects deferrable initially deferred for each row execute function refuse()`)
	address := f.create(lina, "a", "5")
	if got := f.patch(lina, address, "0", "hello"); got.status != http.StatusLocked {
		t.Fatalf("the last piece: %+v", got)
	}
	if got := f.do(lina, "HEAD", address, nil); got.status != http.StatusLocked {
		t.Errorf("HEAD says %d %v before the object is there", got.status, got.header)
	}
	f.exec(t, `drop trigger refuse on storage.objects`)
	f.exec(t, `update toubkal_storage.uploads set holder = 'crashed', held_until = now() - interval '1 second'`)
	if got := f.do(lina, "HEAD", address, nil); got.status != http.StatusOK || got.header.Get("Upload-Offset") != "5" || f.read("a").body != "hello" {
		t.Errorf("HEAD afterwards: %+v", got)
	}
	if n := f.number(t, `select count(*) from storage.objects where owner_id = '`+lina+`'`); n != 1 {
		t.Errorf("%d objects of the owner", n)
	}
}

func TestExpiredUploadsAreCollected(t *testing.T) {
	t.Parallel()
	f := setup(t, resumable.Options{}, everything)
	address := f.create(lina, "a", "5")
	f.patch(lina, address, "0", "abc")
	if n, err := f.files.Collect(t.Context()); n != 0 || err != nil {
		t.Errorf("%d open uploads were collected, %v", n, err)
	}
	f.exec(t, `update toubkal_storage.uploads set expires_at = now() - interval '1 hour'`)
	f.exec(t, `update toubkal_storage.files set lease_until = now() - interval '1 hour'`)
	if n, err := f.files.Collect(t.Context()); n != 1 || err != nil {
		t.Errorf("%d expired uploads were collected, %v", n, err)
	}
	if err := f.uploads.Collect(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := f.do(lina, "HEAD", address, nil); got.status != http.StatusGone {
		t.Errorf("an hour after it expired: %+v", got)
	}
	f.exec(t, `update toubkal_storage.uploads set expires_at = now() - interval '25 hours'`)
	if err := f.uploads.Collect(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := f.do(lina, "HEAD", address, nil); got.status != http.StatusNotFound {
		t.Errorf("a day after it expired: %+v", got)
	}
	if n := f.number(t, `select (select count(*) from toubkal_storage.upload_parts) + (select count(*) from toubkal_storage.parts)`); n != 0 {
		t.Errorf("%d rows are left", n)
	}
}

func TestSmallPiecesMakeFewParts(t *testing.T) {
	t.Parallel()
	f := setup(t, resumable.Options{}, everything)
	const text = "one byte for each request, a hundred times over"
	address := f.create(lina, "a", fmt.Sprint(1<<20+len(text)))
	for i := range text {
		if got := f.patch(lina, address, fmt.Sprint(i), text[i:i+1]); got.status != http.StatusNoContent {
			t.Fatalf("%d: %+v", i, got)
		}
	}
	if n := f.number(t, `select count(*) from toubkal_storage.parts`); n != 1 {
		t.Errorf("%d parts are kept, want 1", n)
	}
	large := strings.Repeat("x", 1<<20-1)
	f.patch(lina, address, fmt.Sprint(len(text)), large)
	if n := f.number(t, `select count(*) from toubkal_storage.upload_parts`); n != 1 {
		t.Errorf("%d parts, want 1", n)
	}
	if got := f.patch(lina, address, fmt.Sprint(len(text)+len(large)), "y"); got.header.Get("Tus-Complete") != "1" || f.read("a").body != text+large+"y" {
		t.Errorf("the last byte: %d %v", got.status, got.header)
	}
	if n := f.number(t, `select count(*) from toubkal_storage.upload_parts`); n != 2 {
		t.Errorf("behind a part of 1 MiB there are %d parts, want 2", n)
	}
}

func TestOpenUploadsAreBounded(t *testing.T) {
	t.Parallel()
	f := setup(t, resumable.Options{MaxOpen: 2}, everything, `create policy all_of_anon on storage.objects for insert to anon with check (true)`)
	for _, caller := range []string{lina, anon} {
		first := f.create(caller, caller+"1", "3")
		f.create(caller, caller+"2", "3")
		again := []string{"Upload-Length: 3", metadata("bucketName", "papers", "objectName", caller+"3")}
		if got := f.do(caller, "POST", "", nil, again...); got.status != http.StatusTooManyRequests {
			t.Errorf("%s: a third one: %+v", caller, got)
		}
		if got := f.patch(caller, first, "0", "abc"); got.status != http.StatusNoContent {
			t.Fatal(got)
		}
		if got := f.do(caller, "POST", "", nil, again...); got.status != http.StatusCreated {
			t.Errorf("%s: when one is finished: %+v", caller, got)
		}
	}
	f.create(omar, "omar", "3")
	for i := range 3 {
		f.create(service, fmt.Sprint("service", i), "3")
	}
}

// TestRightsAndLimitsMayEnd: the policies and the bucket are asked at each request.
func TestRightsAndLimitsMayEnd(t *testing.T) {
	t.Parallel()
	f := setup(t, resumable.Options{}, everything)
	const chunk = "Content-Type: application/offset+octet-stream"
	deferred := f.do(lina, "POST", "", nil, "Upload-Defer-Length: 1", metadata("bucketName", "papers", "objectName", "d")).header.Get("Location")
	address := f.create(lina, "a", "10")
	f.exec(t, `update storage.buckets set file_size_limit = 5`)
	if got := f.patch(lina, address, "0", "x"); got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("above the new limit: %+v", got)
	}
	if got := f.patch(lina, deferred, "0", "123456"); got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("a length that is said: %+v", got)
	}
	// without Content-Length
	got := f.do(lina, "PATCH", deferred, struct{ *strings.Reader }{strings.NewReader("123456")}, chunk, "Upload-Offset: 0")
	if got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("a length that is not said: %+v", got)
	}
	if got := f.do(lina, "HEAD", deferred, nil); got.header.Get("Upload-Offset") != "5" {
		t.Errorf("what fits is kept: %+v", got)
	}
	f.exec(t, `update storage.buckets set file_size_limit = null`)
	f.exec(t, `drop policy own_insert on storage.objects`)
	if got := f.patch(lina, address, "0", "x"); got.status != http.StatusForbidden || !strings.Contains(got.body, "storage.tus.upload.part") {
		t.Errorf("without the right: %+v", got)
	}
	if got := f.do(lina, "HEAD", address, nil); got.status != http.StatusOK {
		t.Errorf("the owner's HEAD: %+v", got)
	}
	if got := f.do(omar, "HEAD", address, nil); got.status != http.StatusForbidden {
		t.Errorf("another's HEAD: %+v", got)
	}
}
