package command

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/toubkal/toubkal/server/migrate"
)

// psqlVars are the variables of psql, by name, by the rules of psql's manual.
type psqlVars map[string]string

var (
	setCommand   = regexp.MustCompile(`^\\(set|unset)(?:\s+(\S+)\s*(.*))?$`)
	gsetCommand  = regexp.MustCompile(`^\\gset(?:\s+(\S+))?\s*$`)
	setValue     = regexp.MustCompile(`^(?:'((?:[^'\\]|''|\\.)*)'|((?::'[\pL\pN_]+'|"[^"]*"|[^\s'"\\])+))\s*`)
	variableAt   = regexp.MustCompile(`^:(?:([\pL\pN_]+)|'([\pL\pN_]+)'|"([\pL\pN_]+)"|\{\?([\pL\pN_]+)\})`)
	escapedInSet = strings.NewReplacer(`''`, `'`, `\n`, "\n", `\t`, "\t", `\r`, "\r", `\\`, `\`, `\'`, `'`)
)

// set runs \set NAME VALUE … and \unset NAME, and those after it in the line. Values are joined; a quoted one has escapes, in
// another one variables are replaced.
func (v psqlVars) set(command string) error {
	m := setCommand.FindStringSubmatch(command)
	if m == nil {
		return fmt.Errorf("%s is no \\set or \\unset", command)
	}
	if m[1] == "unset" {
		delete(v, m[2])
		return nil
	}
	value, rest := "", m[3]
	for rest != "" && rest[0] != '\\' {
		found := setValue.FindStringSubmatch(rest)
		if found == nil || strings.Contains(found[2], "`") {
			return fmt.Errorf("\\set %s: %s is no value that is supported here", m[2], rest)
		}
		value += escapedInSet.Replace(found[1]) + v.replace(found[2])
		rest = rest[len(found[0]):]
	}
	if m[2] != "" {
		v[m[2]] = value
	}
	if rest != "" {
		return v.set(rest)
	}
	return nil
}

// gset sets a variable for each column of the one row that a statement gives; the null value removes it.
func (v psqlVars) gset(prefix string, all []result) error {
	if len(all) == 0 || len(all[len(all)-1].rows) == 0 {
		return errors.New(`no rows returned for \gset`)
	}
	last := all[len(all)-1] // of one statement
	if len(last.rows) > 1 {
		return errors.New(`more than one row returned for \gset`)
	}
	for i, column := range last.columns {
		if value := last.rows[0][i]; value != nil {
			v[prefix+column] = string(value)
		} else {
			delete(v, prefix+column)
		}
	}
	return nil
}

// replace puts the values of variables into a statement: :NAME as it is, :'NAME' as a literal, :"NAME" as an identifier and
// :{?NAME} whether it is set. What is in quotes or comments, and a variable that is not set, stays.
func (v psqlVars) replace(text string) string {
	var out strings.Builder
	for text != "" {
		n := migrate.Opaque(text)
		switch {
		case n > 0:
		case strings.HasPrefix(text, "::"):
			n = len("::")
		default:
			if m := variableAt.FindStringSubmatch(text); m != nil {
				text = text[len(m[0]):]
				out.WriteString(v.value(m))
				continue
			}
			n = 1
		}
		out.WriteString(text[:n])
		text = text[n:]
	}
	return out.String()
}

// value is what a match of variableAt stands for.
func (v psqlVars) value(m []string) string {
	value, set := v[m[1]+m[2]+m[3]+m[4]]
	switch {
	case m[4] != "":
		return strings.ToUpper(fmt.Sprint(set))
	case !set:
		return m[0]
	case m[2] != "":
		literal := "'" + strings.ReplaceAll(value, "'", "''") + "'"
		if strings.Contains(value, `\`) {
			literal = " E" + strings.ReplaceAll(literal, `\`, `\\`)
		}
		return literal
	case m[3] != "":
		return `"` + strings.ReplaceAll(value, `"`, `""`) + `"`
	}
	return value
}
