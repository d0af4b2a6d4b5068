// Package pdf writes small, tagged PDF 1.7 documents: filled and stroked paths, a
// linear gradient, and glyphs at exact positions. It exists since other writers
// drop the offsets of marks, without which Arabic vowels are misplaced, and have
// no text for shaped glyphs, so that nothing could be searched or read aloud. It
// refuses fonts that are not TrueType. Lengths are points from the lower left
// corner. The same calls give the same bytes: no date and no random id is
// written.
package pdf

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Info is the metadata of a document.
type Info struct {
	Title, Author, Subject string
	// Language is a tag such as "ar".
	Language string
	// RightToLeft is the reading order of facing pages.
	RightToLeft bool
}

// Document collects pages; Bytes writes the file.
type Document struct {
	info  Info
	pages []*Page
	fonts []*Font
}

// New is an empty document.
func New(info Info) *Document { return &Document{info: info} }

// Page adds a page of this width and height.
func (d *Document) Page(width, height float64) *Page {
	p := &Page{width: width, height: height}
	d.pages = append(d.pages, p)
	return p
}

// writer records the offset of each object.
type writer struct {
	bytes.Buffer
	offsets []int
}

// reserve returns the number of an object that is written later.
func (w *writer) reserve() int {
	w.offsets = append(w.offsets, 0)
	return len(w.offsets)
}

func (w *writer) object(number int, body string) {
	w.offsets[number-1] = w.Len()
	fmt.Fprintf(w, "%d 0 obj\n%s\nendobj\n", number, body)
}

func (w *writer) add(body string) int {
	number := w.reserve()
	w.object(number, body)
	return number
}

func (w *writer) stream(number int, dict string, content []byte) {
	var packed bytes.Buffer
	z, _ := zlib.NewWriterLevel(&packed, zlib.BestCompression) // the level is known to be valid
	_, _ = z.Write(content)                                    // into memory
	_ = z.Close()
	w.offsets[number-1] = w.Len()
	fmt.Fprintf(w, "%d 0 obj\n<<%s/Filter/FlateDecode/Length %d>>stream\n", number, dict, packed.Len())
	_, _ = w.Write(packed.Bytes())
	_, _ = w.WriteString("\nendstream\nendobj\n")
}

// Bytes is the whole file.
func (d *Document) Bytes() ([]byte, error) {
	w := &writer{}
	_, _ = w.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	catalog, tree := w.reserve(), w.reserve()
	fonts, err := d.writeFonts(w)
	if err != nil {
		return nil, err
	}
	resources := w.add("<<" + fonts + ">>")
	structure := d.writePages(w, tree, resources)
	info := w.add("<</Title" + text(d.info.Title) + "/Author" + text(d.info.Author) + "/Subject" + text(d.info.Subject) + "/Producer(Toubkal)>>")
	direction := ""
	if d.info.RightToLeft {
		direction = "/Direction/R2L"
	}
	w.object(catalog, fmt.Sprintf("<</Type/Catalog/Pages %d 0 R/Lang%s/MarkInfo<</Marked true>>/StructTreeRoot %d 0 R/ViewerPreferences<</DisplayDocTitle true%s>>>>",
		tree, text(d.info.Language), structure, direction))
	w.end(catalog, info)
	return w.Bytes(), nil
}

// writePages writes the pages and the structure tree, which screen readers use; it
// returns the number of the tree's root.
func (d *Document) writePages(w *writer, tree, resources int) int {
	root, document := w.reserve(), w.reserve()
	var kids, elements, parents []string
	for i, p := range d.pages {
		number := w.reserve()
		kids = append(kids, ref(number))
		own := p.writeElements(w, number, document)
		elements = append(elements, own...)
		parents = append(parents, fmt.Sprintf("%d [%s]", i, strings.Join(own, " ")))
		p.write(w, number, tree, resources, i)
	}
	w.object(tree, fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", len(kids), strings.Join(kids, " ")))
	w.object(root, fmt.Sprintf("<</Type/StructTreeRoot/K %s/ParentTree<</Nums[%s]>>>>", ref(document), strings.Join(parents, " ")))
	w.object(document, fmt.Sprintf("<</Type/StructElem/S/Document/P %s/K[%s]>>", ref(root), strings.Join(elements, " ")))
	return root
}

func (w *writer) end(catalog, info int) {
	id := sha256.Sum256(w.Bytes())
	at := w.Len()
	fmt.Fprintf(w, "xref\n0 %d\n0000000000 65535 f \n", len(w.offsets)+1)
	for _, offset := range w.offsets {
		fmt.Fprintf(w, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(w, "trailer\n<</Size %d/Root %d 0 R/Info %d 0 R/ID[<%x><%x>]>>\nstartxref\n%d\n%%%%EOF\n",
		len(w.offsets)+1, catalog, info, id[:16], id[:16], at)
}

func ref(number int) string { return strconv.Itoa(number) + " 0 R" }

// text formats a string in UTF-16 as hexadecimal, which needs no escapes.
func text(s string) string {
	var b strings.Builder
	b.WriteString("<FEFF")
	for _, unit := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(&b, "%04X", unit)
	}
	return b.String() + ">"
}

// number formats a length to a hundredth of a point.
func number(v float64) string {
	s := strconv.FormatFloat(v, 'f', 2, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" || s == "" {
		return "0"
	}
	return s
}
