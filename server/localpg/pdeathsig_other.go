//go:build darwin || freebsd

package localpg

import "syscall"

// setParentDeathSignal does nothing: where we are killed, the next start finds the orphan.
func setParentDeathSignal(*syscall.SysProcAttr) {}
