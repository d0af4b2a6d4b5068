package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"
)

// liveGoal is a figure that realtime has to reach, of the median of rounds.
type liveGoal struct {
	title string
	unit  string
	of    func(liveRun) float64
	goal  float64
	below bool // less is better
}

func p50(r liveRun) float64  { return r.p50 }
func p99(r liveRun) float64  { return r.p99 }
func lost(r liveRun) float64 { return float64(r.lost) }

// pace is how many messages were sent per second.
func pace(r liveRun) float64 { return r.rps * float64(r.sent) / float64(r.expected) }

func received(r liveRun) float64 { return r.rps }
func held(r liveRun) float64     { return r.memory }
func joining(r liveRun) float64  { return r.joining }
func share(r liveRun) float64    { return 100 * (r.serverShare + r.postgresShare) }

// liveGoals are those of the issue.
var liveGoals = []liveGoal{
	{title: tenSlow, unit: "ms p50", of: p50, goal: 3, below: true},
	{title: tenSlow, unit: "ms p99", of: p99, goal: 12, below: true},
	{title: tenFast, unit: "ms p50", of: p50, goal: 3, below: true},
	{title: tenFast, unit: "ms p99", of: p99, goal: 12, below: true},
	{title: hundred, unit: "ms p99", of: p99, goal: 25, below: true},
	{title: hundred, unit: "lost", of: lost, goal: 0, below: true},
	{title: byOwner, unit: "changes/s", of: pace, goal: 297},
	{title: byOwner, unit: "lost", of: lost, goal: 0, below: true},
	{title: byTeam, unit: "changes/s", of: pace, goal: 297},
	{title: byTeam, unit: "lost", of: lost, goal: 0, below: true},
	{title: byOpaque, unit: "changes/s", of: pace, goal: 297},
	{title: byOpaque, unit: "lost", of: lost, goal: 0, below: true},
	{title: fanOut, unit: "messages/s", of: received, goal: 150_000},
	{title: fanOut, unit: "lost", of: lost, goal: 0, below: true},
	{title: oneHangs, unit: "lost by the others", of: lost, goal: 0, below: true},
	{title: manyIdle, unit: "MB", of: held, goal: 600, below: true},
	{title: manyIdle, unit: "MB while they joined", of: joining, goal: 600, below: true},
	{title: manyListen, unit: "MB", of: held, goal: 600, below: true},
	{title: noClients, unit: "% CPU, with PostgreSQL", of: share, goal: 1, below: true},
	{title: thousandIdle, unit: "% CPU, with PostgreSQL", of: share, goal: 1, below: true},
}

func (g liveGoal) verdict(figure float64) string {
	switch {
	case math.IsNaN(figure):
		return "not measured"
	case g.below && figure <= g.goal, !g.below && figure >= g.goal:
		return "reached"
	}
	return "missed"
}

// over is the median of a case's rounds, and the best of them.
func (l *live) over(title string, of func(liveRun) float64, below bool) (middle, best float64) {
	var all []float64
	for _, r := range l.kept[title] {
		all = append(all, of(r))
	}
	if len(all) == 0 {
		return math.NaN(), math.NaN()
	}
	best = slices.Max(all)
	if below {
		best = slices.Min(all)
	}
	return median(all), best
}

// report writes what was measured as Markdown.
func (l *live) report(w io.Writer, about string) {
	_, _ = fmt.Fprintf(w, "%s\n\n| case | median | best | | goal | verdict |\n|---|---:|---:|---|---:|---|\n", about)
	for _, g := range liveGoals {
		middle, best := l.over(g.title, g.of, g.below)
		if !math.IsNaN(middle) {
			_, _ = fmt.Fprintf(w, "| %s | %.4g | %.4g | %s | %s | %s |\n", g.title, middle, best, g.unit, goal{below: g.below}.bound(g.goal), g.verdict(middle))
		}
	}
	_, _ = fmt.Fprint(w, "\nMedians of all rounds, the best in brackets. A message's age counts from before its insert, which is durable, or from\n"+
		"before its broadcast; `insert` is how long the sender waited. CPU is microseconds per message that was received (joins: per\n"+
		"join), of the program and of PostgreSQL with the writers' own work; memory is the program's most resident.\n\n"+
		"| case | received/s | sent/s | lost | p50 ms | p99 ms | insert p50, p99 ms | CPU µs | PostgreSQL µs | MB | others' CPU |\n"+
		"|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	for _, title := range l.titles {
		if l.kept[title][0].sent > 0 {
			l.row(w, title)
		}
	}
	l.idlers(w)
}

func (l *live) row(w io.Writer, title string) {
	of := func(figure func(liveRun) float64) float64 { middle, _ := l.over(title, figure, true); return middle }
	least := func(figure func(liveRun) float64) string {
		middle, best := l.over(title, figure, true)
		return fmt.Sprintf("%.2f (%.2f)", middle, best)
	}
	sent, inserts := fmt.Sprintf("%.0f", of(pace)), fmt.Sprintf("%.2f, %.2f",
		of(func(r liveRun) float64 { return r.insert50 }), of(func(r liveRun) float64 { return r.insert99 }))
	if l.kept[title][0].expected == 0 {
		sent, inserts = "–", "–"
	}
	_, _ = fmt.Fprintf(
		w, "| %s | %.0f | %s | %.0f | %s | %s | %s | %s | %s | %.0f | %.0f %% |\n",
		title, of(received), sent, of(lost), least(p50), least(p99), inserts,
		least(func(r liveRun) float64 { return r.server }), least(func(r liveRun) float64 { return r.postgres }),
		of(held), of(func(r liveRun) float64 { return 100 * r.others }),
	)
}

// idlers are the cases in which nothing is sent.
func (l *live) idlers(w io.Writer) {
	_, _ = fmt.Fprint(w, "\n| case | CPU % | PostgreSQL % | MB | MB while they joined | others' CPU |\n|---|---:|---:|---:|---:|---:|\n")
	for _, title := range l.titles {
		if r := l.kept[title][0]; r.sent == 0 {
			_, _ = fmt.Fprintf(w, "| %s | %.2f | %.2f | %.0f | %.0f | %.0f %% |\n",
				title, 100*r.serverShare, 100*r.postgresShare, r.memory, r.joining, 100*r.others)
		}
	}
}

// about says when, on what and of what it was measured.
func (l *live) about(now time.Time) string {
	return fmt.Sprintf(
		"# %s, realtime\n\nCommit %s; %s, PostgreSQL %s with fsync; %d CPUs (%s), %s/%s, which the program, PostgreSQL and the load\n"+
			"generator share; %d rounds of %v. Raw websockets over loopback, in the framing of today's stock clients.",
		now.Format(time.DateOnly), l.commit, runtime.Version(), l.liveEnvironment.postgres.Version(), runtime.NumCPU(), processor(),
		runtime.GOOS, runtime.GOARCH, l.rounds, l.span,
	)
}

// saveAs writes a report into the folder of results.
func saveAs(folder, name, text string) (string, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	path := filepath.Join(folder, name)
	return path, os.WriteFile(path, []byte(text), 0o644)
}
