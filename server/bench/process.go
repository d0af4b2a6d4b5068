package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of CPU times in /proc: Linux tells user space 100 Hz on
// every machine.
const tick = 10 * time.Millisecond

// process is a running program.
type process struct {
	pid int
	// family counts its children too, those that have ended included:
	// PostgreSQL's first process does little itself.
	family bool
}

// cpu is the CPU time that it has used.
func (p process) cpu() (time.Duration, error) {
	if !p.family {
		own, err := p.ticks(14, 16) // utime, stime
		return time.Duration(own) * tick, err
	}
	total, err := p.ticks(14, 18) // and those of children that have ended
	for _, child := range p.children() {
		if more, err := child.ticks(14, 16); err == nil { // one may end meanwhile
			total += more
		}
	}
	return time.Duration(total) * tick, err
}

// ticks sums fields of /proc/<pid>/stat, as proc(5) numbers them, from the
// first to before the last.
func (p process) ticks(first, last int) (total int64, err error) {
	fields, err := p.stat()
	if err != nil {
		return 0, err
	}
	for _, field := range fields[first-3 : last-3] {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("read the CPU time of process %d: %w", p.pid, err)
		}
		total += n
	}
	return total, nil
}

// stat is /proc/<pid>/stat behind the name, which may hold anything.
func (p process) stat() ([]string, error) {
	text, err := os.ReadFile(p.file("stat"))
	if err != nil {
		return nil, err
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(fields) < 20 {
		return nil, fmt.Errorf("read the CPU time of process %d: %q", p.pid, text)
	}
	return fields, nil
}

func (p process) children() (all []process) {
	found, _ := filepath.Glob("/proc/[0-9]*") // errs on a bad pattern only
	for _, dir := range found {
		pid, err := strconv.Atoi(filepath.Base(dir))
		if err != nil {
			continue
		}
		child := process{pid: pid}
		if fields, err := child.stat(); err == nil && fields[1] == strconv.Itoa(p.pid) {
			all = append(all, child)
		}
	}
	return all
}

func (p process) file(name string) string { return "/proc/" + strconv.Itoa(p.pid) + "/" + name }

// forgetPeak has the kernel measure the peak of memory from now on.
func (p process) forgetPeak() error { return os.WriteFile(p.file("clear_refs"), []byte("5"), 0) }

// peak is the most resident memory since then, in MB.
func (p process) peak() (float64, error) { return p.memory("VmHWM:") }

// resident is the resident memory now, in MB.
func (p process) resident() (float64, error) { return p.memory("VmRSS:") }

func (p process) memory(field string) (float64, error) {
	text, err := os.ReadFile(p.file("status"))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, field); ok {
			kB, err := strconv.ParseFloat(strings.Fields(value)[0], 64)
			return kB / 1024, err
		}
	}
	return 0, fmt.Errorf("process %d has no %s", p.pid, field)
}

// busy is the CPU time of the whole machine, stolen time included.
func busy() (time.Duration, error) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(text))
	if len(fields) < 9 || fields[0] != "cpu" {
		return 0, errors.New("read the machine's CPU time: /proc/stat is unknown")
	}
	var total int64
	for i, field := range fields[1:9] { // user nice system idle iowait irq softirq steal
		if i == 3 || i == 4 {
			continue
		}
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("read the machine's CPU time: %w", err)
		}
		total += n
	}
	return time.Duration(total) * tick, nil
}
