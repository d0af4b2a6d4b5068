package mail

import (
	"net"
	"syscall"
)

// cork holds back what is written to a connection, for at most 200 ms, until it is
// uncorked. The kernel sends it also if the program is killed meanwhile. Failing to cork
// is no error: then it is sent at once.
func cork(conn net.Conn, held bool) {
	tcp, ok := conn.(*net.TCPConn)
	if !ok {
		return
	}
	raw, err := tcp.SyscallConn()
	if err != nil {
		return
	}
	value := 0
	if held {
		value = 1
	}
	_ = raw.Control(func(fd uintptr) { _ = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, syscall.TCP_CORK, value) })
}
