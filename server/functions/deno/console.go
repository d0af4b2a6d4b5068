package deno

import (
	"bytes"
	"sync"
	"unicode/utf8"
)

// maxLine is the length to which a line is cut, in bytes, as on Supabase.
const maxLine = 10_000

// console cuts what a process prints into lines.
type console struct {
	print func(line string)

	mu   sync.Mutex
	line []byte
}

func (c *console) Write(text []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := len(text)
	for {
		end := bytes.IndexByte(text, '\n')
		if end < 0 {
			c.add(text)
			return n, nil
		}
		c.add(text[:end])
		c.print(string(bytes.ToValidUTF8(c.line, []byte(string(utf8.RuneError)))))
		c.line, text = c.line[:0], text[end+1:]
	}
}

func (c *console) add(text []byte) {
	c.line = append(c.line, text[:min(len(text), max(0, maxLine-len(c.line)))]...)
}

// flush prints a last line without an end.
func (c *console) flush() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.line) > 0 {
		c.print(string(c.line))
		c.line = nil
	}
}
