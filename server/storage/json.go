package storage

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/object"
)

// maxJSON bounds a body that is no file, in bytes.
const maxJSON = 1 << 20

// readJSON decodes the body into v; an empty one changes nothing. Values of other types are
// taken as coerced says.
func readJSON(w http.ResponseWriter, r *http.Request, v any) error {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxJSON))
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	if err := unmarshal(text, v); err != nil {
		if f, ok := errors.AsType[*fault.Fault](err); ok {
			return f
		}
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
			return object.Unfit("body" + strings.ReplaceAll("/"+wrong.Field, ".", "/") + " must be " + schemaType(wrong.Type))
		}
		return object.Invalid("Could not parse request body as JSON: " + fault.JSONProblem(err))
	}
	return nil
}

// unmarshal is json.Unmarshal, and of coerced values where a type does not fit.
func unmarshal(text []byte, v any) error {
	err := json.Unmarshal(text, v)
	if _, unfit := errors.AsType[*json.UnmarshalTypeError](err); !unfit {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(text)) // which is valid JSON by now
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return err
	}
	again, err := json.Marshal(coerced(value, reflect.TypeOf(v)))
	if err != nil {
		return err
	}
	return json.Unmarshal(again, v)
}

// coerced is a value of JSON as the validator of Supabase's storage takes it for a type
// (https://ajv.js.org/coercion.html, with arrays): clients send numbers and booleans as texts,
// and one value for a list of one. What cannot be meant stays, and is refused.
func coerced(value any, t reflect.Type) any {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if value == nil || t.Kind() != reflect.Struct && reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return value // such a type decodes itself
	}
	if list, ok := value.([]any); ok && len(list) == 1 && t.Kind() != reflect.Slice && t.Kind() != reflect.Struct {
		value = list[0]
	}
	switch t.Kind() {
	case reflect.Struct:
		return coercedFields(value, t)
	case reflect.Slice:
		list, ok := value.([]any)
		if !ok {
			list = []any{value}
		}
		for i := range list {
			list[i] = coerced(list[i], t.Elem())
		}
		return list
	case reflect.String:
		switch value := value.(type) {
		case json.Number:
			return value.String()
		case bool:
			return strconv.FormatBool(value)
		}
	case reflect.Bool:
		switch value {
		case "true", json.Number("1"):
			return true
		case "false", json.Number("0"):
			return false
		}
	case reflect.Int, reflect.Int64:
		return coercedInteger(value)
	}
	return value
}

func coercedFields(value any, t reflect.Type) any {
	fields, ok := value.(map[string]any)
	if !ok {
		return value
	}
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		of := t.Field(i).Type
		if inner, ok := reflect.New(of).Interface().(interface{ coercedAs() reflect.Type }); ok {
			of = inner.coercedAs()
		}
		if sent, there := fields[name]; there {
			fields[name] = coerced(sent, of)
		}
	}
	return fields
}

func coercedInteger(value any) any {
	text := ""
	switch value := value.(type) {
	case json.Number:
		if text = value.String(); strings.Trim(text, "-0123456789") == "" {
			return value
		}
	case string:
		text = strings.TrimSpace(value)
	case bool:
		if value {
			return 1
		}
		return 0
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n != math.Trunc(n) || math.Abs(n) >= 1<<63 {
		return value
	}
	return int64(n)
}

// schemaType is the name of a type in a JSON schema.
func schemaType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int64:
		return "integer"
	case reflect.String:
		return "string"
	case reflect.Slice:
		return "array"
	}
	return "object"
}
