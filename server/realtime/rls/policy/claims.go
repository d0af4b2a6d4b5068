package policy

import (
	"slices"
	"strings"
)

// claimFunctions are the functions whose result surely depends on nothing but the
// caller's claims.
func (t *Table) claimFunctions() map[string]Function {
	known := map[string]Function{}
	for range t.Functions { // one may call another
		for _, f := range t.Functions {
			if _, ok := known[f.Name]; !ok && readsClaims(f.Body, known) {
				known[f.Name] = f
			}
		}
	}
	return known
}

// claimGrammar are the keywords and operators of which such a function may consist, besides
// strings and calls of others.
var claimGrammar = set("return select as coalesce nullif current_setting true false null " +
	"text varchar uuid json jsonb integer int bigint boolean ( ) , ; :: -> ->> #> #>>")

// readsClaims reports whether the body of a function in SQL, as written or as PostgreSQL
// formats it, gives the same result for the same claims.
func readsClaims(body string, known map[string]Function) bool {
	tokens, err := lex(body)
	if err != nil {
		return false
	}
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if t.kind == word && i > 0 && tokens[i-1].kind == word && lower(tokens[i-1]) == "as" {
			continue // the name of a result
		}
		if t.kind == word && i+4 < len(tokens) && tokens[i+1].text == "." {
			if _, ok := known[quoteIdent(t)+"."+quoteIdent(tokens[i+2])]; !ok || tokens[i+3].text != "(" || tokens[i+4].text != ")" {
				return false
			}
			i += 4
			continue
		}
		if t.kind == word && lower(t) == "current_setting" && !isRequestSetting(tokens[i+1:]) {
			return false
		}
		if t.kind != text && t.kind != end && !claimGrammar[lower(t)] {
			return false
		}
	}
	return true
}

// isRequestSetting reports whether the arguments of current_setting begin with the name
// of a setting that a request makes.
func isRequestSetting(arguments []token) bool {
	return len(arguments) > 1 && arguments[0].text == "(" && arguments[1].kind == text && strings.HasPrefix(arguments[1].text, requestPrefix)
}

const requestPrefix = "request."

// volatileClaims are the claims in which two tokens of one user differ.
var volatileClaims = []string{"exp", "iat", "nbf", "jti", "session_id", "amr"}

// StableClaims removes from claims those in which two tokens of one user differ.
func StableClaims[V any](claims map[string]V) {
	for _, name := range volatileClaims {
		delete(claims, name)
	}
}

// readsVolatileClaim reports whether a string in the body names a volatile claim.
func (f Function) readsVolatileClaim() bool {
	tokens, _ := lex(f.Body)
	return slices.ContainsFunc(tokens, func(t token) bool { return t.kind == text && slices.Contains(volatileClaims, t.text) })
}
