package main

import (
	"context"
	"slices"
	"strings"
)

// connections is what a scenario is driven with unless it says otherwise.
const connections = 16

// comparison is a scenario, who takes part and how many ask at once.
type comparison struct {
	*scenario
	title   string
	clients int
	systems []string
	// paced asks at a constant rate, this part of what the stand-in can do at
	// most, so that latencies are those of equal work. 0 asks as fast as can be.
	paced float64
	// rate is requests per second, at constant pace; 0 is as fast as can be.
	rate float64
	// beside is how many clients sign in meanwhile, without pause.
	beside int
}

// comparisons is everything that the flags ask for, in its order: memory of one
// row comes before what takes more, since a program gives it back late.
func (o options) comparisons() (all []comparison) {
	everyone, mine := []string{ours, pg, reference}, []string{ours}
	if o.against != "" {
		everyone, mine = []string{ours, before, pg, reference}, []string{ours, before}
	}
	list := scenarios(o.of)
	for _, s := range list {
		all = append(all, comparison{scenario: s, title: s.name, clients: connections, systems: everyone})
	}
	one := list[0]
	all = append(
		all,
		comparison{scenario: one, title: equalLoad, clients: connections, systems: []string{ours, reference}, paced: 0.6},
		comparison{scenario: one, title: someClients, clients: 100, systems: mine},
		comparison{scenario: one, title: manyClients, clients: 1000, systems: mine},
	)
	for _, s := range answers(o.of) {
		all = append(all, comparison{scenario: s, title: s.name, clients: 1, systems: mine})
	}
	return slices.DeleteFunc(all, func(c comparison) bool { return !strings.Contains(c.title, o.filter) })
}

// runAll makes every comparison.
func (b *bench) runAll(ctx context.Context, comparisons []comparison) error {
	for _, c := range comparisons {
		b.titles = append(b.titles, c.title)
		if err := b.comparison(ctx, c); err != nil {
			return err
		}
	}
	return nil
}
