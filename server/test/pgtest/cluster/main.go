// Command cluster runs a command with one throwaway PostgreSQL for all of its
// test binaries, and ends with the command's exit code:
//
//	go run ./server/test/pgtest/cluster -- go test ./...
//
// The command finds the cluster's address in TOUBKAL_TEST_DATABASE_URL. A cluster
// that this variable already names is used instead.
//
// With -load FILE there is a database too, made of that file's SQL and named
// after it, and DATABASE_URL is its address. Each -empty NAME adds an empty
// database of that name.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"github.com/toubkal/toubkal/server/localpg"
)

const variable = "TOUBKAL_TEST_DATABASE_URL"

func main() {
	file := flag.String("load", "", "make a database of this `file` of SQL")
	var empty []string
	flag.Func("empty", "make an empty database of this `name`; may be repeated", func(name string) error {
		empty = append(empty, name)
		return nil
	})
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: go run ./server/test/pgtest/cluster [-load FILE] [-empty NAME …] -- command [argument …], in the project's folder")
		os.Exit(2)
	}
	code, err := run(*file, empty, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "cluster:", err)
	}
	os.Exit(code)
}

// run starts the cluster, loads the file if there is one, creates the empty
// databases, runs the command and stops the cluster. Signals are caught from the
// start, so that none leaves the cluster running.
func run(file string, empty, args []string) (code int, err error) {
	caught := make(chan os.Signal, 4)
	signal.Notify(caught, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = os.Environ()
	address := os.Getenv(variable)
	if address == "" {
		server, err := localpg.Start(context.Background(), localpg.Options{Throwaway: true})
		if err != nil {
			return 1, err
		}
		address = server.URL("postgres")
		cmd.Env = append(cmd.Env, variable+"="+address)
		defer func() {
			if failed := server.Stop(context.Background()); failed != nil {
				code, err = max(code, 1), failed
			}
		}()
	}
	if file != "" {
		loaded, err := load(context.Background(), address, file)
		if err != nil {
			return 1, err
		}
		cmd.Env = append(cmd.Env, "DATABASE_URL="+loaded)
	}
	for _, name := range empty {
		if _, err := create(context.Background(), address, name, ""); err != nil {
			return 1, err
		}
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
			_ = cmd.Process.Signal(sig) // fails only where it has ended
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
