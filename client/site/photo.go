package site

import (
	"encoding/json"
	"math"
	"net/url"
	"strconv"
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
}

func (p photo) alt() texts { return texts{"en": p.AltEN, "fr": p.AltFR, "ar": p.AltAR} }

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

func readPhoto(row json.RawMessage) (photo, bool) {
	p := as[photo](row)
	return p, p.Path != "" && p.Width > 0 && p.Height > 0
}

// photo is the picture of the page: "hero", that of the row that it shows, or of a setting.
func (v *view) photo(name string) (photo, bool) {
	if name != "hero" {
		rows := as[[]json.RawMessage](v.rows["picture "+v.settings.pictures[name]])
		if len(rows) != 1 {
			return photo{}, false
		}
		return readPhoto(rows[0])
	}
	if v.Found == nil {
		return photo{}, false
	}
	for _, q := range v.queries { // a list may hold the row in brief, without its picture
		for _, row := range as[[]struct {
			Slug    string
			Picture json.RawMessage
		}](v.rows[q.named]) {
			if p, ok := readPhoto(row.Picture); ok && row.Slug == v.slug {
				return p, true
			}
		}
	}
	return photo{}, false
}
