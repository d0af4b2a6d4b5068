package site

import (
	"encoding/json"
	"math"
	"path"
	"slices"
	"strings"
	"time"
)

// object is a node of JSON-LD (https://schema.org). Its keys are written in
// order, and never one without a value.
type object map[string]any

// structured is what a machine may know of the page: only what is true, set and
// shown on it.
func (v *view) structured(title, description string) string {
	graph := []object{}
	add := func(nodes ...object) { graph = append(graph, nodes...) }
	switch v.Path {
	case "/":
		add(v.site(), v.person(), v.film(title, description))
	case "/story":
		add(object{"@type": "ProfilePage", "url": v.here(), "inLanguage": v.language, "mainEntity": v.about("person")}, v.person())
	case "/film":
		add(v.film(title, description))
	case "/book":
		add(v.book(title, description), v.person())
	case "/retreat":
		add(v.event(title, description))
	case "/blog/:slug":
		if p, ok := v.post(); ok {
			add(v.posting(p), v.person())
		}
	}
	add(v.trail(title))
	return script(graph)
}

// script leaves out what is empty; encoding/json escapes what could end it.
func script(graph []object) string {
	full := []object{}
	for _, node := range graph {
		if len(node) > 0 {
			full = append(full, node)
		}
	}
	if len(full) == 0 {
		return ""
	}
	text, err := json.Marshal(object{"@context": "https://schema.org", "@graph": full})
	if err != nil {
		return ""
	}
	return `<script type="application/ld+json">` + string(text) + `</script>`
}

// here is the address of what the page shows: of the English one, where it shows
// that for want of a translation.
func (v *view) here() string {
	language := v.language
	if !slices.Contains(v.languages(), language) {
		language = languages[0]
	}
	return link(v.origin, v.path, language)
}

// about names a node that is described once, and spoken of elsewhere.
func (v *view) about(name string) object { return object{"@id": v.origin + "/#" + name} }

func (v *view) site() object {
	return object{
		"@type": "WebSite", "@id": v.origin + "/#site", "url": v.origin + "/", "name": v.wordmark,
		"inLanguage": languages, "publisher": v.about("person"),
	}
}

// person says of her what the site says: no more than the one exact claim.
func (v *view) person() object {
	p := object{
		"@type": "Person", "@id": v.origin + "/#person", "name": v.namedAs(v.language),
		"url": link(v.origin, "/story", v.language), "description": words[v.language].claim,
	}
	if photo, ok := v.photo("story.portrait"); ok {
		p["image"] = v.origin + photo.original()
	}
	if profiles := v.profiles(); profiles != nil {
		p["sameAs"] = profiles
	}
	return p
}

// film is there only with its video. The date of its upload is unknown.
func (v *view) film(title, description string) object {
	if !videoID(v.homeFilm) {
		return nil
	}
	return object{
		"@type": "VideoObject", "name": v.withoutBrand(title), "description": description, "inLanguage": v.language,
		"thumbnailUrl": "https://i.ytimg.com/vi/" + v.homeFilm + "/hqdefault.jpg",
		"embedUrl":     "https://www.youtube-nocookie.com/embed/" + v.homeFilm,
	}
}

// videoID is the shape of YouTube's ids; what is none would make a broken address.
func videoID(id string) bool {
	return len(id) == 11 && strings.Trim(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") == ""
}

// book is a product too, since only that may carry an offer and ratings where
// search engines show them. Ratings are those given on this site, one by one.
func (v *view) book(title, description string) object {
	b := object{
		"@type": []string{"Product", "Book"}, "@id": v.origin + "/book#book", "name": v.withoutBrand(title),
		"description": description, "url": v.here(), "inLanguage": []string{"ar", "fr"},
		"author": v.about("person"), "image": v.picture(),
	}
	if photo, ok := v.photo("book.cover"); ok {
		b["image"] = v.origin + photo.original()
	}
	if v.price > 0 {
		b["offers"] = v.offer()
	}
	v.rate(b)
	return b
}

func (v *view) offer() object {
	availability := "https://schema.org/InStock"
	if v.stock <= 0 {
		availability = "https://schema.org/PreOrder" // it ships with the next printing
	}
	return object{
		"@type": "Offer", "price": v.price, "priceCurrency": "MAD", "availability": availability, "url": v.here(),
	}
}

// review is an approved row of book_reviews.
type review struct {
	ID, Name  string
	Rating    float64
	CommentEN string    `json:"comment_en"`
	CommentFR string    `json:"comment_fr"`
	CommentAR string    `json:"comment_ar"`
	CreatedAt time.Time `json:"created_at"`
	Sample    bool      // no reader has written it
}

// shownReviews bounds those that are written out.
const shownReviews = 10

func (v *view) rate(book object) {
	reviews := slices.DeleteFunc(as[[]review](v.rows["reviews"]), func(r review) bool { return r.Sample })
	if len(reviews) == 0 {
		return
	}
	sum, list := 0.0, []object{}
	for _, r := range reviews {
		sum += r.Rating
		if len(list) < shownReviews {
			list = append(list, v.review(r))
		}
	}
	book["review"] = list
	book["aggregateRating"] = object{
		"@type": "AggregateRating", "ratingValue": math.Round(sum/float64(len(reviews))*10) / 10,
		"reviewCount": len(reviews), "bestRating": 5, "worstRating": 1,
	}
}

func (v *view) review(r review) object {
	comment := texts{"en": r.CommentEN, "fr": r.CommentFR, "ar": r.CommentAR}
	for _, language := range languages { // in one of them it is written
		if comment["en"] == "" {
			comment["en"] = comment[language]
		}
	}
	return object{
		"@type": "Review", "author": object{"@type": "Person", "name": r.Name}, "reviewBody": comment.text(v.language),
		"datePublished": r.CreatedAt.UTC().Format(time.DateOnly),
		"reviewRating":  object{"@type": "Rating", "ratingValue": r.Rating, "bestRating": 5, "worstRating": 1},
	}
}

// event is the retreat, for as long as one can still come.
func (v *view) event(title, description string) object {
	if !v.retreat.upcoming(v.Now()) {
		return nil
	}
	city := v.retreat.City.text(v.language)
	e := object{
		"@type": "Event", "name": v.withoutBrand(title), "description": description, "url": v.here(), "image": v.picture(),
		"startDate": v.retreat.Start, "inLanguage": v.language,
		"eventStatus":         "https://schema.org/EventScheduled",
		"eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
		"location": object{
			"@type": "Place", "name": city,
			"address": object{"@type": "PostalAddress", "addressLocality": city, "addressCountry": "MA"},
		},
		"organizer": object{"@type": "Person", "name": v.namedAs(v.language), "url": v.origin + "/"},
	}
	if v.retreat.End != "" {
		e["endDate"] = v.retreat.End
	}
	return e
}

func (v *view) posting(p post) object {
	_, in := p.title.in(v.language)
	node := object{
		"@type": "BlogPosting", "headline": p.title.text(v.language), "url": v.here(), "mainEntityOfPage": v.here(),
		"inLanguage": in, "author": v.about("person"), "publisher": v.about("person"), "image": v.picture(),
		"datePublished": formatTime(p.published), "dateModified": formatTime(p.updated),
	}
	if excerpt := p.excerpt.text(v.language); excerpt != "" {
		node["description"] = excerpt
	}
	return node
}

// trail is the way from the home page to this one.
func (v *view) trail(title string) object {
	if v.path == "/" {
		return nil
	}
	steps := []object{step(1, words[v.language].home, link(v.origin, "/", v.language))}
	if parent := parentOf(v.path); parent != "" {
		steps = append(steps, step(2, v.titleOf(parent), link(v.origin, parent, v.language)))
	}
	steps = append(steps, step(len(steps)+1, v.withoutBrand(title), v.here()))
	return object{"@type": "BreadcrumbList", "itemListElement": steps}
}

func step(position int, name, item string) object {
	return object{"@type": "ListItem", "position": position, "name": name, "item": item}
}

// parentOf is the list that a page is an entry of; "" if it is of none.
func parentOf(p string) string {
	if strings.HasPrefix(p, "/achievement/") {
		return "/expeditions"
	}
	if parent := path.Dir(p); parent != "/" {
		return parent
	}
	return ""
}

// titleOf is what another page calls itself; "" for none.
func (v *view) titleOf(p string) string { return v.pages.find(p).Head[v.language].Title }
