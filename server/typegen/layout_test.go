package typegen

import (
	"strings"
	"testing"
)

func TestLayout(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 30)
	two := tsType{union: []doc{text(literal(long)), text(literal(long + "y"))}}
	tests := []struct {
		name string
		doc  doc
		want string
	}{
		{"one line of 80 columns", property(strings.Repeat("k", 10), false, two), strings.Repeat("k", 10) + `: "` + long + `" | "` + long + `y"`},
		{"81 columns", property(strings.Repeat("k", 11), false, two), strings.Repeat("k", 11) + ":\n  | \"" + long + "\"\n  | \"" + long + `y"`},
		{"what follows counts", seq(inline([]doc{text(strings.Repeat("a", 75))}), text("[]")), "{\n  " + strings.Repeat("a", 75) + "\n}[]"},
		{"an array of a union", property("key", true, tsType{union: append(two.union, two.union...)}.array()), "key?: (\n" +
			strings.Repeat("  | \""+long+"\"\n  | \""+long+"y\"\n", 2) + ")[]"},
		{"the same or null", property("key", false, tsType{union: append(two.union, two.union...)}.array().orNull()), "key:\n  | (\n" +
			strings.Repeat("      | \""+long+"\"\n      | \""+long+"y\"\n", 2) + "    )[]\n  | null"},
		{"an object inside is broken alone", inline([]doc{property("Args", false, simple(inline([]doc{text("a: b"), text("c: d")}))), property(
			"Returns", false, simple(block([]doc{text("e: f")})),
		)}), "{\n  Args: { a: b; c: d }\n  Returns: {\n    e: f\n  }\n}"},
		{"type arguments", property(long+long, false, record.orNull()), long + long + ": Record<\n  string,\n  unknown\n> | null"},
		{"a name is never broken", property(long+long, false, object(text(long)).orNull()), long + long + ": " + long + " | null"},
		{"strings", tuple([]string{"a", "b"}), `["a", "b"]`},
		{"long strings", tuple([]string{long, long, long}), "[\n" + strings.Repeat(`  "`+long+"\",\n", 3) + "]"},
		{"wide letters", tuple([]string{strings.Repeat("日", 20), strings.Repeat("本", 17)}), "[\n  \"" + strings.Repeat("日", 20) + "\",\n  \"" + strings.Repeat("本", 17) + "\",\n]"},
		{"nothing", list(nil), "[]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := layout(test.doc); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestKey(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"plain": "plain", "$a_1": "$a_1", "été": "été", "日本": "日本", "e\u0301": "e\u0301", "default": "default",
		"": `""`, "1": `"1"`, "a b": `"a b"`, "a-b": `"a-b"`, "it's": `"it's"`, `a"b`: `'a"b'`, `'"`: `"'\""`, `a\b`: `"a\\b"`,
		"tab\t": `"tab\t"`, "bell\a": `"bell\u0007"`, "😀": `"😀"`,
	} {
		if got := key(name); got != want {
			t.Errorf("key(%q) is %s, want %s", name, got, want)
		}
	}
}
