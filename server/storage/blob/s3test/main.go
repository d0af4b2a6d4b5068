// Command s3test runs a command beside an S3 server, versitygw, on a folder of its own:
//
//	go run . go test ./...
//
// The command finds the address of an empty bucket in TOUBKAL_TEST_S3, and the keys in
// AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. It is a module of its own, since versitygw
// brings 200 others that the program does not need.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/versity/versitygw/backend/meta"
	"github.com/versity/versitygw/backend/posix"
	"github.com/versity/versitygw/embedgw"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "s3test:", err)
		os.Exit(1)
	}
}

func run() (err error) {
	if len(os.Args) < 2 {
		return errors.New("name the command to run")
	}
	from, err := os.Getwd() // posix.New leaves it
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "toubkal-s3-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	// Metadata is in files beside: not every file system has extended attributes.
	objects, about := filepath.Join(dir, "objects"), filepath.Join(dir, "metadata")
	for _, folder := range []string{filepath.Join(objects, "bucket"), about} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return err
		}
	}
	metadata, err := meta.NewSideCar(about)
	if err != nil {
		return err
	}
	server, err := posix.New(objects, metadata, posix.PosixOpts{NewDirPerm: 0o700, SideCarDir: about})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		return err
	}
	key, secret := rand.Text(), rand.Text()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- embedgw.RunVersityGW(ctx, server, &embedgw.Config{
			RootUserAccess: key, RootUserSecret: secret, Ports: []string{address}, HealthPath: "/health",
			MaxConnections: 1000, MaxRequests: 1000, MultipartMaxParts: 10_000, Quiet: true, KeepAlive: true,
		})
	}()
	defer func() {
		stop()
		err = errors.Join(err, <-ended)
	}()
	if err := wait("http://"+address+"/health", ended); err != nil {
		return err
	}
	command := exec.Command(os.Args[1], os.Args[2:]...)
	command.Dir, command.Stdout, command.Stderr = from, os.Stdout, os.Stderr
	command.Env = append(os.Environ(), "AWS_ACCESS_KEY_ID="+key, "AWS_SECRET_ACCESS_KEY="+secret,
		"TOUBKAL_TEST_S3=s3://bucket?region=us-east-1&use_path_style=true&endpoint="+url.QueryEscape("http://"+address))
	return command.Run()
}

// wait returns once the server answers.
func wait(address string, ended chan error) error {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		select {
		case err := <-ended:
			ended <- err
			return fmt.Errorf("versitygw has ended: %w", err)
		default:
		}
		if answer, err := http.Get(address); err == nil {
			return answer.Body.Close()
		}
	}
	return errors.New("versitygw does not answer")
}
