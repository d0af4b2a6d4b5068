package explain

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/rest/execute"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/query"
)

var errNoRequest = errors.New("it is no request")

// undone executes statements in a savepoint, and undoes them, in one exchange. It returns the rows of each as text.
func (x *explainer) undone(ctx context.Context, statements ...query.SQL) (answers [][][][]byte, err error) {
	pipeline := x.conn.PgConn().StartPipeline(ctx)
	send := func(sql query.SQL) { pipeline.SendQueryParams(sql.Text, sql.Args, nil, sql.Formats, nil) }
	send(query.SQL{Text: "savepoint explain"})
	send(query.SQL{Text: freshPlans})
	for _, sql := range statements {
		send(sql)
	}
	pipeline.SendPipelineSync() // an error skips what is before it
	send(query.SQL{Text: "rollback to savepoint explain"})
	send(query.SQL{Text: "release savepoint explain"})
	if err := pipeline.Sync(); err != nil {
		return nil, errors.Join(err, pipeline.Close())
	}
	for {
		answer, failed := pipeline.GetResults()
		if failed == nil && answer == nil { // the end
			break
		}
		if reader, ok := answer.(*pgconn.ResultReader); ok {
			result := reader.Read()
			answers, failed = append(answers, result.Rows), result.Err
		}
		if failed != nil {
			err = cmp.Or(err, failed)
			if db.Refused(failed) == nil { // the connection is lost
				break
			}
		}
	}
	if err := errors.Join(err, pipeline.Close()); err != nil {
		return nil, err
	}
	return answers[2:min(len(answers), 2+len(statements))], nil
}

// inSavepoint runs fn as the caller, and undoes what it has done.
func (x *explainer) inSavepoint(ctx context.Context, fn func() error) error {
	if _, err := x.conn.PgConn().Exec(ctx, "savepoint explain; "+freshPlans).ReadAll(); err != nil {
		return err
	}
	_, err := x.run(ctx, x.callersSettings(false))
	if err != nil {
		err = fmt.Errorf("%w: %w", errNotCaller, err)
	} else {
		err = fn()
	}
	_, failed := x.conn.PgConn().Exec(context.WithoutCancel(ctx), "rollback to savepoint explain; release savepoint explain").ReadAll()
	return errors.Join(err, failed)
}

// errNotCaller is a role whose settings PostgreSQL refuses.
var errNotCaller = errors.New("become the caller")

// callersSettings give the transaction the caller's role and settings.
func (x *explainer) callersSettings(readOnly bool) query.SQL {
	session := db.Session{
		Claims: x.Claims, ReadOnly: readOnly, Settings: x.roleSettings(),
		CallerSettings: slices.Concat(execute.Environment(x.request), x.Settings),
	}
	for _, s := range x.made.Settings {
		session.CallerSettings = append(session.CallerSettings, db.Setting(s))
	}
	return statement(db.Becoming(session))
}

func (x *explainer) roleSettings() []db.Setting {
	executor := execute.New(execute.Options{ExtraSearchPath: x.ExtraSearchPath})
	return executor.RoleSettings(x.made.Schema, x.Catalog.RoleSettings[x.Claims.Role])
}

// ownersSettings are all of those but the role.
func (x *explainer) ownersSettings() query.SQL {
	path := execute.New(execute.Options{ExtraSearchPath: x.ExtraSearchPath}).SearchPath(x.made.Schema)
	claims := []db.Setting{path, {Name: "request.jwt.claims", Value: string(x.Claims.JSON)}}
	return statement(db.SetConfig(claims, execute.Environment(x.request), x.Settings))
}

func statement(s db.Statement) query.SQL {
	return query.SQL{Text: s.SQL, Args: s.Args, Formats: s.Formats}
}

// run runs a statement, and returns its rows as text.
func (x *explainer) run(ctx context.Context, sql query.SQL) ([][][]byte, error) {
	result := x.conn.PgConn().ExecParams(ctx, sql.Text, sql.Args, nil, sql.Formats, nil).Read()
	return result.Rows, result.Err
}

// execute runs the request itself as its caller, by EXPLAIN ANALYZE: once for its outcome and its plan.
func (x *explainer) execute(ctx context.Context) error {
	if !builds(x.made) { // OPTIONS and the root read no table
		return nil
	}
	explained := x.made
	explained.Format.Explain = &plan.Explain{JSON: true, Options: []string{"analyze", "verbose"}}
	sql, err := query.Build(explained)
	if err != nil {
		return err
	}
	statements := []query.SQL{x.callersSettings(x.made.ReadOnly)}
	if x.PreRequest.Name != "" {
		statements = append(statements, query.Invocation(plan.Name(x.PreRequest)))
	}
	began := time.Now()
	answers, err := x.undone(ctx, append(statements, sql)...)
	x.report.Outcome.Milliseconds = milliseconds(time.Since(began))
	if err != nil {
		if db.Refused(err) == nil {
			return err
		}
		x.refused(err)
		return nil
	}
	var text []byte
	for _, row := range answers[len(answers)-1] {
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
