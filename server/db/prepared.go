package db

import (
	"container/list"
	"errors"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// What one connection keeps prepared is bounded, since anybody can think of new
// statements. Of a byte of text PostgreSQL makes up to 75 (measured: 8.9 MB of a
// condition repeated 5,000 times), so that a connection holds 40 MB at the very
// most, and 256 usual ones of 1 kB about 10.
const (
	maxPrepared = 256
	maxTexts    = 512 << 10 // of all together. Bytes.
	maxText     = 16 << 10  // of one: longer ones are not kept. Bytes.
)

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
	texts  int        // their length together, in bytes
	count  int
	// dropped are the names that PostgreSQL still has to forget. The next pipeline
	// says so before anything that can fail, or they would never be.
	dropped []string
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

// keep remembers that st has been prepared, in the place of the least used where
// the connection is full.
func (p *prepared) keep(st preparedStatement) {
	p.byText[st.text] = p.used.PushFront(st)
	p.texts += len(st.text.sql)
	for p.used.Len() > maxPrepared || p.texts > maxTexts {
		p.drop(p.used.Back())
	}
}

func (p *prepared) drop(element *list.Element) {
	st := p.used.Remove(element).(preparedStatement)
	delete(p.byText, st.text)
	p.texts -= len(st.text.sql)
	p.dropped = append(p.dropped, st.described.Name)
}

// forget drops all that a connection has prepared.
func forget(conn *pgconn.PgConn) {
	p := preparedOn(conn)
	for p.used.Len() > 0 {
		p.drop(p.used.Back())
	}
}

// stalePlan tells a prepared statement whose tables changed under it, or which
// PostgreSQL has lost (a pooler between us, DISCARD ALL).
func stalePlan(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		return false
	}
	return pg.Code == "26000" || pg.Code == "0A000" && pg.Routine == "RevalidateCachedQuery"
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
