package catalog

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

func TestSuggest(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name      string
		wanted    string
		among     []string
		threshold float64
		want      string // "" means none
	}{
		{"a letter missing", "project", []string{"projects", "clients"}, 0.75, "projects"},
		{"case alone", "PROJECTS", []string{"projects"}, 0.75, "projects"},
		{"too far for a table", "projectile_list", []string{"projects"}, 0.75, ""},
		{"near enough for a relationship", "projectile_list", []string{"projects"}, 0.33, "projects"},
		{"nothing to choose from", "projects", nil, 0.33, ""},
		{"nothing in common", "xyz", []string{"projects"}, 0.33, ""},
		{"exactly at the threshold", "abcd", []string{"abce"}, 0.75, "abce"},
		{"just below it", "abcd", []string{"abce"}, 0.76, ""},
		{"by pairs where no three are shared", "ab", []string{"ax"}, 0.33, "ax"},
		{"the nearer of two", "clents", []string{"clouds", "clients"}, 0.33, "clients"},
		{"of equals the first by name", "abcdx", []string{"abcdz", "abcdy"}, 0.33, "abcdy"},
		{"one of 60 kB", strings.Repeat("projects", 7500), []string{"projects"}, 0.33, ""},
		{"an empty name", "", []string{"a"}, 0.33, ""},
		{"not only ASCII", "تسلسلا", []string{"تسلسل", "clients"}, 0.75, "تسلسل"},
		// The documented example of the fuzzyset library.
		{"fuzzyset's example", "Burger Islands", []string{
			"Maryland", "Northern Marianas Islands", "Rhode Island", "Virgin Islands",
		}, 0.33, "Virgin Islands"},
		{"fuzzyset's other example", "Transylvania", []string{"California", "Arkansas", "Pennsylvania", "Kansas"}, 0.33, "Pennsylvania"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, ok := Suggest(test.wanted, test.among, test.threshold)
			if got != test.want || ok != (test.want != "") {
				t.Errorf("Suggest(%q) = %q, %v, want %q", test.wanted, got, ok, test.want)
			}
		})
	}
}

func TestSimilarity(t *testing.T) {
	t.Parallel()
	// Scores as fuzzyset's documentation gives them.
	tests := []struct {
		x, y string
		want float64
	}{
		{"burger islands", "virgin islands", 0.7142857142857143},
		{"burger islands", "northern marianas islands", 0.44},
		{"why-oh-me-ing", "wyoming", 0.5384615384615384},
		{"", "", 1},
		{"abc", "xyz", 0},
	}
	for _, test := range tests {
		if got := similarity([]rune(test.x), []rune(test.y)); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("similarity(%q, %q) = %v, want %v", test.x, test.y, got, test.want)
		}
	}
}

func BenchmarkSuggestAmong5000(b *testing.B) {
	names := make([]string, 5000)
	for i := range names {
		names[i] = fmt.Sprintf("some_table_%04d", i)
	}
	for b.Loop() {
		Suggest("some_tabel_x", names, 0.75)
	}
}
