package db

import (
	"container/list"
	"errors"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// maxPrepared bounds the statements that one connection keeps. Each costs
// PostgreSQL about 10 to 50 kB; 256 request shapes are many.
const maxPrepared = 256

// text names a statement: its SQL, and whose it is. Two roles sharing one
// prepared statement make PostgreSQL plan a query under row security anew at
// each change of role (measured: half the throughput). What Session.Before
// switches to costs that, and is right all the same.
type text struct{ role, sql string }

// spelled is the SQL as PostgreSQL gets it. The role is there for those who read
// pg_stat_activity and logs.
func (t text) spelled() string {
	if t.role == "" {
		return t.sql
	}
	return "/* " + quoteComment(t.role) + " */ " + t.sql
}

// prepared is what one connection has prepared, most recently used in front.
type prepared struct {
	byText map[text]*list.Element
	used   *list.List // of preparedStatement
	count  int
}

// preparedStatement is one of them. What PostgreSQL said of its columns when it
// was prepared need not be asked for again at each execution.
type preparedStatement struct {
	text      text
	described *pgconn.StatementDescription
}

const preparedKey = "toubkal/prepared"

func preparedOn(conn *pgconn.PgConn) *prepared {
	if p, ok := conn.CustomData()[preparedKey].(*prepared); ok {
		return p
	}
	p := &prepared{byText: map[text]*list.Element{}, used: list.New()}
	conn.CustomData()[preparedKey] = p
	return p
}

// find gives a statement that is prepared, nil where it is not.
func (p *prepared) find(t text) *pgconn.StatementDescription {
	element, ok := p.byText[t]
	if !ok {
		return nil
	}
	p.used.MoveToFront(element)
	return element.Value.(preparedStatement).described
}

// newName is one that no statement of the connection ever had.
func (p *prepared) newName() string {
	p.count++
	return "tk" + strconv.Itoa(p.count)
}

// keep remembers that st has been prepared.
func (p *prepared) keep(st preparedStatement) {
	p.byText[st.text] = p.used.PushFront(st)
}

// evict drops the least used statement where the connection is full, and gives
// its name.
func (p *prepared) evict() string {
	if p.used.Len() < maxPrepared {
		return ""
	}
	st := p.used.Remove(p.used.Back()).(preparedStatement)
	delete(p.byText, st.text)
	return st.described.Name
}

// forget drops the whole memory of a connection. The names are not reused, so
// the statements behind them only cost memory until the connection ends.
func forget(conn *pgconn.PgConn) {
	p := preparedOn(conn)
	p.byText, p.used = map[text]*list.Element{}, list.New()
}

// stalePlan tells a prepared statement whose tables changed under it, or which
// PostgreSQL has lost (a pooler between us, DISCARD ALL).
func stalePlan(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		return false
	}
	return pg.Code == "26000" ||
		pg.Code == "0A000" && strings.Contains(pg.Message, "cached plan must not change result type")
}

// quoteComment makes a role safe inside a comment. Roles come from verified
// tokens, but a role name may hold any character.
func quoteComment(role string) string {
	return strings.Map(func(r rune) rune {
		if r == '*' || r == '/' || r == 0 {
			return '_'
		}
		return r
	}, role)
}
