package migrate

import (
	"regexp"
	"strings"
)

// Statement is one SQL statement of a file, without its closing semicolon and
// the comments before it. The text of a `copy … from stdin` goes on with a semicolon and
// its rows; one that begins with a backslash is a command of psql.
type Statement struct {
	Text string
	Line int // of its first character in the file, from 1
}

// Split cuts SQL text into statements at the semicolons that end them: not those
// in quotes, E” strings, dollar quotes, comments, parentheses or the body of a
// `begin atomic` function. It follows PostgreSQL's lexical rules with
// standard_conforming_strings on. What is not closed (a quote, a comment) runs to
// the end of the text, where PostgreSQL says so. As in psql, the rows of a `copy … from
// stdin` are the lines after it until \., and a backslash begins a command, which ends with
// its line.
func Split(text string) []Statement {
	s := splitter{text: text, start: -1}
	for s.pos < len(text) {
		s.step()
	}
	s.cut(len(text))
	return s.found
}

type splitter struct {
	text   string
	pos    int
	start  int // of the statement, -1 before its first token
	parens int
	blocks int    // begin atomic, and case inside it
	first  string // word of the statement, lower case
	copies bool   // the statement is a copy from stdin
	word   string // the last token if it was a word, lower case
	ended  int    // where that word ended
	found  []Statement
}

var (
	wordAt   = regexp.MustCompile(`^[\pL_][\pL\pN_$]*`)
	dollarAt = regexp.MustCompile(`^\$(?:[\pL_][\pL\pN_]*)?\$`)
	numberAt = regexp.MustCompile(`^[0-9][\pL\pN_.]*`)
)

// step passes over one token.
func (s *splitter) step() {
	rest := s.text[s.pos:]
	switch c := rest[0]; {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v':
		s.pos++
		return
	case s.start < 0 && strings.HasPrefix(rest, "\ufeff"): // between files that were joined
		s.pos += len("\ufeff")
		return
	case strings.HasPrefix(rest, "--"):
		s.pos += lengthTo(rest, "\n", 0)
		return
	case strings.HasPrefix(rest, "/*"):
		s.pos += commentLength(rest)
		return
	case c == ';' && s.parens <= 0 && s.blocks == 0:
		if s.copies {
			text, all := copyLength(rest)
			s.cut(s.pos + text)
			s.pos += all
			return
		}
		s.cut(s.pos)
		s.pos++
		return
	case c == '\\':
		s.cut(s.pos)
		s.start = s.pos
		s.pos += lengthTo(rest, "\n", 0)
		s.cut(s.pos)
		return
	}
	if s.start < 0 {
		s.start = s.pos
	}
	s.token(rest)
}

func (s *splitter) token(rest string) {
	word := s.word
	s.word = ""
	switch rest[0] {
	case '\'':
		s.pos += quoteLength(rest, '\'', word == "e" && s.ended == s.pos)
		return
	case '"':
		s.pos += quoteLength(rest, '"', false)
		return
	case '(':
		s.parens++
	case ')':
		s.parens--
	case '$':
		if tag := dollarAt.FindString(rest); tag != "" {
			s.pos += lengthTo(rest, tag, len(tag))
			return
		}
	}
	if found := wordAt.FindString(rest); found != "" {
		s.pos += len(found)
		s.ended = s.pos
		s.block(word, strings.ToLower(found))
		return
	}
	s.pos += max(1, len(numberAt.FindString(rest)))
}

// Opaque is the length of the comment, quoted text, word or number at the beginning of an SQL text, 0 where there is none:
// psql replaces no variable in it.
func Opaque(text string) int {
	switch {
	case strings.HasPrefix(text, "--"):
		return lengthTo(text, "\n", 0)
	case strings.HasPrefix(text, "/*"):
		return commentLength(text)
	case strings.HasPrefix(text, "'"), strings.HasPrefix(text, `"`):
		return quoteLength(text, text[0], false)
	case strings.HasPrefix(text, "e'"), strings.HasPrefix(text, "E'"):
		return 1 + quoteLength(text[1:], '\'', true)
	}
	if tag := dollarAt.FindString(text); tag != "" {
		return lengthTo(text, tag, len(tag))
	}
	return max(len(wordAt.FindString(text)), len(numberAt.FindString(text)))
}

// block counts what `end` closes inside a begin atomic body: that, and each case.
func (s *splitter) block(before, word string) {
	s.word = word
	if s.first == "" {
		s.first = word
	}
	switch {
	case s.first == "copy" && before == "from" && word == "stdin" && s.parens <= 0:
		s.copies = true
	case before == "begin" && word == "atomic":
		s.blocks++
	case s.blocks > 0 && word == "case":
		s.blocks++
	case s.blocks > 0 && word == "end":
		s.blocks--
	}
}

// cut ends the statement at end and begins the next.
func (s *splitter) cut(end int) {
	if s.start >= 0 {
		s.found = append(s.found, Statement{
			Text: strings.TrimSpace(s.text[s.start:end]),
			Line: 1 + strings.Count(s.text[:s.start], "\n"),
		})
	}
	s.start, s.parens, s.blocks, s.word, s.first, s.copies = -1, 0, 0, "", "", false
}

// endOfRows ends the rows of a copy. A semicolon is what the ledger of the Supabase CLI
// adds to a statement.
var endOfRows = regexp.MustCompile(`(?m)^\\\.;?\r?$`)

// copyLength is the length of a semicolon and the rows that follow it, through \. and
// through all of its line.
func copyLength(text string) (rows, all int) {
	if end := endOfRows.FindStringIndex(text); end != nil {
		return end[0] + len(`\.`), end[1]
	}
	return len(text), len(text)
}

// rows are the statement without its rows, and the rows, of a copy from stdin.
func (s Statement) rows() (sql, rows string, ok bool) {
	if len(s.Text) < 4 || !strings.EqualFold(s.Text[:4], "copy") {
		return "", "", false
	}
	l := splitter{text: s.Text, start: -1}
	for l.pos < len(s.Text) && !(l.copies && s.Text[l.pos] == ';') {
		l.step()
	}
	if !l.copies {
		return "", "", false
	}
	sql, rows = s.Text[:l.pos], s.Text[l.pos:]
	if end := endOfRows.FindStringIndex(rows); end != nil {
		rows = rows[:end[0]]
	}
	_, rows, _ = strings.Cut(rows, "\n")
	return sql, rows, true
}

// lengthTo is the length of text through the first end after from bytes, or all.
func lengthTo(text, end string, from int) int {
	i := strings.Index(text[from:], end)
	if i < 0 {
		return len(text)
	}
	return from + i + len(end)
}

// quoteLength is the length of a quoted text. A doubled quote is read as two
// quoted texts side by side, which has the same end.
func quoteLength(text string, quote byte, escapes bool) int {
	for i := 1; i < len(text); i++ {
		switch {
		case escapes && text[i] == '\\':
			i++
		case text[i] == quote:
			if escapes && i+1 < len(text) && text[i+1] == quote {
				i++ // the rest still has escapes
				continue
			}
			return i + 1
		}
	}
	return len(text)
}

// commentLength is the length of a block comment, which may hold others.
func commentLength(text string) int {
	depth := 0
	for i := 0; i+1 < len(text); i++ {
		switch text[i : i+2] {
		case "/*":
			depth++
			i++
		case "*/":
			depth--
			i++
		}
		if depth == 0 {
			return i + 1
		}
	}
	return len(text)
}
