package reply

import (
	"slices"
	"strconv"
	"testing"

	"github.com/toubkal/toubkal/server/rest/plan"
)

func TestTags(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"none", nil, nil},
		{"one", []string{`"a"`}, []string{`"a"`}},
		{"several, on lines", []string{`"a", W/"b"`, ` ,"c",`}, []string{`"a"`, `W/"b"`, `"c"`}},
		{"a comma inside", []string{`"a,b","c"`}, []string{`"a,b"`, `"c"`}},
		{"any", []string{`*`}, []string{`*`}},
		{"without quotes", []string{`a,"b"`}, []string{`a`, `"b"`}},
		{"half of one", []string{`"a", "b`}, []string{`"a"`}},
		{"rubbish", []string{`,,  ,`, `"`, ""}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := tags(test.lines); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestDigests(t *testing.T) {
	t.Parallel()
	array := Tag(plan.Plan{Format: plan.Format{Body: plan.Array}}, plan.Result{Rows: 1, Body: []byte(`[{"a":1}]`)})
	object := Tag(plan.Plan{Format: plan.Format{Body: plan.Object}}, plan.Result{Rows: 1, Body: []byte(`{"a":1}`)})
	if array[:digest+1] != object[:digest+1] || array == object {
		t.Errorf("as an array %s, as an object %s: want one digest and two tags", array, object)
	}
	const body = "same"
	html := Tag(plan.Plan{Format: plan.Format{Body: plan.Custom, ContentType: "text/html"}}, plan.Result{Rows: 1, Body: []byte(body)})
	text := Tag(plan.Plan{Format: plan.Format{Body: plan.Custom, ContentType: "text/plain"}}, plan.Result{Rows: 1, Body: []byte(body)})
	if html == text {
		t.Errorf("two types have the tag %s", html)
	}
}

func BenchmarkTag(b *testing.B) {
	for _, size := range []int{200, 1 << 10, 20 << 10, 1 << 20} {
		body := make([]byte, size)
		b.Run(strconv.Itoa(size), func(b *testing.B) {
			for b.Loop() {
				Tag(plan.Plan{Format: plan.Format{Body: plan.Array}}, plan.Result{Rows: 2, Body: body})
			}
		})
	}
}
