package localpg

import "syscall"

// endWithUs asks the system to end the child (a fast shutdown) when we are
// killed and cannot.
func endWithUs(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGINT }
