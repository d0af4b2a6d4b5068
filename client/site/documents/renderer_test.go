package documents

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"unicode/utf16"
)

// distFiles are the files that the client's build writes, made from its sources.
var distFiles = sync.OnceValues(func() (fstest.MapFS, error) {
	files := fstest.MapFS{}
	client := func(name string) ([]byte, error) { return os.ReadFile("../../" + name) }
	list, err := client("build/print-fonts.json")
	if err != nil {
		return nil, err
	}
	var fonts map[string]string
	if err := json.Unmarshal(list, &fonts); err != nil {
		return nil, err
	}
	for name, file := range fonts {
		content, err := client(file)
		if err != nil {
			return nil, err
		}
		files["print/fonts/"+name+".woff"] = &fstest.MapFile{Data: content}
	}
	for _, language := range languages {
		content, err := client("src/shared/i18n/" + language + "/print.json")
		if err != nil {
			return nil, err
		}
		files["print/words."+language+".json"] = &fstest.MapFile{Data: content}
	}
	files["print/massifs.json"] = &fstest.MapFile{Data: mountains()}
	return files, nil
})

// mountains are cones: the real shapes come from the client, and are tested there.
func mountains() []byte {
	const rows, points = 6, 40
	all := map[string]any{}
	for _, slug := range []string{"everest", "lhotse", "k2"} {
		var packed []byte
		for row := range rows {
			for i := range points {
				away := math.Abs(float64(i-points/2))/20 + math.Abs(float64(row-2))/6
				packed = binary.LittleEndian.AppendUint16(packed, uint16(12000*max(0, 1-away)))
			}
		}
		tones := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{128}, rows*points))
		all[slug] = map[string]any{
			"rows": rows, "points": points, "crestRows": 3, "attempt": slug == "k2", "heights": base64.StdEncoding.EncodeToString(packed),
			"tones": tones, "drops": []float64{0, 0.01, 0.02, 0.03, 0.05, 0.1}, "profile": []float64{5200, 6000, 8000, 6100, 5300}, "baseM": 5000,
		}
	}
	text, _ := json.Marshal(all)
	return text
}

// tables are the rows of a test, by table.
type tables map[string]string

func (t tables) ask(_ context.Context, request string) ([]byte, error) {
	name, _, _ := strings.Cut(request, "?")
	rows, ok := t[name]
	if !ok {
		return nil, errors.New("the database is away")
	}
	return []byte(rows), nil
}

func seeded() tables {
	return tables{
		"site_settings": `[{"key":"brand.wordmark","value":"Altitude 8848"},
			{"key":"brand.name","value":{"en":"Zahra Test","fr":"Zahra Essai","ar":"زهرة اختبار"}},
			{"key":"brand.portrait","value":{"en":"{{name}} climbs.","fr":"{{name}} grimpe.","ar":"{{name}} تتسلق صعودًا."}},
			{"key":"press.bio_short","value":{"en":"{{name}}, a climber."}},
			{"key":"press.bio_long","value":{"en":"` + strings.Repeat("A long life of many words. ", 400) + `"}},
			{"key":"figures","value":{"started":2011,"highest_m":8848,"continents":7,"peaks":8}},
			{"key":"contact.email","value":null}]`,
		"expeditions": `[{"slug":"everest","name_en":"Everest","name_ar":"إيفرست","year":2017,"height_m":8848,"country":"Nepal","flag":"NP","is_attempt":false},
			{"slug":"k2","name_en":"K2","name_ar":"كي 2","year":2025,"height_m":8611,"country":"Pakistan","flag":"PK","is_attempt":true}]`,
		"speaking_topics": `[{"title_en":"Risk","outcomes_en":["One","Two","Three"],"outcomes_ar":[]}]`,
	}
}

// reachable is seeded with every contact that the settings can have.
func reachable() tables {
	rows := seeded()
	rows["site_settings"] = strings.Replace(rows["site_settings"], `{"key":"contact.email","value":null}`,
		`{"key":"contact.email","value":"press@site.test"},{"key":"contact.phone","value":"+212 600-000000"},{"key":"contact.whatsapp","value":"0600000000"}`, 1)
	return rows
}

func testRenderer(t *testing.T, rows tables) *Renderer {
	t.Helper()
	files, err := distFiles()
	if err != nil {
		t.Fatalf("%v: run `make run` or `npm ci` in client/ first", err)
	}
	p, err := New(Options{Files: files, Rows: rows.ask, SiteURL: "https://site.test", Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.prepare(); err != nil { // tests use its parts
		t.Fatal(err)
	}
	return p
}

func get(p *Renderer, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	return w
}

func inUTF16(s string) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(&b, "%04X", unit)
	}
	return b.String()
}

func TestEveryDocumentInEveryLanguage(t *testing.T) {
	t.Parallel()
	for name := range documents {
		for _, language := range languages {
			t.Run(name+"."+language, func(t *testing.T) {
				t.Parallel()
				p := testRenderer(t, seeded())
				first, err := p.document(t.Context(), name, language)
				if err != nil {
					t.Fatal(err)
				}
				again, err := testRenderer(t, seeded()).document(t.Context(), name, language)
				if err != nil || !bytes.Equal(first.bytes, again.bytes) {
					t.Errorf("rendered twice it differs: %v", err)
				}
				text := string(first.bytes)
				title := p.messages[language].message(map[string]string{"media-kit": "kit", "speaker-sheet": "sheet", "sponsor-deck": "deck"}[name] + ".title")
				for _, want := range []string{"%PDF-1.7", "/Lang<FEFF" + inUTF16(language), inUTF16(title + " · Altitude 8848"), "/StructTreeRoot", "%%EOF"} {
					if !strings.Contains(text, want) {
						t.Errorf("it lacks %s", want)
					}
				}
				if rtl := strings.Contains(text, "/Direction/R2L"); rtl != (language == "ar") {
					t.Errorf("it reads from the right = %v", rtl)
				}
			})
		}
	}
}

// recordingSurface records the text that is drawn on it, and fails the test for
// text outside of the page's margins.
type recordingSurface struct {
	surface
	t             *testing.T
	text          *strings.Builder
	width, height float64
}

func (s recordingSurface) glyphs(at point, l line, size float64, c color.RGBA) {
	for _, g := range l.glyphs {
		s.text.WriteString(g.text)
	}
	s.text.WriteByte('\n')
	if at.x < 8 || at.x+l.width > s.width-8 || at.y < 5 || at.y > s.height-5 {
		s.t.Errorf("%.1f mm of text stand at %.1f, %.1f on a page of %v by %v", l.width, at.x, at.y, s.width, s.height)
	}
	s.surface.glyphs(at, l, size, c)
}

// textOf renders a document and returns its text, line by line.
func textOf(t *testing.T, p *Renderer, name, language string) string {
	t.Helper()
	text := &strings.Builder{}
	p.wrapSurface = func(on surface, width, height float64) surface { return recordingSurface{on, t, text, width, height} }
	if _, err := p.document(t.Context(), name, language); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func TestTextStaysOnThePage(t *testing.T) {
	t.Parallel()
	long := seeded()
	long["site_settings"] = strings.Replace(long["site_settings"], `"en":"Zahra Test"`, `"en":"Zahra Fatima-Zohra Benabdeljalil El Alaoui Test"`, 1)
	for _, p := range []*Renderer{testRenderer(t, seeded()), testRenderer(t, long), testRenderer(t, reachable())} {
		for name := range documents {
			for _, language := range languages {
				textOf(t, p, name, language)
			}
		}
	}
}

func TestDocumentText(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, document string
		rows           tables
		has, lacks     []string
	}{
		{"a kit", "media-kit", seeded(), []string{"ZAHRA", "Zahra Test, a climber.", "Everest", "8,848 m", "Nepal", "Attempt", "site.test/contact"}, []string{"{{", "@", "kit.", "Phone", "PHONE"}},
		{"a kit with ways to write", "media-kit", reachable(), []string{"press@site.test", "+212 600-000000"}, nil},
		{"a sheet", "speaker-sheet", seeded(), []string{"RISK", "One", "Two", "Three", "Zahra Test climbs.", "site.test/speaking"}, []string{"{{", "sheet."}},
		{"a deck", "sponsor-deck", seeded(), []string{"$5,000–$10,000", "K2", "site.test/sponsor"}, []string{"{{", "deck."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text := strings.ReplaceAll(textOf(t, testRenderer(t, tt.rows), tt.document, "en"), "\u00a0", " ")
			for _, want := range tt.has {
				if !strings.Contains(text, want) {
					t.Errorf("it lacks %q in\n%s", want, text)
				}
			}
			for _, not := range tt.lacks {
				if strings.Contains(text, not) {
					t.Errorf("%q is in it:\n%s", not, text)
				}
			}
		})
	}
}

func TestServe(t *testing.T) {
	t.Parallel()
	p := testRenderer(t, seeded())
	for path, status := range map[string]int{
		"/downloads/media-kit.en.pdf": 200, "/downloads/media-kit.de.pdf": 404, "/downloads/media-kit.pdf": 404, "/downloads/passwd.en.pdf": 404,
		"/downloads/": 404, "/downloads/media-kit.en.png": 404, "/og/home.en.pdf": 404, "/og/nothing.en.png": 404, "/og/manaslu.en.png": 404,
		"/og/everest.fr.png": 200, "/og/achievement-k2.ar.png": 200,
	} {
		if w := get(p, path); w.Code != status {
			t.Errorf("%s: status %d, want %d", path, w.Code, status)
		}
	}
	w := get(p, "/downloads/speaker-sheet.fr.pdf")
	if got := w.Header().Get("Content-Disposition"); got != `attachment; filename="altitude-8848-speaker-sheet-fr.pdf"` {
		t.Errorf("Content-Disposition %s", got)
	}
	if got := w.Header().Get("Content-Type") + w.Header().Get("Content-Language"); got != "application/pdffr" {
		t.Errorf("it is %s", got)
	}
	if again := get(p, "/downloads/speaker-sheet.fr.pdf", "If-None-Match", w.Header().Get("ETag")); again.Code != 304 || again.Body.Len() != 0 {
		t.Errorf("asked again: %d with %d bytes, want 304 and none", again.Code, again.Body.Len())
	}
}

func TestAChangedSettingChangesTheDocument(t *testing.T) {
	t.Parallel()
	rows := seeded()
	p := testRenderer(t, rows)
	before := get(p, "/downloads/media-kit.en.pdf").Header().Get("ETag")
	if again := get(p, "/downloads/media-kit.en.pdf").Header().Get("ETag"); again != before {
		t.Errorf("nothing changed, and the tag went from %s to %s", before, again)
	}
	rows["site_settings"] = strings.ReplaceAll(rows["site_settings"], "Zahra", "Nour")
	if after := get(p, "/downloads/media-kit.en.pdf").Header().Get("ETag"); after == before {
		t.Error("her name changed, and the document did not")
	}
}

// TestDocumentsOutliveTheDatabase: they are made of the last rows.
func TestDocumentsOutliveTheDatabase(t *testing.T) {
	t.Parallel()
	rows := seeded()
	p := testRenderer(t, rows)
	before := get(p, "/downloads/media-kit.en.pdf").Header().Get("ETag")
	clear(rows)
	if w := get(p, "/downloads/media-kit.en.pdf"); w.Code != http.StatusOK || w.Header().Get("ETag") != before {
		t.Errorf("the same document: %d %v, want %s", w.Code, w.Header(), before)
	}
	if w := get(p, "/og/k2.ar.png"); w.Code != http.StatusOK {
		t.Errorf("another: %d %s", w.Code, w.Body)
	}
}

func TestWithoutRowsOrFiles(t *testing.T) {
	t.Parallel()
	p := testRenderer(t, tables{})
	p.files = fstest.MapFS{}
	w := get(p, "/downloads/media-kit.fr.pdf")
	if w.Code != 503 || !strings.Contains(w.Body.String(), "ne peut pas être préparé") || w.Header().Get("Retry-After") == "" {
		t.Errorf("got %d %s %v", w.Code, w.Body, w.Header())
	}
	if _, err := New(Options{Files: fstest.MapFS{}}); !errors.Is(err, ErrNotBuilt) {
		t.Errorf("without a build: %v, want ErrNotBuilt", err)
	}
}

func TestPreviews(t *testing.T) {
	t.Parallel()
	for _, page := range []string{"home", "sponsor", "k2"} {
		for _, language := range languages {
			t.Run(page+"."+language, func(t *testing.T) {
				t.Parallel()
				p := testRenderer(t, seeded())
				made, known, err := p.preview(t.Context(), page, language)
				if err != nil || !known {
					t.Fatal(known, err)
				}
				if len(made.bytes) > 150_000 {
					t.Errorf("%d bytes are too many", len(made.bytes))
				}
				picture, err := png.Decode(bytes.NewReader(made.bytes))
				if err != nil {
					t.Fatal(err)
				}
				if size := picture.Bounds().Size(); size.X != 1200 || size.Y != 630 {
					t.Errorf("it measures %v", size)
				}
				colours := map[color.Color]bool{}
				for x := range 1200 {
					for y := range 630 {
						colours[picture.At(x, y)] = true
					}
				}
				if len(colours) < 40 {
					t.Errorf("%d colours: it is as good as blank", len(colours))
				}
			})
		}
	}
}

func TestPreviewTextStaysInside(t *testing.T) {
	t.Parallel()
	rows := seeded()
	rows["site_settings"] = strings.Replace(rows["site_settings"], `"en":"Zahra Test"`, `"en":"Zahra Fatima-Zohra Benabdeljalil El Alaoui Test"`, 1)
	p := testRenderer(t, rows)
	for _, language := range languages {
		c, err := p.load(t.Context(), language)
		if err != nil {
			t.Fatal(err)
		}
		for page := range previewPages {
			shown, _ := c.card(page)
			on := p.layout(c, shown)
			if len(on.boxes) < 3 {
				t.Errorf("%s.%s has %d texts", page, language, len(on.boxes))
			}
			for _, box := range on.boxes {
				if box.Min.X < 40 || box.Max.X > 1160 || box.Min.Y < 40 || box.Max.Y > 590 {
					t.Errorf("%s.%s: text at %v", page, language, box)
				}
			}
		}
	}
}

// TestFontsAreReadForTheFirstRendering: a server that renders nothing does not keep them.
func TestFontsAreReadForTheFirstRendering(t *testing.T) {
	t.Parallel()
	files, err := distFiles()
	if err != nil {
		t.Fatalf("%v: run `make run` or `npm ci` in client/ first", err)
	}
	p, err := New(Options{Files: files, Rows: seeded().ask, SiteURL: "https://site.test"})
	if err != nil {
		t.Fatal(err)
	}
	if p.fonts != nil || p.mountains != nil {
		t.Error("New reads fonts or mountains")
	}
	if answer := get(p, "/og/home.en.png"); answer.Code != http.StatusOK {
		t.Fatalf("a picture: %d %s", answer.Code, answer.Body)
	}
	if p.fonts == nil || p.mountains == nil {
		t.Error("a rendering reads them again each time")
	}
}
