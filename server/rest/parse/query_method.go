package parse

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/toubkal/toubkal/server/fault"
)

// MethodQuery is a read whose parameters are in the body, for one that is too long
// for an address: QUERY of draft-ietf-httpbis-safe-method-w-body, or a POST
// with X-HTTP-Method-Override: QUERY where a client or a proxy knows no such
// method. The body is a query string (application/x-www-form-urlencoded) or a
// JSON object of the same names, in which an array gives a name several times.
// Its parameters follow those of the address. All else is as for GET: rights,
// read-only transaction, Range, Accept, Accept-Profile.
const MethodQuery = "QUERY"

// QueryTypes are the media types of such a body, as Accept-Query lists them.
const QueryTypes = Form + ", " + JSON

// maxQueryBody bounds such a body, in bytes: its values take several times
// their length, each of a list being one. That is a million of ids.
const maxQueryBody = 16 << 20

// queryBody reads the body of a QUERY into parameters.
func (r *Request) queryBody(raw []byte) ([]urlParam, error) {
	switch kind := r.Content.Type; {
	case r.Method != MethodQuery || len(raw) == 0:
		return nil, nil
	case len(raw) > maxQueryBody:
		return nil, fault.New(fault.TooLarge, fmt.Sprintf("The body of a QUERY is larger than %d bytes", maxQueryBody)).
			WithHint("Ask in several requests.")
	case kind == Form:
		return splitQuery(string(raw))
	case kind == JSON:
		return jsonQueryBody(raw)
	}
	return nil, badBody("Content-Type not acceptable: " + r.Content.String())
}

// jsonQueryBody reads {"name": "value", …} in its order.
func jsonQueryBody(raw []byte) ([]urlParam, error) {
	members := json.NewDecoder(bytes.NewReader(raw))
	if start, err := members.Token(); err != nil || start != json.Delim('{') {
		return nil, badQueryBody()
	}
	var params []urlParam
	for members.More() {
		name, err := members.Token()
		key, isKey := name.(string)
		var value json.RawMessage
		if err != nil || !isKey || members.Decode(&value) != nil {
			return nil, badQueryBody()
		}
		values, err := texts(value)
		if err != nil {
			return nil, err
		}
		for _, value := range values {
			params = append(params, urlParam{name: key, value: value})
		}
	}
	if _, err := members.Token(); err != nil || members.More() {
		return nil, badQueryBody()
	}
	return checkParams(params)
}

// texts gives a value as text, or each element of an array.
func texts(value json.RawMessage) ([]string, error) {
	if firstByte(value) != '[' {
		text, err := scalar(value)
		return []string{text}, err
	}
	var elements []json.RawMessage
	if json.Unmarshal(value, &elements) != nil {
		return nil, badQueryBody()
	}
	all := make([]string, len(elements))
	for i, element := range elements {
		var err error
		if all[i], err = scalar(element); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func scalar(value json.RawMessage) (text string, err error) {
	switch firstByte(value) {
	case '"':
		err = json.Unmarshal(value, &text)
		return text, err
	case '[', '{', 'n':
		return "", badQueryBody()
	}
	return string(value), nil // a number, true or false
}

func badQueryBody() error {
	return badBody("The body of a QUERY is an object whose values are texts, numbers, booleans or arrays of them")
}
