package explain

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/query"
)

// row is a row of a table: JSON values by column, and rows of embeds by embedKey.
type row map[string]json.RawMessage

// embedded is the number of related rows that are looked at, for each row.
const embedded = 10

// maxBytes bounds the rows of one statement.
const maxBytes = 32 << 20

// errTooLarge are rows that are more than maxBytes.
var errTooLarge = errors.New("the rows are too large to be looked at")

// embedKey is the key of an embed's rows, which no column has.
func embedKey(i int) string { return "\x01" + strconv.Itoa(i) }

// ownerRows reads, as the owner of the tables, the rows that a plan selects or writes.
func (x *explainer) ownerRows(ctx context.Context, p plan.Plan) (rows []row, err error) {
	p.Format = plan.Format{Body: plan.Array, MaxBytes: maxBytes}
	sql, err := query.Build(p)
	if err != nil {
		return nil, err
	}
	answer, err := x.undone(ctx, x.ownersSettings(), sql)
	if err == nil {
		rows, err = readRows(answer[1][0][query.Body])
	}
	if refused := db.Refused(err); refused != nil && refused.Code == query.TooLarge && refused.Routine == query.TooLargeRoutine {
		return nil, errTooLarge
	}
	return rows, err
}

func readRows(text []byte) (rows []row, err error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if err := decoder.Decode(&rows); err != nil {
		return nil, fmt.Errorf("read the rows: %w", err)
	}
	return rows, nil
}

// whole has a node select all columns of its rows, and all of its embeds': every row that its conditions
// leave, up to a limit.
func whole(n *plan.Node, limit int64) {
	n.Columns = []plan.Column{{Field: plan.Field{Column: "*"}}}
	n.Order, n.Grouped, n.Distinct = nil, false, false
	n.Rows = plan.Rows{Limited: true, Limit: limit}
	for i, embed := range n.Embeds {
		embed.Name, embed.Hidden, embed.Spread, embed.Outputs = embedKey(i), false, false, nil
		whole(&embed.Node, embedded)
	}
}

// readLimit is that of a read, with one row more to see whether there are others. With embeds it is less.
func (x *explainer) readLimit(n plan.Node) int {
	if len(n.Embeds) > 0 {
		return max(x.Limit/embedded, 1)
	}
	return x.Limit
}

// selected are the rows that a read finds, whatever the policies.
func (x *explainer) selected(ctx context.Context, read plan.Read) (rows []row, cut bool, err error) {
	limit := x.readLimit(read.Tree)
	whole(&read.Tree, int64(limit)+1)
	read.Count, read.Row = "", nil
	rows, err = x.ownerRows(ctx, plan.Plan{Action: read, Schema: x.made.Schema})
	return rows[:min(len(rows), limit)], len(rows) > limit, err
}

// matching are the rows of a table that the conditions of a write leave.
func (x *explainer) matching(ctx context.Context, w plan.Write) (rows []row, cut bool, err error) {
	return x.selected(ctx, plan.Read{Tree: plan.Node{Table: w.Table, Alias: w.Table.Name, Where: w.Where}})
}

// written are the rows as a write would leave them, with defaults and triggers.
func (x *explainer) written(ctx context.Context, w plan.Write) ([]row, error) {
	w.Tree.Embeds, w.Tree.Where = nil, nil
	whole(&w.Tree, int64(x.Limit))
	w.Returning, w.Key, w.Return = []string{"*"}, nil, "representation"
	return x.ownerRows(ctx, plan.Plan{Action: w, Schema: x.made.Schema})
}

// conflicting are the rows that an upsert finds in the place of those that it would insert.
func (x *explainer) conflicting(ctx context.Context, w plan.Write, fresh []row) (rows []row, err error) {
	var ours, theirs []string
	for _, column := range w.Conflict.Columns {
		ours, theirs = append(ours, db.Ident("t", column)), append(theirs, db.Ident("b", column))
	}
	name := db.Ident(w.Table.Schema, w.Table.Name)
	return x.list(ctx, "select t.* from "+name+" as t where ("+strings.Join(ours, ", ")+") in (select "+strings.Join(theirs, ", ")+
		" from jsonb_populate_recordset(null::"+name+", $1) as b)", encode(fresh))
}

// first are the first rows of a table.
func (x *explainer) first(ctx context.Context, t policy.Table) (rows []row, cut bool, err error) {
	rows, err = x.list(ctx, "select * from "+db.Ident(t.Schema, t.Name)+" limit "+strconv.Itoa(x.Limit+1))
	return rows[:min(len(rows), x.Limit)], len(rows) > x.Limit, err
}

// list reads the rows of a select as the owner.
func (x *explainer) list(ctx context.Context, sql string, args ...[]byte) (rows []row, err error) {
	answer, err := x.undone(ctx, x.ownersSettings(), query.SQL{Text: "select coalesce(json_agg(r), '[]') from (" + sql + ") as r", Args: args})
	if err != nil {
		return nil, err
	}
	if len(answer[1][0][0]) > maxBytes {
		return nil, errTooLarge
	}
	return readRows(answer[1][0][0])
}

// encode makes JSON of rows, without those of embeds.
func encode(rows []row) []byte {
	plain := make([]row, len(rows))
	for i, r := range rows {
		plain[i] = row{}
		for column, value := range r {
			if column[:min(1, len(column))] != "\x01" {
				plain[i][column] = value
			}
		}
	}
	text, _ := json.Marshal(plain) // of what was JSON
	return text
}

// related are the rows of an embed, of rows of its parent.
func related(parents []row, i int) (rows []row) {
	for _, parent := range parents {
		var many []row
		var one row
		if json.Unmarshal(parent[embedKey(i)], &many) == nil {
			rows = append(rows, many...)
		} else if json.Unmarshal(parent[embedKey(i)], &one) == nil && one != nil {
			rows = append(rows, one)
		}
	}
	return rows
}

// only are the rows whose key is among those of others.
func only(rows, among []row, key []string) (kept []row) {
	id := func(r row) string {
		var values []string
		for _, column := range key {
			values = append(values, string(r[column]))
		}
		return strings.Join(values, ",")
	}
	var ids []string
	for _, r := range among {
		ids = append(ids, id(r))
	}
	for _, r := range rows {
		if slices.Contains(ids, id(r)) {
			kept = append(kept, r)
		}
	}
	return kept
}
