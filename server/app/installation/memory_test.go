package installation

import (
	"testing"
	"testing/fstest"
)

func TestAvailableMemory(t *testing.T) {
	t.Parallel()
	const meminfo = "MemTotal:        8000000 kB\nMemFree:          100000 kB\n"
	for _, c := range []struct {
		name  string
		files map[string]string
		want  int64
	}{
		{"another system", nil, 0},
		{"a machine", map[string]string{"proc/meminfo": meminfo}, 8_000_000 << 10},
		{"a container", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "536870912\n",
		}, 512 << 20},
		{"a container without a limit", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n",
		}, 8_000_000 << 10},
		{"a service of a slice with less", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/web.slice/toubkal.service\n",
			"sys/fs/cgroup/web.slice/memory.max":                 "268435456\n",
			"sys/fs/cgroup/web.slice/toubkal.service/memory.max": "max\n",
		}, 256 << 20},
		{"version 1, which names no limit by a large number", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "5:cpu,cpuacct:/docker/a\n4:memory:/docker/a\n",
			"sys/fs/cgroup/memory/docker/a/memory.limit_in_bytes": "9223372036854771712\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":          "1073741824\n",
		}, 1 << 30},
	} {
		files := fstest.MapFS{}
		for name, text := range c.files {
			files[name] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := availableMemory(files); got != c.want {
			t.Errorf("%s: got %d, want %d", c.name, got, c.want)
		}
	}
}

func TestMemoryLimit(t *testing.T) {
	t.Parallel()
	const MB = 1 << 20
	for _, c := range []struct {
		name            string
		available       int64
		embedded        bool
		limit, requests int64 // MB
		hashes          int64
	}{
		{"unknown", 0, false, 0, 32, 128},
		{"a container", 512 * MB, false, 358, 89, 179},
		{"a container with PostgreSQL in it", 1024 * MB, true, 537, 134, 268},
		{"a small one", 256 * MB, true, 89, 32, 128},
		{"a machine", 16384 * MB, false, 11468, 256, 1024},
	} {
		limit := memoryLimit(c.available, c.embedded)
		if requests := requestMemory(limit); limit/MB != c.limit || requests/MB != c.requests {
			t.Errorf("%s: got %d and %d MB, want %d and %d", c.name, limit/MB, requests/MB, c.limit, c.requests)
		}
		if got := hashMemory(limit) / MB; got != c.hashes {
			t.Errorf("%s: %d MB for hashes, want %d", c.name, got, c.hashes)
		}
	}
}
