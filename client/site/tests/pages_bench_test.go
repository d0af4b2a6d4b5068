package tests

import (
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/toubkal/toubkal/client"
	"github.com/toubkal/toubkal/server/test/apptest"
)

// benchmarked are a page with drawings, one of a row, and one of text.
var benchmarked = []string{"/", "/achievement/everest", "/blog/preparation-is-the-climb"}

// BenchmarkKeptPage asks for kept pages by 4 clients as browsers do, in turns with the file of
// the build whose size is nearest. It reports requests/s of both, and the ratio.
func BenchmarkKeptPage(b *testing.B) {
	s := boot(b)
	for _, path := range benchmarked {
		b.Run(path, func(b *testing.B) {
			s.visible(b, path)
			size := len(compressed(b, s, path))
			file := fileOfSize(b, size)
			var took [2]time.Duration
			for left := b.N; left > 0; left -= 500 {
				for i, target := range []string{path, file} {
					took[i] += askMany(b, s, target, min(left, 500), nil)
				}
			}
			rate := func(i int) float64 { return float64(b.N) / took[i].Seconds() }
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(size), "bytes")
			b.ReportMetric(rate(0), "pages/s")
			b.ReportMetric(rate(1), "files/s")
			b.ReportMetric(rate(0)/rate(1), "ratio")
		})
	}
}

// compressed is the body as a browser gets it.
func compressed(t testing.TB, s *website, path string) []byte {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "gzip")
	r.Header.Set("Accept", "text/html, */*")
	answer, err := s.Client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v", path, answer.StatusCode, err)
	}
	return body
}

// fileOfSize is the path of the script of the build whose compressed copy has about the size.
func fileOfSize(t testing.TB, size int) (found string) {
	t.Helper()
	best := 1 << 30
	err := fs.WalkDir(client.Dist, "dist/assets", func(name string, _ fs.DirEntry, err error) error {
		if info, failed := fs.Stat(client.Dist, name+".gz"); failed == nil {
			if difference := max(int(info.Size())-size, size-int(info.Size())); difference < best {
				found, best = strings.TrimPrefix(name, "dist"), difference
			}
		}
		return err
	})
	if err != nil || found == "" {
		t.Fatalf("no file: %v", err)
	}
	return found
}

// askMany asks n times by 4 clients, and adds how long each took to took.
func askMany(t testing.TB, s *website, path string, n int, took *[]time.Duration) time.Duration {
	var left atomic.Int64
	var mu sync.Mutex
	var all sync.WaitGroup
	began := time.Now()
	for range 4 {
		all.Go(func() {
			for left.Add(1) <= int64(n) {
				at := time.Now()
				compressed(t, s, path)
				if took != nil {
					mu.Lock()
					*took = append(*took, time.Since(at))
					mu.Unlock()
				}
			}
		})
	}
	all.Wait()
	return time.Since(began)
}

// BenchmarkRender renders pages with the rows of a seeded site: by an interpreter that starts, and
// by one that runs. It reports the processor time of each.
func BenchmarkRender(b *testing.B) {
	s := boot(b)
	for _, path := range benchmarked[:2] {
		state := dataOf.FindStringSubmatch(s.page(b, path).Body)[1]
		b.Run("first"+path, func(b *testing.B) {
			before := processorTime(b)
			for range b.N {
				r := newRenderer(b)
				if _, err := r.Page(b.Context(), path, "en", state); err != nil {
					b.Fatal(err)
				}
				r.Close()
			}
			b.ReportMetric(float64((processorTime(b)-before).Milliseconds())/float64(b.N), "cpu-ms")
		})
		b.Run("again"+path, func(b *testing.B) {
			r := newRenderer(b)
			if _, err := r.Page(b.Context(), path, "en", state); err != nil {
				b.Fatal(err)
			}
			b.ResetTimer()
			before := processorTime(b)
			for range b.N {
				if _, err := r.Page(b.Context(), path, "en", state); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((processorTime(b)-before).Milliseconds())/float64(b.N), "cpu-ms")
		})
	}
}

// processorTime is that of this process.
func processorTime(t testing.TB) time.Duration {
	t.Helper()
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		t.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// BenchmarkChange edits a peak through the table API while a visitor asks for its page, and
// reports the time from the answer to the new HTML, and the longest that the visitor waited.
func BenchmarkChange(b *testing.B) {
	s := boot(b)
	const path = "/achievement/k2"
	s.visible(b, path)
	key := s.ServiceKey(b)
	var until, waits []time.Duration
	for i := range b.N {
		name := fmt.Sprintf("Edited %d times", i)
		s.Send(b, "PATCH", "/rest/v1/expeditions?slug=eq.k2", `{"name_en":"`+name+`"}`, s.Headers(key)...)
		committed := time.Now()
		for {
			at := time.Now()
			page := s.page(b, path).Body
			waits = append(waits, time.Since(at))
			if strings.Contains(scripts.ReplaceAllString(page, ""), name) {
				break
			}
			if time.Since(committed) > apptest.Timeout {
				b.Fatalf("no page with %s", name)
			}
		}
		until = append(until, time.Since(committed))
	}
	slices.Sort(until)
	slices.Sort(waits)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(until[len(until)/2].Milliseconds()), "until-ms")
	b.ReportMetric(float64(waits[len(waits)-1].Milliseconds()), "longest-wait-ms")
}

// BenchmarkAttackedPage asks for the home page alone, and while 16 clients ask for addresses that
// are not kept, in languages and with queries that nobody has. It reports the 99th percentiles
// and their ratio, and how many pages were rendered for the attackers.
func BenchmarkAttackedPage(b *testing.B) {
	s := boot(b)
	s.visible(b, "/")
	p99 := func() float64 {
		var took []time.Duration
		askMany(b, s, "/", max(b.N, 200), &took)
		slices.Sort(took)
		return float64(took[len(took)*99/100].Microseconds()) / 1000
	}
	alone := p99()
	stop := make(chan struct{})
	var all sync.WaitGroup
	var asked atomic.Int64
	for i := range 16 {
		all.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				n := asked.Add(1)
				s.anyPage(b, []string{
					fmt.Sprintf("/blog/attack-%d", n), fmt.Sprintf("/achievement/attack-%d?lang=ar", n), fmt.Sprintf("/?lang=x%d&q=%d", n, n), fmt.Sprintf("/none/%d", n),
				}[i%4])
			}
		})
	}
	attacked := p99()
	close(stop)
	all.Wait()
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(alone, "p99-ms")
	b.ReportMetric(attacked, "attacked-p99-ms")
	b.ReportMetric(attacked/alone, "ratio")
	b.ReportMetric(float64(asked.Load()), "attacks")
}
