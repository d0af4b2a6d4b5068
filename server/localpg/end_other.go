//go:build darwin || freebsd

package localpg

import "syscall"

// endWithUs does nothing: where we are killed, the next start finds the orphan.
func endWithUs(*syscall.SysProcAttr) {}
