package documents

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

// languages of the site; the first is the fallback.
var languages = []string{"en", "fr", "ar"}

// messages are the texts of one language, by dotted key. The client's build copies
// them from src/shared/i18n/<language>/print.json.
type messages map[string]string

func readMessages(files fs.FS) (map[string]messages, error) {
	all := map[string]messages{}
	for _, language := range languages {
		content, err := fs.ReadFile(files, "print/words."+language+".json")
		if err != nil {
			return nil, fmt.Errorf("read the messages of %s: %w", language, err)
		}
		var tree map[string]any
		if err := json.Unmarshal(content, &tree); err != nil {
			return nil, fmt.Errorf("read the messages of %s: %w", language, err)
		}
		all[language] = messages{}
		all[language].flatten("", tree)
	}
	return all, nil
}

func (w messages) flatten(path string, tree map[string]any) {
	for key, value := range tree {
		switch value := value.(type) {
		case string:
			w[path+key] = value
		case map[string]any:
			w.flatten(path+key+".", value)
		}
	}
}

// message returns a text with its {{placeholders}} replaced, from pairs of name
// and value. A missing key is returned as it is.
func (w messages) message(key string, pairs ...string) string {
	text, ok := w[key]
	if !ok {
		return key
	}
	return fill(text, pairs...)
}

func fill(text string, pairs ...string) string {
	for i := 0; i+1 < len(pairs); i += 2 {
		text = strings.ReplaceAll(text, "{{"+pairs[i]+"}}", pairs[i+1])
	}
	return text
}

// grouped formats a number as the site does: 8,848 in English and Arabic, and
// with a no-break space in French.
func grouped(language string, n int) string {
	digits := strconv.Itoa(n)
	mark := ","
	if language == "fr" {
		mark = "\u00a0"
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + mark + digits[i:]
	}
	return digits
}
