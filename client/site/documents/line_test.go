package documents

import (
	"math"
	"strings"
	"testing"
)

func testTypesetter(t *testing.T, rtl bool) *typesetter {
	t.Helper()
	return &typesetter{fonts: testRenderer(t, seeded()).fonts, rtl: rtl}
}

func TestVisualOrder(t *testing.T) {
	t.Parallel()
	r := func(s string) run { return run{s, true} }
	l := func(s string) run { return run{s, false} }
	tests := []struct {
		name string
		runs []run
		rtl  bool
		want string
	}{
		{"Latin alone", []run{l("one")}, false, "one"},
		{"Arabic in Latin", []run{l("a "), r("ب"), l(" c")}, false, "a |ب| c"},
		{"a figure inside Arabic in Latin", []run{l("a "), r("شارع "), l("12"), r(" حي")}, false, "a | حي|12|شارع "},
		{"a word after Arabic in Latin", []run{r("ب "), l("b 12")}, false, "ب |b 12"},
		{"Latin in Arabic", []run{r("ا "), l("K2 one"), r(" ب")}, true, " ب|K2 one|ا "},
		{"a figure in Arabic", []run{r("سنة "), l("2017")}, true, "2017|سنة "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, run := range visualOrder(tt.runs, tt.rtl) {
				got = append(got, run.text)
			}
			if seen := strings.Join(got, "|"); seen != tt.want {
				t.Errorf("seen as %q, want %q", seen, tt.want)
			}
		})
	}
}

// Marks need their offsets, and each glyph its text.
func TestArabicIsShapedAndKeepsItsText(t *testing.T) {
	t.Parallel()
	s := testTypesetter(t, true)
	for _, role := range []fontRole{body, display} {
		text := "صعودًا إلى القمة"
		l := s.shape(text, style{role: role, size: 10})
		said, raised := "", false
		for i := len(l.glyphs) - 1; i >= 0; i-- { // from the right, in reading order
			said += l.glyphs[i].text
			raised = raised || l.glyphs[i].y != 0
		}
		if said != text {
			t.Errorf("it says %q, want %q", said, text)
		}
		if !raised {
			t.Error("no mark stands above or below its letter")
		}
		if alone := s.shape("ا", style{role: role, size: 10}).width; l.width <= alone {
			t.Errorf("the line is %v mm wide", l.width)
		}
	}
}

func TestANumberKeepsItsOrderInArabic(t *testing.T) {
	t.Parallel()
	s := testTypesetter(t, true)
	said := ""
	for _, g := range s.shape("الهاتف "+ltr("+212 600-000000"), style{role: body, size: 10}).glyphs {
		said += g.text
	}
	if !strings.HasPrefix(said, "+212 600-000000") {
		t.Errorf("from the left it is seen as %q", said)
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	st := style{role: body, size: 10}
	for _, rtl := range []bool{false, true} {
		s := testTypesetter(t, rtl)
		text := strings.Repeat("word كلمة 8848 ", 30)
		lines := s.lines(text, st, 60)
		if len(lines) < 5 {
			t.Errorf("%d lines", len(lines))
		}
		for _, l := range lines {
			if l.width > 60 || l.width < 20 {
				t.Errorf("a line is %.1f mm wide in a column of 60", l.width)
			}
		}
		if held := s.lines("12\u00a0000\u00a0m", st, 1); len(held) != 1 {
			t.Errorf("a no-break space broke into %d lines", len(held))
		}
		if two := s.lines("one\ntwo", st, 100); len(two) != 2 {
			t.Errorf("%d lines of two", len(two))
		}
	}
}

// The advances are HarfBuzz's own (hb-shape); typesetting v0.3.5 does not kern the
// apostrophe with the letter after it.
func TestAnApostropheIsKerned(t *testing.T) {
	t.Parallel()
	s := testTypesetter(t, false)
	l := s.shape("L’a", style{role: body, size: 1000 / mmPerPoint})
	if want := 499.0 + 201 + 534; math.Abs(l.width-want) > 0.5 {
		t.Errorf("it is %.1f units wide, want %v", l.width, want)
	}
}
