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

// bindingParams is one element of postgres_changes, parsed: a binding in the terms of
// realtime-js.
type bindingParams struct {
	id            int    // 1 … maxID
	params        string // all of it; equal bindings have one id
	event         string // "*", INSERT, UPDATE or DELETE
	events        filter.Events
	schema, table string // "*" for all
	conditions    []filter.Condition
	columns       []string // nil for all
	// refusal is the error of a binding that cannot work, whatever the database contains.
	refusal string
}

// maxID bounds ids: clients in some languages keep them in 32 bits, and take 0 for
// none.
const maxID = 1 << 27

// tooManyBindings is the refusal of more than maxBindings.
const tooManyBindings = "Too many postgres_changes bindings: at most 128 per channel"

// readBindings parses the bindings of a join. Ids are hashes of the parameters, so
// that they are the same at each join; two that are equal by chance get different
// ones.
func readBindings(asked []protocol.ChangeBinding) []bindingParams {
	entries := make([]bindingParams, len(asked))
	taken := map[int]string{}
	for i := range asked {
		e := readBinding(&asked[i])
		if len(asked) > maxBindings {
			e.refusal = tooManyBindings
		}
		hash := fnv.New32a()
		_, _ = hash.Write([]byte(e.params))
		for e.id = int(hash.Sum32()%maxID) + 1; ; e.id = e.id%maxID + 1 {
			if params, ok := taken[e.id]; !ok || params == e.params {
				break
			}
		}
		taken[e.id] = e.params
		entries[i] = e
	}
	return entries
}

func readBinding(asked *protocol.ChangeBinding) bindingParams {
	e := bindingParams{schema: asked.Schema, table: asked.Table}
	e.event, e.events = eventsOf(asked.Event)
	if len(asked.Select) > 0 {
		e.columns = asked.Select
	}
	switch {
	case asked.Invalid == "select":
		e.refusal = "Error parsing `select` params: expected a list of column name strings, e.g. select: [\"col1\", \"col2\"]"
	case asked.Invalid == "entry" || asked.Invalid == "schema" || asked.Invalid == "table" || asked.Invalid == "filter",
		e.schema == "" && e.table == "", e.table == "" && asked.Filter != "":
		e.refusal = "No subscription params provided. Please provide at least a `schema` or `table` to subscribe to: " + redacted(asked.Raw)
	case e.schema == "":
		e.schema = "public"
	case e.table == "":
		e.table = "*"
	}
	if e.refusal == "" && e.columns != nil && e.isWildcard() {
		e.refusal = "Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name."
	}
	var err error
	if e.conditions, err = filter.Parse(asked.Filter); err != nil && e.refusal == "" {
		e.refusal = err.Error()
	}
	e.params = fmt.Sprintf("%s %q %q %q %q", e.event, e.schema, e.table, asked.Filter, e.columns)
	return e
}

// redacted is the text of a client, without the tokens that old clients include.
func redacted(raw []byte) string {
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

// eventsOf parses an event; an unknown one is all events, as in Supabase.
func eventsOf(event string) (string, filter.Events) {
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

// isWildcard reports whether it may match several tables.
func (b *bindingParams) isWildcard() bool { return b.schema == "*" || b.table == "*" }

// String is the binding as Supabase's messages show it.
func (b *bindingParams) String() string {
	columns := "nil"
	if b.columns != nil {
		quoted := slices.Clone(b.columns)
		for i := range quoted {
			quoted[i] = strconv.Quote(quoted[i])
		}
		columns = "[" + strings.Join(quoted, ", ") + "]"
	}
	return fmt.Sprintf("[event: %s, schema: %s, table: %s, filters: %s, select: %s]",
		b.event, b.schema, b.table, filter.Inspect(b.conditions), columns)
}

// refusedByDatabase is the refusal of a binding by the database.
func (b *bindingParams) refusedByDatabase(why string) string {
	return "Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: " +
		b.String() + ". Exception: " + why
}

// appendBinding repeats a binding as it was sent, since clients compare it, with its
// id behind, so that an id which the client sent does not count.
func appendBinding(dst []byte, asked *protocol.ChangeBinding, id int) []byte {
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
