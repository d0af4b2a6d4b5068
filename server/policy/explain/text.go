package explain

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Print writes a report for people. It returns the error of w.
func Print(w io.Writer, r Report) error {
	var out strings.Builder
	line := func(indent int, format string, args ...any) {
		fmt.Fprintf(&out, strings.Repeat("  ", indent)+format+"\n", args...)
	}
	line(0, "%s as %s", r.Request, callerName(r.Caller))
	if r.Outcome.Code != "" {
		line(1, "refused: %s %s", r.Outcome.Code, r.Outcome.Message)
		if r.Outcome.Hint != "" {
			line(1, "hint: %s", r.Outcome.Hint)
		}
	} else {
		line(1, "%s in %.1f ms", count(int(r.Outcome.Rows), "row"), r.Outcome.Milliseconds)
	}
	for _, reason := range r.Findings {
		line(0, "")
		about := reason.Table
		if reason.Policy != "" {
			about += ", policy " + reason.Policy
		}
		line(0, "%s (%s)", reason.Name, about)
		line(1, "%s", reason.Text)
		if reason.Mend != "" {
			line(1, "To mend it: %s", reason.Mend)
		}
	}
	for _, t := range r.Tables {
		line(0, "")
		line(0, "%s %s.%s%s", t.Kind, t.Schema, t.Name, bracketed(t.Reached))
		if t.Unfiltered != "" {
			line(1, "no policy limits the rows: %s", t.Unfiltered)
		}
		for _, c := range t.Checks {
			printCheck(line, t, c)
		}
	}
	if len(r.Scans) > 0 {
		line(0, "")
		line(0, "PostgreSQL read")
	}
	for _, s := range r.Scans {
		text := s.Node
		if s.Table != "" {
			text += " on " + s.Table
		}
		if s.Index != "" {
			text += " by " + s.Index
		}
		if s.Removed > 0 {
			text += fmt.Sprintf(", %.0f rows removed by the filter", s.Removed)
		}
		line(1, "%s: %.0f rows, %.1f ms", text, s.Rows, s.Milliseconds)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

func printCheck(line func(int, string, ...any), t Table, c Check) {
	rows := "rows"
	if c.New {
		rows = "new rows"
	}
	head := fmt.Sprintf("%s, %s: ", c.Verb, rows)
	switch {
	case c.Unknown != "":
		head += "not looked at, " + c.Unknown
	case t.Unfiltered != "":
		head += count(c.Rows, "row")
	default:
		head += fmt.Sprintf("%d of %d pass", c.Passed, c.Rows)
	}
	if c.Cut {
		head += " (of the first; there are more)"
	}
	if !c.Granted {
		head += "; no grant"
	}
	line(1, "%s", head)
	for _, p := range c.Policies {
		kind := ""
		if !p.Permissive {
			kind = "restrictive, "
		}
		text := fmt.Sprintf("%s (%s%d pass, %.1f ms): %s", p.Name, kind, p.Passed, p.Milliseconds, p.Expression)
		if p.File != "" {
			text += fmt.Sprintf("  %s:%d", p.File, p.Line)
		}
		line(2, "%s", text)
		if p.Error != "" {
			line(3, "it fails: %s %s", p.Code, p.Error)
		}
	}
	for _, row := range c.Refused {
		line(2, "not: %s", rowName(row))
		for _, d := range row.Policies {
			line(3, "%s: %s", d.Policy, strings.Join(d.Because, "; "))
		}
	}
}

// rowName is a row by its key, or by its first columns.
func rowName(row Row) string {
	columns := row.Key
	if len(columns) == 0 {
		columns = slices.Sorted(maps.Keys(row.Values))
	}
	var parts []string
	for _, column := range columns[:min(len(columns), 4)] {
		parts = append(parts, column+" = "+row.Values[column])
	}
	return strings.Join(parts, ", ")
}

func callerName(c Caller) string {
	if c.Email != "" {
		return fmt.Sprintf("%s (%s, role %s)", c.Email, c.Subject, c.Role)
	}
	if c.Subject != "" {
		return fmt.Sprintf("%s (role %s)", c.Subject, c.Role)
	}
	return "role " + c.Role
}

func count(n int, of string) string {
	if n == 1 {
		return "1 " + of
	}
	return fmt.Sprintf("%d %ss", n, of)
}

func bracketed(text string) string {
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}
