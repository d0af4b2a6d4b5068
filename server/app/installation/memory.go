package installation

import (
	"io/fs"
	"math"
	"os"
	"path"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/budget"
)

// gcPercent is GOGC. What collecting costs a request goes with 1/GOGC: one-row reads took 61 µs
// of the program's CPU time at Go's default of 100, and 51 at 400. A bulk insert takes 7 % more at
// 300 than at 400. A site that keeps 40 MB alive takes 200 MB.
const gcPercent = 400

// SetMemory bounds the memory of the program: GOGC and GOMEMLIMIT, unless the operator has
// set them, and what requests take together.
func (i *Installation) SetMemory() {
	if !i.IsSet("GOGC") {
		debug.SetGCPercent(gcPercent)
	}
	available := availableMemory(os.DirFS("/"))
	limit := memoryLimit(available, i.DatabaseURL == "")
	if !i.IsSet("GOMEMLIMIT") && limit > 0 {
		debug.SetMemoryLimit(limit)
	}
	limit = debug.SetMemoryLimit(-1)
	requests := i.RequestMemory << 20
	if !i.IsSet("TOUBKAL_REQUEST_MEMORY") && !i.OnlyTables() { // PostgREST has no bound
		requests = requestMemory(limit)
	}
	i.Requests = budget.New(requests)
	i.Log.Debug("memory in MB; 0 is no bound", "available", available>>20, "GOMEMLIMIT", limit>>20, "requests", requests>>20)
}

// memoryLimit is the soft limit of Go's memory (debug.SetMemoryLimit): 70 % of what is
// available, since stacks of other programs, the page cache and a burst need some too,
// and without what the embedded PostgreSQL needs. 0 is none.
func memoryLimit(available int64, embedded bool) int64 {
	const postgres = 256 << 20 // shared buffers and 20 connections
	if embedded {
		available -= min(postgres, available/2)
	}
	return available / 10 * 7
}

// requestMemory is the default of what requests may take together: a quarter of the
// memory limit, 32 to 256 MB.
func requestMemory(limit int64) int64 { return min(max(limit/4, 32<<20), 256<<20) }

// hashMemory is the memory for password hashes of other programs together: half of the
// memory limit, 128 MB to 1 GB, which is the most that one may take.
func hashMemory(limit int64) int64 { return min(max(limit/2, 128<<20), 1<<30) }

// availableMemory is the memory that this process may use: the least limit of its cgroups (version
// 1 or 2), or the memory of the machine, in bytes. 0 is unknown, as on other systems than
// Linux. root is /.
func availableMemory(root fs.FS) int64 {
	least := int64(math.MaxInt64)
	read := func(name string) {
		text, err := fs.ReadFile(root, name)
		if n, wrong := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && wrong == nil && n > 0 {
			least = min(least, n) // "max", and a file that is not there, are no limit
		}
	}
	groups, _ := fs.ReadFile(root, "proc/self/cgroup") // absent: no cgroups
	for line := range strings.Lines(string(groups)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3) // hierarchy:controllers:path
		if len(fields) != 3 {
			continue
		}
		base, file := "sys/fs/cgroup", "memory.max"
		switch fields[1] {
		case "":
		case "memory":
			base, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		default:
			continue
		}
		for group := path.Clean("/" + fields[2]); ; group = path.Dir(group) { // also those above it, as a container sees its own
			read(path.Join(base, group, file))
			if group == "/" {
				break
			}
		}
	}
	info, _ := fs.ReadFile(root, "proc/meminfo")
	for line := range strings.Lines(string(info)) {
		if total, ok := strings.CutPrefix(line, "MemTotal:"); ok {
			if kB, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(total), " kB"), 10, 64); err == nil {
				least = min(least, kB<<10)
			}
		}
	}
	if least == math.MaxInt64 {
		return 0
	}
	return least
}
