package jobs

import (
	"fmt"
	"regexp"
)

// Plan is the background work of a project. The zero value is none.
type Plan struct {
	// Work is by the kind of its jobs: letters, digits, "-", "_" and ".", two at least.
	Work map[string]Work
	// Schedules are periodic.
	Schedules []Schedule
	// Queues are the queues of Work that are not "default".
	Queues map[string]Queue
}

var validKind = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]{1,99}$`)

// Register adds the work of a project to that of the engine. It refuses invalid kinds,
// and those that are there. Call it before Start.
func (r *Runner) Register(p Plan) error {
	for kind, w := range p.Work {
		if _, there := r.work[kind]; there || !validKind.MatchString(kind) || w.Handle == nil {
			return fmt.Errorf("job %q has no handler, a name that is no kind, or that of the engine's own job", kind)
		}
		if _, there := p.Queues[w.Queue]; w.Queue != "" && !there {
			return fmt.Errorf("job %q: there is no queue %q", kind, w.Queue)
		}
		r.Handle(kind, w)
	}
	for name, q := range p.Queues {
		if _, there := r.queues[name]; there || !validKind.MatchString(name) {
			return fmt.Errorf("queue %q has an invalid name, or that of the engine's own queue", name)
		}
		r.Queue(name, q)
	}
	for _, s := range p.Schedules {
		for _, other := range r.schedules {
			if other.Name == s.Name {
				return fmt.Errorf("there are two schedules %q", s.Name)
			}
		}
		if !validKind.MatchString(s.Name) || s.Run == nil {
			return fmt.Errorf("schedule %q has no work, or an invalid name", s.Name)
		}
		r.Every(s)
	}
	return nil
}
