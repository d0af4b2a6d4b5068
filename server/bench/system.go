package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// system is one way to get a scenario's answer.
type system struct {
	name string
	open func(context.Context, *scenario) (client, error)
	// server is who works for it besides PostgreSQL.
	server process
	// most is how many clients it serves at once; 0 is any number. The reference
	// pg has a client a connection, and so as many as the pools of the others.
	most int
}

// poolSize is the connections that every system has to PostgreSQL.
const poolSize = 8

// Names of systems.
const (
	ours      = "toubkal"
	before    = "before"
	pg        = "pg"
	reference = "stand-in"
)

// child is a server that was started for the benchmark.
type child struct {
	cmd     *exec.Cmd
	address string
	log     string
}

// start runs a program that listens on address, and waits until it answers a
// request.
func start(ctx context.Context, address, log string, ask func() error, env []string, program string, args ...string) (*child, error) {
	file, err := os.Create(log)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // the child has its own
	c := &child{cmd: exec.Command(program, args...), address: address, log: log}
	c.cmd.Env, c.cmd.Stdout, c.cmd.Stderr = append(os.Environ(), env...), file, file
	if err := c.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", filepath.Base(program), err)
	}
	return c, c.ready(ctx, ask)
}

// ready asks until there is an answer, the child ends or a minute is over.
func (c *child) ready(ctx context.Context, ask func() error) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	for {
		err := ask()
		if err == nil {
			return nil
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			said, _ := os.ReadFile(c.log)
			return errors.Join(fmt.Errorf("%s does not answer: %w; it said: %s", filepath.Base(c.cmd.Path), err, said), c.stop())
		}
	}
}

func (c *child) stop() error {
	if err := c.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return nil // it has ended
	}
	impatient := time.AfterFunc(10*time.Second, func() { _ = c.cmd.Process.Kill() })
	defer impatient.Stop()
	_ = c.cmd.Wait() // how it ended is of no interest
	return nil
}

// serveReference serves HTTP until ctx ends, in a process of its own.
func serveReference(ctx context.Context, address string, handler http.Handler) error {
	server := &http.Server{Addr: address, Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// freeAddress is one on this machine that nobody listens on.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String(), nil
}

// build compiles the program as it is in the working tree.
func build(ctx context.Context, out io.Writer, root, to string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-o", to, "./server")
	cmd.Dir, cmd.Stdout, cmd.Stderr = root, out, out
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("build the program: %w", err)
	}
	return nil
}
