package main

import (
	"bytes"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// TestEveryStorageCaseDelivers runs the benchmark of files, tiny: it fails where an answer is
// wrong, and asserts no times.
func TestEveryStorageCaseDelivers(t *testing.T) {
	t.Parallel()
	o := options{span: 200 * time.Millisecond, rounds: 1, root: filepath.Join("..", ".."), throwaway: true, program: program(t), scale: 0.001}
	var out bytes.Buffer
	b, err := o.storage(t.Context(), &out)
	if err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	for _, title := range []string{
		uploadMany, uploadPut, uploadChunks, download64K, download1M, download16M, downloadPaced,
		listFirst, listWalk, listLast, listFolder, listFolders, listOffset, emptying, renderOne, renderMany,
	} {
		if runs := b.runs[title][ours]; len(runs) != 1 || runs[0].rps <= 0 || runs[0].memory <= 0 {
			t.Errorf("%s has the runs %+v, want one with answers", title, runs)
		}
	}
	for _, title := range []string{download64K, download1M, download16M} {
		if runs := b.runs[title][fileServer]; len(runs) != 1 || runs[0].rps <= 0 {
			t.Errorf("%s: http.FileServer has the runs %+v, want one with answers", title, runs)
		}
	}
	var report bytes.Buffer
	b.table(&report, "about", b.goals(), []string{ours, fileServer})
	for _, g := range b.goals() {
		if line := "| " + g.name + " | "; !strings.Contains(report.String(), line) || !strings.Contains(report.String(), g.unit) {
			t.Errorf("the report lacks %s in %s:\n%s", g.name, g.unit, report.String())
		}
	}
}

// What is generated from any place is what is there in the whole.
func TestGeneratedBytes(t *testing.T) {
	t.Parallel()
	from := func(at, size int64) []byte {
		g, err := newGenerated(rand.NewChaCha8([32]byte{1}), at, size)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(iotest.OneByteReader(g))
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	whole := from(0, 3*generatedBlock+17)
	if len(whole) != 3*generatedBlock+17 {
		t.Fatalf("%d bytes, want %d", len(whole), 3*generatedBlock+17)
	}
	if bytes.Equal(whole[:generatedBlock], whole[generatedBlock:2*generatedBlock]) {
		t.Error("two blocks are alike")
	}
	for _, at := range []int{0, 5, generatedBlock - 3, 2*generatedBlock + 9} {
		if got := from(int64(at), 100); !bytes.Equal(got, whole[at:at+100]) {
			t.Errorf("other bytes at %d", at)
		}
	}
}

// Answers that are wrong end a measurement.
func TestStorageClientRefusals(t *testing.T) {
	t.Parallel()
	e := &storageEnvironment{}
	if _, err := e.openClient(ours, &scenario{name: "nothing"}); err == nil || !strings.Contains(err.Error(), `no client makes "nothing"`) {
		t.Errorf("an unknown scenario: %v", err)
	}
	c := &storageClient{}
	c.body = []byte(`{"objects":[{"metadata":{}}],"nextCursor":"abc"}`)
	if err := lists[listWalk].check(c); err == nil || !strings.Contains(err.Error(), "a page of 1, want 100") {
		t.Errorf("a short page: %v", err)
	}
	c.body = []byte(`{"objects":[` + strings.Repeat(`{"metadata":{}},`, 100) + `],"nextCursor":"abc"}`)
	if err := lists[listWalk].check(c); err != nil || c.cursor != "abc" {
		t.Errorf("a whole page: %v and the cursor %q, want abc", err, c.cursor)
	}
}
