// Package reply turns what the database answered into an HTTP answer: status,
// headers and body. It refuses an answer that is not what the request asked
// for: not one row (PGRST116), too many changes (124), a row of another key
// (115), a page past the end (103), headers or a status that a function set badly
// (111, 112, 121), and a change of what is not as its client saw it (412).
package reply

import (
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/plan"
)

// Answer is a response: status, headers and body.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	Stored plan.StoredBody // the body where it is not in memory; else nil
	// Release gives back what the body takes, once it is sent; nil for nothing.
	Release func()
}

// Hint adds a header that says why there is no row; "" adds none.
func (a *Answer) Hint(text string) {
	if text != "" && a.Header != nil {
		a.Header.Set("Toubkal-Hint", strings.Join(strings.Fields(text), " "))
	}
}

// vary is the same for all, and never written to: Add makes a copy of it.
var vary = []string{"Accept, Prefer, Range"}

// Make makes the answer to a plan.
func Make(p plan.Plan, r plan.Result) (Answer, error) {
	answer := Answer{Status: http.StatusOK, Header: http.Header{"Vary": vary}, Body: r.Body, Stored: r.Stored}
	if p.Format.Explain != nil {
		answer.typed(p)
		return answer.withoutBody(p), nil
	}
	if p.Applied != "" {
		answer.Header.Set("Preference-Applied", p.Applied)
	}
	for _, warning := range p.Warnings {
		answer.Header.Add("Warning", `299 PostgRESTv17 "`+unquoted(warning)+`"`)
	}
	var err error
	switch action := p.Action.(type) {
	case plan.Info:
		answer.Header.Set("Allow", action.Allow)
		answer.Header.Set("Accept-Query", plan.QueryTypes)
		return answer, nil
	case plan.Root:
		answer.typed(p)
	case plan.Read:
		if action.Location != "" {
			answer.Header.Set("Content-Location", action.Location)
		}
		err = answer.page(p, r, action.Tree.Rows.Offset)
	case plan.Call:
		err = answer.called(p, action, r)
	case plan.Write:
		answer.written(p, action, r)
	}
	if err != nil {
		return Answer{}, err
	}
	err = answer.override(r)
	return answer.withoutBody(p), err
}

// Done releases what the answer took, sent or not.
func (a Answer) Done() {
	if a.Release != nil {
		a.Release()
	}
}

// withoutBody leaves the body out where only the headers are wanted.
func (a Answer) withoutBody(p plan.Plan) Answer {
	if p.Head {
		a.Body, a.Stored = nil, nil
	}
	return a
}

// unquoted makes text fit between quotes in a header: names in it are a
// client's own.
func unquoted(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '"' || r < ' ' || r > '~' {
			return '_'
		}
		return r
	}, text)
}

// Write sends an answer. It says how long the body is, since net/http sends a
// longer one than 2 KB in chunks. A function may have set a status that has no
// body.
func Write(w http.ResponseWriter, a Answer) {
	header := w.Header()
	for name, values := range a.Header {
		if header[name] == nil {
			header[name] = values
			continue
		}
		header[name] = append(header[name], values...)
	}
	size := int64(len(a.Body))
	if a.Stored != nil {
		size = a.Stored.Size()
	}
	if size == 0 || hasNoBody(a.Status) {
		w.WriteHeader(a.Status)
		return
	}
	header.Set("Content-Length", decimal(size))
	w.WriteHeader(a.Status)
	a.send(w)
}

// hasNoBody reports whether an answer of a status has no body, whatever it is.
func hasNoBody(status int) bool {
	return status == http.StatusNoContent || status == http.StatusNotModified
}

// send writes the body. A client that left needs no answer; one that gets half
// of a body sees by its length that it is not whole.
func (a Answer) send(w io.Writer) {
	if a.Stored != nil {
		_, _ = a.Stored.WriteTo(w)
		return
	}
	_, _ = w.Write(a.Body)
}

// typed says what the body is, also where HEAD leaves it out.
func (a *Answer) typed(p plan.Plan) {
	a.Header.Set("Content-Type", p.Format.ContentType)
	if p.Profile != "" {
		a.Header.Set("Content-Profile", p.Profile)
	}
}

// page says which rows these are. With a known total, a part of them is 206 and
// a part past the end is refused, under the headers that the answer would have.
func (a *Answer) page(p plan.Plan, r plan.Result, offset int64) error {
	a.Header.Set("Content-Range", contentRange(offset, offset+r.Rows-1, r.Total))
	a.typed(p)
	switch {
	case r.Total == nil:
	case offset > *r.Total:
		refused := fault.New(fault.RestBadRange, "Requested range not satisfiable").
			WithDetails("An offset of " + decimal(offset) + " was requested, but there are only " + decimal(*r.Total) + " rows.")
		refused.Header = a.Header
		return refused
	case r.Rows < *r.Total:
		a.Status = http.StatusPartialContent
	}
	return nil
}

func (a *Answer) called(p plan.Plan, c plan.Call, r plan.Result) error {
	err := a.page(p, r, c.Tree.Rows.Offset)
	if c.Shape != plan.Void || err != nil {
		return err
	}
	a.Status, a.Body, a.Stored = http.StatusNoContent, nil, nil
	a.Header.Del("Content-Type")
	a.Header.Del("Content-Profile")
	return nil
}

func (a *Answer) written(p plan.Plan, w plan.Write, r plan.Result) {
	var total *int64
	if w.Counted {
		total = &r.Rows
	}
	inserted := r.Rows - r.Replaced
	full := w.Return == "representation"
	switch w.Op {
	case plan.Insert:
		a.Header.Set("Content-Range", contentRange(1, 0, total))
		a.Status = http.StatusCreated
		if inserted <= 0 && w.Conflict != nil && w.Conflict.Merge {
			a.Status = http.StatusOK
		}
		if location := location(w.Table.Name, r.Location); location != "" {
			a.Header.Set("Location", location)
		}
	case plan.Put:
		a.Status = http.StatusNoContent
		if full {
			a.Status = http.StatusOK
		}
		if full && inserted > 0 {
			a.Status = http.StatusCreated
		}
	case plan.Update, plan.Delete:
		a.changed(w.Op, r.Rows, total, full)
	}
	a.Body = nil
	if full {
		a.Body = r.Body
		a.typed(p)
	}
}

func (a *Answer) changed(op plan.Op, rows int64, total *int64, full bool) {
	last := int64(-1)
	first := int64(0)
	if op == plan.Update {
		last = rows - 1
	}
	a.Header.Set("Content-Range", contentRange(first, last, total))
	if !full {
		a.Status = http.StatusNoContent
	}
}

// contentRange writes first-last/total, with "*" for what is none or unknown.
func contentRange(first, last int64, total *int64) string {
	rows, of := "*", "*"
	if total != nil {
		of = decimal(*total)
	}
	if first <= last && of != "0" {
		rows = decimal(first) + "-" + decimal(last)
	}
	return rows + "/" + of
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }
