package site

import (
	"encoding/json"
	"time"
)

// post is a row of blog_posts. A list of them lacks the contents.
type post struct {
	slug, image             string
	title, excerpt, content texts
	published, updated      time.Time // zero where not selected
	minutes                 int
	photo                   photo // of the library; before image
	hasPhoto                bool
}

// postRow is the row as the table API writes it.
type postRow struct {
	Slug        string    `json:"slug"`
	TitleEN     string    `json:"title_en"`
	TitleFR     string    `json:"title_fr"`
	TitleAR     string    `json:"title_ar"`
	ExcerptEN   string    `json:"excerpt_en"`
	ExcerptFR   string    `json:"excerpt_fr"`
	ExcerptAR   string    `json:"excerpt_ar"`
	ContentEN   string    `json:"content_en"`
	ContentFR   string    `json:"content_fr"`
	ContentAR   string    `json:"content_ar"`
	Image       string    `json:"featured_image_url"`
	Minutes     int       `json:"reading_time"`
	PublishedAt time.Time `json:"published_at"`
	UpdatedAt   time.Time `json:"updated_at"`
	Picture     json.RawMessage
}

func readPosts(rows json.RawMessage) []post {
	var list []postRow
	_ = json.Unmarshal(rows, &list)
	posts := make([]post, len(list))
	for i, row := range list {
		posts[i] = post{
			slug: row.Slug, image: row.Image, minutes: row.Minutes, published: row.PublishedAt, updated: row.UpdatedAt,
			title:   texts{"en": row.TitleEN, "fr": row.TitleFR, "ar": row.TitleAR},
			excerpt: texts{"en": row.ExcerptEN, "fr": row.ExcerptFR, "ar": row.ExcerptAR},
			content: texts{"en": row.ContentEN, "fr": row.ContentFR, "ar": row.ContentAR},
		}
		posts[i].photo, posts[i].hasPhoto = readPhoto(row.Picture)
		if posts[i].updated.Before(posts[i].published) {
			posts[i].updated = posts[i].published
		}
	}
	return posts
}

// languages are those that the post has a text in; English it always has.
func (p post) languages() []string {
	in := []string{languages[0]}
	for _, language := range languages[1:] {
		// a list lacks the contents
		if p.title[language] != "" && (p.content[language] != "" || p.content["en"] == "") {
			in = append(in, language)
		}
	}
	return in
}

func (p post) path() string { return "/blog/" + p.slug }

// post is the one that the view shows.
func (v *view) post() (post, bool) {
	if v.Path != "/blog/:slug" || v.status != 200 || v.Found == nil {
		return post{}, false
	}
	for _, p := range v.posts {
		if p.slug == v.slug {
			return p, true
		}
	}
	return post{}, false
}

// foundIn names the query whose row the page shows; "" for none.
func (v *view) foundIn() string {
	if v.Found == nil {
		return ""
	}
	return v.Found.Data
}

// formatTime is an instant as XML and JSON-LD write it; "" for none.
func formatTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
