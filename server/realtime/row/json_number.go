package row

import (
	"bytes"
	"strconv"
)

func integer(dst, text []byte) []byte {
	if digits := bytes.TrimPrefix(text, []byte("-")); !allDigits(digits) || len(digits) > 1 && digits[0] == '0' {
		return AppendJSONString(dst, text)
	}
	return append(dst, text...)
}

// allDigits reports whether text has digits only, and at least one.
func allDigits(text []byte) bool {
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(text) > 0
}

// number appends a numeric or a float as numeric is formatted: without an exponent, and
// -0 as 0, since to_jsonb converts floats to numeric. NaN and the infinities, which are
// no JSON numbers, are strings.
func number(dst, text []byte) []byte {
	digits := bytes.TrimPrefix(text, []byte("-"))
	mantissa, exponent, scientific := bytes.Cut(digits, []byte("e"))
	left, right, pointed := bytes.Cut(mantissa, []byte("."))
	if !allDigits(left) || pointed && !allDigits(right) || len(left) > 1 && left[0] == '0' {
		return AppendJSONString(dst, text)
	}
	if len(digits) < len(text) && !zero(left, right) {
		dst = append(dst, '-')
	}
	if !scientific {
		return append(dst, digits...)
	}
	shift, err := strconv.Atoi(string(exponent))
	if err != nil || shift < -maxShift || shift > maxShift {
		return AppendJSONString(dst, text)
	}
	return withExponent(dst, left, right, shift)
}

// maxShift is more than the exponents of float8 (308 and 324), and bounds the zeros that a
// malformed text could produce.
const maxShift = 1000

func zero(left, right []byte) bool {
	return len(bytes.Trim(left, "0")) == 0 && len(bytes.Trim(right, "0")) == 0
}

// withExponent appends left.right × 10^shift in plain digits.
func withExponent(dst, left, right []byte, shift int) []byte {
	digits := append(append(make([]byte, 0, len(left)+len(right)), left...), right...)
	switch point := len(left) + shift; {
	case point <= 0:
		dst = append(append(dst, "0."...), bytes.Repeat([]byte("0"), -point)...)
		return append(dst, digits...)
	case point >= len(digits):
		dst = append(dst, digits...)
		return append(dst, bytes.Repeat([]byte("0"), point-len(digits))...)
	default:
		return append(append(append(dst, digits[:point]...), '.'), digits[point:]...)
	}
}
