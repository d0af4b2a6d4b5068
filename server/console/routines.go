package console

import (
	_ "embed"
	"encoding/json"
	"errors"
	"strconv"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

//go:embed sql/routines.sql
var routinesSQL string

// routines answers the functions and procedures of the database.
type routines struct{ *core }

func (f routines) routes() map[string]action {
	return map[string]action{"GET /routines": f.list, "GET /routines/{id}": f.show}
}

func (f routines) list(r *call) (any, error) {
	var text []byte
	err := f.Owner.Conn(r.Context(), func(conn *db.Conn) error { return conn.QueryRow(r.Context(), routinesSQL).Scan(&text) })
	return json.RawMessage(text), err
}

// show answers the statement that replaces a function by itself.
func (f routines) show(r *call) (any, error) {
	id, err := strconv.ParseUint(r.PathValue("id"), 10, 32)
	if err != nil {
		return nil, invalid("A function has a number.")
	}
	var text string
	err = f.Owner.Conn(r.Context(), func(conn *db.Conn) error {
		return conn.QueryRow(r.Context(), "select pg_catalog.pg_get_functiondef(oid) from pg_catalog.pg_proc where oid = $1 and prokind in ('f', 'p', 'w')", uint32(id)).Scan(&text)
	})
	if errors.Is(err, db.ErrNoRows) {
		return nil, fault.New(fault.NotFound, "There is no such function.")
	}
	return map[string]string{"definition": text}, err
}
