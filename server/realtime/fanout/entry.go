package fanout

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/realtime/filter"
	"github.com/toubkal/toubkal/server/realtime/protocol"
)

// entry is what a channel asks for in one element of postgres_changes.
type entry struct {
	id            int    // 1 … maxID
	params        string // all that it asks for: equal ones are one
	event         string // "*", INSERT, UPDATE or DELETE
	kinds         filter.Events
	schema, table string // "*" for all
	conditions    []filter.Condition
	columns       []string // nil for all
	// refusal says what is wrong with it, whatever the database is like.
	refusal string
}

// maxID bounds ids: clients of some languages keep them in 32 bits, and take 0
// for none.
const maxID = 1 << 27

// tooMany is what a channel hears that asks for more than maxBindings.
const tooMany = "Too many entries of postgres_changes: a channel may have " + maxBindingsText

const maxBindingsText = "128"

// readEntries reads what a join asks for. Ids are of the params, so that they are
// the same at each join; two that would be alike by chance are told apart.
func readEntries(asked []protocol.ChangeBinding) []entry {
	entries := make([]entry, len(asked))
	taken := map[int]string{}
	for i := range asked {
		e := readEntry(&asked[i])
		if len(asked) > maxBindings {
			e.refusal = tooMany
		}
		for e.id = idOf(e.params); ; e.id = e.id%maxID + 1 {
			if params, ok := taken[e.id]; !ok || params == e.params {
				break
			}
		}
		taken[e.id] = e.params
		entries[i] = e
	}
	return entries
}

func idOf(params string) int {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(params))
	return int(hash.Sum32()%maxID) + 1
}

func readEntry(asked *protocol.ChangeBinding) entry {
	e := entry{schema: asked.Schema, table: asked.Table}
	e.event, e.kinds = kindsOf(asked.Event)
	if len(asked.Select) > 0 {
		e.columns = asked.Select
	}
	switch {
	case asked.Invalid == "select":
		e.refusal = "Error parsing `select` params: expected a list of column name strings, e.g. select: [\"col1\", \"col2\"]"
	case asked.Invalid == "entry" || asked.Invalid == "schema" || asked.Invalid == "table" || asked.Invalid == "filter",
		e.schema == "" && e.table == "", e.table == "" && asked.Filter != "":
		e.refusal = "No subscription params provided. Please provide at least a `schema` or `table` to subscribe to: " + shown(asked.Raw)
	case e.schema == "":
		e.schema = "public"
	case e.table == "":
		e.table = "*"
	}
	if e.refusal == "" && e.columns != nil && e.wild() {
		e.refusal = "Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name."
	}
	var err error
	if e.conditions, err = filter.Parse(asked.Filter); err != nil && e.refusal == "" {
		e.refusal = err.Error()
	}
	e.params = fmt.Sprintf("%s %q %q %q %q", e.event, e.schema, e.table, asked.Filter, e.columns)
	return e
}

// shown is what a client sent, without the tokens that old ones send along.
func shown(raw []byte) string {
	const most = 200
	text := string(raw)
	if strings.Contains(text, "user_token") || strings.Contains(text, "auth_token") {
		return "<redacted>"
	}
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// kindsOf reads an event; what it does not know is all of them, as in Supabase.
func kindsOf(event string) (string, filter.Events) {
	switch event = strings.ToUpper(event); event {
	case "INSERT":
		return event, filter.Inserts
	case "UPDATE":
		return event, filter.Updates
	case "DELETE":
		return event, filter.Deletes
	}
	return "*", filter.AllEvents
}

// wild tells whether it may be of several tables.
func (e *entry) wild() bool { return e.schema == "*" || e.table == "*" }

// String is the entry as Supabase's messages show it.
func (e *entry) String() string {
	filters := make([]string, len(e.conditions))
	for i, c := range e.conditions {
		filters[i] = fmt.Sprintf("{%q, %q, %q, %t}", c.Column, c.Operator, c.Value, c.Not)
	}
	columns := "nil"
	if e.columns != nil {
		quoted := slices.Clone(e.columns)
		for i := range quoted {
			quoted[i] = strconv.Quote(quoted[i])
		}
		columns = "[" + strings.Join(quoted, ", ") + "]"
	}
	return fmt.Sprintf("[event: %s, schema: %s, table: %s, filters: [%s], select: %s]",
		e.event, e.schema, e.table, strings.Join(filters, ", "), columns)
}

// notPublished is what one hears of a table that the publication does not have.
func (e *entry) notPublished() string {
	return "Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: " + e.String()
}

// failed is what one hears of an entry that the database refuses.
func (e *entry) failed(why string) string {
	return "Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: " +
		e.String() + ". Exception: " + why
}

// appendEcho repeats an entry as it was sent, as clients compare it, and its id
// behind, so that one which the client sent does not count.
func appendEcho(dst []byte, asked *protocol.ChangeBinding, id int) []byte {
	inside := bytes.TrimSpace(asked.Raw)
	if asked.Invalid == "entry" {
		inside = []byte("{}") // nothing that an id could be added to
	}
	inside = bytes.TrimSpace(inside[1 : len(inside)-1])
	dst = append(append(dst, '{'), inside...)
	if len(inside) > 0 {
		dst = append(dst, ',')
	}
	dst = strconv.AppendInt(append(dst, `"id":`...), int64(id), 10)
	return append(dst, '}')
}
