package documents

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"golang.org/x/text/language"
	regions "golang.org/x/text/language/display"

	"github.com/toubkal/toubkal/client/site/telephone"
)

// content is the rows that documents are made of, and the messages of one
// language.
type content struct {
	messages
	language    string
	settings    map[string]json.RawMessage
	expeditions []expedition
	topics      []topic
	// version is a hash of the rows.
	version string
}

type expedition struct {
	Slug    string `json:"slug"`
	NameEN  string `json:"name_en"`
	NameFR  string `json:"name_fr"`
	NameAR  string `json:"name_ar"`
	BadgeEN string `json:"badge_en"`
	BadgeFR string `json:"badge_fr"`
	BadgeAR string `json:"badge_ar"`
	Year    int    `json:"year"`
	HeightM int    `json:"height_m"`
	Country string `json:"country"`
	Flag    string `json:"flag"`
	Attempt bool   `json:"is_attempt"`
}

type topic struct {
	TitleEN    string   `json:"title_en"`
	TitleFR    string   `json:"title_fr"`
	TitleAR    string   `json:"title_ar"`
	OutcomesEN []string `json:"outcomes_en"`
	OutcomesFR []string `json:"outcomes_fr"`
	OutcomesAR []string `json:"outcomes_ar"`
}

// sources are the requests for rows.
var sources = []string{
	"site_settings?select=key,value&order=key",
	"expeditions?select=slug,name_en,name_fr,name_ar,badge_en,badge_fr,badge_ar,year,height_m,country,flag,is_attempt&published=is.true&order=display_order",
	"speaking_topics?select=title_en,title_fr,title_ar,outcomes_en,outcomes_fr,outcomes_ar&published=is.true&order=display_order",
}

// load reads the rows of all sources.
func (p *Renderer) load(ctx context.Context, lang string) (*content, error) {
	c := &content{messages: p.messages[lang], language: lang, settings: map[string]json.RawMessage{}}
	sum := sha256.New()
	targets := []any{&[]struct {
		Key   string
		Value json.RawMessage
	}{}, &c.expeditions, &c.topics}
	for i, source := range sources {
		rows, err := p.tableRows(ctx, source)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(rows, targets[i]); err != nil {
			return nil, fmt.Errorf("read the rows of %s: %w", source, err)
		}
		_, _ = sum.Write(rows)
	}
	for _, row := range *targets[0].(*[]struct {
		Key   string
		Value json.RawMessage
	}) {
		c.settings[row.Key] = row.Value
	}
	c.version = hex.EncodeToString(sum.Sum(nil)[:8])
	return c, nil
}

// tableTimeout bounds the wait for one table; then its last rows are used.
const tableTimeout = 2 * time.Second

// tableRows asks the table API as anon, and takes the last answer if there is none now.
func (p *Renderer) tableRows(ctx context.Context, request string) ([]byte, error) {
	asking, cancel := context.WithTimeout(ctx, tableTimeout)
	defer cancel()
	rows, err := p.rows(asking, request)
	if err == nil {
		p.lastRows.Store(request, rows)
		return rows, nil
	}
	if last, ok := p.lastRows.Load(request); ok {
		return last.([]byte), nil
	}
	return nil, fmt.Errorf("ask for %s: %w", request, err)
}

// text is a setting in the language of the content; "" if it is not set.
func (c *content) text(key string) string {
	var plain string
	if json.Unmarshal(c.settings[key], &plain) == nil {
		return plain
	}
	var texts map[string]string
	if json.Unmarshal(c.settings[key], &texts) != nil {
		return ""
	}
	text := cmp.Or(texts[c.language], texts["en"])
	if key == "brand.name" || !strings.Contains(text, "{{name}}") {
		return text
	}
	return fill(text, "name", cmp.Or(c.text("brand.name"), c.message("unnamed")))
}

// siteTitle is her name, or that of the site while none is set.
func (c *content) siteTitle() string { return cmp.Or(c.text("brand.name"), c.wordmark()) }
func (c *content) wordmark() string  { return c.text("brand.wordmark") }

// price is that of the book in dirhams: "279". Without the setting it is the specification's.
func (c *content) price() string {
	var price json.Number
	_ = json.Unmarshal(c.settings["book.price_mad"], &price)
	return cmp.Or(price.String(), "279")
}

// figures are the four of the site, each with its label.
func (c *content) figures() [][2]string {
	f := struct {
		Started    int `json:"started"`
		Highest    int `json:"highest_m"`
		Continents int `json:"continents"`
		Peaks      int `json:"peaks"`
	}{}
	_ = json.Unmarshal(c.settings["figures"], &f) // without it they are left out
	if f.Highest == 0 {
		return nil
	}
	return [][2]string{
		{fmt.Sprint(f.Started), c.message("figures.started")},
		{c.metres(f.Highest), c.message("figures.highest")},
		{fmt.Sprint(f.Continents), c.message("figures.continents")},
		{fmt.Sprint(f.Peaks), c.message("figures.peaks")},
	}
}

func (c *content) metres(n int) string {
	return grouped(c.language, n) + "\u00a0" + c.message("metre")
}

// localized picks the text of the language, and English if it is empty.
func (c *content) localized(en, fr, ar string) string {
	return cmp.Or(map[string]string{"fr": fr, "ar": ar}[c.language], en)
}

func (e expedition) name(c *content) string { return c.localized(e.NameEN, e.NameFR, e.NameAR) }

// country names the country of the flag in the language of the page.
func (e expedition) country(c *content) string {
	region, err := language.ParseRegion(e.Flag)
	if err != nil {
		return e.Country
	}
	names := regions.Regions(language.Make(c.language))
	if names == nil {
		return e.Country
	}
	return cmp.Or(names.Name(region), e.Country)
}

func (t topic) title(c *content) string { return c.localized(t.TitleEN, t.TitleFR, t.TitleAR) }

func (t topic) outcomes(c *content) []string {
	own := map[string][]string{"fr": t.OutcomesFR, "ar": t.OutcomesAR}[c.language]
	if len(own) == 0 {
		return t.OutcomesEN
	}
	return own
}

// contact is an e-mail address, a telephone number or a page.
type contact struct{ label, shown, address string }

// contacts are those in the settings, and the page of the site last.
func (c *content) contacts(site, page string) []contact {
	var all []contact
	if email := c.text("contact.email"); email != "" {
		all = append(all, contact{c.message("contact.email"), ltr(email), "mailto:" + email})
	}
	if phone := c.text("contact.phone"); phone != "" {
		number, _ := telephone.E164(phone)
		all = append(all, contact{c.message("contact.phone"), ltr(phone), "tel:" + cmp.Or(number, dialable(phone))})
	}
	if number, ok := telephone.E164(c.text("contact.whatsapp")); ok {
		all = append(all, contact{"WhatsApp", ltr(number), "https://wa.me/" + strings.TrimPrefix(number, "+")})
	}
	address := site + page
	return append(all, contact{c.message("contact.site"), ltr(withoutScheme(address)), address + "?lang=" + c.language})
}
