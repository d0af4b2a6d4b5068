package site

import (
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
)

const (
	portraitID = "11111111-1111-4111-8111-111111111111"
	photoRow   = `{"path":"11111111-1111-4111-8111-111111111111/22222222-2222-4222-8222-222222222222.jpg","width":4000,"height":3000,` +
		`"placeholder":"data:image/webp;base64,AAAA","focal_x":0.25,"focal_y":0.8,"alt_en":"Tents <& a glacier","alt_fr":"Des tentes","alt_ar":"",` +
		`"credit_en":"Sara","credit_fr":"","credit_ar":""}`
	photoFile = "/storage/v1/render/image/public/media/11111111-1111-4111-8111-111111111111/22222222-2222-4222-8222-222222222222.jpg"
)

// pictured are a build whose pages show photos, and tables with photos.
func pictured() (fstest.MapFS, *tables) {
	files, from := built(), seeded()
	pages := strings.Replace(pagesJSON, `"admin":`, `"picture":{"key":["picture",":picture"],"request":"/rest/v1/pictures?select=path&id=eq.:picture"},"admin":`, 1)
	files["pages.json"] = &fstest.MapFile{Data: []byte(strings.Replace(pages, `{"path": "/story"`, `{"pictures":["story.portrait"],"path": "/story"`, 1))}
	put := func(table, old, more string) { from.rows[table] = strings.Replace(from.rows[table], old, old+more, 1) }
	put("expeditions", `"slug":"everest",`, `"picture":`+photoRow+`,`)
	put("blog_posts", `"slug":"first-light",`, `"featured_image_url":"/old.jpg","picture":`+photoRow+`,`)
	put("site_settings", `[`, `{"key":"story.portrait","value":"`+portraitID+`"},`)
	from.rows["pictures"] = "[" + photoRow + "]"
	return files, from
}

func TestPhotosInPages(t *testing.T) {
	t.Parallel()
	files, from := pictured()
	site := siteOn(t, files, from)
	preview := "https://example.org" + photoFile + "?format=origin&amp;gravity=fp&amp;height=630&amp;resize=cover&amp;width=1200&amp;x_offset=0.25&amp;y_offset=0.8"
	for _, c := range []struct {
		name, target string
		has          []string
	}{
		{"an expedition", "/achievement/everest?lang=fr", []string{
			`<meta property="og:image" content="` + preview + `">`, `<meta property="og:image:width" content="1200">`,
			`<meta property="og:image:height" content="630">`, `<meta property="og:image:alt" content="Des tentes">`,
		}},
		{"the portrait", "/story?lang=ar", []string{
			`[["picture","` + portraitID + `"],[{"path":`, `"image":"https://example.org/storage/v1/object/public/media/`,
		}},
		{"a post", "/blog/first-light?lang=en", []string{
			`<meta property="og:image" content="` + preview + `">`, `"image":"https://example.org/storage/v1/render/`,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			res, body := ask(site, c.target)
			for _, want := range c.has {
				if res.StatusCode != http.StatusOK || !strings.Contains(body, want) {
					t.Errorf("%d, want 200 with %q: %s", res.StatusCode, want, body)
				}
			}
			if strings.Contains(body, "⟦") || strings.Contains(body, `="/old.jpg"`) || strings.Contains(body, `example.org/old.jpg`) {
				t.Errorf("a mark or the old address is left: %s", body)
			}
		})
	}
}

func TestPagesWithoutPhotos(t *testing.T) {
	t.Parallel()
	files, _ := pictured()
	for name, from := range map[string]*tables{"none chosen": seeded(), "no database": {}} {
		for _, target := range []string{"/achievement/everest", "/story"} {
			res, body := ask(siteOn(t, files, from), target)
			if !strings.Contains(body, "/og/") || strings.Contains(body, "/storage/") {
				t.Errorf("%s, %s: %d %s", name, target, res.StatusCode, body)
			}
		}
	}
}

// TestPreviewIsNotEnlarged: the size that the page names is that of the rendering.
func TestPreviewIsNotEnlarged(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ w, h, wantW, wantH int }{
		{4000, 3000, 1200, 630}, {1200, 630, 1200, 630}, {800, 600, 800, 600}, {3000, 500, 1200, 500}, {600, 3000, 600, 630}, {1, 1, 1, 1},
	} {
		_, w, h := photo{Path: "a.jpg", Width: c.w, Height: c.h}.preview()
		if w != c.wantW || h != c.wantH {
			t.Errorf("of %d×%d: %d×%d, want %d×%d", c.w, c.h, w, h, c.wantW, c.wantH)
		}
	}
}
