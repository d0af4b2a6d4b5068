package result

import "testing"

func TestPrefixHasWholeCharacters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"abc", 3, "abc"}, {"abcd", 3, "abc"}, {"aéé", 3, "aé"}, {"aéé", 4, "aé"}, {"aéé", 2, "a"}, {"日本", 5, "日"}, {"日", 2, ""}, {"", 0, ""},
	} {
		if got := Prefix(c.text, c.most); got != c.want {
			t.Errorf("%d bytes of %q: %q, want %q", c.most, c.text, got, c.want)
		}
		if got := string(Prefix([]byte(c.text), c.most)); got != c.want {
			t.Errorf("%d bytes of %q: %q, want %q", c.most, c.text, got, c.want)
		}
	}
}
