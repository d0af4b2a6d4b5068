package catalog

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Suggest finds the name that most resembles one that does not exist, for the
// hint of a refusal. threshold is the least similarity, 0 to 1: PostgREST wants
// 0.75 for tables and functions (a lesser likeness would give away names) and
// 0.33 for parameters and relationships. A name that differs in case alone is
// always found.
//
// It ranks as the fuzzyset library does, so that hints are the same: those that
// share a run of three characters, else of two, the 50 nearest of them by the
// cosine of their runs, then by edit distance. Of equals the nearer by cosine
// wins, then the first by name.
func Suggest(name string, among []string, threshold float64) (string, bool) {
	name = strings.ToLower(name)
	candidates := plausible(name, among, threshold)
	for _, candidate := range candidates {
		if candidate.key == name {
			return candidate.name, true
		}
	}
	for _, size := range []int{3, 2} {
		if best, ok := nearest(name, candidates, size, threshold); ok {
			return best, true
		}
	}
	return "", false
}

// candidate is a name, how it is compared, and how near it is.
type candidate struct {
	name, key string
	near      float64
}

// plausible drops what the difference in length alone puts out of reach, so
// that a wrong name costs little in a schema of thousands.
func plausible(name string, among []string, threshold float64) []candidate {
	var left []candidate
	length := float64(utf8.RuneCountInString(name))
	for _, other := range among {
		theirs := float64(utf8.RuneCountInString(other))
		if min(length, theirs) >= threshold*max(length, theirs) {
			left = append(left, candidate{name: other, key: strings.ToLower(other)})
		}
	}
	return left
}

// considered bounds how many candidates are compared letter by letter.
const considered = 50

func nearest(name string, all []candidate, size int, threshold float64) (string, bool) {
	wanted := runsOf(name, size)
	var sharing []candidate
	for _, c := range all {
		if c.near = wanted.cosine(runsOf(c.key, size)); c.near > 0 {
			sharing = append(sharing, c)
		}
	}
	slices.SortFunc(sharing, nearer)
	sharing = sharing[:min(len(sharing), considered)]
	for i := range sharing {
		sharing[i].near = similarity(name, sharing[i].key)
	}
	// Stable: of equal letters the cosine still decides.
	slices.SortStableFunc(sharing, func(x, y candidate) int { return cmp.Compare(y.near, x.near) })
	if len(sharing) == 0 || sharing[0].near < threshold {
		return "", false
	}
	return sharing[0].name, true
}

func nearer(x, y candidate) int {
	return cmp.Or(cmp.Compare(y.near, x.near), cmp.Compare(x.name, y.name))
}

// runs counts the runs of some length in a word.
type runs map[string]int

// runsOf cuts a word, stripped of all but letters, digits, commas and spaces
// and set between hyphens.
func runsOf(word string, size int) runs {
	letters := []rune("-" + strings.Map(compared, strings.ToLower(word)) + "-")
	found := runs{}
	for i := 0; i+size <= len(letters); i++ {
		found[string(letters[i:i+size])]++
	}
	return found
}

func compared(r rune) rune {
	if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsSpace(r) || r == ',' {
		return r
	}
	return -1
}

func (r runs) cosine(other runs) float64 {
	shared := 0
	for run, count := range r {
		shared += count * other[run]
	}
	if shared == 0 {
		return 0
	}
	return float64(shared) / (r.magnitude() * other.magnitude())
}

func (r runs) magnitude() float64 {
	sum := 0
	for _, count := range r {
		sum += count * count
	}
	return math.Sqrt(float64(sum))
}

// similarity is 1 for equal words, and 0 where every character differs.
func similarity(x, y string) float64 {
	a, b := []rune(x), []rune(y)
	longest := max(len(a), len(b))
	if longest == 0 {
		return 1
	}
	return 1 - float64(distance(a, b))/float64(longest)
}

// distance is Levenshtein's: the least number of characters to add, drop or
// change.
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
