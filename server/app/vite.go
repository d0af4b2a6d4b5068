package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/toubkal/toubkal/server/project"
)

// isVite tells whether the project's client is one that Vite serves in
// development.
func isVite(p project.Project) bool {
	_, err := os.Stat(filepath.Join(p.Folder, "client", "package.json"))
	return p.Folder != "" && err == nil
}

// startVite runs the Vite server of the project's client until ctx ends, and
// returns a handler that passes requests on to it: pages and APIs have one
// address, as in production. Packages are installed first where they are missing.
func (p *program) startVite(ctx context.Context) (http.Handler, error) {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return nil, errors.New("npm is missing, so client/ cannot be served: install Node.js, or serve only the APIs (SERVICES=rest,auth,functions,realtime,storage)")
	}
	dir := filepath.Join(p.Project.Folder, "client")
	if _, err := os.Stat(filepath.Join(dir, "node_modules")); err != nil {
		_, _ = fmt.Fprintln(p.Out, "Installing the packages of client/ …")
		install := exec.CommandContext(ctx, npm, "install", "--no-fund", "--no-audit", "--loglevel=error") // #nosec G204 -- the npm of the developer's path
		install.Dir = dir
		if out, err := install.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("npm install in client/: %w\n%s", err, out)
		}
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("find a port for Vite: %w", err)
	}
	address := listener.Addr().(*net.TCPAddr)
	_ = listener.Close()
	// #nosec G204 -- the npm of the developer's path
	vite := exec.CommandContext(ctx, npm, "run", "--silent", "dev", "--", "--host", "127.0.0.1", "--port", strconv.Itoa(address.Port), "--strictPort", "--clearScreen", "false", "--logLevel", "warn")
	vite.Dir, vite.Stdout, vite.Stderr = dir, p.Out, p.Out
	// npm runs Vite as a child of its own: both are ended, as one process group.
	vite.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	vite.Cancel = func() error { return syscall.Kill(-vite.Process.Pid, syscall.SIGTERM) }
	vite.WaitDelay = 5 * time.Second
	if err := vite.Start(); err != nil {
		return nil, fmt.Errorf("start Vite: %w", err)
	}
	go func() {
		if err := vite.Wait(); ctx.Err() == nil {
			p.Log.Error("Vite has ended: restart `toubkal dev`", "error", err)
		}
	}()
	return &httputil.ReverseProxy{ // of websockets too
		// Vite checks the Host header: SetURL makes it Vite's own.
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(&url.URL{Scheme: "http", Host: address.String()}) },
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) {
			w.Header().Set("Retry-After", "1")
			w.Header().Set("Refresh", "1")
			http.Error(w, "The Vite server is starting. This page loads again in a second.", http.StatusServiceUnavailable)
		},
	}, nil
}
