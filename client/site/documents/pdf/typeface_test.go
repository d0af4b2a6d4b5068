package pdf

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/font/opentype/tables"
)

func loader(t *testing.T, content []byte) *opentype.Loader {
	t.Helper()
	file, err := opentype.NewLoader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// outlines are the glyphs of a font file.
func outlines(t *testing.T, file *opentype.Loader, count int, long bool) tables.Glyf {
	t.Helper()
	raw := func(tag string) []byte {
		content, err := file.RawTable(opentype.MustNewTag(tag))
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	loca, err := tables.ParseLoca(raw("loca"), count, long)
	if err != nil {
		t.Fatal(err)
	}
	glyf, err := tables.ParseGlyf(raw("glyf"), loca)
	if err != nil {
		t.Fatal(err)
	}
	return glyf
}

// An accented letter is a composite of two glyphs: the subset has both, with their
// outlines unchanged.
func TestASubsetHasComponents(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../../../node_modules/@fontsource/readex-pro/files/readex-pro-latin-400-normal.woff")
	if err != nil {
		t.Fatalf("%v: run `make run` or `npm ci` in client/ first", err)
	}
	file := loader(t, content)
	face, err := font.NewFont(file)
	if err != nil {
		t.Fatal(err)
	}
	typeface, err := ReadTypeface(file)
	if err != nil {
		t.Fatal(err)
	}
	accented, _ := face.NominalGlyph('é')
	plain, _ := face.NominalGlyph('e')
	written, err := typeface.subset([]uint16{0, uint16(accented), uint16(plain)})
	if err != nil {
		t.Fatal(err)
	}
	before := outlines(t, file, len(typeface.loca)-1, typeface.head.IndexToLocFormat == 1)
	after := outlines(t, loader(t, written), 4, true) // .notdef, é, e, and the accent
	was, composite := before[accented].Data.(tables.CompositeGlyph)
	is, still := after[1].Data.(tables.CompositeGlyph)
	if !composite || !still || len(is.Glyphs) != len(was.Glyphs) {
		t.Fatalf("é was %T and is %T", before[accented].Data, after[1].Data)
	}
	for i := range is.Glyphs {
		own, want := after[is.Glyphs[i].GlyphIndex].Data.(tables.SimpleGlyph), before[was.Glyphs[i].GlyphIndex].Data.(tables.SimpleGlyph)
		if !slices.Equal(own.Points, want.Points) || len(own.Points) == 0 {
			t.Errorf("component %d has %d points that differ from the %d of before", i, len(own.Points), len(want.Points))
		}
	}
	if is.Glyphs[0].GlyphIndex != 2 {
		t.Errorf("the letter is glyph %d and not the one that is there already, 2", is.Glyphs[0].GlyphIndex)
	}
	if _, err := typeface.subset([]uint16{60000}); err == nil {
		t.Error("a glyph that the font does not have was taken")
	}
}
