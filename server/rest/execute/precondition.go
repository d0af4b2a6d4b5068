package execute

import (
	"net/http"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/query"
	"github.com/toubkal/toubkal/server/rest/reply"
)

// AddPrecondition reads, before a change, the row that it changes, where If-Match or
// If-None-Match asks for it. Both see one snapshot of the database: that is
// repeatable read, where PostgreSQL refuses to change a row that someone else
// has changed since. So of two clients that hold the same tag exactly one wins,
// without a lock that would need rights of its own.
func (e *Executor) AddPrecondition(t *Task, r *http.Request, s *catalog.Snapshot) error {
	condition := reply.Condition{Match: r.Header["If-Match"], NoneMatch: r.Header["If-None-Match"]}
	if _, ok := t.Plan.Action.(plan.Write); !ok || r.Method == http.MethodPost || !condition.Any() {
		return nil
	}
	current, err := e.current(r, s)
	if err != nil {
		return err
	}
	if len(condition.Match) > 0 {
		current.limitToTwo()
	}
	if err := current.Build(); err != nil {
		return err
	}
	guard := current.Steps[0]
	guard.Check = func(results []db.Result) error {
		result, err := query.Decode(current.Plan, results[len(results)-1].Rows)
		if err != nil {
			return err
		}
		return condition.Holds(current.Plan, result)
	}
	t.Guard = []db.Step{guard}
	return nil
}

// current is the GET of the URL that a change is for: the representation that
// its condition is about. Preferences and ranges are those of the change alone.
func (e *Executor) current(r *http.Request, s *catalog.Snapshot) (Task, error) {
	get := &http.Request{Method: http.MethodGet, URL: r.URL, Host: r.Host, Header: http.Header{
		"Accept": r.Header["Accept"], "Accept-Profile": r.Header["Content-Profile"],
	}}
	var t Task
	var err error
	if t.Request, err = parse.Read(get, nil); err != nil {
		return Task{}, err
	}
	t.Plan, err = plan.Make(t.Request, s, e.Planning)
	return t, err
}

// limitToTwo reads no more rows than tell one from several, which If-Match
// refuses: they may be a whole table. Limits and inner embeds of the URL hide
// none, since they spare none from the change.
func (t *Task) limitToTwo() {
	read := t.Plan.Action.(plan.Read)
	read.Tree.Rows = plan.Rows{Limited: true, Limit: 2}
	for _, embed := range read.Tree.Embeds {
		embed.Inner = false
	}
	t.Plan.Action = read
}
