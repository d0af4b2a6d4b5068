package explain

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/rest/execute"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/query"
)

var errNoRequest = errors.New("it is no request")

// inSavepoint runs fn, and undoes what it has done.
func (x *explainer) inSavepoint(ctx context.Context, fn func() error) error {
	if _, err := x.conn.PgConn().Exec(ctx, "savepoint explain").ReadAll(); err != nil {
		return err
	}
	err := fn()
	_, failed := x.conn.PgConn().Exec(context.WithoutCancel(ctx), "rollback to savepoint explain; release savepoint explain").ReadAll()
	return errors.Join(err, failed)
}

// as gives the transaction the caller's role and settings until its savepoint is undone.
func (x *explainer) as(ctx context.Context, tx db.Tx, readOnly bool) error {
	session := db.Session{
		Claims: x.Claims, ReadOnly: readOnly, Settings: x.roleSettings(),
		CallerSettings: slices.Concat(execute.Environment(x.request), x.Settings),
	}
	for _, s := range x.made.Settings {
		session.CallerSettings = append(session.CallerSettings, db.Setting(s))
	}
	return db.Become(ctx, tx, session)
}

func (x *explainer) roleSettings() []db.Setting {
	executor := execute.New(execute.Options{ExtraSearchPath: x.ExtraSearchPath})
	return executor.RoleSettings(x.made.Schema, x.Catalog.RoleSettings[x.Claims.Role])
}

// asOwner gives it all but the role.
func (x *explainer) asOwner(ctx context.Context, tx db.Tx) error {
	path := execute.New(execute.Options{ExtraSearchPath: x.ExtraSearchPath}).SearchPath(x.made.Schema)
	claims := []db.Setting{path, {Name: "request.jwt.claims", Value: string(x.Claims.JSON)}}
	_, err := db.Exec(ctx, tx, db.SetConfig(claims, execute.Environment(x.request), x.Settings))
	return err
}

// run runs a statement, and returns its rows as text.
func (x *explainer) run(ctx context.Context, sql query.SQL) ([][][]byte, error) {
	result := x.conn.PgConn().ExecParams(ctx, sql.Text, sql.Args, nil, sql.Formats, nil).Read()
	return result.Rows, result.Err
}

// execute runs the request itself as its caller, by EXPLAIN ANALYZE: once for its outcome and its plan.
func (x *explainer) execute(ctx context.Context, tx db.Tx) error {
	if !builds(x.made) { // OPTIONS and the root read no table
		return nil
	}
	explained := x.made
	explained.Format.Explain = &plan.Explain{JSON: true, Options: []string{"analyze", "verbose"}}
	sql, err := query.Build(explained)
	if err != nil {
		return err
	}
	began := time.Now()
	var rows [][][]byte
	failed := x.inSavepoint(ctx, func() error {
		if err := x.as(ctx, tx, x.made.ReadOnly); err != nil {
			return err
		}
		if x.PreRequest.Name != "" {
			if _, err := x.run(ctx, query.Invocation(plan.Name(x.PreRequest))); err != nil {
				return err
			}
		}
		began = time.Now()
		rows, err = x.run(ctx, sql)
		return err
	})
	x.report.Outcome.Milliseconds = milliseconds(time.Since(began))
	if failed != nil {
		if db.Refused(failed) == nil {
			return failed
		}
		x.refused(failed)
		return nil
	}
	var text []byte
	for _, row := range rows {
		text = append(text, row[0]...)
	}
	return x.readPlan(text)
}

func builds(p plan.Plan) bool {
	switch p.Action.(type) {
	case plan.Read, plan.Write, plan.Call:
		return true
	}
	return false
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// refused puts a refusal into the report.
func (x *explainer) refused(err error) {
	f := db.Fault(err, false)
	o := &x.report.Outcome
	o.Code, o.Message, o.Hint = f.Code, f.Message, f.Hint
	if errors.Is(err, errNoRequest) {
		o.Message = err.Error()
	}
	if detail, ok := f.Details.(string); ok {
		o.Detail = detail
	}
}

// planNode is a node of EXPLAIN (FORMAT JSON).
type planNode struct {
	Type      string     `json:"Node Type"`
	Operation string     `json:"Operation"`
	Schema    string     `json:"Schema"`
	Relation  string     `json:"Relation Name"`
	Index     string     `json:"Index Name"`
	IndexCond string     `json:"Index Cond"`
	Filter    string     `json:"Filter"`
	Removed   float64    `json:"Rows Removed by Filter"`
	Rows      float64    `json:"Actual Rows"`
	Loops     float64    `json:"Actual Loops"`
	Time      float64    `json:"Actual Total Time"`
	Parent    string     `json:"Parent Relationship"`
	Plans     []planNode `json:"Plans"`
}

// readPlan takes the rows, the time and the scans out of PostgreSQL's plan.
func (x *explainer) readPlan(text []byte) error {
	var plans []struct {
		Plan planNode `json:"Plan"`
		Time float64  `json:"Execution Time"`
	}
	if err := json.Unmarshal(text, &plans); err != nil || len(plans) != 1 {
		return errors.Join(errors.New("read PostgreSQL's plan"), err)
	}
	top := plans[0].Plan
	x.report.Outcome.Milliseconds = plans[0].Time
	for _, child := range top.Plans { // an aggregate over the rows of the answer
		if child.Parent == "Outer" {
			x.report.Outcome.Rows = int64(child.Rows * child.Loops)
		}
	}
	top.each(func(n planNode) {
		switch {
		case n.Type == "ModifyTable":
			x.report.Outcome.Rows = int64(n.Rows * n.Loops)
		case n.Relation != "" && n.Type != "ModifyTable" || n.Type == "Bitmap Index Scan":
			x.report.Scans = append(x.report.Scans, Scan{
				Table: strings.TrimPrefix(n.Schema+"."+n.Relation, "."), Node: n.Type, Index: n.Index, Condition: n.IndexCond, Filter: n.Filter,
				Rows: n.Rows * n.Loops, Removed: n.Removed * n.Loops, Milliseconds: n.Time * n.Loops,
			})
		}
	})
	return nil
}

func (n planNode) each(fn func(planNode)) {
	fn(n)
	for _, child := range n.Plans {
		child.each(fn)
	}
}
