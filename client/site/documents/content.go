package documents

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"time"

	"golang.org/x/text/language"
	regions "golang.org/x/text/language/display"
)

// content is what the site says today, in one language.
type content struct {
	words
	language    string
	settings    map[string]json.RawMessage
	expeditions []expedition
	topics      []topic
	// version changes with everything that could be printed.
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

// sources are the tables behind the documents, and the files that stand in for
// them where the database is away or a table is empty.
var sources = []struct{ request, file string }{
	{"site_settings?select=key,value&order=key", "settings"},
	{"expeditions?select=slug,name_en,name_fr,name_ar,badge_en,badge_fr,badge_ar,year,height_m,country,flag,is_attempt&published=is.true&order=display_order", "expeditions"},
	{"speaking_topics?select=title_en,title_fr,title_ar,outcomes_en,outcomes_fr,outcomes_ar&published=is.true&order=display_order", "topics"},
}

// read gathers what is to be printed.
func (p *Press) read(ctx context.Context, tongue string) (*content, error) {
	c := &content{words: p.words[tongue], language: tongue, settings: map[string]json.RawMessage{}}
	sum := sha256.New()
	targets := []any{&[]struct {
		Key   string
		Value json.RawMessage
	}{}, &c.expeditions, &c.topics}
	for i, source := range sources {
		rows, err := p.rowsOf(ctx, source.request, source.file)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(rows, targets[i]); err != nil {
			return nil, fmt.Errorf("read the rows of %s: %w", source.file, err)
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

// patience bounds the wait for one table; then built-in rows are printed.
const patience = 2 * time.Second

// rowsOf asks the table as a visitor, and takes the built-in rows where there
// is no answer or nothing in it.
func (p *Press) rowsOf(ctx context.Context, request, file string) ([]byte, error) {
	asking, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	rows, err := p.rows(asking, request)
	if err == nil && len(rows) > len("[]") {
		return rows, nil
	}
	spare, missing := fs.ReadFile(p.files, "print/built-in/"+file+".json")
	switch {
	case missing == nil:
		return spare, nil
	case err != nil:
		return nil, fmt.Errorf("ask for %s: %w", file, err)
	}
	return rows, nil
}

// text is a setting in words; "" where it is not given.
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
	if key == "brand.name" {
		return text
	}
	return fill(text, "name", c.name())
}

func (c *content) name() string     { return c.text("brand.name") }
func (c *content) wordmark() string { return c.text("brand.wordmark") }

// figures are the four of the site, written out.
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
		{fmt.Sprint(f.Started), c.say("figures.started")},
		{c.metres(f.Highest), c.say("figures.highest")},
		{fmt.Sprint(f.Continents), c.say("figures.continents")},
		{fmt.Sprint(f.Peaks), c.say("figures.peaks")},
	}
}

func (c *content) metres(n int) string {
	return grouped(c.language, n) + "\u00a0" + c.say("metre")
}

// own picks the text of the language, and English where it is missing.
func (c *content) own(en, fr, ar string) string {
	return cmp.Or(map[string]string{"fr": fr, "ar": ar}[c.language], en)
}

func (e expedition) name(c *content) string  { return c.own(e.NameEN, e.NameFR, e.NameAR) }
func (e expedition) badge(c *content) string { return c.own(e.BadgeEN, e.BadgeFR, e.BadgeAR) }

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

func (t topic) title(c *content) string { return c.own(t.TitleEN, t.TitleFR, t.TitleAR) }

func (t topic) outcomes(c *content) []string {
	own := map[string][]string{"fr": t.OutcomesFR, "ar": t.OutcomesAR}[c.language]
	if len(own) == 0 {
		return t.OutcomesEN
	}
	return own
}

// channel is a way to reach her.
type channel struct{ label, shown, address string }

// channels are those that the owner has given, and the site's own page last.
func (c *content) channels(site, page string) []channel {
	var all []channel
	if email := c.text("contact.email"); email != "" {
		all = append(all, channel{c.say("contact.email"), ltr(email), "mailto:" + email})
	}
	if phone := c.text("contact.phone"); phone != "" {
		all = append(all, channel{c.say("contact.phone"), ltr(phone), "tel:" + digits(phone)})
	}
	if number := c.text("contact.whatsapp"); number != "" {
		all = append(all, channel{"WhatsApp", ltr("+" + number), "https://wa.me/" + digits(number)})
	}
	address := site + page
	return append(all, channel{c.say("contact.site"), ltr(bare(address)), address + "?lang=" + c.language})
}
