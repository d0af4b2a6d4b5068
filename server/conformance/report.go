package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// report gathers what became of the cases, and prints it.
type report struct {
	out     io.Writer
	verbose bool
	scores  map[string]*score // by group and file
	failed  int               // that count
	passed  int
	excused map[string]int // failures that do not count, by tag
	skipped int            // that hold for another PostgreSQL
}

type score struct{ passed, total int }

// log is where the program's own log goes.
func (r *report) log() io.Writer {
	if r.verbose {
		return r.out
	}
	return io.Discard
}

// skip leaves out a case that another version of PostgreSQL answers.
func (r *report) skip(c testCase) {
	r.skipped++
	if r.verbose {
		r.say("skip %s", c.ID)
	}
}

// add counts a case, and says at once what was wrong with it.
func (r *report) add(c testCase, failures []failure) {
	s := r.score(c)
	s.total++
	if len(failures) == 0 {
		s.passed++
		r.passed++
		if r.verbose {
			r.say("ok   %s", c.ID)
		}
		return
	}
	r.blame(c)
	for _, f := range failures {
		r.say("   %s  (line %d) -> %d", f.request, f.line, f.status)
		for _, each := range f.findings {
			r.say("      %s: %s", each.kind, each.text)
		}
	}
}

func (r *report) score(c testCase) *score {
	if r.scores == nil {
		r.scores, r.excused = map[string]*score{}, map[string]int{}
	}
	key := fmt.Sprintf("%-24s %s", c.Group, c.File)
	if r.scores[key] == nil {
		r.scores[key] = &score{}
	}
	return r.scores[key]
}

func (r *report) blame(c testCase) {
	if tag := c.excuse(); tag != "" {
		r.excused[tag]++
		r.say("fail %s [%s] (%s)", c.ID, c.Group, tag)
		return
	}
	r.failed++
	r.say("FAIL %s [%s]", c.ID, c.Group)
}

// close prints the passes of each group and file and the sum; true where every
// case passed that counts.
func (r *report) close() bool {
	r.say("")
	for _, key := range slices.Sorted(maps.Keys(r.scores)) {
		r.say("%4d of %4d  %s", r.scores[key].passed, r.scores[key].total, key)
	}
	r.say("\n%s", r.sum())
	return r.failed == 0
}

// sum is everything in one line, such as
//
//	conformance: 683 of 708 pass; 5 fail, 20 fail as planner
func (r *report) sum() string {
	total := r.passed + r.failed + r.skipped
	var rest []string
	if r.failed > 0 {
		rest = append(rest, fmt.Sprintf("%d fail", r.failed))
	}
	for _, tag := range slices.Sorted(maps.Keys(r.excused)) {
		total += r.excused[tag]
		rest = append(rest, fmt.Sprintf("%d fail as %s", r.excused[tag], tag))
	}
	if r.skipped > 0 {
		rest = append(rest, fmt.Sprintf("%d are of another PostgreSQL", r.skipped))
	}
	line := fmt.Sprintf("conformance: %d of %d pass", r.passed, total)
	if len(rest) > 0 {
		line += "; " + strings.Join(rest, ", ")
	}
	return line
}

func (r *report) say(format string, args ...any) {
	_, _ = fmt.Fprintf(r.out, format+"\n", args...)
}
