package parse_test

import (
	"strings"
	"testing"
)

func TestCheckAnonymous(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, query string
		refused     bool
	}{
		{"a pattern", "a=match.^b.*c$", false},
		{"an escaped digit class", `a=imatch.^\\d{3}$`, false},
		{"a backslash before a digit", `a=match.\\1`, false},
		{"a back reference", `a=match.(b)\1`, true},
		{"a back reference of any", `a=match(any).{x,"(b)\\1"}`, true},
		{"a back reference of all, unquoted", `a=imatch(all).{(b)\\2}`, true},
		{"a negated back reference", `a=not.match.(b)\9`, true},
		{"a back reference in logic", `or=(a.eq.1,and(b.eq.2,c.match."(b)\\1"))`, true},
		{"a back reference in an embed", `select=id,e(id)&e.a=match.(b)\1`, true},
		{"a long pattern", "a=match." + strings.Repeat("b", 201), true},
		{"many counts", "a=match.((b{9}){9}){9}", true},
		{"the same with like", `a=like.*(b)\1`, false},
		{"three embeds", "select=id,e(id,f(id,g(id)))", false},
		{"four embeds deep", "select=id,e(id,f(id,g(id,h(id))))", true},
		{"eleven embeds", "select=id" + strings.Repeat(",e(id)", 11), true},
		{"200 columns", "select=e(b)" + strings.Repeat(",a", 199), false},
		{"201 columns", "select=e(b)" + strings.Repeat(",a", 200), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			request := mustRead(t, "GET /t?"+c.query, "")
			if err := request.CheckAnonymous(); (err != nil) != c.refused {
				t.Errorf("%s: got %v", c.query, err)
			}
		})
	}
}
