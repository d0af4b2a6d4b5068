package site

import (
	"encoding/json"
	"html/template"
	"math"
	"net/url"
	"strconv"
	"strings"
)

// photo is a picture of the library: a row of public.pictures.
type photo struct {
	Path        string
	Width       int
	Height      int
	Placeholder string
	FocalX      float64 `json:"focal_x"`
	FocalY      float64 `json:"focal_y"`
	AltEN       string  `json:"alt_en"`
	AltFR       string  `json:"alt_fr"`
	AltAR       string  `json:"alt_ar"`
	CreditEN    string  `json:"credit_en"`
	CreditFR    string  `json:"credit_fr"`
	CreditAR    string  `json:"credit_ar"`
}

func (p photo) alt() texts    { return texts{"en": p.AltEN, "fr": p.AltFR, "ar": p.AltAR} }
func (p photo) credit() texts { return texts{"en": p.CreditEN, "fr": p.CreditFR, "ar": p.CreditAR} }

// The size of a link preview, in pixels.
const (
	previewWidth  = 1200
	previewHeight = 630
)

func renderPath(path string) string {
	return (&url.URL{Path: "/storage/v1/render/image/public/media/" + path}).EscapedPath()
}

// preview is the path of the part for a link preview, cut around the focal point, and its
// size. The format is the file's, since not every reader of previews knows WebP. A
// rendering is never larger than the file.
func (p photo) preview() (path string, width, height int) {
	query := url.Values{
		"width": {strconv.Itoa(previewWidth)}, "height": {strconv.Itoa(previewHeight)}, "resize": {"cover"}, "format": {"origin"},
		"gravity": {"fp"}, "x_offset": {formatShare(p.FocalX)}, "y_offset": {formatShare(p.FocalY)},
	}
	scale := min(1, max(previewWidth/float64(p.Width), previewHeight/float64(p.Height)))
	size := func(side, most int) int { return min(most, int(math.Round(float64(side)*scale))) }
	return renderPath(p.Path) + "?" + query.Encode(), size(p.Width, previewWidth), size(p.Height, previewHeight)
}

func formatShare(share float64) string {
	return strconv.FormatFloat(max(0, min(1, share)), 'f', -1, 64)
}

// original is the path of the file.
func (p photo) original() string {
	return (&url.URL{Path: "/storage/v1/object/public/media/" + p.Path}).EscapedPath()
}

// photoPlace says how a page shows a photo: what client/src/i18n/localised-photo.tsx
// writes into the mark of a prerendered page.
type photoPlace struct {
	class, sizes string
	// first is the photo at the head of a page: the browser loads it first.
	first bool
	// decorative is a photo beside a text that says the same.
	decorative bool
}

// photoTemplate has the structure of client/src/ui/photo.tsx, since React hydrates it.
var photoTemplate = template.Must(template.New("photo").Parse(
	`<span class="photo photo-x-{{.X}} photo-y-{{.Y}} {{.Class}}">` +
		`{{with .Placeholder}}<img src="{{.}}" alt="" aria-hidden="true" class="photo-blur">{{end}}` +
		`<img alt="{{.Alt.Text}}" lang="{{.Alt.Lang}}" width="{{.Width}}" height="{{.Height}}" loading="{{.Loading}}" fetchpriority="{{.Priority}}" ` +
		`decoding="async" sizes="{{.Sizes}}" srcset="{{.Set}}" src="{{.Source}}">` +
		`{{with .Credit}}{{if .Text}}<span lang="{{.Lang}}" dir="{{.Dir}}" class="photo-credit">{{.Text}}</span>{{end}}{{end}}</span>`,
))

// photoWidths are those of client/src/ui/photo.tsx, in pixels: a rendering is shared by both.
var photoWidths = []int{360, 640, 960, 1280, 1920}

// html is the photo in a page.
func (p photo) html(language string, at photoPlace) template.HTML {
	widest := min(p.Width, photoWidths[len(photoWidths)-1])
	address := func(width int) string { return renderPath(p.Path) + "?width=" + strconv.Itoa(width) }
	set := []string{}
	for _, width := range photoWidths {
		if width < widest {
			set = append(set, address(width)+" "+strconv.Itoa(width)+"w")
		}
	}
	set = append(set, address(widest)+" "+strconv.Itoa(widest)+"w")
	shown := struct {
		X, Y, Width, Height                     int
		Class, Loading, Priority, Sizes, Source string
		Placeholder                             template.URL
		Set                                     template.Srcset
		Alt                                     localizedText
		Credit                                  *localizedText
	}{
		X: tenths(p.FocalX), Y: tenths(p.FocalY), Width: p.Width, Height: p.Height, Class: at.class, Sizes: at.sizes,
		Loading: "lazy", Priority: "auto", Source: address(min(p.Width, 960)), Alt: p.alt().localized(language),
		Set: template.Srcset(strings.Join(set, ", ")), // #nosec G203 -- renderPath escapes the path
	}
	if strings.HasPrefix(p.Placeholder, "data:image/") {
		shown.Placeholder = template.URL(p.Placeholder) // #nosec G203 -- a picture, which the template quotes
	}
	if at.first {
		shown.Loading, shown.Priority = "eager", "high"
	}
	if at.decorative {
		shown.Alt.Text = ""
	} else {
		credit := p.credit().localized(language)
		shown.Credit = &credit
	}
	var b strings.Builder
	_ = photoTemplate.Execute(&b, shown) // into memory: it cannot fail
	return template.HTML(b.String())     // #nosec G203 -- of a template
}

func tenths(share float64) int { return int(math.Floor(max(0, min(1, share))*10 + 0.5)) }

// settingQueries are the queries for the pictures that the page shows and settings name.
func (v *view) settingQueries() []tableQuery {
	queries := []tableQuery{}
	for _, key := range v.Pictures {
		if id := v.settings.pictures[key]; id != "" && v.Site.pages.Picture.Request != "" {
			q := v.Site.pages.Picture.about(":picture", id)
			q.named = "picture " + id
			queries = append(queries, q)
		}
	}
	return queries
}

// heroRow is what the client's first render needs of the row that a prerendered page shows.
type heroRow struct {
	Slug    string          `json:"slug"`
	Picture json.RawMessage `json:"picture"`
}

// hero is the row that the page shows, if it has a picture.
func (v *view) hero() (heroRow, bool) {
	if v.Found == nil {
		return heroRow{}, false
	}
	for _, row := range as[[]heroRow](v.rows[v.Found.Data]) {
		if row.Slug == v.slug {
			_, ok := readPhoto(row.Picture)
			return row, ok
		}
	}
	return heroRow{}, false
}

func readPhoto(row json.RawMessage) (photo, bool) {
	p := as[photo](row)
	return p, p.Path != "" && p.Width > 0 && p.Height > 0
}

// photo is the picture at a place of the page: "hero", or of a setting.
func (v *view) photo(name string) (photo, bool) {
	if name == "hero" {
		row, ok := v.hero()
		if !ok {
			return photo{}, false
		}
		return readPhoto(row.Picture)
	}
	rows := as[[]json.RawMessage](v.rows["picture "+v.settings.pictures[name]])
	if len(rows) != 1 {
		return photo{}, false
	}
	return readPhoto(rows[0])
}

// marked is the photo at a mark of the document: picture;name;class;sizes;flags.
func (v *view) marked(mark string) template.HTML {
	parts := strings.Split(mark, ";")
	p, ok := v.photo(parts[1])
	if !ok || len(parts) != 5 {
		return ""
	}
	return p.html(v.language, photoPlace{
		class: parts[2], sizes: parts[3], first: strings.Contains(parts[4], "first"), decorative: strings.Contains(parts[4], "decorative"),
	})
}
