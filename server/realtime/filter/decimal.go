package filter

import "bytes"

// Of the operand of a decimal, number is one of these ranks, first the digits before the
// point without leading zeros, and second those after it without trailing ones.
const (
	belowAll  = -2 // -Infinity
	negative  = -1
	zero      = 0
	positive  = 1
	aboveMost = 2 // Infinity
	aboveAll  = 3 // NaN, which equals itself
)

func readDecimal(b []byte) (operand, bool) {
	switch string(b) {
	case "NaN":
		return operand{number: aboveAll}, true
	case "Infinity":
		return operand{number: aboveMost}, true
	case "-Infinity":
		return operand{number: belowAll}, true
	}
	rank := int64(positive)
	if len(b) > 0 && b[0] == '-' {
		rank, b = negative, b[1:]
	}
	whole, fraction, _ := bytes.Cut(b, []byte("."))
	if len(whole)+len(fraction) == 0 || !digits(whole) || !digits(fraction) {
		return operand{}, false
	}
	whole, fraction = bytes.TrimLeft(whole, "0"), bytes.TrimRight(fraction, "0")
	if len(whole)+len(fraction) == 0 {
		rank = zero
	}
	return operand{rank, whole, fraction}, true
}

func digits(b []byte) bool {
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}
