//go:build !linux

package app

// unmapProgram does nothing: other systems are not asked.
func unmapProgram() error { return nil }
