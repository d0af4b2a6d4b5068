package image

import (
	"errors"
	"net/url"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want, refused string }{
		{"", "resizing_type:fill,quality:80", ""},
		{"width:200,height:100", "height:100,width:200,resizing_type:fill,quality:80", ""},
		{"width:0,height:0", "resizing_type:fill,quality:80", ""},
		{"width:99999", "width:2000,resizing_type:fill,quality:80", ""},
		{"width:5,resize:contain,quality:20,format:webp", "width:5,resizing_type:fit,quality:20", ""},
		{"resize:fill,quality:100,format:origin", "resizing_type:force,quality:100", ""},
		{"gravity:ce,resize:cover", "resizing_type:fill,quality:80", ""},
		{"gravity:fp,x_offset:0.25,y_offset:1", "resizing_type:fill,quality:80,gravity:fp:0.25:1", ""},
		{"x_offset:-10", "resizing_type:fill,quality:80,gravity:ce:-10:0", ""},
		{"width:-1", "", "width must be"},
		{"width:", "", "width must be"},
		{"width:1.5", "", "width must be"},
		{"height:99999999999999999999", "", "height must be"},
		{"quality:19", "", "quality must be a whole number from 20 to 100"},
		{"quality:101", "", "quality must be"},
		{"resize:crop", "", "resize must be"},
		{"resize:", "", "resize must be"},
		{"format:png", "", "format must be"},
		{"gravity:up", "", "gravity must be"},
		{"gravity:fp", "", "fp needs x_offset and y_offset"},
		{"gravity:fp,x_offset:0.5", "", "fp needs"},
		{"gravity:fp,x_offset:2,y_offset:0", "", "x_offset must be a number from 0 to 1"},
		{"gravity:fp,x_offset:NaN,y_offset:0", "", "x_offset must be"},
		{"x_offset:Inf", "", "x_offset must be"},
		{"gravity:sm,x_offset:1", "", "sm has no x_offset"},
		{"width:1,width:2", "", "width is given twice"},
	} {
		query := url.Values{"token": {"x"}, "v": {"y"}}
		for pair := range strings.SplitSeq(c.text, ",") {
			if name, value, ok := strings.Cut(pair, ":"); ok {
				query.Add(name, value)
			}
		}
		fromText, errText := ParseText(c.text)
		fromQuery, errQuery := Parse(query)
		for form, err := range map[string]error{"text": errText, "query": errQuery} {
			if (err == nil) != (c.refused == "") || err != nil && (!errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), c.refused)) {
				t.Errorf("%q as %s: got %v, want %q", c.text, form, err, c.refused)
			}
		}
		if errText == nil && (fromText != fromQuery || fromText.String() != c.want) {
			t.Errorf("%q: got %q, and %q from a query; want %q", c.text, fromText, fromQuery, c.want)
		}
	}
	if _, err := ParseText("width:1,colour:red"); !errors.Is(err, ErrOptions) {
		t.Errorf("an unknown option: got %v", err)
	}
}
