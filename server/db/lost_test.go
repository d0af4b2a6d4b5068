package db

import (
	"fmt"
	"net"
	"os"
	"syscall"
	"testing"
)

// TestAConnectionThatIsCutIs503: what a killed PostgreSQL leaves is no fault of ours,
// and clients try a 503 again.
func TestAConnectionThatIsCutIs503(t *testing.T) {
	t.Parallel()
	for _, number := range []syscall.Errno{syscall.ECONNRESET, syscall.EPIPE} {
		cut := &net.OpError{Op: "read", Net: "unix", Err: os.NewSyscallError("read", number)}
		if got := Fault(fmt.Errorf("store: %w", cut), false); got.Status != 503 {
			t.Errorf("%v: %d %s, want 503", number, got.Status, got.Code)
		}
	}
	if got := Fault(fmt.Errorf("store: %w", os.ErrNotExist), false); got.Status != 500 {
		t.Errorf("what has nothing to do with it: %d, want 500", got.Status)
	}
}
