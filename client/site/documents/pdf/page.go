package pdf

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"strings"
)

// Point is in points from the lower left corner.
type Point struct{ X, Y float64 }

// Page is drawn in the order of the calls: later ones are above.
type Page struct {
	width, height float64
	content       bytes.Buffer
	shadings      []string
	links         []string
	elements      []element
}

// element is a structure element, in reading order.
type element struct{ kind, alt string }

// Tagged draws a structure element: kind is H1, H2, P, Figure …; alt is the
// alternative text of a Figure.
func (p *Page) Tagged(kind, alt string, draw func()) {
	fmt.Fprintf(&p.content, "/%s<</MCID %d>>BDC\n", kind, len(p.elements))
	p.elements = append(p.elements, element{kind, alt})
	draw()
	p.content.WriteString("EMC\n")
}

// Artifact draws what screen readers skip: backgrounds, lines, ornaments.
func (p *Page) Artifact(draw func()) {
	p.content.WriteString("/Artifact BMC\n")
	draw()
	p.content.WriteString("EMC\n")
}

// Clipped draws within a rectangle.
func (p *Page) Clipped(x, y, width, height float64, draw func()) {
	fmt.Fprintf(&p.content, "q %s %s %s %s re W n\n", number(x), number(y), number(width), number(height))
	draw()
	p.content.WriteString("Q\n")
}

// Fill fills the outline.
func (p *Page) Fill(outline []Point, c color.RGBA) {
	p.content.WriteString(rgb(c) + " rg ")
	p.path(outline)
	p.content.WriteString("f\n")
}

// Stroke draws a line of this width; dashes are lengths on and off.
func (p *Page) Stroke(line []Point, c color.RGBA, width float64, dashes ...float64) {
	spelled := make([]string, len(dashes))
	for i, dash := range dashes {
		spelled[i] = number(dash)
	}
	fmt.Fprintf(&p.content, "%s RG %s w [%s] 0 d 1 j ", rgb(c), number(width), strings.Join(spelled, " "))
	p.path(line)
	p.content.WriteString("S\n")
}

func (p *Page) path(points []Point) {
	for i, at := range points {
		verb := "l "
		if i == 0 {
			verb = "m "
		}
		p.content.WriteString(tenth(at.X) + " " + tenth(at.Y) + " " + verb)
	}
}

// tenth formats a coordinate to a tenth of a point, 35 µm: drawings have many.
func tenth(v float64) string { return number(math.Round(v*10) / 10) }

// Gradient fills a rectangle from the colour above to the one below.
func (p *Page) Gradient(x, y, width, height float64, above, below color.RGBA) {
	p.shadings = append(p.shadings, fmt.Sprintf("/S%d<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 %s 0 %s]/Function<</FunctionType 2/Domain[0 1]/N 1/C0[%s]/C1[%s]>>/Extend[true true]>>",
		len(p.shadings), number(y+height), number(y), rgb(above), rgb(below)))
	p.Clipped(x, y, width, height, func() { fmt.Fprintf(&p.content, "/S%d sh\n", len(p.shadings)-1) })
}

// Link makes a rectangle a link to a URL.
func (p *Page) Link(x, y, width, height float64, address string) {
	p.links = append(p.links, fmt.Sprintf("<</Type/Annot/Subtype/Link/Border[0 0 0]/F 4/Rect[%s %s %s %s]/A<</S/URI/URI(%s)>>>>",
		number(x), number(y), number(x+width), number(y+height), escaped(address)))
}

// escaped escapes a URL for a string literal.
func escaped(s string) string {
	return strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`, "\r", "", "\n", "").Replace(s)
}

func rgb(c color.RGBA) string {
	part := func(v uint8) string { return number(float64(v) / 255) }
	return part(c.R) + " " + part(c.G) + " " + part(c.B)
}

func (p *Page) write(w *writer, own, tree, resources, index int) {
	content := w.reserve()
	w.stream(content, "", p.content.Bytes())
	shadings := ""
	if len(p.shadings) > 0 {
		shadings = "/Shading<<" + strings.Join(p.shadings, "") + ">>"
	}
	// the fonts of all pages are one object; gradients belong to a page
	w.object(own, fmt.Sprintf("<</Type/Page/Parent %s/MediaBox[0 0 %s %s]/Contents %s/Resources<</Font %s%s>>/StructParents %d/Tabs/S/Annots[%s]>>",
		ref(tree), number(p.width), number(p.height), ref(content), ref(resources), shadings, index, strings.Join(p.links, "")))
}

func (p *Page) writeElements(w *writer, own, document int) []string {
	refs := make([]string, len(p.elements))
	for i, e := range p.elements {
		alt := ""
		if e.alt != "" {
			alt = "/Alt" + text(e.alt)
		}
		refs[i] = ref(w.add(fmt.Sprintf("<</Type/StructElem/S/%s/P %s/Pg %s/K %d%s>>", e.kind, ref(document), ref(own), i, alt)))
	}
	return refs
}
