package mcp

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode"

	"github.com/toubkal/toubkal/docs"
)

type searchInput struct {
	Query string `json:"query" jsonschema:"a few words, or the name of a finding, as rls_disabled_in_public"`
}

type searchOutput struct {
	Sections []section `json:"sections"`
}

// section is a heading of a page, with the text below it.
type section struct {
	Page    string `json:"page" jsonschema:"file in docs/"`
	Heading string `json:"heading"`
	Text    string `json:"text"`
	score   int
}

const (
	mostSections = 5
	mostSection  = 2500 // characters
)

func (t *tools) addDocs() {
	add(t, "search_docs", false, "Search the documentation of Toubkal: configuration, policies and their mistakes, storage, functions, differences to Supabase.", t.searchDocs)
}

func (s *Server) searchDocs(_ context.Context, in searchInput) (string, searchOutput, error) {
	out := searchOutput{Sections: []section{}}
	words := strings.FieldsFunc(strings.ToLower(in.Query), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
	slices.Sort(words)
	words = slices.Compact(words)
	if len(words) == 0 || len(words) > 20 {
		return "", out, invalid("Search for 1 to 20 words.")
	}
	all, err := sections()
	if err != nil {
		return "", out, err
	}
	for _, one := range all {
		if one.score = one.matches(words); one.score > 0 {
			out.Sections = append(out.Sections, one)
		}
	}
	slices.SortStableFunc(out.Sections, func(a, b section) int { return cmp.Compare(b.score, a.score) })
	out.Sections = out.Sections[:min(len(out.Sections), mostSections)]
	var parts []string
	for i := range out.Sections {
		one := &out.Sections[i]
		if text := []rune(one.Text); len(text) > mostSection {
			one.Text = string(text[:mostSection]) + "…"
		}
		parts = append(parts, fmt.Sprintf("docs/%s: %s\n%s", one.Page, one.Heading, one.Text))
	}
	if len(parts) == 0 {
		parts = []string{"No page has one of these words."}
	}
	return strings.Join(parts, "\n\n"), out, nil
}

// matches is the weight of the words in a section: a word that is in more often counts a little
// more, one in the heading or the page's name much more.
func (s section) matches(words []string) (score int) {
	text, head := strings.ToLower(s.Text), strings.ToLower(s.Page+" "+s.Heading)
	for _, word := range words {
		if n := strings.Count(text, word); n > 0 {
			score += 10 + min(n, 5)
		}
		if strings.Contains(head, word) {
			score += 20
		}
	}
	return score
}

// sections cuts the pages at their headings.
func sections() (all []section, err error) {
	err = fs.WalkDir(docs.Files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(docs.Files, name)
		if err != nil {
			return err
		}
		code := false
		for line := range strings.Lines(string(text)) {
			code = code != strings.HasPrefix(line, "```")
			heading := strings.TrimLeft(line, "#")
			if !code && heading != line {
				all = append(all, section{Page: name, Heading: strings.TrimSpace(heading)})
			} else if len(all) > 0 && all[len(all)-1].Page == name {
				all[len(all)-1].Text += line
			}
		}
		return nil
	})
	return all, err
}
