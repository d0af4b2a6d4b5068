package rest

import (
	"bytes"
	"encoding/json"
	"maps"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/plan"
)

// sanitized is a plan of which the rows to be written are sanitized: those values whose
// column is of one of the types of Sanitizers. A write without such a column, and
// all else, is left alone at the cost of looking at the columns' types.
func (h *handler) sanitized(p plan.Plan) (plan.Plan, error) {
	write, ok := p.Action.(plan.Write)
	if !ok || len(h.Sanitizers) == 0 {
		return p, nil
	}
	cleaners := map[string]func(string) string{}
	for _, cell := range write.Cells {
		if clean, ok := h.Sanitizers[cell.Type]; ok {
			cleaners[cell.Name] = clean
		}
	}
	if len(cleaners) == 0 {
		return p, nil
	}
	rows, err := sanitizeRows(write.Rows, cleaners)
	write.Rows, write.Values = rows, nil
	p.Action = write
	return p, err
}

// sanitizeRows cleans columns of rows that are a JSON array of objects. The rows
// are written again, so that a key that is there twice is there once, and what
// was cleaned is what PostgreSQL reads. What it could not read is refused: it
// might be read there after all.
func sanitizeRows(rows []byte, cleaners map[string]func(string) string) ([]byte, error) {
	var list []map[string]json.RawMessage
	if err := json.Unmarshal(rows, &list); err != nil {
		return nil, fault.New(fault.RestBadBody, "Empty or invalid json").Because(err)
	}
	for _, row := range list {
		for name := range maps.Keys(cleaners) {
			if value, ok := row[name]; ok {
				row[name] = sanitizeValue(value, cleaners[name])
			}
		}
	}
	return marshal(list)
}

// sanitizeValue cleans a text. An object or an array becomes one: PostgreSQL would
// make a text of it too.
func sanitizeValue(value json.RawMessage, clean func(string) string) json.RawMessage {
	var text string
	switch value[0] {
	case '"':
		if json.Unmarshal(value, &text) != nil {
			return json.RawMessage("null") // a string of valid JSON always decodes
		}
	case '{', '[':
		text = string(value)
	default:
		return value
	}
	written, err := marshal(clean(text))
	if err != nil {
		return json.RawMessage("null") // a string always encodes
	}
	return written
}

// marshal leaves < and > as they are: this is not put into a page.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}
