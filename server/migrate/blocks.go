package migrate

import (
	"regexp"
	"strings"
)

var (
	doBlock = regexp.MustCompile(`(?is)^do\s+(?:language\s+"?plpgsql"?\s+)?(\$(?:[\pL_][\pL\pN_]*)?\$)`)
	// createsInside is a statement in PL/pgSQL, up to its semicolon.
	createsInside = regexp.MustCompile(`(?is)^create\s+extension\b[^;]*`)
	executesText  = regexp.MustCompile(`(?is)^(execute\s+)('(?:[^']|'')*')`)
)

// block has a DO block create what rewrite has a statement create: by a statement of its own, or by `execute` with
// a text. Whether it does so is the block's matter.
func (o *ownExtensions) block(label string, s *Statement) {
	m := doBlock.FindStringSubmatch(s.Text)
	if m == nil {
		return
	}
	body, after, isClosed := strings.Cut(s.Text[len(m[0]):], m[1])
	if !isClosed {
		return
	}
	line := s.Line + strings.Count(m[0], "\n")
	rewritten := strings.Builder{}
	l := splitter{text: body, start: -1}
	done := 0 // of body
	for l.pos < len(body) {
		from := l.pos
		written, created, isText := createdAt(body[from:])
		if created == "" || from > 0 && isNameByte(body[from-1]) {
			l.step()
			continue
		}
		l.pos += len(written)
		inner := Statement{Text: created, Line: line + strings.Count(body[:from], "\n")}
		isRun := o.create(label, &inner, createsExtension.FindStringSubmatch(created))
		if isRun && inner.Text == created {
			continue // the server's own
		}
		rewritten.WriteString(body[done:from])
		done = l.pos
		switch {
		case isRun:
			rewritten.WriteString("execute " + literal(inner.Text))
		case isText:
			rewritten.WriteString("execute 'select'")
		default:
			rewritten.WriteString("null")
		}
	}
	if done > 0 {
		const quote = "$toubkal_block$" // scripts have other ones
		s.Text = strings.TrimSuffix(m[0], m[1]) + quote + rewritten.String() + body[done:] + quote + after
	}
}

// createdAt finds a statement that creates an extension at the beginning of text in PL/pgSQL: what is written, and
// the statement. isText is true of one that `execute` has as a text.
func createdAt(text string) (written, created string, isText bool) {
	if written = createsInside.FindString(text); createsExtension.MatchString(written) {
		written = strings.TrimRight(written, " \t\r\n")
		return written, written, false
	}
	if m := executesText.FindStringSubmatch(text); m != nil {
		created = strings.TrimSuffix(strings.TrimSpace(strings.ReplaceAll(m[2][1:len(m[2])-1], "''", "'")), ";")
		if createsExtension.MatchString(created) {
			return m[0], created, true
		}
	}
	return "", "", false
}

func isNameByte(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
