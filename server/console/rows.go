package console

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/console/result"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// rows answers the rows of a table, and changes them.
type rows struct{ *core }

func (s rows) routes() map[string]action {
	return map[string]action{
		"POST /tables/{schema}/{name}/page":   s.page,
		"POST /tables/{schema}/{name}/count":  s.count,
		"POST /tables/{schema}/{name}/value":  s.value,
		"POST /tables/{schema}/{name}/rows":   s.insert,
		"PATCH /tables/{schema}/{name}/rows":  s.update,
		"DELETE /tables/{schema}/{name}/rows": s.delete,
		"POST /tables/{schema}/{name}/export": s.export,
	}
}

// shownValue bounds a value of the grid, in bytes.
const shownValue = 2000

// answeredPage is a page of the grid.
type answeredPage struct {
	*result.Result
	// Keys identify the rows, in the columns of Identity.
	Keys     [][]*string `json:"keys"`
	Identity []string    `json:"identity"`
	// Next is query.After of the next page; nil where there is none.
	Next []*string `json:"next"`
	// NextOffset is query.Offset of the next page, where there are no keys; 0 where there is none.
	NextOffset int `json:"nextOffset,omitempty"`
}

// page is a POST since filters hold values, which a log would keep of an address.
func (s rows) page(r *call) (any, error) {
	p, err := s.pageOf(r)
	if err != nil {
		return nil, err
	}
	return s.read(r, p, shownValue)
}

func (s rows) pageOf(r *call) (*page, error) {
	var q query
	if err := r.read(&q); err != nil {
		return nil, err
	}
	rel, err := s.relationOf(r)
	if err != nil {
		return nil, err
	}
	return newPage(rel, q)
}

func (s rows) read(r *call, p *page, value int) (*answeredPage, error) {
	sql := p.sql()
	answer := &answeredPage{Identity: p.rel.identity(), Keys: [][]*string{}}
	err := s.run(r, sql, func(ctx context.Context, tx db.Tx) (n int64, err error) {
		answer.Result, err = result.Execute(ctx, tx.Conn(), sql, texts(p.args), result.Bounds{Rows: p.query.Limit + 1, Value: value})
		if err != nil {
			return 0, err
		}
		return int64(len(answer.Rows)), nil
	})
	if err != nil {
		return nil, err
	}
	ordered := len(p.order)
	if len(answer.Rows) > p.query.Limit {
		answer.Rows = answer.Rows[:p.query.Limit]
		if len(answer.Identity) > 0 {
			answer.Next = answer.Rows[p.query.Limit-1][:ordered]
		} else {
			answer.NextOffset = p.query.Offset + p.query.Limit
		}
	}
	places := make([]int, len(answer.Identity))
	for i, name := range answer.Identity {
		places[i] = slices.IndexFunc(p.order, func(o ordering) bool { return o.Column == name })
	}
	for i, row := range answer.Rows {
		key := make([]*string, len(places))
		for k, place := range places {
			key[k] = row[place]
		}
		answer.Keys, answer.Rows[i] = append(answer.Keys, key), row[ordered:]
	}
	answer.Columns, answer.Truncated = answer.Columns[ordered:], false
	cut := answer.Cut[:0]
	for _, c := range answer.Cut {
		if c[0] < len(answer.Rows) && c[1] >= ordered {
			cut = append(cut, [2]int{c[0], c[1] - ordered})
		}
	}
	answer.Cut = cut
	return answer, nil
}

// rowKey names a row by the columns of identity.
type rowKey []*string

// where is the condition for one row.
func (p *page) where(key rowKey) (string, error) {
	identity := p.rel.identity()
	if len(identity) == 0 {
		return "", invalid("Rows of this view cannot be told apart: it has no primary key.")
	}
	if len(key) != len(identity) {
		return "", invalid("The key has another number of columns.")
	}
	var parts []string
	for i, name := range identity {
		if key[i] == nil {
			return "", invalid("A key is not null.")
		}
		parts = append(parts, db.Ident(name)+" = "+p.param(name, key[i]))
	}
	return strings.Join(parts, " and "), nil
}

// value answers one value whole, where the page has cut it.
func (s rows) value(r *call) (any, error) {
	var asked struct {
		Key    rowKey `json:"key"`
		Column string `json:"column"`
	}
	if err := r.read(&asked); err != nil {
		return nil, err
	}
	rel, err := s.relationOf(r)
	if err != nil {
		return nil, err
	}
	if rel.column(asked.Column) == nil {
		return nil, noColumn(asked.Column)
	}
	p := &page{rel: rel}
	where, err := p.where(asked.Key)
	if err != nil {
		return nil, err
	}
	sql := fmt.Sprintf("select %s from %s where %s", db.Ident(asked.Column), rel.sqlName(), where)
	var found *result.Result
	err = s.run(r, sql, func(ctx context.Context, tx db.Tx) (n int64, err error) {
		found, err = result.Execute(ctx, tx.Conn(), sql, texts(p.args), result.Bounds{Rows: 1})
		if err == nil && len(found.Rows) == 0 {
			err = errNoRow
		}
		return 1, err
	})
	if err != nil {
		return nil, err
	}
	return map[string]*string{"value": found.Rows[0][0]}, nil
}

var errNoRow = fault.New(fault.ConsoleConflict, "The row is not there any more, or this role does not see it.")

// maxRows bounds the rows of one insert or delete.
const maxRows = 1000

// insert adds rows, as a form or a part of a CSV file has them. A column that no row has gets
// its default.
func (s rows) insert(r *call) (any, error) {
	var asked struct {
		Columns []string    `json:"columns"`
		Rows    [][]*string `json:"rows"`
	}
	if err := r.read(&asked); err != nil {
		return nil, err
	}
	rel, err := s.relationOf(r)
	if err != nil {
		return nil, err
	}
	if len(asked.Rows) == 0 || len(asked.Rows) > maxRows || len(asked.Rows)*len(asked.Columns) > 60_000 {
		return nil, invalid(fmt.Sprintf("One request adds 1 to %d rows, and 60000 values.", maxRows))
	}
	p := &page{rel: rel}
	var names, tuples []string
	for _, name := range asked.Columns {
		if rel.column(name) == nil {
			return nil, noColumn(name)
		}
		names = append(names, db.Ident(name))
	}
	for _, row := range asked.Rows {
		if len(row) != len(names) {
			return nil, invalid("A row has another number of values than there are columns.")
		}
		var values []string
		for i, value := range row {
			values = append(values, p.param(asked.Columns[i], value))
		}
		tuples = append(tuples, "("+strings.Join(values, ", ")+")")
	}
	sql := fmt.Sprintf("insert into %s (%s) values %s", rel.sqlName(), strings.Join(names, ", "), strings.Join(tuples, ", "))
	audited := sql
	if len(names) == 0 {
		sql = fmt.Sprintf("insert into %s default values", rel.sqlName())
		audited = sql
	} else if len(tuples) > 1 {
		audited = fmt.Sprintf("insert into %s (%s) values %s, …", rel.sqlName(), strings.Join(names, ", "), tuples[0])
	}
	return s.change(r, p, sql, audited, int64(len(asked.Rows)))
}

// change runs a statement that has to change so many rows, or none of them.
func (s rows) change(r *call, p *page, sql, audited string, want int64) (any, error) {
	var changed int64
	err := s.run(r, audited, func(ctx context.Context, tx db.Tx) (int64, error) {
		found, err := result.Execute(ctx, tx.Conn(), sql, texts(p.args), result.Bounds{})
		if err != nil {
			return 0, err
		}
		if changed = found.Affected; changed != want {
			return 0, fault.New(fault.ConsoleConflict, fmt.Sprintf("Of %d rows, %d are there as shown: others have changed them, or a policy keeps them from this role. Nothing was changed.", want, changed))
		}
		return changed, nil
	})
	return map[string]int64{"changed": changed}, err
}

// update changes one value. before is what was shown: a row that others have changed meanwhile
// stays.
func (s rows) update(r *call) (any, error) {
	var asked struct {
		Key    rowKey  `json:"key"`
		Column string  `json:"column"`
		Value  *string `json:"value"`
		Before *string `json:"before"`
	}
	if err := r.read(&asked); err != nil {
		return nil, err
	}
	rel, err := s.relationOf(r)
	if err != nil {
		return nil, err
	}
	if rel.column(asked.Column) == nil {
		return nil, noColumn(asked.Column)
	}
	p := &page{rel: rel}
	value := p.param(asked.Column, asked.Value)
	where, err := p.where(asked.Key)
	if err != nil {
		return nil, err
	}
	p.args = append(p.args, asked.Before)
	name := db.Ident(asked.Column)
	// A page has values as the type writes them. A cast to text writes another thing of booleans, inet and char(n).
	shown := fmt.Sprintf("case pg_catalog.num_nulls(%[1]s) when 0 then pg_catalog.format('%%s', %[1]s) end", name)
	sql := fmt.Sprintf("update %s set %s = %s where %s and %s is not distinct from $%d::text", rel.sqlName(), name, value, where, shown, len(p.args))
	return s.change(r, p, sql, sql, 1)
}

func (s rows) delete(r *call) (any, error) {
	var asked struct {
		Keys []rowKey `json:"keys"`
	}
	if err := r.read(&asked); err != nil {
		return nil, err
	}
	rel, err := s.relationOf(r)
	if err != nil {
		return nil, err
	}
	if len(asked.Keys) == 0 || len(asked.Keys) > maxRows {
		return nil, invalid(fmt.Sprintf("One request deletes 1 to %d rows.", maxRows))
	}
	p := &page{rel: rel}
	var parts []string
	for _, key := range asked.Keys {
		where, err := p.where(key)
		if err != nil {
			return nil, err
		}
		parts = append(parts, "("+where+")")
	}
	sql := "delete from " + rel.sqlName() + " where " + strings.Join(parts, " or ")
	audited := "delete from " + rel.sqlName() + " where " + parts[0]
	if len(parts) > 1 {
		audited += fmt.Sprintf(" or … (%d rows)", len(parts))
	}
	return s.change(r, p, sql, audited, int64(len(asked.Keys)))
}
