package pdf_test

import (
	"bytes"
	"image/color"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/client/site/documents/pdf"
)

// Readers find objects by the cross-reference table: each must be at its offset.
func TestCrossReferenceTable(t *testing.T) {
	t.Parallel()
	doc := pdf.New(pdf.Info{Title: "Titre (é)", Language: "fr"})
	page := doc.Page(100, 200)
	page.Tagged("Figure", "a line", func() { page.Stroke([]pdf.Point{{X: 1, Y: 2}, {X: 3, Y: 4}}, color.RGBA{255, 0, 0, 255}, 1, 2, 3) })
	page.Artifact(func() { page.Gradient(0, 0, 100, 200, color.RGBA{}, color.RGBA{A: 255}) })
	page.Link(1, 2, 3, 4, `https://x.test/a)b\c`)
	doc.Page(10, 10)
	out, err := doc.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	entries := regexp.MustCompile(`(?m)^(\d{10}) 00000 n $`).FindAllSubmatch(out, -1)
	if len(entries) < 8 {
		t.Fatalf("%d objects", len(entries))
	}
	for i, entry := range entries {
		at, err := strconv.Atoi(string(entry[1]))
		if err != nil || !bytes.HasPrefix(out[at:], []byte(strconv.Itoa(i+1)+" 0 obj\n")) {
			t.Errorf("object %d is not at %d", i+1, at)
		}
	}
	text := string(out)
	for _, want := range []string{"/Count 2", "/S/Figure", "/Alt<FEFF0061", `(https://x.test/a\)b\\c)`, "/MediaBox[0 0 100 200]"} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %s", want)
		}
	}
	again, err := doc.Bytes()
	if err != nil || !bytes.Equal(out, again) {
		t.Errorf("written twice it differs: %v", err)
	}
}
