package console

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestTheDocumentationNamesTheListsOfPostgresMeta(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/console.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "as the\nconsole: ")
	section, _, _ = strings.Cut(section, ". Parameters")
	var claimed []string
	for _, name := range regexp.MustCompile("`([a-z-]+)`").FindAllStringSubmatch(section, -1) {
		claimed = append(claimed, name[1])
	}
	slices.Sort(claimed)
	if served := slices.Sorted(maps.Keys(metaLists)); !slices.Equal(claimed, served) {
		t.Errorf("claimed are %v, served %v", claimed, served)
	}
}
