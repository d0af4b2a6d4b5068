package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// goal is a line of what is to be reached.
type goal struct {
	name       string
	unit       string
	of         func(b *bench) float64 // NaN where it was not measured
	must, goal float64
	below      bool // less is better
}

// goals are the table of the method, in its order.
var goals = []goal{
	{name: oneAnon, unit: "of pg", of: speed(oneAnon, pg), must: 0.32, goal: 0.40},
	{name: oneAnon, unit: "× stand-in", of: speed(oneAnon, reference), must: 1.4, goal: 1.9},
	{name: oneUser, unit: "of pg", of: speed(oneUser, pg), must: 0.40, goal: 0.50},
	{name: oneEither, unit: "of the two above", of: mixed, must: 0.85, goal: 0.95},
	{name: page25, unit: "× stand-in", of: speed(page25, reference), must: 1.05, goal: 1.6},
	{name: page1000, unit: "× stand-in", of: speed(page1000, reference), must: 1.0, goal: 2.0},
	{name: counted, unit: "of pg", of: speed(counted, pg), must: 0.75, goal: 0.9},
	{name: embedded, unit: "× ::jsonb form", of: speed(embedded, reference), must: 1.8, goal: 2.2},
	{name: insertOne, unit: "of pg", of: speed(insertOne, pg), must: 0.38, goal: 0.47},
	{name: insertMany, unit: "of pg", of: speed(insertMany, pg), must: 0.85, goal: 0.95},
	{name: "p99, 16 connections", unit: "× stand-in's p50", of: tail(func(r run) float64 { return r.p50 }), must: 2, goal: math.NaN(), below: true},
	{name: "p99, 16 connections", unit: "× stand-in's p99", of: tail(func(r run) float64 { return r.p99 }), must: math.NaN(), goal: 1, below: true},
	{name: manyClients, unit: "of the peak", of: manyConnections, must: 0.8, goal: 0.9},
	{name: "server CPU, " + oneAnon, unit: "µs", of: cost(func(r run) float64 { return r.server }), must: 60, goal: 45, below: true},
	{name: "memory, " + oneAnon, unit: "MB", of: cost(func(r run) float64 { return r.memory }), must: 80, goal: 50, below: true},
	{name: growth, unit: "MB more than 10 MB take", of: grown, must: 16, goal: 8, below: true},
}

// Titles of what is no scenario of its own.
const (
	equalLoad   = "1 row, equal load"
	someClients = "1 row, 100 connections"
	manyClients = "1 row, 1,000 connections"
	small       = "answer of 10 MB"
	large       = "answer of 100 MB"
	growth      = "memory, answer of 100 MB"
)

// verdict says how far a figure got.
func (g goal) verdict(figure float64) string {
	reached := func(bound float64) bool { return figure >= bound }
	if g.below {
		reached = func(bound float64) bool { return figure <= bound }
	}
	switch {
	case math.IsNaN(figure):
		return "not measured"
	case math.IsNaN(g.must) && math.IsNaN(g.goal):
		return "–"
	case reached(g.goal) || math.IsNaN(g.goal) && reached(g.must):
		return "goal"
	case reached(g.must) || math.IsNaN(g.must):
		return "must"
	}
	return "missed"
}

// speed is our requests per second against a rival's, round by round.
func speed(title, rival string) func(*bench) float64 {
	return func(b *bench) float64 {
		return b.ratio(title, ours, title, rival, func(mine, theirs run) float64 { return mine.rps / theirs.rps })
	}
}

// ratio is the median of what rounds compare to.
func (b *bench) ratio(title, system, against, rival string, of func(mine, theirs run) float64) float64 {
	mine, theirs := b.runs[title][system], b.runs[against][rival]
	var all []float64
	for i := range min(len(mine), len(theirs)) {
		all = append(all, of(mine[i], theirs[i]))
	}
	return median(all)
}

// mixed compares to the harmonic mean of both roles alone: what half of each
// would reach if they did not disturb each other.
func mixed(b *bench) float64 {
	anon, user, both := b.runs[oneAnon][ours], b.runs[oneUser][ours], b.runs[oneEither][ours]
	var all []float64
	for i := range min(len(anon), len(user), len(both)) {
		all = append(all, both[i].rps/(2/(1/anon[i].rps+1/user[i].rps)))
	}
	return median(all)
}

func tail(of func(run) float64) func(*bench) float64 {
	return func(b *bench) float64 {
		return b.ratio(oneAnon, ours, oneAnon, reference, func(mine, theirs run) float64 { return mine.p99 / of(theirs) })
	}
}

// manyConnections compares to the best of fewer connections.
func manyConnections(b *bench) float64 {
	return b.ratio(manyClients, ours, someClients, ours, func(many, some run) float64 {
		return many.rps / max(some.rps, b.most(oneAnon, ours))
	})
}

func cost(of func(run) float64) func(*bench) float64 {
	return func(b *bench) float64 { return b.median(oneAnon, ours, of) }
}

func grown(b *bench) float64 {
	return b.ratio(large, ours, small, ours, func(large, small run) float64 { return max(0, large.memory-small.memory) })
}

func (b *bench) median(title, system string, of func(run) float64) float64 {
	var all []float64
	for _, r := range b.runs[title][system] {
		all = append(all, of(r))
	}
	return median(all)
}

// median is NaN of nothing.
func median(all []float64) float64 {
	if len(all) == 0 {
		return math.NaN()
	}
	slices.SortFunc(all, cmp.Compare)
	middle := len(all) / 2
	if len(all)%2 == 1 {
		return all[middle]
	}
	return (all[middle-1] + all[middle]) / 2
}

func (g goal) bound(value float64) string {
	sign := "≥ "
	if g.below {
		sign = "≤ "
	}
	if math.IsNaN(value) {
		return "–"
	}
	return sign + fmt.Sprintf("%.4g", value)
}
