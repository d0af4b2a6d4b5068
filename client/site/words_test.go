package site

import (
	"encoding/json"
	"os"
	"testing"
)

// theirs reads words of the client's.
func theirs(t *testing.T, language, name string, into any) {
	t.Helper()
	text, err := os.ReadFile("../../client/src/shared/i18n/" + language + "/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

func TestWordsAreTheClients(t *testing.T) {
	t.Parallel()
	for _, language := range languages {
		var blog struct{ Label string }
		var site struct{ Brand struct{ Claim string } }
		theirs(t, language, "blog", &blog)
		theirs(t, language, "site", &site)
		ours := words[language]
		if ours.journal != blog.Label || ours.claim != site.Brand.Claim+" (2017)" {
			t.Errorf("%s: %+v, and the client says %q and %q", language, ours, blog.Label, site.Brand.Claim)
		}
	}
}
