package catalog

import (
	"regexp"
	"strings"
)

// checkTarget is the column or the domain that a check constrains.
type checkTarget struct {
	relation uint32
	column   int16
	domain   uint32
}

// checkValues gives the values that the checks of the form `in ('a', 'b')` leave.
// The first such check of a column counts, in the order of their names.
func (b *builder) checkValues() map[checkTarget][]string {
	values := map[checkTarget][]string{}
	for _, row := range b.checks {
		target := checkTarget{relation: row.Relation, column: row.Column, domain: row.Domain}
		if values[target] == nil {
			values[target] = listed(row.Definition)
		}
	}
	return values
}

// listCheck matches the text that pg_get_constraintdef prints for `check (col in ('a', 'b'))` for
// text and, with casts, for varchar and char. A group that is not the whole
// check does not match: it would leave more or fewer values.
var listCheck = regexp.MustCompile(
	`^CHECK \(\(\(?(?:"(?:[^"]|"")+"|[\pL_][\pL\d_$]*)\)?(?:::text)? = ANY ` +
		`\(\(?ARRAY\[(.+?)\]\)?(?:::text\[\])?\)\)\)$`,
)

var listItem = regexp.MustCompile(`^'((?:[^']|'')*)'::(?:text|character varying|bpchar)(?:, |$)`)

// listed reads the values out of a check, nil where it is of another form.
func listed(definition string) []string {
	match := listCheck.FindStringSubmatch(definition)
	if match == nil {
		return nil
	}
	var values []string
	for items := match[1]; items != ""; {
		item := listItem.FindStringSubmatch(items)
		if item == nil {
			return nil
		}
		values = append(values, strings.ReplaceAll(item[1], "''", "'"))
		items = items[len(item[0]):]
	}
	return values
}
