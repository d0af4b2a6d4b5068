package catalog

import (
	"strconv"
	"strings"
)

// ViewColumns reads out of a view's pg_node_tree from which column of which
// relation each of its columns comes. Those that come from an expression are
// absent. The tree is the text form that nodes/outfuncs.c writes, a list of one
// query:
//
//	({QUERY … :targetList ({TARGETENTRY :expr … :resno 1 … :resorigtbl 16388
//	:resorigcol 1 :resjunk false} …) …})
//
// PostgreSQL itself notes the origin of a column there, through joins and
// sub-selects (markTargetListOrigin), but not through views.
func ViewColumns(tree string) map[int16]Source {
	const inQuery, inEntry = 2, 4 // depths: ({ and ({ … ({
	found := map[int16]Source{}
	var entry targetEntry
	tokens := tokenizer{rest: tree}
	for depth, listing := 0, false; ; {
		token, ok := tokens.next()
		switch {
		case !ok:
			return found
		case token == "(" || token == "{":
			depth++
		case token == ")" || token == "}":
			depth--
			if listing && token == "}" && depth == inEntry-1 {
				// System columns have negative numbers, which number gives as 0.
				if entry.number != 0 && entry.relation != 0 && entry.column != 0 {
					found[int16(entry.number)] = Source{uint32(entry.relation), int16(entry.column)} // #nosec G115 -- PostgreSQL's own numbers, of 16 and 32 bits
				}
				entry = targetEntry{}
			}
			listing = listing && depth > inQuery
		case depth == inQuery && token == ":targetList":
			listing = true
		case depth == inEntry && listing && strings.HasPrefix(token, ":"):
			entry.set(token, &tokens)
		}
	}
}

// targetEntry is a TARGETENTRY node of a view's query.
type targetEntry struct{ number, relation, column uint64 }

func (t *targetEntry) set(field string, tokens *tokenizer) {
	switch field {
	case ":resno":
		t.number = tokens.number()
	case ":resorigtbl":
		t.relation = tokens.number()
	case ":resorigcol":
		t.column = tokens.number()
	}
}

// tokenizer splits a node tree as pg_strtok does: brackets stand alone, white
// space divides, and a backslash takes the next character as it is.
type tokenizer struct{ rest string }

const brackets = "(){}"

func (t *tokenizer) next() (string, bool) {
	t.rest = strings.TrimLeft(t.rest, " \n\t")
	if t.rest == "" {
		return "", false
	}
	end := 1
	if !strings.Contains(brackets, t.rest[:1]) {
		end = wordLength(t.rest)
	}
	token := t.rest[:end]
	t.rest = t.rest[end:]
	return token, true
}

func wordLength(s string) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case ' ', '\n', '\t', '(', ')', '{', '}':
			return i
		}
	}
	return len(s)
}

// number reads the next token as a number from 0 to the largest object id; any
// other is 0.
func (t *tokenizer) number() uint64 {
	token, _ := t.next()
	n, err := strconv.ParseUint(token, 10, 32)
	if err != nil {
		return 0
	}
	return n
}
