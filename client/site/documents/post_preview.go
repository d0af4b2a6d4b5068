package documents

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strings"
)

// slugFormat is that of schema/0013_blog.sql; other slugs are not queried.
var slugFormat = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// post is the columns that a preview image shows.
type post struct {
	Slug    string `json:"slug"`
	TitleEN string `json:"title_en"`
	TitleFR string `json:"title_fr"`
	TitleAR string `json:"title_ar"`
	Minutes int    `json:"reading_time"`
}

// postCard is the card of a published post, and a hash of its row. Known is false
// if there is none.
func (p *Renderer) postCard(ctx context.Context, c *content, slug string) (shown card, version string, known bool, err error) {
	if len(slug) > 200 || !slugFormat.MatchString(slug) {
		return card{}, "", false, nil
	}
	asking, cancel := context.WithTimeout(ctx, tableTimeout)
	defer cancel()
	rows, err := p.rows(asking, "blog_posts?select=slug,title_en,title_fr,title_ar,reading_time&status=eq.published&slug=eq."+slug)
	if err != nil {
		return card{}, "", false, fmt.Errorf("ask for the post %s: %w", slug, err)
	}
	var posts []post
	if err := json.Unmarshal(rows, &posts); err != nil {
		return card{}, "", false, fmt.Errorf("read the post %s: %w", slug, err)
	}
	if len(posts) == 0 {
		return card{}, "", false, nil
	}
	sum := sha256.Sum256(rows)
	return posts[0].card(c), hex.EncodeToString(sum[:8]), true, nil
}

func (p post) card(c *content) card {
	return card{
		mountain: p.Slug, named: p.TitleEN, heightM: p.heightM(), label: c.message("og.blog") + " · " + c.siteTitle(),
		title: truncated(c.localized(p.TitleEN, p.TitleFR, p.TitleAR)), caps: true, long: true,
	}
}

// heightM is the height of the mountain of a post, in metres. It grows with the
// reading time, as in the client's features/blog/post.
func (p post) heightM() int {
	const highest, longest = 8848, 10 // metres, for a text of that many minutes
	return int(math.Round(highest * math.Sqrt(min(1, float64(p.Minutes)/longest))))
}

var notInName = regexp.MustCompile(`[^a-z0-9]+`)

// mountainNamed is the slug of the drawn mountain that an English title names
// first, or "", as in the client's features/blog/post.
func (p *Renderer) mountainNamed(title string) string {
	words := " " + notInName.ReplaceAllString(strings.ToLower(title), " ") + " "
	first, named := len(words), ""
	for slug := range p.mountains {
		name := strings.ReplaceAll(strings.TrimSuffix(slug, "-i"), "-", " ")
		if at := strings.Index(words, " "+name+" "); at >= 0 && at < first {
			first, named = at, slug
		}
	}
	return named
}

// truncated cuts a title that would be too small to read, after a whole word.
func truncated(title string) string {
	const most = 100 // characters
	signs := []rune(title)
	if len(signs) <= most {
		return title
	}
	short := string(signs[:most])
	if end := strings.LastIndex(short, " "); end > 0 {
		short = short[:end]
	}
	return strings.TrimRight(short, " ,;:.،؛") + "…"
}
