package ddl

import (
	"errors"
	"fmt"
	"strings"
)

// Key is a constraint of a table.
type Key struct {
	Kind string `json:"kind"` // primary key, unique, foreign key or check
	// Reference of a foreign key, which has one column.
	Reference Reference `json:"reference"`
	// Condition of a check.
	Condition string `json:"condition"`
}

// addKey adds a constraint; a foreign key gets an index, without which deleting a row that it
// refers to reads the whole table.
func (c *Change) addKey() (string, error) {
	if err := needs(c.On...); err != nil {
		return "", err
	}
	head := "alter table " + c.Table.SQL() + " add " + c.Key.Kind
	switch c.Key.Kind {
	case "check":
		condition := strings.TrimSpace(c.Key.Condition)
		if condition == "" {
			return "", errors.New("write the condition of the check")
		}
		return head + " (" + condition + ");\n", nil
	case "foreign key":
		if len(c.On) != 1 {
			return "", errors.New("a foreign key of this form has one column")
		}
		to, err := c.Key.Reference.sql()
		return fmt.Sprintf("%s (%s) %s;\n%s", head, idents(c.On), to, c.index(c.On, false, "")), err
	case "primary key", "unique":
		if len(c.On) == 0 {
			return "", errors.New("choose the columns of the key")
		}
		return head + " (" + idents(c.On) + ");\n", nil
	}
	return "", errors.New("a key is one of primary key, unique, foreign key and check")
}

// idents are names separated by commas.
func idents(names []string) string {
	var quoted []string
	for _, name := range names {
		quoted = append(quoted, Ident(name))
	}
	return strings.Join(quoted, ", ")
}
