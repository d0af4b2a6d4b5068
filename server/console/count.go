package console

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/console/result"
	"github.com/toubkal/toubkal/server/db"
)

// counted is the number of rows of a filter, and the cost of their first page.
type counted struct {
	Rows  int64 `json:"rows"`
	Exact bool  `json:"exact"`
	// Slow says that PostgreSQL may read a large part of a large table for the first page.
	Slow bool `json:"slow"`
	// Unindexed are the columns of filter and order that no index begins with, where Slow is true.
	Unindexed []string `json:"unindexed"`
}

// slowCost is the cost of a plan, in the planner's units, above which a page is called slow: a
// tenth of what reading a table of 10 million rows costs, and about a second from the disk.
const slowCost = 50_000

// slowRows are the rows of a table of which a filter without an index may read most: the planner
// takes the rows that match for evenly spread, and may be wrong.
const slowRows = 1_000_000

// count counts the rows of a filter: {"exact": true} reads them all, else PostgreSQL's planner
// estimates, and says whether the page in this order will be slow.
func (s rows) count(r *call) (any, error) {
	var asked struct {
		Filter []condition `json:"filter"`
		Order  []ordering  `json:"order"`
		Exact  bool        `json:"exact"`
	}
	if err := r.read(&asked); err != nil {
		return nil, err
	}
	rel, err := s.relationOf(r)
	if err != nil {
		return nil, err
	}
	p, err := newPage(rel, query{Filter: asked.Filter, Order: asked.Order})
	if err != nil {
		return nil, err
	}
	from := " from " + rel.sqlName()
	if where := p.conditions(); len(where) > 0 {
		from += " where " + strings.Join(where, " and ")
	}
	args := slices.Clone(p.args)
	answer := counted{Exact: asked.Exact, Unindexed: []string{}}
	if asked.Exact {
		sql := "select count(*)" + from
		err = s.run(r, sql, func(ctx context.Context, tx db.Tx) (int64, error) {
			found, err := result.Execute(ctx, tx.Conn(), sql, texts(args), result.Bounds{Rows: 1})
			if err != nil {
				return 0, err
			}
			return 1, json.Unmarshal([]byte(*found.Rows[0][0]), &answer.Rows)
		})
		return answer, err
	}
	p.args = nil
	whole, first := "select"+from, p.sql()
	err = s.run(r, "explain "+whole, func(ctx context.Context, tx db.Tx) (int64, error) {
		plan, err := planned(ctx, tx, whole, args)
		if err != nil {
			return 0, err
		}
		answer.Rows = plan.Rows
		plan, err = planned(ctx, tx, first, p.args)
		if err == nil && (plan.Cost > slowCost || rel.Rows > slowRows && plan.readsPast()) {
			answer.Slow, answer.Unindexed = true, p.unindexed()
		}
		return 1, err
	})
	return answer, err
}

// plan is the planner's estimate of a statement.
type plan struct {
	Rows   int64   `json:"Plan Rows"`
	Cost   float64 `json:"Total Cost"`
	Filter string
	Index  string `json:"Index Cond"`
	Bitmap string `json:"Recheck Cond"`
	Parts  []plan `json:"Plans"`
}

// readsPast reports whether a scan reads rows that it does not return, without an index for them.
func (p plan) readsPast() bool {
	return p.Filter != "" && p.Index == "" && p.Bitmap == "" || slices.ContainsFunc(p.Parts, plan.readsPast)
}

func planned(ctx context.Context, tx db.Tx, sql string, args []any) (plan, error) {
	found, err := result.Execute(ctx, tx.Conn(), "explain (format json) "+sql, texts(args), result.Bounds{Rows: 1})
	if err != nil {
		return plan{}, err
	}
	var plans []struct{ Plan plan }
	if err := json.Unmarshal([]byte(*found.Rows[0][0]), &plans); err != nil || len(plans) == 0 {
		return plan{}, err
	}
	return plans[0].Plan, nil
}

// unindexed are the columns that PostgreSQL filters or sorts by without an index that begins with
// them. None serves the operators "neq" and "like".
func (p *page) unindexed() []string {
	names := []string{}
	need := func(column string, served bool) {
		served = served && p.rel.hasIndex(column)
		if !served && column != ctid && !slices.Contains(names, column) {
			names = append(names, column)
		}
	}
	for _, c := range p.query.Filter {
		need(c.Column, c.Op != "neq" && c.Op != "like")
	}
	if len(p.query.Order) > 0 {
		need(p.query.Order[0].Column, true)
	}
	return names
}
