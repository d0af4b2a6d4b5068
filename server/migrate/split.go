package migrate

import (
	"regexp"
	"strings"
)

// Statement is one SQL statement of a file, without its closing semicolon and
// the comments before it.
type Statement struct {
	Text string
	Line int // of its first character in the file, from 1
}

// Split cuts SQL text into statements at the semicolons that end them: not those
// in quotes, E” strings, dollar quotes, comments, parentheses or the body of a
// `begin atomic` function. It follows PostgreSQL's lexical rules with
// standard_conforming_strings on. What is not closed (a quote, a comment) runs to
// the end of the text, where PostgreSQL says so.
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
	case strings.HasPrefix(rest, "--"):
		s.pos += lengthTo(rest, "\n", 0)
		return
	case strings.HasPrefix(rest, "/*"):
		s.pos += commentLength(rest)
		return
	case c == ';' && s.parens <= 0 && s.blocks == 0:
		s.cut(s.pos)
		s.pos++
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

// block counts what `end` closes inside a begin atomic body: that, and each case.
func (s *splitter) block(before, word string) {
	s.word = word
	switch {
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
	s.start, s.parens, s.blocks, s.word = -1, 0, 0, ""
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
