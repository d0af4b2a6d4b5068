package documents

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"
)

// The size that social networks recommend, in pixels.
const pictureWidth, pictureHeight = 1200, 630

// previewPages are the pages that have a preview image, and the mountain on each.
var previewPages = map[string]string{
	"home": "everest", "story": "kilimanjaro", "expeditions": "lhotse", "speaking": "ama-dablam", "media": "denali",
	"book": "annapurna-i", "film": "everest", "sponsor": "lhotse", "contact": "mont-blanc", "retreat": "ama-dablam",
	"privacy": "vinson", "media-kit": "everest", "speaker-sheet": "aconcagua", "blog": "elbrus",
}

// preview renders the preview image of a page, a published mountain or a
// published post. Known is false for other names.
func (p *Renderer) preview(ctx context.Context, page, language string) (made rendered, known bool, err error) {
	c, err := p.load(ctx, language)
	if err != nil {
		return rendered{}, false, err
	}
	shown, version, known, err := p.card(ctx, c, page)
	if err != nil || !known {
		return rendered{}, false, err
	}
	made, err = p.cache.get("og/"+page+"."+language, c.version+version, &p.mu, func() ([]byte, error) { return p.draw(c, shown) })
	return made, true, err
}

// card is the content of a preview image.
type card struct {
	mountain, label, title, foot string
	// named is the English title of a post, which may name a mountain.
	named string
	// heightM is set for a mountain that the build has not drawn; 0 means none.
	heightM int
	caps    bool // of the label
	long    bool // the title may take three lines
}

// card finds the card of a page, and a version of what it depends on besides the
// content.
func (p *Renderer) card(ctx context.Context, c *content, page string) (shown card, version string, known bool, err error) {
	if slug, ok := strings.CutPrefix(page, "blog-"); ok {
		return p.postCard(ctx, c, slug)
	}
	shown, known = c.card(page)
	return shown, "", known, nil
}

func (c *content) card(page string) (card, bool) {
	if mountain, ok := previewPages[page]; ok {
		return card{mountain: mountain, label: c.message("claim"), title: c.message("og."+page, "name", c.siteTitle()), caps: true}, true
	}
	slug := strings.TrimPrefix(page, "achievement-")
	for _, e := range c.expeditions {
		if e.Slug != slug {
			continue
		}
		foot := c.localized(e.BadgeEN, e.BadgeFR, e.BadgeAR)
		if foot == "" && e.Attempt {
			foot = c.message("og.attempt")
		}
		label := c.metres(e.HeightM) + " · " + fmt.Sprint(e.Year) + " · " + e.country(c)
		return card{mountain: e.Slug, heightM: e.HeightM, label: label, title: e.name(c), foot: foot}, true
	}
	return card{}, false
}

func (p *Renderer) draw(c *content, shown card) ([]byte, error) {
	if err := p.prepare(); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&out, quantize(p.layout(c, shown).pixels)); err != nil {
		return nil, fmt.Errorf("write a picture: %w", err)
	}
	return out.Bytes(), nil
}

// layout draws a card.
func (p *Renderer) layout(c *content, shown card) *pictureSurface {
	on := &pictureSurface{pixels: image.NewRGBA(image.Rect(0, 0, pictureWidth, pictureHeight))}
	s := &sheet{surface: on, typesetter: &typesetter{fonts: p.fonts, rtl: c.language == "ar"}, width: pictureWidth, height: pictureHeight}
	s.poster(p, c, shown)
	return on
}

// poster draws a card on a sheet of pixels.
func (s *sheet) poster(p *Renderer, c *content, shown card) {
	// the label is narrower than the title: it cannot be read over the mountain
	const edge, narrow = 72.0, 560.0
	column := 700.0
	px := func(st style, size float64) style { st.size = size / mmPerPoint; return st }
	s.box(0, 0, s.width, s.height, night)
	if m, ok := p.cardMountain(shown); ok {
		s.paintMountain(m, 0, 0, s.width, s.height, camera{foot: 0.74, centre: 0.72, spread: 1.3}, nightPalette, 1.3)
	}
	s.set("P", edge, edge, 600, c.wordmark(), px(s.headline(1, limestone), 36))
	size, rows := 132.0, 2
	if shown.long {
		size, rows = 104, 3
	}
	st := s.fit(shown.title, px(s.headline(1, limestone), size), column, rows)
	st.natural = true // a post that is not translated keeps its own direction
	column = s.balanced(shown.title, st, column)
	tall := s.textHeight(shown.title, st, column)
	label := px(s.label(ember), 20)
	label.caps = shown.caps
	y := s.set("P", edge, 300-tall/2, narrow, shown.label, label)
	y = s.set("P", edge, y+30, column, shown.title, st)
	s.set("P", edge, y+34, column, shown.foot, px(s.strong(1, limestone), 27))
	s.set("P", edge, s.height-edge-16, 700, ltr(withoutScheme(p.site)), px(s.label(muted(limestone, night)), 19))
}

// balanced is the narrowest column in which a text takes no more lines, so that
// the last line is not a single word.
func (s *sheet) balanced(text string, st style, width float64) float64 {
	rows, _ := s.breakLines(text, st, width)
	for {
		narrower := width * 0.96
		if broken, widest := s.breakLines(text, st, narrower); len(broken) > len(rows) || widest > narrower {
			return width
		}
		width = narrower
	}
}

// cardMountain is the mountain of a card: as the build drew it, else generated
// from the name. That of a post is drawn if its title names it.
func (p *Renderer) cardMountain(shown card) (mountain, bool) {
	name := shown.mountain
	if shown.long {
		name = p.mountainNamed(shown.named)
	}
	if m, ok := p.mountains[name]; ok {
		return m, true
	}
	return ridge(shown.mountain, shown.heightM), shown.heightM > 0
}

// quantize converts an image to a palette of fewer than 256 colours: a third of
// the bytes, and no visible difference, since few colours are used.
func quantize(from *image.RGBA) *image.Paletted {
	var palette color.Palette
	for _, way := range []struct {
		a, b  color.RGBA
		steps int
	}{{lake, night, 40}, {night, limestone, 72}, {lake, limestone, 40}, {night, ember, 40}} {
		for i := range way.steps {
			palette = append(palette, mix(way.a, way.b, float64(i)/float64(way.steps-1)))
		}
	}
	to := image.NewPaletted(from.Bounds(), palette)
	known := map[color.RGBA]uint8{}
	for y := range pictureHeight {
		for x := range pictureWidth {
			c := from.RGBAAt(x, y)
			index, ok := known[c]
			if !ok {
				index = uint8(palette.Index(c)) // #nosec G115 -- a palette has at most 256 colours
				known[c] = index
			}
			to.SetColorIndex(x, y, index)
		}
	}
	return to
}
