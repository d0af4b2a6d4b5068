package parse

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toubkal/toubkal/server/fault"
)

// readQuery sorts the parameters into what they mean.
func (r *Request) readQuery(query string, body []byte) error {
	params, err := splitQuery(query)
	if err != nil {
		return err
	}
	asked, err := r.queryBody(body)
	if err != nil {
		return err
	}
	params = append(params, asked...)
	r.Canonical = canonical(params)
	levels := map[string]*limits{}
	for _, param := range params {
		if param.bare {
			continue
		}
		if err := r.readParam(param, levels); err != nil {
			return err
		}
	}
	if r.Items == nil {
		r.Items = []Item{{Field: Field{Name: "*"}}}
	}
	if err := r.bounded(); err != nil {
		return err
	}
	return r.setLimits(levels)
}

func (r *Request) readParam(param urlParam, levels map[string]*limits) (err error) {
	last := param.name[strings.LastIndexByte(param.name, '.')+1:]
	switch {
	case param.name == "select":
		return r.readSelect(param.value)
	case param.name == "columns":
		r.Columns, err = readNames("columns", param.value, r.Columns)
	case param.name == "on_conflict":
		r.OnConflict, err = readNames("on_conflict", param.value, r.OnConflict)
	case last == "order":
		return r.readOrder(param)
	case last == "limit", last == "offset":
		return readLimit(param, last, levels)
	case last == "and", last == "or":
		return r.readLogic(param)
	default:
		return r.readFilter(param)
	}
	return err
}

func (r *Request) readSelect(value string) error {
	if r.Items != nil {
		return nil
	}
	items, err := read(value, "select parameter", func(s *scanner) ([]Item, bool) {
		items, ok := selectParser{nameParser{s}}.items()
		return items, ok && (len(items) > 0 && s.end() || s.atEnd())
	})
	if len(items) > 0 {
		r.Items = items
	}
	return err
}

func readNames(parameter, value string, known []string) ([]string, error) {
	if known != nil {
		return known, nil
	}
	names, err := read(value, parameter+" parameter", func(s *scanner) ([]string, bool) { return nameParser{s}.names() })
	slices.Sort(names)
	return slices.Compact(names), err
}

func (r *Request) readOrder(param urlParam) error {
	path, _, err := readPath(param.name)
	if err != nil {
		return err
	}
	terms, err := read(param.value, "order", func(s *scanner) ([]OrderTerm, bool) { return orderParser{newFilterParser(s)}.orderTerms() })
	r.Order = append(r.Order, Order{Path: path, Terms: terms})
	return err
}

func readLimit(param urlParam, last string, levels map[string]*limits) error {
	path, _, err := readPath(param.name)
	if err != nil {
		return err
	}
	key := strings.Join(path, "\x00")
	if levels[key] == nil {
		levels[key] = &limits{path: path}
	}
	n, err := strconv.ParseInt(param.value, 10, 64)
	switch {
	case err != nil: // as PostgREST: what is no number sets no limit
	case last == "limit":
		levels[key].limit = &n
	default:
		levels[key].offset = &n
	}
	return nil
}

func (r *Request) setLimits(levels map[string]*limits) error {
	for _, level := range levels {
		rows, err := level.rows()
		if err != nil {
			return err
		}
		if len(level.path) == 0 {
			r.Rows = rows
			continue
		}
		r.Limits = append(r.Limits, Limits{level.path, rows})
	}
	slices.SortFunc(r.Limits, func(a, b Limits) int { return slices.Compare(a.Path, b.Path) })
	return nil
}

func (r *Request) readLogic(param urlParam) error {
	path, err := read(param.name, "logic path", func(s *scanner) ([]string, bool) {
		path, field, ok := nameParser{s}.treePath()
		return append(path, field.Name), ok
	})
	if err != nil {
		return err
	}
	op := path[len(path)-1]
	if slices.Contains(path, "not") {
		op = "not." + op
	}
	path = slices.DeleteFunc(path[:len(path)-1], func(name string) bool { return name == "not" })
	tree, failed := scan(op+param.value, func(s *scanner) (tree Logic, ok bool) {
		if !strings.HasPrefix(strings.TrimLeft(param.value, " \t"), "(") { // no column begins with the operator
			s.pos = len(op)
			return tree, s.lexeme("(")
		}
		tree, ok = newFilterParser(s).logic()
		return tree, ok && s.end()
	})
	if failed != nil {
		return failed.fault("logic tree", param.value)
	}
	tree.Path = path
	r.Logic = append(r.Logic, tree)
	return nil
}

func (r *Request) readFilter(param urlParam) error {
	path, field, err := readPath(param.name)
	if err != nil {
		return err
	}
	whole := false
	test, failed := scan(param.value, func(s *scanner) (test Test, ok bool) {
		test, ok = newFilterParser(s).test(s.toEnd)
		whole = !ok || s.end()
		return test, ok && whole
	})
	argument := r.Table == "" && r.Reads()
	switch {
	case failed == nil:
		r.Filters = append(r.Filters, Filter{Path: path, Field: field, Test: test, Key: param.name, Raw: param.value})
	case argument && (failed.pos == 0 || !whole): // at the root too: a function may answer there
		r.Params = append(r.Params, Param{field.Name, param.value})
	default:
		return failed.fault("filter", param.value)
	}
	return nil
}

func readPath(name string) (path []string, field Field, err error) {
	_, failed := scan(name, func(s *scanner) (_ struct{}, ok bool) {
		path, field, ok = nameParser{s}.treePath()
		return struct{}{}, ok
	})
	if failed != nil {
		return nil, Field{}, failed.fault("tree path", name)
	}
	return path, field, nil
}

// read runs one parser over a whole parameter.
func read[T any](text, what string, parser func(*scanner) (T, bool)) (T, error) {
	value, failed := scan(text, parser)
	if failed != nil {
		return value, failed.fault(what, text)
	}
	return value, nil
}

// scan runs a parser; where it fails, once more to learn why.
func scan[T any](text string, parser func(*scanner) (T, bool)) (T, *scanner) {
	value, ok := parser(&scanner{text: text, silent: true})
	if ok {
		return value, nil
	}
	failed := &scanner{text: text}
	parser(failed)
	return value, failed
}

// maxExcerpt bounds what a refusal repeats of the request. Bytes.
const maxExcerpt = 2000

func excerpt(text string) string {
	if len(text) <= maxExcerpt {
		return text
	}
	return strings.ToValidUTF8(text[:maxExcerpt], "") + "…"
}

// fault gives the failure the message of PostgREST.
func (s *scanner) fault(what, text string) error {
	if s.over != nil {
		return s.over
	}
	column := utf8.RuneCountInString(s.text[:min(s.err.pos, len(s.text))]) + 1
	message := fmt.Sprintf(`"failed to parse %s (%s)" (line 1, column %d)`, what, excerpt(text), column)
	return fault.New(fault.RestBadQuery, message).WithDetails(s.err.details())
}

// toEnd is the value of a filter that has a parameter of its own.
func (s *scanner) toEnd() string {
	value := s.rest()
	s.consume(len(value))
	return value
}

// canonical is the query string with its parameters sorted by name.
func canonical(params []urlParam) string {
	sorted := slices.Clone(params)
	slices.SortStableFunc(sorted, func(a, b urlParam) int { return strings.Compare(a.name, b.name) })
	var b strings.Builder
	for i, param := range sorted {
		if i > 0 {
			b.WriteByte('&')
		}
		b.WriteString(Escape(param.name) + "=" + Escape(param.value))
	}
	return b.String()
}

func (l limits) rows() (Rows, error) {
	var rows Rows
	if l.offset != nil {
		rows.Offset = *l.offset
	}
	if l.limit != nil {
		rows.Limited, rows.Limit = true, *l.limit
	}
	if rows.Limit < 0 {
		return Rows{}, badRange("Limit should be greater than or equal to zero.")
	}
	return rows, nil
}
