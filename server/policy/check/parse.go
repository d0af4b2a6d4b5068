// Package check runs tests of policies that are written in SQL, beside the policies: a comment says who executes the
// statement behind it and what comes of it. It refuses an expectation that it cannot read.
package check

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/migrate"
)

// Statement is a statement of a test file.
type Statement struct {
	SQL  string
	Line int
	// Expected has a member for each caller who executes it. None is a fixture, executed as the owner.
	Expected []Expectation
}

// Expectation is what comes of a statement.
type Expectation struct {
	As     string // an e-mail address, or a role
	Claims string // a JSON object with claims that replace the caller's; "" for none
	Text   string // as it was written, such as: sees 2
	Line   int

	rows  int    // that are read or changed; some for any number but 0
	state string // SQLSTATE of the refusal; "" for none
}

// some is any number of rows but 0.
const some = -1

var (
	comment = regexp.MustCompile(`(?i)^--\s*as\s+(.+?)\s*(?:\bwith\s+(\{.*\})\s*)?:\s+(\S.*)$`)
	number  = regexp.MustCompile(`^(?:sees|inserts|updates|changes|deletes|gets) (\d+|nothing|some)(?: rows?)?$`)
	refused = regexp.MustCompile(`^(?:(?:select|insert|update|delete|call|is) )?refused$`)
	fails   = regexp.MustCompile(`^fails (?:with )?([0-9A-Z]{5})$`)
)

// IsTest reports whether a file has an expectation.
func IsTest(text string) bool {
	return slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool { return comment.MatchString(strings.TrimSpace(line)) })
}

// ends are the statements by which a file begins and undoes a transaction, for psql.
var ends = regexp.MustCompile(`(?i)^(?:begin|start\s+transaction|commit|rollback|end)\b[^;]*$`)

// Parse reads a test file. Comments of the form
//
//	-- as ann@example.org: sees 2
//	-- as anon, bob@example.org with {"aal": "aal2"}: insert refused
//
// stand right before the statement that they are about. What is expected is one of: sees, inserts, updates, changes,
// deletes or gets, and a number, nothing or some; refused (42501), with a verb before it or without; fails and an
// SQLSTATE. A statement without one is a fixture. begin and rollback, which keep psql from leaving anything, are
// left out, as are commands of psql.
func Parse(text string) ([]Statement, error) {
	lines, before := strings.Split(text, "\n"), 0
	var all []Statement
	for _, statement := range migrate.Split(text) {
		s := Statement{SQL: statement.Text, Line: statement.Line}
		for i := before; i < statement.Line-1 && i < len(lines); i++ {
			expected, err := expectations(strings.TrimSpace(lines[i]), i+1)
			if err != nil {
				return nil, err
			}
			s.Expected = append(s.Expected, expected...)
		}
		before = statement.Line - 1 + strings.Count(statement.Text, "\n")
		if strings.HasPrefix(s.SQL, `\`) || len(s.Expected) == 0 && ends.MatchString(s.SQL) {
			continue
		}
		all = append(all, s)
	}
	for i := before; i < len(lines); i++ {
		if comment.MatchString(strings.TrimSpace(lines[i])) {
			return nil, fmt.Errorf("line %d: no statement follows", i+1)
		}
	}
	return all, nil
}

// expectations reads a line; none where it is no comment about a caller.
func expectations(line string, at int) (all []Expectation, err error) {
	m := comment.FindStringSubmatch(line)
	if m == nil {
		return nil, nil
	}
	e := Expectation{Claims: m[2], Text: strings.TrimRight(m[3], ". "), Line: at}
	switch rows := number.FindStringSubmatch(e.Text); {
	case rows == nil && refused.MatchString(e.Text):
		e.state = "42501"
	case rows == nil && fails.MatchString(e.Text):
		e.state = fails.FindStringSubmatch(e.Text)[1]
	case rows == nil:
		return nil, fmt.Errorf("line %d: %q is none of: sees 2, inserts 1, changes nothing, deletes some, refused, insert refused, fails 23514", at, e.Text)
	case rows[1] == "some":
		e.rows = some
	case rows[1] != "nothing":
		if e.rows, err = strconv.Atoi(rows[1]); err != nil {
			return nil, fmt.Errorf("line %d: %w", at, err)
		}
	}
	for as := range strings.SplitSeq(m[1], ",") {
		e.As = strings.TrimSpace(as)
		all = append(all, e)
	}
	return all, nil
}
