//go:build !linux

package mail

import "net"

// cork does nothing here: what is written is sent at once.
func cork(net.Conn, bool) {}
