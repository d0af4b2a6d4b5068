package object_test

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/toubkal/toubkal/server/storage/object"
)

func TestSniff(t *testing.T) {
	t.Parallel()
	const png, page = "\x89PNG\x0d\x0a\x1a\x0a", "<!DOCTYPE html><script>"
	images := []string{"image/*"}
	for _, c := range []struct {
		name, declared, content string
		types                   []string
		refused                 bool
	}{
		{"a picture", "image/png", png, images, false},
		{"another picture", "image/jpeg", png, images, true},
		{"another name of the type", "image/jpg", "\xff\xd8\xff", images, false},
		{"another picture where the bucket takes all", "image/jpeg", png, nil, false},
		{"a page as a picture", "image/png", page, nil, true},
		{"a page as a picture without a signature", "image/avif; x=y", page, nil, true},
		{"a page as a PDF", "application/pdf", page, nil, true},
		{"XML as a sound", "audio/mpeg", "<?xml ", nil, true},
		{"a page", "text/html", page, nil, false},
		{"a drawing", "image/svg+xml", "<?xml ", images, false},
		{"a text", "text/plain", "text", []string{"text/plain"}, false},
		{"nothing", "image/png", "", nil, false},
		{"nothing where a picture must be", "image/png", "", images, true},
	} {
		content := c.content + strings.Repeat(" ", 600)
		if c.content == "" {
			content = ""
		}
		got, err := io.ReadAll(object.Limits{Types: c.types}.Sniff(c.declared, iotest.OneByteReader(strings.NewReader(content))))
		if (err != nil) != c.refused {
			t.Errorf("%s: %v", c.name, err)
		}
		if err == nil && string(got) != content || err != nil && len(got) > 0 {
			t.Errorf("%s: read %d bytes of %d, %v", c.name, len(got), len(content), err)
		}
	}
}
