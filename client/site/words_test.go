package site

import (
	"encoding/json"
	"os"
	"testing"

	"golang.org/x/text/feature/plural"
)

// theirs reads words of the client's.
func theirs(t *testing.T, language, name string, into any) {
	t.Helper()
	text, err := os.ReadFile("../../client/src/i18n/" + language + "/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

func TestWordsAreTheClients(t *testing.T) {
	t.Parallel()
	forms := map[string]plural.Form{
		"zero": plural.Zero, "one": plural.One, "two": plural.Two, "few": plural.Few, "many": plural.Many, "other": plural.Other,
	}
	for _, language := range languages {
		var blog struct {
			Label string
			Empty struct{ Title, Text string }
			Post  struct{ By, Back, Around, Untranslated string }
		}
		var site struct{ Brand struct{ Claim string } }
		var flat map[string]any
		theirs(t, language, "blog", &blog)
		theirs(t, language, "blog", &flat)
		theirs(t, language, "site", &site)
		ours := words[language]
		for name, pair := range map[string][2]string{
			"journal": {ours.journal, blog.Label}, "empty": {ours.empty, blog.Empty.Title}, "emptyMore": {ours.emptyMore, blog.Empty.Text},
			"by": {ours.by, blog.Post.By}, "back": {ours.back, blog.Post.Back}, "others": {ours.others, blog.Post.Around},
			"claim":  {ours.claim, site.Brand.Claim + " (2017)"},
			"notice": {ours.notice, blog.Post.Untranslated},
		} {
			if pair[0] != pair[1] {
				t.Errorf("%s, %s: %q, and the client says %q", language, name, pair[0], pair[1])
			}
		}
		for name, form := range forms {
			said, ok := flat["minutes_"+name].(string)
			mine, have := ours.minutes[form]
			if !have {
				mine = ours.minutes[plural.Other]
			}
			if ok && said != mine {
				t.Errorf("%s, minutes %s: %q, and the client says %q", language, name, mine, said)
			}
		}
	}
}

func TestMinutes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		number   int
		language string
		want     string
	}{
		{1, "en", "1 min read"},
		{4, "fr", "4 min de lecture"},
		{1, "ar", "دقيقة قراءة واحدة"},
		{2, "ar", "دقيقتا قراءة"},
		{3, "ar", "3 دقائق قراءة"},
		{10, "ar", "10 دقائق قراءة"},
		{11, "ar", "11 دقيقة قراءة"},
		{100, "ar", "100 دقيقة قراءة"},
		{103, "ar", "103 دقائق قراءة"},
	} {
		if got := minutes(c.number, c.language); got != c.want {
			t.Errorf("%d minutes in %s: %q, want %q", c.number, c.language, got, c.want)
		}
	}
}
