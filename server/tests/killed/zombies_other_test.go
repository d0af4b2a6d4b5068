//go:build darwin || freebsd

package killed

import "testing"

// keepZombies does nothing: process 1 always asks how orphans ended.
func keepZombies(*testing.T) {}

func endZombies(*testing.T, int) {}
