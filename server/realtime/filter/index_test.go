package filter

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// filters are of every way in which the index files one.
var filters = []string{
	"", "id=eq.%d", "id=in.(%d,3,3)", "id=eq.%d,name=eq.a", "name=in.(a,b),id=gt.%d", "id=gt.%d", "id=not.eq.%d", "height=eq.%d.50",
	"height=in.(%d,null)", "name=match.%d", "open=eq.true", "open=is.true,id=lt.%d", "mood=eq.calm,id=eq.%d", "id=in.()", "notes=eq.%d",
}

// The index finds the same filters as testing each one, after any additions and removals.
func TestIndexFindsAllAndNoOthers(t *testing.T) {
	t.Parallel()
	random, table := rand.New(rand.NewPCG(3, 4)), peaks()
	type subscriber struct {
		kinds Events
		test  *Filter
	}
	all, index := map[int]subscriber{}, Index[int]{}
	for step := range 20_000 {
		switch who := random.IntN(200); {
		case step%10 == 0:
			checkFind(t, &index, randomChange(random, table), func(c *row.Change) (yes, ask []int) {
				for who, s := range all {
					if !s.kinds.Has(c.Kind) {
						continue
					}
					switch s.test.Eval(c.Row()) {
					case Yes:
						yes = append(yes, who)
					case Undecided:
						ask = append(ask, who)
					}
				}
				return yes, ask
			})
		case random.IntN(2) == 0:
			delete(all, who)
			index.Remove(who)
		default:
			s := subscriber{Events(1 + random.IntN(7)), bind(t, table, randomFilter(random))}
			all[who] = s
			index.Add(who, s.kinds, s.test)
		}
		if len(index.positions) != len(all) {
			t.Fatalf("%d are in, want %d", len(index.positions), len(all))
		}
	}
	for who := range all {
		index.Remove(who)
	}
	if len(index.groups)+len(index.positions)+len(index.linear)+len(index.columns) != 0 {
		t.Errorf("the index keeps something when all have gone: %+v", index)
	}
}

func randomFilter(random *rand.Rand) string {
	filter := filters[random.IntN(len(filters))]
	if slices.Contains([]byte(filter), '%') {
		return fmt.Sprintf(filter, random.IntN(6))
	}
	return filter
}

func randomChange(random *rand.Rand, table *row.Table) *row.Change {
	values := toubkal()
	values[0] = is(fmt.Sprint(random.IntN(6)))
	values[1] = is(string(rune('a' + random.IntN(3))))
	values[2] = is([]string{"t", "f"}[random.IntN(2)])
	values[3] = is(fmt.Sprintf("%d.5000", random.IntN(6)))
	if random.IntN(4) == 0 {
		values[random.IntN(4)] = row.Value{State: row.ValueState(random.IntN(2))}
	}
	if random.IntN(20) == 0 {
		values[3] = is("what numeric never writes")
	}
	c := &row.Change{Table: table, Kind: []row.Kind{row.Insert, row.Update, row.Delete}[random.IntN(3)]}
	if c.Kind == row.Delete {
		c.Old = values
	} else {
		c.New = values
	}
	return c
}

func checkFind(t *testing.T, x *Index[int], c *row.Change, want func(*row.Change) (yes, ask []int)) {
	t.Helper()
	var yes, ask []int
	x.Find(c, func(s int) { yes = append(yes, s) }, func(s int, test *Filter) {
		ask = append(ask, s)
		if len(test.Comparisons(nil, c.Row())) == 0 {
			t.Errorf("%d must be asked, but there is no question", s)
		}
	})
	wantYes, wantAsk := want(c)
	for _, list := range [][]int{yes, ask, wantYes, wantAsk} {
		slices.Sort(list)
	}
	if diff := cmp.Diff([][]int{wantYes, wantAsk}, [][]int{yes, ask}); diff != "" {
		t.Fatalf("%v of %v:\n%s", c.Kind, c.Row(), diff)
	}
}

func TestFindAllocatesNothing(t *testing.T) {
	index, c := crowd(t, 1000, "height=eq.%d.00"), &row.Change{Kind: row.Insert, New: toubkal()}
	found := 0
	yes, ask := func(int) { found++ }, func(int, *Filter) {}
	if allocations := testing.AllocsPerRun(100, func() { index.Find(c, yes, ask) }); allocations != 0 {
		t.Errorf("%v allocations", allocations)
	}
}

// crowd are n subscribers, each with a filter of its own.
func crowd(t testing.TB, n int, filter string) *Index[int] {
	t.Helper()
	table, index := peaks(), &Index[int]{}
	for i := range n {
		index.Add(i, AllEvents, bind(t, table, strings.ReplaceAll(filter, "%d", strconv.Itoa(i))))
	}
	return index
}

func BenchmarkFind(b *testing.B) {
	for _, c := range []struct {
		name, filter string
		of           int
	}{
		{"10000 with an eq each", "id=eq.%d", 10_000},
		{"10000 with an eq of numeric each", "height=eq.%d.00", 10_000},
		{"10000 with an eq of text each", "name=eq.%d", 10_000},
		{"10000 with an eq and more each", "id=eq.%d,height=gt.4000", 10_000},
		{"10000 with the same", "id=gt.0", 10_000},
		{"1000 with a gt each", "id=gt.%d", 1000},
		{"1000 with a like each", "name=like.%%d", 1000},
	} {
		b.Run(c.name, func(b *testing.B) {
			index, change := crowd(b, c.of, c.filter), &row.Change{Kind: row.Insert, New: toubkal()}
			found := 0
			yes, ask := func(int) { found++ }, func(int, *Filter) { found++ }
			b.ReportAllocs()
			for b.Loop() {
				index.Find(change, yes, ask)
			}
			b.ReportMetric(float64(found)/float64(b.N), "found/op")
		})
	}
}

// What a subscriber's coming and going costs among 10,000.
func BenchmarkAddAndRemove(b *testing.B) {
	index := crowd(b, 10_000, "id=eq.%d")
	test := bind(b, peaks(), "id=eq.5000")
	for b.Loop() {
		index.Add(-1, AllEvents, test)
		index.Remove(-1)
	}
}
