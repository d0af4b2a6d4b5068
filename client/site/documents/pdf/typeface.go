package pdf

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/font/opentype/tables"
)

// Typeface is a TrueType font file, from which documents embed the glyphs that
// they use.
type Typeface struct {
	name      string // PostScript name
	head      tables.Head
	hhea      tables.Hhea
	hmtx      tables.Hmtx
	loca      []uint32
	glyf      []byte
	capHeight float64
	// raw are the tables that are copied into a subset, by tag.
	raw map[string][]byte
}

// ReadTypeface reads the tables of a font. It refuses fonts without TrueType
// outlines.
func ReadTypeface(file *opentype.Loader) (*Typeface, error) {
	t := &Typeface{raw: map[string][]byte{}}
	var failed error
	table := func(tag string) []byte {
		content, err := file.RawTable(opentype.MustNewTag(tag))
		failed = errors.Join(failed, err)
		return content
	}
	for _, tag := range []string{"head", "hhea", "maxp"} {
		t.raw[tag] = table(tag)
	}
	for _, tag := range []string{"cvt ", "fpgm", "prep"} { // hinting
		if file.HasTable(opentype.MustNewTag(tag)) {
			t.raw[tag] = table(tag)
		}
	}
	hmtx, loca, os2, names := table("hmtx"), table("loca"), table("OS/2"), table("name")
	t.glyf = table("glyf")
	if failed != nil {
		return nil, failed
	}
	var errs [6]error
	var maxp tables.Maxp
	var name tables.Name
	t.head, _, errs[0] = tables.ParseHead(t.raw["head"])
	t.hhea, _, errs[1] = tables.ParseHhea(t.raw["hhea"])
	maxp, _, errs[2] = tables.ParseMaxp(t.raw["maxp"])
	name, _, errs[3] = tables.ParseName(names)
	glyphs, metrics := int(maxp.NumGlyphs), int(t.hhea.NumOfLongMetrics)
	t.hmtx, _, errs[4] = tables.ParseHmtx(hmtx, metrics, max(0, glyphs-metrics))
	t.loca, errs[5] = tables.ParseLoca(loca, glyphs, t.head.IndexToLocFormat == 1)
	if err := errors.Join(errs[:]...); err != nil {
		return nil, err
	}
	if !slices.IsSorted(t.loca) || int(t.loca[glyphs]) > len(t.glyf) {
		return nil, errors.New("the glyphs lie outside of their table")
	}
	t.name = name.Name(6)
	if len(os2) >= 90 { // version 2 or newer
		t.capHeight = float64(int16(binary.BigEndian.Uint16(os2[88:]))) // #nosec G115 -- the format has a signed number there
	}
	return t, nil
}

func (t *Typeface) advance(glyph uint16) float64 {
	return float64(t.hmtx.Advance(tables.GlyphID(glyph)))
}

func (t *Typeface) sideBearing(glyph uint16) int16 {
	if beyond := int(glyph) - len(t.hmtx.Metrics); beyond >= 0 {
		return t.hmtx.LeftSideBearings[beyond]
	}
	return t.hmtx.Metrics[glyph].LeftSideBearing
}

// subset is a font file with these glyphs, in this order, and after them their
// components. No date is written, so that the same glyphs give the same bytes.
func (t *Typeface) subset(glyphs []uint16) ([]byte, error) {
	all := slices.Clone(glyphs)
	var glyf, loca, hmtx []byte
	for i := 0; i < len(all); i++ { // components are appended to all
		if int(all[i])+1 >= len(t.loca) {
			return nil, fmt.Errorf("there is no glyph %d", all[i])
		}
		outline := slices.Clone(t.glyf[t.loca[all[i]]:t.loca[all[i]+1]])
		err := eachComponent(outline, func(id []byte) {
			glyph := binary.BigEndian.Uint16(id)
			at := slices.Index(all, glyph)
			if at < 0 {
				at, all = len(all), append(all, glyph)
			}
			binary.BigEndian.PutUint16(id, uint16(at)) // #nosec G115 -- a font has at most 65,535 glyphs
		})
		if err != nil {
			return nil, fmt.Errorf("glyph %d: %w", all[i], err)
		}
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf))) // #nosec G115 -- a part of our own font, which is under 4 GB
		glyf = padded(append(glyf, outline...))
		// #nosec G115 -- the bits of a signed number, as the format has it
		hmtx = binary.BigEndian.AppendUint16(hmtx, uint16(t.hmtx.Advance(tables.GlyphID(all[i]))))
		hmtx = binary.BigEndian.AppendUint16(hmtx, uint16(t.sideBearing(all[i]))) // #nosec G115 -- the bits of a signed number, as the format has it
	}
	// #nosec G115 -- a part of our own font, which is under 4 GB
	written := map[string][]byte{"glyf": glyf, "loca": binary.BigEndian.AppendUint32(loca, uint32(len(glyf))), "hmtx": hmtx}
	for tag, content := range t.raw {
		written[tag] = slices.Clone(content)
	}
	head := written["head"]
	clear(head[8:12])                        // checksum of the file, which PDF readers do not check
	clear(head[20:36])                       // created and modified
	binary.BigEndian.PutUint16(head[50:], 1) // loca has 32-bit offsets
	// #nosec G115 -- a font has at most 65,535 glyphs
	count := uint16(len(all)) // of glyphs and of their metrics
	binary.BigEndian.PutUint16(written["hhea"][34:], count)
	binary.BigEndian.PutUint16(written["maxp"][4:], count)
	return fontFile(written), nil
}

// The flags of a component: OpenType specification, table glyf.
const (
	wordArguments  = 0x0001
	oneScale       = 0x0008
	moreComponents = 0x0020
	twoScales      = 0x0040
	fourScales     = 0x0080
)

// eachComponent calls visit with the two bytes of each component's glyph id, for a
// composite glyph.
func eachComponent(outline []byte, visit func(id []byte)) error {
	// #nosec G115 -- the format has a signed number there
	if len(outline) == 0 || int16(binary.BigEndian.Uint16(outline)) >= 0 {
		return nil // empty or simple
	}
	for at, more := 10, true; more; {
		if len(outline) < at+4 {
			return errors.New("a component is cut off")
		}
		flags := binary.BigEndian.Uint16(outline[at:])
		visit(outline[at+2 : at+4])
		at += 6
		if flags&wordArguments != 0 {
			at += 2
		}
		switch {
		case flags&oneScale != 0:
			at += 2
		case flags&twoScales != 0:
			at += 4
		case flags&fourScales != 0:
			at += 8
		}
		more = flags&moreComponents != 0
	}
	return nil
}

// fontFile writes a font file of these tables, by tag.
func fontFile(content map[string][]byte) []byte {
	tags := make([]string, 0, len(content))
	for tag := range content {
		tags = append(tags, tag)
	}
	slices.Sort(tags)
	power := 0 // the largest power of two that is no more than the number of tables
	for 2<<power <= len(tags) {
		power++
	}
	file := binary.BigEndian.AppendUint32(nil, 0x00010000)
	for _, v := range []int{len(tags), 16 << power, power, 16*len(tags) - 16<<power} {
		file = binary.BigEndian.AppendUint16(file, uint16(v)) // #nosec G115 -- the format has 16 bits there, for at most 16 tables
	}
	var body []byte
	start := len(file) + 16*len(tags)
	for _, tag := range tags {
		table := padded(slices.Clone(content[tag]))
		sum := uint32(0)
		for i := 0; i < len(table); i += 4 {
			sum += binary.BigEndian.Uint32(table[i:])
		}
		file = append(file, tag...)
		for _, v := range []int{int(sum), start + len(body), len(content[tag])} {
			file = binary.BigEndian.AppendUint32(file, uint32(v)) // #nosec G115 -- a checksum of 32 bits, and places in our own font, which is under 4 GB
		}
		body = append(body, table...)
	}
	return append(file, body...)
}

// padded appends zeros to a multiple of four bytes.
func padded(b []byte) []byte { return append(b, make([]byte, -len(b)&3)...) }
