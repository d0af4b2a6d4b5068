// Command cluster runs a command with one throwaway PostgreSQL for all of its
// test binaries, and ends with the command's exit code:
//
//	go run ./server/pgtest/cluster -- go test ./...
//
// The command finds the cluster's address in TOUBKAL_TEST_DATABASE_URL. A cluster
// that this variable already names is used instead.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"github.com/toubkal/toubkal/server/localpg"
)

const variable = "TOUBKAL_TEST_DATABASE_URL"

func main() {
	args := os.Args[1:]
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		fmt.Fprintln(os.Stderr, "usage: go run ./server/pgtest/cluster -- command [argument …], in the project's folder")
		os.Exit(2)
	}
	code, err := run(args)
	if err != nil {
		fmt.Fprintln(os.Stderr, "cluster:", err)
	}
	os.Exit(code)
}

// run starts the cluster, runs the command and stops the cluster. Signals are
// caught from the start, so that none leaves the cluster running.
func run(args []string) (code int, err error) {
	caught := make(chan os.Signal, 4)
	signal.Notify(caught, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = os.Environ()
	if os.Getenv(variable) == "" {
		server, err := localpg.Start(context.Background(), localpg.Options{Throwaway: true})
		if err != nil {
			return 1, err
		}
		cmd.Env = append(cmd.Env, variable+"="+server.URL("postgres"))
		defer func() {
			if failed := server.Stop(context.Background()); failed != nil {
				code, err = max(code, 1), failed
			}
		}()
	}
	return await(cmd, caught)
}

// await runs the command, passes signals on to it and returns its exit code, as
// a shell does: 128 and the signal's number where a signal ended it.
func await(cmd *exec.Cmd, caught <-chan os.Signal) (int, error) {
	if err := cmd.Start(); err != nil {
		return 127, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case sig := <-caught:
			cmd.Process.Signal(sig) // fails only where it has ended
		case err := <-ended:
			return exitCode(err)
		}
	}
}

func exitCode(err error) (int, error) {
	if err == nil {
		return 0, nil
	}
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok {
		return 1, err
	}
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal()), nil
	}
	return exit.ExitCode(), nil
}
