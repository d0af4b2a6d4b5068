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

// prepared is what one connection has prepared, most recently used in front.
type prepared struct {
	bySQL map[string]*list.Element
	used  *list.List // of preparedStatement
	count int
}

type preparedStatement struct{ sql, name string }

const preparedKey = "toubkal/prepared"

func preparedOn(conn *pgconn.PgConn) *prepared {
	if p, ok := conn.CustomData()[preparedKey].(*prepared); ok {
		return p
	}
	p := &prepared{bySQL: map[string]*list.Element{}, used: list.New()}
	conn.CustomData()[preparedKey] = p
	return p
}

// name gives the name of sql's prepared statement, or a fresh one and false.
// coming are those that the pipeline which asks has prepared already.
func (p *prepared) name(sql string, coming map[string]string) (string, bool) {
	if element, ok := p.bySQL[sql]; ok {
		p.used.MoveToFront(element)
		return element.Value.(preparedStatement).name, true
	}
	if name, ok := coming[sql]; ok {
		return name, true
	}
	p.count++
	return "tk" + strconv.Itoa(p.count), false
}

// keep remembers that st has been prepared.
func (p *prepared) keep(st preparedStatement) {
	p.bySQL[st.sql] = p.used.PushFront(st)
}

// evict drops the least used statement where the connection is full, and gives
// its name.
func (p *prepared) evict() string {
	if p.used.Len() < maxPrepared {
		return ""
	}
	st := p.used.Remove(p.used.Back()).(preparedStatement)
	delete(p.bySQL, st.sql)
	return st.name
}

// forget drops the whole memory of a connection. The names are not reused, so
// the statements behind them only cost memory until the connection ends.
func forget(conn *pgconn.PgConn) {
	p := preparedOn(conn)
	p.bySQL, p.used = map[string]*list.Element{}, list.New()
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
