package tests

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// scripts are what a reader without scripts does not see.
var scripts = regexp.MustCompile(`(?s)<(script|style)\b.*?</(script|style)>`)

// visible is what is in the HTML of a page, rendered with its rows.
func (s *website) visible(t testing.TB, path string, headers ...string) string {
	t.Helper()
	return s.visibleWhen(t, path, func(string) bool { return true }, headers...)
}

// visibleWhen asks until the page is rendered with its rows and is as wanted: what this test
// changes in the database is in it two seconds later at the latest, and a machine with other
// work takes longer to render than a page waits. In the end it is as it is.
func (s *website) visibleWhen(t testing.TB, path string, wanted func(page string) bool, headers ...string) string {
	t.Helper()
	isRendered := func(r apptest.Reply) bool { return strings.Contains(r.Body, opening) }
	text := func(r apptest.Reply) string { return html.UnescapeString(scripts.ReplaceAllString(r.Body, "")) }
	answer := s.pageWhen(t, path, func(r apptest.Reply) bool { return isRendered(r) && wanted(text(r)) }, headers...)
	if !isRendered(answer) {
		t.Fatalf("%s is not rendered with its rows: %d %.300s", path, answer.Status, answer.Body)
	}
	return text(answer)
}

func (s *website) wantShown(t *testing.T, path string, wants map[string]string) {
	t.Helper()
	page := s.visibleWhen(t, path, func(page string) bool {
		for _, want := range wants {
			if !strings.Contains(page, want) {
				return false
			}
		}
		return true
	})
	for name, want := range wants {
		if !strings.Contains(page, want) {
			t.Errorf("%s lacks %q of %s", path, want, name)
		}
	}
}

// TestPostWithoutATranslation is shown in English, and says so to readers and machines.
func TestPostWithoutATranslation(t *testing.T) {
	t.Parallel()
	s := boot(t)
	execute(t, s, `update public.blog_posts set title_ar = '', content_ar = '', content_en = '<table><tr><td>a</td></tr></table><p>Hello</p>' where slug = 'preparation-is-the-climb'`)
	page := s.visible(t, "/blog/preparation-is-the-climb?lang=ar")
	for _, want := range []string{
		`<html lang="ar" dir="rtl">`, "لم يُترجم هذا النص", `<div lang="en" dir="ltr" class="article"><div class="article-wide" tabindex="0"><table>`,
		`<link rel="canonical" href="` + s.URL + `/blog/preparation-is-the-climb?lang=en">`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if slices.Contains(regexp.MustCompile(`hreflang="(\w+)"`).FindStringSubmatch(page), "ar") {
		t.Error("the page claims to be in Arabic")
	}
}
