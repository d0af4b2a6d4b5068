package main

import (
	"context"
	"fmt"
	"net"
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
	// server is the process that works for it besides PostgreSQL.
	server process
	// most is the number of clients that it serves at once; 0 is any number. The reference
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

func (c *child) process() process { return process{pid: c.cmd.Process.Pid} }

// start runs a program until the environment is closed, and waits until it answers a request.
func (e *environment) start(ctx context.Context, name string, env func(host, port string) []string, ask func(address string) error, program string, args ...string) (*child, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	c := &child{cmd: exec.Command(program, args...), address: address, log: filepath.Join(e.dir, name+".log")}
	file, err := os.Create(c.log)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // the child has its own
	host, port, _ := net.SplitHostPort(address)
	c.cmd.Env, c.cmd.Stdout, c.cmd.Stderr = append(os.Environ(), env(host, port)...), file, file
	if err := c.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", filepath.Base(program), err)
	}
	e.children = append(e.children, c)
	return c, c.ready(ctx, func() error { return ask(address) })
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
			return fmt.Errorf("%s does not answer: %w; it said: %s", filepath.Base(c.cmd.Path), err, said)
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

// freeAddress is one on this machine that nobody listens on.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String(), nil
}
