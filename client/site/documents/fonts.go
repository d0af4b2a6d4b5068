package documents

import (
	"bytes"
	"fmt"
	"io/fs"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/harfbuzz"

	"github.com/toubkal/toubkal/client/site/documents/pdf"
)

// typeface is one font file, to shape with, to draw and to embed.
type typeface struct {
	face     *font.Face
	shaper   *harfbuzz.Font
	embedded *pdf.Typeface
	arabic   bool
}

// fontRole is a role of the design. Each has a stack of fonts; the first one that
// has a character draws it.
type fontRole int

const (
	body fontRole = iota
	bold
	display
	mono
)

// The files that the client's build writes to print/fonts. They are static, not
// variable: a subset keeps no variations.
var fontFiles = map[fontRole][]string{
	body:    {"readex-latin-400", "readex-latin-ext-400", "readex-arabic-400"},
	bold:    {"readex-latin-700", "readex-latin-ext-700", "readex-arabic-700"},
	display: {"shoulders-latin-800", "shoulders-latin-ext-800", "kufi-arabic-700", "readex-arabic-700"},
	mono:    {"martian-latin", "readex-latin-ext-400", "readex-arabic-400"},
}

// fontStacks are the fonts of each role, in order.
type fontStacks map[fontRole][]*typeface

func loadFonts(files fs.FS) (fontStacks, error) {
	loaded, all := map[string]*typeface{}, fontStacks{}
	for role, names := range fontFiles {
		for _, name := range names {
			if loaded[name] == nil {
				face, err := loadFont(files, name)
				if err != nil {
					return nil, err
				}
				loaded[name] = face
			}
			all[role] = append(all[role], loaded[name])
		}
	}
	return all, nil
}

func loadFont(files fs.FS, name string) (*typeface, error) {
	content, err := fs.ReadFile(files, "print/fonts/"+name+".woff")
	if err != nil {
		return nil, fmt.Errorf("read a font: %w", err)
	}
	t, err := readFont(content)
	if err != nil {
		return nil, fmt.Errorf("read the font %s: %w", name, err)
	}
	return t, nil
}

func readFont(content []byte) (*typeface, error) {
	file, err := opentype.NewLoader(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	parsed, err := font.NewFont(file)
	if err != nil {
		return nil, err
	}
	embedded, err := pdf.ReadTypeface(file)
	if err != nil {
		return nil, err
	}
	face := font.NewFace(parsed)
	t := &typeface{face: face, shaper: harfbuzz.NewFont(face), embedded: embedded}
	t.arabic = t.has('م')
	return t, nil
}

func (t *typeface) has(r rune) bool {
	_, ok := t.face.NominalGlyph(r)
	return ok
}

// units is the number of font units per em.
func (t *typeface) units() float64 { return float64(t.face.Upem()) }

// capHeight is the height of a capital, as a part of the size.
func (t *typeface) capHeight() float64 { return float64(t.face.LineMetric(font.CapHeight)) / t.units() }

// pick finds the font for a character. In a right-to-left run Arabic fonts come
// first, so that spaces and commas have the width that fits the words.
func (s fontStacks) pick(role fontRole, r rune, rtl bool) *typeface {
	var other *typeface
	for _, face := range s[role] {
		switch {
		case !face.has(r):
		case face.arabic == rtl:
			return face
		case other == nil:
			other = face
		}
	}
	if other != nil {
		return other
	}
	return s[role][0]
}
