package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// report writes what was measured of the table API.
func (b *bench) report(w io.Writer, about string) {
	b.table(w, about, goals, []string{ours, before, pg, reference})
}

// table writes what was measured as Markdown, which a terminal shows as well.
func (b *bench) table(w io.Writer, about string, goals []goal, systems []string) {
	_, _ = fmt.Fprintf(w, "%s\n\n| case | figure | | must | goal | verdict |\n|---|---:|---|---:|---:|---|\n", about)
	for _, g := range goals {
		if figure := g.of(b); figure == figure { // not NaN: it was measured
			_, _ = fmt.Fprintf(w, "| %s | %.3g | %s | %s | %s | %s |\n", g.name, figure, g.unit, g.bound(g.must), g.bound(g.goal), g.verdict(figure))
		}
	}
	_, _ = fmt.Fprint(w, "\nMedians of all rounds. CPU is microseconds per request of the system's own process and of PostgreSQL (for pg and\n"+
		"bcrypt, its own process is the load generator); memory is the most resident memory of its own process.\n\n"+
		"| case | system | requests/s | p50 ms | p99 ms | own CPU µs | PostgreSQL µs | MB | others' CPU |\n|---|---|---:|---:|---:|---:|---:|---:|---:|\n")
	for _, title := range b.titles {
		for _, system := range systems {
			if len(b.runs[title][system]) > 0 {
				b.row(w, title, system)
			}
		}
	}
}

func (b *bench) row(w io.Writer, title, system string) {
	of := func(figure func(run) float64) float64 { return b.median(title, system, figure) }
	_, _ = fmt.Fprintf(
		w, "| %s | %s | %.0f | %.2f | %.2f | %.0f | %.0f | %.0f | %.0f %% |\n", title, system,
		of(func(r run) float64 { return r.rps }), of(func(r run) float64 { return r.p50 }), of(func(r run) float64 { return r.p99 }),
		of(func(r run) float64 { return r.server }), of(func(r run) float64 { return r.postgres }),
		of(func(r run) float64 { return r.memory }), of(func(r run) float64 { return 100 * r.others }),
	)
}

// about says when, on what and of what it was measured.
func (b *bench) about(now time.Time) string {
	return fmt.Sprintf(
		"# %s\n\nCommit %s; %s; %d rounds of %v, %d connections to PostgreSQL, HTTP over loopback.\n"+
			"`pg` is the same SQL, role and claims through a pipeline, without HTTP; `stand-in` does what PostgREST does, statement for\n"+
			"statement, in Go.%s",
		now.Format(time.DateOnly), b.commit, b.machine(), b.rounds, b.span, poolSize, b.noise(),
	)
}

// machine says what it was measured on.
func (b *bench) machine() string {
	return fmt.Sprintf("%s, PostgreSQL %s; %d CPUs (%s), %s/%s", runtime.Version(), b.postgres.Version(), runtime.NumCPU(), processor(), runtime.GOOS, runtime.GOARCH)
}

// noise tells of runs that others disturbed however often they were repeated.
func (b *bench) noise() string {
	noisy, all := 0, 0
	for _, systems := range b.runs {
		for _, runs := range systems {
			all += len(runs)
			noisy += len(slices.DeleteFunc(slices.Clone(runs), func(r run) bool { return r.others <= tolerable }))
		}
	}
	if noisy == 0 {
		return ""
	}
	return fmt.Sprintf("\n\n**%d of %d runs were disturbed:** other programs used more than %.0f %% of the CPU, %d times in a row. Ratios hold\n"+
		"better than the rest.", noisy, all, 100*tolerable, b.repeats+1)
}

func commit(ctx context.Context, root string) string {
	cmd := exec.CommandContext(ctx, "git", "describe", "--always", "--dirty")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}

func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo") // empty on other systems
	for line := range strings.Lines(string(text)) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}

// save writes the report of a day into the folder of results; a second one of
// the same day replaces the first.
func save(folder string, now time.Time, text string) (string, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	path := filepath.Join(folder, now.Format(time.DateOnly)+".md")
	return path, os.WriteFile(path, []byte(text), 0o644)
}
