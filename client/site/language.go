package site

import (
	"net/http"
	"slices"
	"strings"
)

// languages of the site, the first being the one that all else falls back to.
var languages = []string{"en", "fr", "ar"}

// languageOf reads ?lang=, then the cookie in which the client mirrors the
// stored choice, and takes neither unless it is one of ours.
func languageOf(r *http.Request) string {
	if asked := r.URL.Query().Get("lang"); slices.Contains(languages, asked) {
		return asked
	}
	if stored, err := r.Cookie("lang"); err == nil && slices.Contains(languages, stored.Value) {
		return stored.Value
	}
	return languages[0]
}

func direction(language string) string {
	if language == "ar" {
		return "rtl"
	}
	return "ltr"
}

// texts is one text in the languages that it was written in.
type texts map[string]string

// in gives the text in a language, or else in English, and the language that it
// is in.
func (t texts) in(language string) (text, written string) {
	if text := t[language]; strings.TrimSpace(text) != "" {
		return text, language
	}
	return t[languages[0]], languages[0]
}

func (t texts) text(language string) string {
	text, _ := t.in(language)
	return text
}
