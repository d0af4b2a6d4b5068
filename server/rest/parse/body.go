package parse

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/bulk"
)

// Body is a request body, as far as its columns or arguments matter.
type Body struct {
	// JSON is an array of objects, as the client wrote it if it wrote one; of
	// a single object, an array of it.
	JSON []byte
	// Rows are the same rows column by column, where a table gets them and they could be
	// read so; else nil.
	Rows *bulk.Rows
	// Texts says that a value is a text, also one of a column of JSON: CSV has nothing else.
	Texts bool
	// Keys are the columns or arguments to take from it, sorted.
	Keys []string
	// Form has the arguments of a form that calls a function.
	Form []Param
	// Raw is the whole body, for a function that takes it as its one argument.
	Raw []byte
	// Whole says that a function can only take it so: an array of other than objects with the
	// same keys.
	Whole bool
}

// Param is a named value that is not known to be a filter.
type Param struct{ Name, Value string }

func (r *Request) readBody(raw []byte) (err error) {
	if r.Method != http.MethodPost && r.Method != http.MethodPatch && r.Method != http.MethodPut {
		return nil
	}
	r.Body.Raw = raw
	call := r.Function != ""
	switch kind := r.Content.Type; {
	case kind == JSON && call && len(raw) == 0:
		r.Body.JSON = []byte("[{}]")
		return nil
	case kind == JSON:
		return r.readJSON(raw)
	case kind == CSV:
		return r.readCSV(raw)
	case kind == Form && call:
		r.Body.Form, err = formParams(raw)
		return err
	case kind == Form:
		return r.readForm(raw)
	case call && (kind == PlainText || kind == XML || kind == Octets):
		return nil
	}
	return badBody("Content-Type not acceptable: " + r.Content.String())
}

// readJSON takes the keys from columns= where that is given: then the database
// judges the body. A PUT replaces the whole row, so that it has no such choice.
func (r *Request) readJSON(raw []byte) error {
	r.Body.JSON = raw
	if firstByte(raw) == '{' { // one statement serves both
		r.Body.JSON = slices.Concat([]byte("["), raw, []byte("]"))
	}
	if r.Method == http.MethodPost && r.Function == "" {
		if r.Body.Rows = bulk.Read(r.Body.JSON, r.Columns); r.Body.Rows != nil {
			r.Body.Keys = r.Body.Rows.Keys()
			return nil
		}
	}
	if jsonNesting(raw) > maxNesting {
		return badBody(fmt.Sprintf("The JSON nests deeper than %d levels", maxNesting))
	}
	if r.Columns != nil && r.Method != http.MethodPut {
		r.Body.Keys = r.Columns
		return nil
	}
	if !json.Valid(raw) {
		return badBody("Empty or invalid json")
	}
	if first := firstByte(raw); first != '{' && first != '[' {
		r.Body.JSON = []byte("[]")
		return nil
	}
	keys, ok := commonKeys(r.Body.JSON)
	switch {
	case ok:
		r.Body.Keys = keys
	case r.Function != "":
		r.Body.Whole = true
	default:
		return KeysDiffer()
	}
	return nil
}

// KeysDiffer refuses an array of other than objects with the same keys.
func KeysDiffer() error { return badBody("All object keys must match") }

func firstByte(raw []byte) byte {
	trimmed := bytes.TrimLeft(raw, " \t\r\n")
	if len(trimmed) == 0 {
		return 0
	}
	return trimmed[0]
}

// readForm makes a row, whose columns are all meant, whatever columns= says.
func (r *Request) readForm(raw []byte) error {
	params, err := formParams(raw)
	if err != nil {
		return err
	}
	row := map[string]string{}
	for _, param := range params {
		row[param.Name] = param.Value
	}
	body, err := json.Marshal([]map[string]string{row})
	if err != nil {
		return badBody(err.Error())
	}
	r.Body.JSON = body
	r.Body.Keys, _ = commonKeys(body)
	return nil
}

func badBody(message string) error { return fault.New(fault.RestBadBody, message) }

// commonKeys gives the sorted keys that all objects of a valid JSON array have;
// false where they differ or an element is no object. Rows mostly have their
// keys in one order, which shows without reading them.
func commonKeys(array []byte) ([]string, bool) {
	var common []string
	var raw, this [][]byte
	walker := jsonWalker{text: array}
	ok := walker.elements(func() (ok bool) {
		this, ok = walker.keys(this[:0])
		switch {
		case !ok:
			return false
		case raw == nil:
			raw, common = slices.Clone(this), decoded(this)
			return true
		}
		return slices.EqualFunc(this, raw, bytes.Equal) || slices.Equal(decoded(this), common)
	})
	return common, ok
}

// decoded gives keys as they read, sorted and each once.
func decoded(raw [][]byte) []string {
	keys := make([]string, len(raw))
	for i, key := range raw {
		if json.Unmarshal(key, &keys[i]) != nil { // valid JSON always decodes
			keys[i] = string(key)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}
