package explain

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/rest/execute"
	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/token"
)

// Options are the settings of the table API, and bounds. The zero value explains requests on the schemas of
// Catalog.
type Options struct {
	// Catalog is what exists. Nil reads it, of Planning.Schemas or else of schema public.
	Catalog  *catalog.Snapshot
	Planning plan.Options
	// ExtraSearchPath, Settings and PreRequest are those of the table API.
	ExtraSearchPath []string
	Settings        []db.Setting
	PreRequest      catalog.Name
	// Statements are those of the project's files, so that policies are found in them. May be nil.
	Statements []policy.Statement
	// Limit bounds the rows that are looked at, of each table. Defaults to 1000.
	Limit int
	// Refused bounds the rows that are explained, of each check. Defaults to 5.
	Refused int
}

// Call is a request of the table API.
type Call struct {
	Claims token.Claims
	Method string
	Path   string // with its query, such as /todos?done=is.false; /rest/v1 before it is left out
	Header http.Header
	Body   []byte
}

// Request explains a request. conn is the owner's of the tables, whom row security does not limit and who may
// become the caller. Nothing of it stays in the database. A request that the table API refuses has a
// report that says so.
func Request(ctx context.Context, conn *db.Conn, o Options, c Call) (Report, error) {
	if o.Limit <= 0 {
		o.Limit = 1000
	}
	if o.Refused <= 0 {
		o.Refused = 5
	}
	x := &explainer{Options: o, Call: c, conn: conn, report: Report{
		Request: c.Method + " " + c.Path,
		Caller:  Caller{Role: c.Claims.Role, Subject: c.Claims.Subject, Email: c.Claims.Email, Claims: c.Claims.JSON},
		Tables:  []Table{}, Scans: []Scan{}, Findings: []Reason{},
	}}
	if err := x.load(ctx); err != nil {
		return Report{}, err
	}
	if err := x.plan(); err != nil {
		x.refused(err)
		return x.report, nil
	}
	if err := x.explain(ctx); err != nil {
		return Report{}, fmt.Errorf("explain %s: %w", x.report.Request, err)
	}
	return x.report, nil
}

// explainer explains one request.
type explainer struct {
	Options
	Call
	conn    *db.Conn
	request parse.Request
	made    plan.Plan
	tables  []policy.Table
	missing string // grants, as statements
	report  Report
}

// load reads what exists.
func (x *explainer) load(ctx context.Context) (err error) {
	if x.Catalog != nil {
		return nil
	}
	schemas := x.Planning.Schemas
	if len(schemas) == 0 {
		schemas = []string{"public"}
	}
	x.Catalog, err = catalog.Load(ctx, x.conn, schemas)
	return err
}

// plan takes the request through the pure stages of the table API.
func (x *explainer) plan() error {
	r, err := http.NewRequest(x.Method, "http://localhost"+strings.TrimPrefix(x.Path, "/rest/v1"), bytes.NewReader(x.Body))
	if err != nil {
		return fmt.Errorf("%w: %w", errNoRequest, err)
	}
	if x.Header != nil {
		r.Header = x.Header.Clone()
	}
	if x.request, err = parse.Read(r, x.Body); err != nil {
		return err
	}
	x.made, err = plan.Make(x.request, x.Catalog, x.Planning)
	return err
}

// again is the plan once more, to be changed.
func (x *explainer) again() plan.Plan {
	made, _ := plan.Make(x.request, x.Catalog, x.Planning) // it has been made before
	made.Assumptions, made.Enforced = nil, nil
	return made
}

// limits begin the transaction: the role's own limits hold for the request itself. The catalog is read by plans that
// are kept, since planning that takes longer than reading.
const (
	limits     = "set local statement_timeout = '15s'; set local lock_timeout = '2s'; set local search_path = ''"
	keptPlans  = "set local plan_cache_mode = force_generic_plan"
	freshPlans = "set local plan_cache_mode to default"
)

func (x *explainer) explain(ctx context.Context) error {
	if _, err := x.conn.PgConn().Exec(ctx, "begin; "+limits+"; "+keptPlans).ReadAll(); err != nil {
		return err
	}
	defer func() { _, _ = x.conn.PgConn().Exec(context.WithoutCancel(ctx), "rollback").ReadAll() }()
	var err error
	if x.tables, err = policy.Read(ctx, x.conn, x.Claims.Role, x.names()); err != nil {
		return err
	}
	if err := x.execute(ctx); err != nil {
		return err
	}
	if x.report.Outcome.Code != "" {
		if x.missing, err = execute.MissingGrants(ctx, x.conn, x.made, x.Claims.Role); err != nil {
			return err
		}
	}
	for _, t := range x.tables {
		x.report.Tables = append(x.report.Tables, Table{
			Schema: t.Schema, Name: t.Name, Kind: t.Kind, RowSecurity: t.RowSecurity, Unfiltered: t.Unfiltered, Reached: reached(t, x.tables), Checks: []Check{},
		})
	}
	if err := x.examine(ctx); err != nil {
		return err
	}
	names := x.names()
	slices.SortStableFunc(x.report.Tables, func(a, b Table) int { return a.place(names) - b.place(names) })
	x.report.Findings = reasons(facts{x.report, x.tables, x.made, x.missing})
	return nil
}

// names are the tables that the request names.
func (x *explainer) names() []catalog.Name {
	var all []catalog.Name
	for _, needed := range x.made.Privileges() {
		name := catalog.Name{Schema: needed.Schema, Name: needed.Table}
		if needed.Verb != "EXECUTE" && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// place is that of a table among the names of the request; those that it does not name are behind.
func (t Table) place(names []catalog.Name) int {
	if i := slices.Index(names, catalog.Name{Schema: t.Schema, Name: t.Name}); i >= 0 {
		return i
	}
	return len(names)
}

// reached says what leads to a table; "" for the request itself.
func reached(t policy.Table, all []policy.Table) string {
	var ways []string
	for _, r := range t.Reached {
		switch r.How {
		case "request":
			return ""
		case "policy":
			ways = append(ways, fmt.Sprintf("read by policy %s of %s.%s", r.Policy, r.Schema, r.Table))
		case "view":
			way := fmt.Sprintf("read by view %s.%s", r.Schema, r.Table)
			if view := policy.Find(all, r.Schema, r.Table); view != nil && !view.Invoker {
				way += " with the rights of its owner " + view.Owner
			}
			ways = append(ways, way)
		}
	}
	return strings.Join(ways, ", ")
}
