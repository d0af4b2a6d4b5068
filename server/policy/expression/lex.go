package expression

import "strings"

// kind is the kind of a token.
type kind byte

const (
	word     kind = iota
	quoted        // a name in double quotes
	literal       // a string, also in dollar quotes
	number        // digits
	operator      // also ::
	sign          // brackets, commas and dots
)

// token is a token of SQL with its place.
type token struct {
	kind     kind
	text     string
	from, to int
	depth    int // of brackets, and of CASE … END, around it
}

// is reports whether a token is a keyword, which PostgreSQL prints in capitals.
func (t token) is(keyword string) bool { return t.kind == word && t.text == keyword }

// name is the name that a token stands for.
func (t token) name() string {
	if t.kind != quoted || len(t.text) < 2 {
		return t.text
	}
	return strings.ReplaceAll(t.text[1:len(t.text)-1], `""`, `"`)
}

const operatorBytes = "+-*/<>=~!@#%^&|`?:"

// lex splits SQL as PostgreSQL prints it: there are no comments. What is not closed runs to the end.
func lex(sql string) []token {
	var tokens []token
	depth := 0
	for at := 0; at < len(sql); {
		if strings.IndexByte(" \t\r\n\f\v", sql[at]) >= 0 {
			at++
			continue
		}
		t := next(sql, at)
		if t.text == ")" || t.text == "]" || t.is("END") {
			depth = max(depth-1, 0)
		}
		t.depth = depth
		if t.text == "(" || t.text == "[" || t.is("CASE") {
			depth++
		}
		tokens = append(tokens, t)
		at = t.to
	}
	return tokens
}

// next is the token that begins at a place.
func next(sql string, at int) token {
	make := func(k kind, length int) token {
		to := min(at+max(length, 1), len(sql))
		return token{kind: k, text: sql[at:to], from: at, to: to}
	}
	rest := sql[at:]
	switch c := sql[at]; {
	case c == '\'':
		return make(literal, closed(rest, '\'', false))
	case (c == 'E' || c == 'e') && len(rest) > 1 && rest[1] == '\'':
		return make(literal, 1+closed(rest[1:], '\'', true))
	case c == '"':
		return make(quoted, closed(rest, '"', false))
	case c == '$':
		if tag := strings.IndexByte(rest[1:], '$'); tag >= 0 {
			if end := strings.Index(rest[tag+2:], rest[:tag+2]); end >= 0 {
				return make(literal, 2*(tag+2)+end)
			}
		}
		return make(literal, len(rest))
	case letter(c):
		return make(word, run(rest, func(c byte) bool { return letter(c) || digit(c) || c == '$' }))
	case digit(c):
		return make(number, run(rest, func(c byte) bool { return digit(c) || c == '.' || c == 'e' }))
	case strings.IndexByte(operatorBytes, c) >= 0:
		return make(operator, run(rest, func(c byte) bool { return strings.IndexByte(operatorBytes, c) >= 0 }))
	}
	return make(sign, 1)
}

func letter(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

func run(sql string, more func(byte) bool) int {
	length := 1
	for length < len(sql) && more(sql[length]) {
		length++
	}
	return length
}

// closed is the length through the closing quote. Two in a row are one.
func closed(sql string, quote byte, escapes bool) int {
	for i := 1; i < len(sql); i++ {
		switch {
		case escapes && sql[i] == '\\':
			i++
		case sql[i] == quote && i+1 < len(sql) && sql[i+1] == quote:
			i++
		case sql[i] == quote:
			return i + 1
		}
	}
	return len(sql)
}

// text is the SQL of tokens.
func text(tokens []token, sql string) string {
	if len(tokens) == 0 {
		return ""
	}
	return sql[tokens[0].from:tokens[len(tokens)-1].to]
}
