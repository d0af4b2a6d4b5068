package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// parse reads one JSON value, numbers as they are written.
func parse(text []byte) (any, bool) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return nil, false
	}
	_, err := decoder.Token()
	return value, err == io.EOF
}

// differences are the places where a JSON value is not as it should be, six at
// most. The order of keys is none of them, nor how a number is written.
func differences(want, got any) []string {
	var d diff
	d.compare("$", want, got)
	return d.places
}

type diff struct{ places []string }

func (d *diff) say(format string, args ...any) {
	if len(d.places) < 6 {
		d.places = append(d.places, fmt.Sprintf(format, args...))
	}
}

func (d *diff) compare(path string, want, got any) {
	switch w := want.(type) {
	case map[string]any:
		if g, ok := got.(map[string]any); ok {
			d.objects(path, w, g)
			return
		}
	case []any:
		if g, ok := got.([]any); ok {
			d.arrays(path, w, g)
			return
		}
	case json.Number:
		if g, ok := got.(json.Number); ok && equal(w, g) {
			return
		}
	default:
		if reflect.DeepEqual(want, got) {
			return
		}
	}
	d.say("%s: got %s, expected %s", path, written(got), written(want))
}

func (d *diff) objects(path string, want, got map[string]any) {
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if value, ok := got[key]; ok {
			d.compare(path+"."+key, want[key], value)
			continue
		}
		d.say("%s.%s: missing, expected %s", path, key, written(want[key]))
	}
	for _, key := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[key]; !ok {
			d.say("%s.%s: unexpected %s", path, key, written(got[key]))
		}
	}
}

func (d *diff) arrays(path string, want, got []any) {
	if len(want) != len(got) {
		d.say("%s: %d items, expected %d", path, len(got), len(want))
	}
	for i := range min(len(want), len(got)) {
		d.compare(path+"["+strconv.Itoa(i)+"]", want[i], got[i])
	}
}

func equal(x, y json.Number) bool {
	a, readX := new(big.Rat).SetString(x.String())
	b, readY := new(big.Rat).SetString(y.String())
	return readX && readY && a.Cmp(b) == 0
}

// walk goes down a path of keys and indexes; false where it does not lead.
func walk(value any, path []any) (any, bool) {
	for _, at := range path {
		switch key := at.(type) {
		case string:
			object, _ := value.(map[string]any)
			below, ok := object[key]
			if !ok {
				return nil, false
			}
			value = below
		case float64:
			list, _ := value.([]any)
			if key < 0 || int(key) >= len(list) {
				return nil, false
			}
			value = list[int(key)]
		}
	}
	return value, true
}

func isContainer(value any) bool {
	switch value.(type) {
	case map[string]any, []any:
		return true
	}
	return false
}

// compare holds a number against the check's. An operator or a value that is none
// of those below never holds.
func (c check) compare(got float64) bool {
	want, err := strconv.ParseFloat(string(c.Value), 64)
	if err != nil {
		return false
	}
	switch c.Op {
	case "<":
		return got < want
	case "<=":
		return got <= want
	case ">":
		return got > want
	case ">=":
		return got >= want
	case "==":
		return got == want
	}
	return false
}

// noCost is the cost of a plan that is none.
const noCost = 1_000_000_000

func planCost(body []byte) float64 {
	whole, _ := parse(body)
	cost, _ := walk(whole, []any{0.0, "Plan", "Total Cost"})
	number, ok := cost.(json.Number)
	if !ok {
		return noCost
	}
	value, err := number.Float64()
	if err != nil {
		return noCost
	}
	return value
}

// timing is the duration of one part in a Server-Timing header.
func timing(header, name string) (float64, bool) {
	for metric := range strings.SplitSeq(header, ",") {
		label, duration, _ := strings.Cut(strings.TrimSpace(metric), ";dur=")
		spent, err := strconv.ParseFloat(duration, 64)
		if label == name && err == nil {
			return spent, true
		}
	}
	return 0, false
}

func written(value any) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return fmt.Sprint(value)
	}
	return short(bytes.TrimSpace(out.Bytes()))
}

// short is a text for people, cut where it grows long.
func short(text []byte) string {
	const max = 400
	if len(text) <= max {
		return string(text)
	}
	return strings.ToValidUTF8(string(text[:max]), "") + "…"
}
