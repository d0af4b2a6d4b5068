package outbox

import (
	"syscall"
	"testing"
	"time"
)

// cpuTime is what the process has used so far: unlike the clock it does not count
// what others did meanwhile.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
