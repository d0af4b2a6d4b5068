package localpg

import "syscall"

// setParentDeathSignal asks the system to end the child (a fast shutdown) when we are
// killed and cannot.
func setParentDeathSignal(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGINT }
