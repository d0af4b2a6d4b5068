package policy

import (
	"errors"
	"strings"
)

// errForm means that the form of an expression is not known here, which only costs
// queries.
var errForm = errors.New("unknown form of an expression")

// tokenKind is the kind of a token.
type tokenKind byte

const (
	end      tokenKind = iota
	word               // a name or keyword without quotes
	name               // a name in double quotes, without them
	text               // a string, without its quotes
	number             // digits
	operator           // also ::
	sign               // one of ( ) [ ] , . ;
)

// token is an SQL token, from its start to its end.
type token struct {
	kind     tokenKind
	text     string
	from, to int
}

const operatorBytes = "+-*/<>=~!@#%^&|`?:"

// lex splits SQL as PostgreSQL formats it into tokens: strings conform to the standard,
// and there are no comments.
func lex(sql string) ([]token, error) {
	var tokens []token
	for at := 0; at < len(sql); {
		if strings.IndexByte(" \t\r\n\f", sql[at]) >= 0 {
			at++
			continue
		}
		t, err := nextToken(sql, at)
		if err != nil {
			return nil, err
		}
		tokens = append(tokens, t)
		at = t.to
	}
	return append(tokens, token{kind: end, from: len(sql), to: len(sql)}), nil
}

// nextToken reads the token that begins at a place.
func nextToken(sql string, at int) (token, error) {
	c := sql[at]
	switch {
	case letter(c):
		return run(sql, at, word, func(c byte) bool { return letter(c) || digit(c) || c == '$' }), nil
	case digit(c):
		return run(sql, at, number, func(c byte) bool { return digit(c) || c == '.' || c == 'e' }), nil
	case c == '\'':
		return quoted(sql, at, text)
	case c == '"':
		return quoted(sql, at, name)
	case strings.IndexByte("()[],.;", c) >= 0:
		return token{sign, sql[at : at+1], at, at + 1}, nil
	case strings.IndexByte(operatorBytes, c) >= 0:
		t := run(sql, at, operator, func(c byte) bool { return strings.IndexByte(operatorBytes, c) >= 0 })
		if strings.Contains(t.text, "--") || strings.Contains(t.text, "/*") {
			return token{}, errForm
		}
		return t, nil
	}
	return token{}, errForm
}

func letter(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

func run(sql string, from int, kind tokenKind, more func(byte) bool) token {
	to := from + 1
	for to < len(sql) && more(sql[to]) {
		to++
	}
	return token{kind, sql[from:to], from, to}
}

// quoted reads up to the closing quote, where two in a row are one.
func quoted(sql string, from int, kind tokenKind) (token, error) {
	quote := sql[from]
	var inner strings.Builder
	for at := from + 1; at < len(sql); at++ {
		switch {
		case sql[at] != quote:
			inner.WriteByte(sql[at])
		case at+1 < len(sql) && sql[at+1] == quote:
			inner.WriteByte(quote)
			at++
		default:
			return token{kind, inner.String(), from, at + 1}, nil
		}
	}
	return token{}, errForm
}

// lower is the text of a token in lower case, as keywords are compared.
func lower(t token) string { return strings.ToLower(t.text) }
