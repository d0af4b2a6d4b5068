package console

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/console/result"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/migrate"
)

// editor executes what an operator writes, and keeps history and saved queries.
type editor struct{ *core }

func (e editor) routes() map[string]action {
	return map[string]action{
		"POST /sql":               e.execute,
		"DELETE /statements/{id}": e.cancel,
		"GET /history":            e.history,
		"GET /queries":            e.queries,
		"PUT /queries/{name}":     e.save,
		"DELETE /queries/{name}":  e.forget,
		"GET /names":              e.names,
	}
}

// script is the text of the editor, or the part that is selected.
type script struct {
	// ID cancels it while it runs.
	ID   string `json:"id"`
	Text string `json:"text"`
	// Timeout in seconds; defaults to 15, at most 300.
	Timeout int `json:"timeout"`
	// Rows bounds the rows of each result. Defaults to 500, at most 10000.
	Rows int `json:"rows"`
	// Explain shows the plans instead of the rows: "plan", or "analyze", which executes the
	// statements and rolls them back.
	Explain string `json:"explain"`
}

// executed is the answer to a script.
type executed struct {
	Results []executedStatement `json:"results"`
	Error   *scriptError        `json:"error,omitempty"`
	// RolledBack says that nothing of the script stays.
	RolledBack bool `json:"rolledBack"`
}

type executedStatement struct {
	*result.Result
	Statement    string `json:"statement"` // its first line
	Milliseconds int64  `json:"milliseconds"`
}

// scriptError is a refusal of one statement. Line and Column are its place in the text, from 1.
type scriptError struct {
	Statement int    `json:"statement"` // from 0
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	Code      string `json:"code"`
	Message   string `json:"message"`
	Details   string `json:"details,omitempty"`
	Hint      string `json:"hint,omitempty"`
}

// controls begin or end transactions: they would end the one in which the role holds.
var controls = regexp.MustCompile(`(?i)^(begin|commit|end|abort|start\s+transaction|rollback(?:\s+(?:work|transaction))?\s*$|prepare\s+transaction)\b`)

var fromStdin = regexp.MustCompile(`(?is)^copy\b.*\b(from\s+stdin|to\s+stdout)\b`)

const (
	defaultRows = 500
	mostRows    = 10_000
	mostInOne   = 200 // statements
)

// statements cuts a script into its statements, and refuses what is not SQL.
func (s *script) statements() ([]migrate.Statement, error) {
	if !utf8.ValidString(s.Text) || strings.ContainsRune(s.Text, 0) {
		return nil, invalid("The text has bytes that are no characters.")
	}
	all := migrate.Split(s.Text)
	if len(all) == 0 || len(all) > mostInOne {
		return nil, invalid(fmt.Sprintf("Write 1 to %d statements.", mostInOne))
	}
	for _, st := range all {
		if strings.HasPrefix(st.Text, `\`) {
			return nil, invalid("Commands of psql, which begin with a backslash, are not SQL: use the other screens, or toubkal psql.")
		}
		if fromStdin.MatchString(st.Text) {
			return nil, invalid("COPY from and to the client is not possible here: import and export a table on its screen.")
		}
	}
	if s.Explain != "" && s.Explain != "plan" && s.Explain != "analyze" {
		return nil, invalid(`explain is "plan" or "analyze".`)
	}
	return all, nil
}

// alone reports whether the statements run each in a transaction of its own, as in psql: a single
// one of the owner, which may be VACUUM, or those that say themselves where transactions begin.
func (s *script) alone(all []migrate.Statement, as actor) (bool, error) {
	controlled := slices.ContainsFunc(all, func(st migrate.Statement) bool { return controls.MatchString(st.Text) })
	switch {
	case controlled && (as.role != owner || s.Explain != ""):
		return false, invalid("The statements are one transaction: leave BEGIN, COMMIT and ROLLBACK out, or run them as owner.")
	case s.Explain != "":
		return false, nil
	}
	return as.role == owner && (controlled || len(all) == 1), nil
}

func (e editor) execute(r *call) (any, error) {
	var s script
	if err := r.read(&s); err != nil {
		return nil, err
	}
	return e.runScript(r, &s)
}

// runScript executes a script. Its error is nil where a statement was refused: the answer says so then.
func (e editor) runScript(r *call, s *script) (*executed, error) {
	all, err := s.statements()
	if err != nil {
		return nil, err
	}
	alone, err := s.alone(all, r.as)
	if err != nil {
		return nil, err
	}
	s.Rows = min(cmp.Or(max(s.Rows, 0), defaultRows), mostRows)
	timeout := timeoutOf(s.Timeout)
	s.ID = cmp.Or(s.ID, uuid.NewString())
	answer := &executed{Results: []executedStatement{}}
	err = e.watched(r, s.ID, timeout, func(ctx context.Context, note func(audited)) error {
		run := scriptRun{script: s, answer: answer, now: e.Now}
		err := e.open(ctx, r.as, timeout, func(conn *db.Conn) error {
			run.conn = conn
			return run.all(ctx, all, alone)
		})
		for _, line := range run.lines { // on a connection of its own, once this one is free
			note(line)
		}
		return err
	})
	if err != nil {
		if db.Refused(err) == nil && db.Fault(err, false).Status >= 500 || len(answer.Results) == 0 && answer.Error == nil {
			return nil, err
		}
		f := db.Fault(err, false)
		answer.Error = cmp.Or(answer.Error, &scriptError{Statement: len(answer.Results), Code: f.Code, Message: f.Message, Hint: f.Hint})
	}
	return answer, nil
}

// scriptRun is a script on its connection.
type scriptRun struct {
	*script
	conn   *db.Conn
	answer *executed
	lines  []audited
	now    func() time.Time
	shift  int // characters that EXPLAIN puts before the statement
}

func (s *scriptRun) all(ctx context.Context, all []migrate.Statement, alone bool) error {
	plainly := func(sql string) error {
		_, err := s.conn.PgConn().Exec(ctx, sql).ReadAll()
		return err
	}
	if !alone {
		if err := plainly("begin"); err != nil {
			return err
		}
	}
	for i, st := range all {
		if err := s.one(ctx, st); err != nil {
			s.answer.RolledBack = !alone
			if s.answer.Error = s.errorAt(err, i, st); s.answer.Error == nil {
				return err // the connection is closed, which rolls back
			}
			return nil
		}
	}
	switch status := s.conn.PgConn().TxStatus(); {
	case alone && status != 'I':
		s.answer.RolledBack = true
	case alone:
	case s.Explain != "":
		s.answer.RolledBack = true
	default:
		if err := plainly("commit"); err != nil { // a deferred constraint
			last := len(all) - 1
			s.answer.RolledBack = true
			if s.answer.Error = s.errorAt(err, last, all[last]); s.answer.Error == nil {
				return err
			}
		}
	}
	if results := s.results(); len(results) > 0 && s.answer.Error == nil {
		if s.answer.RolledBack {
			if err := plainly("rollback"); err != nil {
				return err
			}
		}
		return result.NameTypes(ctx, s.conn, results...)
	}
	return nil
}

func (s *scriptRun) results() (all []*result.Result) {
	for _, r := range s.answer.Results {
		all = append(all, r.Result)
	}
	return all
}

func (s *scriptRun) one(ctx context.Context, st migrate.Statement) error {
	sql := st.Text
	switch s.Explain {
	case "plan":
		sql = "explain (format json) " + sql
	case "analyze":
		sql = "explain (analyze, buffers, format json) " + sql
	}
	s.shift = len(sql) - len(st.Text)
	began := s.now()
	found, err := result.Execute(ctx, s.conn, sql, nil, result.Bounds{Rows: s.Rows, Value: 100_000})
	took := s.now().Sub(began)
	line := audited{statement: sql, written: true, took: took, err: err}
	if err == nil {
		line.rows = found.Affected
		first, _, _ := strings.Cut(st.Text, "\n")
		s.answer.Results = append(s.answer.Results, executedStatement{found, first, took.Milliseconds()})
	}
	s.lines = append(s.lines, line)
	return err
}

// errorAt is a refusal of PostgreSQL, with its place in the text; nil for another error.
func (s *scriptRun) errorAt(err error, statement int, st migrate.Statement) *scriptError {
	refused := db.Refused(err)
	if refused == nil {
		return nil
	}
	e := &scriptError{
		Statement: statement, Line: st.Line, Column: 1,
		Code: refused.Code, Message: refused.Message, Details: refused.Detail, Hint: refused.Hint,
	}
	if at := int(refused.Position) - s.shift; at > 0 {
		text := []rune(st.Text)
		before := string(text[:min(at-1, len(text))])
		e.Line += strings.Count(before, "\n")
		e.Column = utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
	}
	return e
}

// cancel ends a statement that runs on this node.
func (e editor) cancel(r *call) (any, error) {
	if !e.running.cancel(runKey{r.who.Operator, r.PathValue("id")}) {
		return nil, fault.New(fault.NotFound, "No such statement runs on this node.")
	}
	return nil, nil
}

// past is a statement of the history.
type past struct {
	ID           int64     `json:"id"`
	At           time.Time `json:"at"`
	Operator     string    `json:"operator"`
	Role         string    `json:"role"`
	Statement    string    `json:"statement"`
	Milliseconds int64     `json:"milliseconds"`
	Rows         *int64    `json:"rows"`
	Code         *string   `json:"code"`
}

const pastSQL = `select id, at, operator, role, statement, duration_ms, row_count, code from toubkal.console_statements`

// history is what this operator has written, the newest first.
func (e editor) history(r *call) (any, error) {
	return e.past(r.Context(), pastSQL+` where written and operator = $1 order by id desc limit 200`, r.who.Operator)
}

func (c *core) past(ctx context.Context, sql string, args ...any) ([]past, error) {
	all := []past{}
	err := c.Owner.Conn(ctx, func(conn *db.Conn) error {
		rows, err := conn.Query(ctx, sql, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var p past
			if err := rows.Scan(&p.ID, &p.At, &p.Operator, &p.Role, &p.Statement, &p.Milliseconds, &p.Rows, &p.Code); err != nil {
				return err
			}
			all = append(all, p)
		}
		return rows.Err()
	})
	return all, err
}

// saved is a query that operators keep.
type saved struct {
	Name      string    `json:"name"`
	Statement string    `json:"statement"`
	Operator  string    `json:"operator"`
	At        time.Time `json:"at"`
}

func (e editor) queries(r *call) (any, error) {
	all := []saved{}
	err := e.Owner.Conn(r.Context(), func(conn *db.Conn) error {
		rows, err := conn.Query(r.Context(), `select name, statement, operator, saved_at from toubkal.console_queries order by name limit 1000`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var s saved
			if err := rows.Scan(&s.Name, &s.Statement, &s.Operator, &s.At); err != nil {
				return err
			}
			all = append(all, s)
		}
		return rows.Err()
	})
	return all, err
}

func (e editor) save(r *call) (any, error) {
	var given struct {
		Statement string `json:"statement"`
	}
	if err := r.read(&given); err != nil {
		return nil, err
	}
	return nil, e.Owner.Conn(r.Context(), func(conn *db.Conn) error {
		_, err := conn.Exec(r.Context(), `insert into toubkal.console_queries (name, statement, operator) values ($1, $2, $3)
			on conflict (name) do update set statement = excluded.statement, operator = excluded.operator, saved_at = now()`,
			r.PathValue("name"), given.Statement, r.who.Operator)
		return err
	})
}

func (e editor) forget(r *call) (any, error) {
	return nil, e.Owner.Conn(r.Context(), func(conn *db.Conn) error {
		_, err := conn.Exec(r.Context(), `delete from toubkal.console_queries where name = $1`, r.PathValue("name"))
		return err
	})
}

// names are the columns of all tables by schema and table, for completion.
func (e editor) names(r *call) (any, error) {
	var text []byte
	err := e.Owner.Conn(r.Context(), func(conn *db.Conn) error {
		return conn.QueryRow(r.Context(), `select coalesce(jsonb_object_agg(nspname, tables), '{}') from (
				select nspname, jsonb_object_agg(relname, columns) as tables from (
					select n.nspname, c.relname, jsonb_agg(a.attname order by a.attnum) as columns
					from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
					join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
					where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
					group by 1, 2) t group by 1) s`).Scan(&text)
	})
	return json.RawMessage(text), err
}
