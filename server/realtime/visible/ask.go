package visible

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// Look is what one group asks to see: some of the changes of an Ask.
type Look struct {
	Group *Group
	// Changes are places in the changes of the Ask.
	Changes []int32
}

// Answer is who sees what. What was not answered is not seen.
type Answer struct {
	looks  []Look
	seen   [][]bool // beside each look's Changes
	failed []error  // of each look
	rows   map[int32][]row.Value
}

// Sees tells whether looks[look] sees its i-th change: whether the row is there,
// and shown to the group, at the time of asking.
func (a *Answer) Sees(look, i int) bool { return a.seen[look][i] }

// Err is why a look saw nothing, where its group's policies failed: the claims of
// one may be such that an expression cannot be computed. It is for the log, since
// it may quote what the caller must not see.
func (a *Answer) Err(look int) error { return a.failed[look] }

// Row is the new row of a change with what the stream left out (row.Absent) of the
// columns that the role may select; nil where nothing was left out, or nobody sees
// the row.
func (a *Answer) Row(change int) []row.Value { return a.rows[int32(change)] }

// Ask puts changes of one table to the policies, as all groups of one role: the
// whole of it in one transaction and one round trip, and another one where columns
// must be fetched that the stream left out, or where rows are among them that were
// deleted: those are seen where Rights.Judges, and the old row would be shown. An
// error means that nobody saw anything; ErrChanged that Rights have to be read anew.
func (g *Guard) Ask(ctx context.Context, t *row.Table, role string, changes []*row.Change, looks []Look) (*Answer, error) {
	a := &Answer{looks: looks, seen: make([][]bool, len(looks)), failed: make([]error, len(looks))}
	for i, look := range looks {
		a.seen[i] = make([]bool, len(look.Changes))
	}
	if len(looks) == 0 {
		return a, nil
	}
	rights := looks[0].Group.rights
	if err := rights.fit(t, role, changes, looks); err != nil || rights.Class == Nobody {
		return a, err
	}
	asked := &asking{guard: g, rights: rights, changes: changes, answer: a}
	err := asked.run(ctx)
	if err != nil {
		return nil, fmt.Errorf("ask what %q sees of %s.%s: %w", role, t.Schema, t.Name, err)
	}
	return a, nil
}

// fit refuses what these rights are not about.
func (r *Rights) fit(t *row.Table, role string, changes []*row.Change, looks []Look) error {
	if r.Role != role || r.Table.OID != t.OID {
		return fmt.Errorf("rights of %q on %s.%s are none of %q on %s.%s", r.Role, r.Table.Schema, r.Table.Name, role, t.Schema, t.Name)
	}
	for _, look := range looks {
		if look.Group.rights != r {
			return ErrChanged
		}
	}
	var last *row.Table
	for _, c := range changes {
		if c.Table == last {
			continue
		}
		if last = c.Table; !sameTable(last, r.Table) {
			return ErrChanged
		}
	}
	return nil
}

// asking is one Ask on its way.
type asking struct {
	guard   *Guard
	rights  *Rights
	changes []*row.Change
	answer  *Answer
}

// run asks about rows that are there by their keys, and about others by their
// values.
func (k *asking) run(ctx context.Context) error {
	byKey := func(c *row.Change) bool { return c.Kind != row.Delete && !k.rights.byValue(c) }
	if err := k.lookAt(ctx, k.rights.newQuestion(nil), byKey); err != nil {
		return err
	}
	if err := k.lookAt(ctx, k.rights.valued, k.rights.byValue); err != nil {
		return err
	}
	return k.fetch(ctx)
}

func (k *asking) look(ctx context.Context, looks []Look, q question, sees func(look, i int)) error {
	return k.ask(ctx, looks, q, func(look, i int, _ record) { sees(look, i) })
}

// lookAt asks about some of the changes, if there are any.
func (k *asking) lookAt(ctx context.Context, q question, wanted func(*row.Change) bool) error {
	some := make([]bool, len(k.changes))
	for i, c := range k.changes {
		some[i] = wanted(c)
	}
	switch {
	case !slices.Contains(some, true):
		return nil
	case !slices.Contains(some, false):
		return k.look(ctx, k.answer.looks, q, func(look, i int) { k.answer.seen[look][i] = true })
	}
	looks, places := make([]Look, len(k.answer.looks)), make([][]int, len(k.answer.looks))
	for l, look := range k.answer.looks {
		looks[l].Group = look.Group
		for i, change := range look.Changes {
			if some[change] {
				looks[l].Changes, places[l] = append(looks[l].Changes, change), append(places[l], i)
			}
		}
	}
	return k.look(ctx, looks, q, func(look, i int) { k.answer.seen[look][places[look][i]] = true })
}

// ask puts a question, and hands on for each look which of its Changes are there,
// with the columns that were asked for.
func (k *asking) ask(ctx context.Context, looks []Look, q question, each func(look, i int, r record)) error {
	s := newSets(q, k.changes, looks)
	if len(s.sizes) == 0 {
		return nil
	}
	about := make([]func(mark string) []int, len(s.sizes))
	same := false
	err := k.guard.exchange(ctx, k.rights, q, s, func(place int, marks []string, stored, failed *string) error {
		if place == 0 {
			same = len(marks) == 1 && marks[0] == k.rights.catalog.Mark
			return nil
		}
		look, set := int(s.looks[place-1]), s.set[place-1]
		if failed != nil {
			return k.fails(looks[look], *failed)
		}
		if about[set] == nil {
			about[set] = k.finder(q, looks[look])
		}
		return hand(marks, stored, about[set], func(i int, r record) { each(look, i, r) })
	})
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && (pg.Code == "42703" || pg.Code == "42P01") {
		return fmt.Errorf("%w: %w", ErrChanged, err) // the question names what is there no longer
	}
	if err == nil && !same {
		return ErrChanged
	}
	return err
}

// finder tells which places of a look's Changes a mark is about.
func (k *asking) finder(q question, look Look) func(mark string) []int {
	if !q.direct {
		_, places := q.distinct(k.changes, look.Changes)
		return ordinal(places)
	}
	column, byText := k.rights.Table.Key[0], make(map[string][]int, len(look.Changes))
	for i, change := range look.Changes {
		if v := k.changes[change].Row()[column]; v.State == row.Known {
			byText[string(v.Text)] = append(byText[string(v.Text)], i)
		}
	}
	return func(mark string) []int { return byText[mark] }
}

// ordinal reads marks that are numbers, from 1.
func ordinal(places [][]int) func(mark string) []int {
	return func(mark string) []int {
		n, err := strconv.Atoi(mark)
		if err != nil || n < 1 || n > len(places) {
			return nil
		}
		return places[n-1]
	}
}

// hand reads the answer of one look.
func hand(marks []string, stored *string, find func(mark string) []int, each func(i int, r record)) error {
	var rows []record
	if stored != nil {
		var err error
		if rows, err = readRecords(*stored); err != nil || len(rows) != len(marks) {
			return errors.Join(errors.New("rows that cannot be read"), err)
		}
	}
	for n, mark := range marks {
		for _, i := range find(mark) {
			if rows == nil {
				each(i, nil)
			} else {
				each(i, rows[n])
			}
		}
	}
	return nil
}

// fails keeps why the policies of a look's group failed: it has seen nothing.
func (k *asking) fails(failing Look, why string) error {
	for i, look := range k.answer.looks {
		if look.Group == failing.Group {
			k.answer.failed[i] = errors.New(why)
			clear(k.answer.seen[i])
		}
	}
	return nil
}
