package site

import (
	"cmp"
	"encoding/json"
	"regexp"
	"strings"
	"time"
)

// settingsRequest is made for a page whose own queries lack the settings: the
// head needs them.
const settingsRequest = "/rest/v1/site_settings?select=key,value&key=not.like.press.%25"

// settings are those that heads and files speak of; what is null there is empty
// here, and left out of them.
type settings struct {
	wordmark, email              string
	instagram, youtube, linkedin string
	homeFilm                     string
	name                         texts   // empty where not given
	unnamed                      texts   // stands for the name in a sentence
	price                        float64 // 0 where not given
	stock                        float64
	retreat                      retreat
	pictures                     map[string]string // the ids, by the key
}

type retreat struct {
	Start, End  string // year-month-day
	City, Theme texts
}

// upcoming is false too where no date is given.
func (r retreat) upcoming(now time.Time) bool {
	start, _ := time.Parse(time.DateOnly, r.Start)
	return start.After(now)
}

// readSettings reads the rows of site_settings over what the build has. A value
// of another shape than is expected counts as not given.
func readSettings(rows json.RawMessage, built brand) settings {
	var list []struct {
		Key   string
		Value json.RawMessage
	}
	_ = json.Unmarshal(rows, &list)
	values := map[string]json.RawMessage{}
	for _, row := range list {
		values[row.Key] = row.Value
	}
	word := func(key string) string { return as[string](values[key]) }
	s := settings{
		wordmark: cmp.Or(word("brand.wordmark"), built.Wordmark), name: as[texts](values["brand.name"]),
		email:     word("contact.email"),
		instagram: word("social.instagram"), youtube: word("social.youtube"), linkedin: word("social.linkedin"),
		homeFilm: word("video.home_film"),
		price:    as[float64](values["book.price_mad"]), stock: as[float64](values["book.stock"]),
		retreat: as[retreat](values["retreat"]),
	}
	s.pictures = map[string]string{}
	for _, key := range []string{"story.portrait", "book.cover"} {
		if id := word(key); pictureID.MatchString(id) {
			s.pictures[key] = id
		}
	}
	s.unnamed = built.Unnamed
	return s
}

// pictureID is the format that the table checks.
var pictureID = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

func as[T any](value json.RawMessage) T {
	var read, none T
	if json.Unmarshal(value, &read) != nil {
		return none
	}
	return read
}

// namedAs is her name, or what stands for it as the subject of a sentence.
func (s settings) namedAs(language string) string {
	return cmp.Or(s.name.text(language), s.unnamed.text(language))
}

// siteTitle is what titles of pages end in: her name, or else that of the site.
func (s settings) siteTitle(language string) string {
	return cmp.Or(s.name.text(language), s.wordmark)
}

// profiles are where else she is, of those that are set.
func (s settings) profiles() []string {
	var all []string
	for _, each := range []string{s.instagram, s.youtube, s.linkedin} {
		if strings.HasPrefix(each, "https://") { // typed by hand: the pages link to nothing else either
			all = append(all, each)
		}
	}
	return all
}
