//go:build !(linux || darwin || freebsd)

// Package localpg runs the program's own PostgreSQL, on Linux, macOS and
// FreeBSD. Elsewhere it refuses, and DATABASE_URL names a PostgreSQL to use.
package localpg

import (
	"context"
	"errors"
	"io"
)

// Superuser is the role that Server.URL signs in as.
const Superuser = "postgres"

// Options is as on the systems that are supported.
type Options struct {
	Root, Dir, Bin string
	Fast           bool
	Throwaway      bool
	Settings       map[string]string
	Log            io.Writer
}

// Server is a running cluster; there is none on this system.
type Server struct{}

// Start refuses.
func Start(context.Context, Options) (*Server, error) {
	return nil, errors.New("the embedded PostgreSQL needs Linux, macOS or FreeBSD: set DATABASE_URL to a PostgreSQL 15 or newer")
}

// URL is empty, as no cluster runs.
func (*Server) URL(string) string { return "" }

// Dir is empty, as no cluster runs.
func (*Server) Dir() string { return "" }

// Version is empty, as no cluster runs.
func (*Server) Version() string { return "" }

// Bin is empty, as no cluster runs.
func (*Server) Bin() string { return "" }

// Done is nil: nothing ends that never ran.
func (*Server) Done() <-chan struct{} { return nil }

// Err is nil.
func (*Server) Err() error { return nil }

// Stop has nothing to stop.
func (*Server) Stop(context.Context) error { return nil }
