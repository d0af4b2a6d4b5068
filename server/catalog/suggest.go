package catalog

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// Suggest finds the name that most resembles one that does not exist, for the
// hint of a refusal. threshold is the least similarity, 0 to 1: PostgREST wants
// 0.75 for tables and functions (a lesser likeness would give away names) and
// 0.33 for parameters and relationships. A name that differs in case alone is
// always found.
//
// It ranks as the fuzzyset library does, so that hints are the same: by edit
// distance those that share a run of three characters, else of two. Of equals
// the nearer by the cosine of their runs wins, then the first by name.
func Suggest(name string, among []string, threshold float64) (string, bool) {
	name = strings.ToLower(name)
	candidates := plausible([]rune(name), among, threshold)
	for _, size := range []int{3, 2} {
		if best, ok := nearest(name, candidates, size); ok {
			return best, true
		}
	}
	return "", false
}

// candidate is a name, how it is compared, and how near it is.
type candidate struct {
	name, key          string
	similarity, cosine float64
}

// plausible finds the names within the threshold. The edit distance goes first
// because it is cheap: a wrong name in a schema of 5,000 tables costs 5 ms.
func plausible(name []rune, among []string, threshold float64) []candidate {
	var left []candidate
	for _, other := range among {
		c := candidate{name: other, key: strings.ToLower(other)}
		key := []rune(c.key)
		if likeness(len(name), len(key), 0) < threshold {
			continue // a name of 60 kB would cost seconds
		}
		if c.similarity = similarity(name, key); c.similarity >= threshold {
			left = append(left, c)
		}
	}
	return left
}

// nearest picks from those that share a run with name. Only an equal name may
// share none: it may be shorter than a run.
func nearest(name string, all []candidate, size int) (string, bool) {
	wanted := runsOf(name, size)
	var sharing []candidate
	for _, c := range all {
		if c.cosine = wanted.cosine(runsOf(c.key, size)); c.cosine > 0 || c.key == name {
			sharing = append(sharing, c)
		}
	}
	if len(sharing) == 0 {
		return "", false
	}
	best := slices.MinFunc(sharing, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(y.similarity, x.similarity), cmp.Compare(y.cosine, x.cosine), cmp.Compare(x.name, y.name))
	})
	return best.name, true
}

// runs counts the runs of some length in a word.
type runs map[string]int

// runsOf cuts a word, stripped of all but letters, digits, commas and spaces
// and set between hyphens.
func runsOf(word string, size int) runs {
	kept := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsSpace(r) || r == ',' {
			return r
		}
		return -1
	}, strings.ToLower(word))
	letters := []rune("-" + kept + "-")
	found := runs{}
	for i := 0; i+size <= len(letters); i++ {
		found[string(letters[i:i+size])]++
	}
	return found
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
func similarity(a, b []rune) float64 { return likeness(len(a), len(b), distance(a, b)) }

// likeness is the similarity of words of these lengths at a distance, which is
// never less than the difference of the lengths.
func likeness(a, b, distance int) float64 {
	longest := max(a, b)
	if longest == 0 {
		return 1
	}
	return 1 - float64(max(distance, longest-min(a, b)))/float64(longest)
}

// distance is Levenshtein's: the least number of characters to add, drop or
// change.
func distance(a, b []rune) int {
	var buffer [64]int // PostgreSQL's names are shorter: nothing is allocated
	row := append(buffer[:0], make([]int, len(b)+1)...)
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
