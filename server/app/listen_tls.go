package app

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/toubkal/toubkal/server/app/config"
	"github.com/toubkal/toubkal/server/certificate"
)

// secureListeners are the ports of HTTPS, and of the HTTP that leads to it.
type secureListeners struct {
	tls  net.Listener
	http net.Listener // nil for none
}

// listenTLS takes the ports of HTTPS; nil where there is no TLS_DOMAIN.
func (p *program) listenTLS(ctx context.Context) (*secureListeners, error) {
	if len(p.TLSDomains) == 0 {
		return nil, nil
	}
	secure := &secureListeners{}
	var err error
	if secure.tls, err = p.listenPublic(ctx, "TLS_PORT", p.TLSPort, 8443); err != nil {
		return nil, err
	}
	if p.TLSHTTPPort == 0 {
		return secure, nil
	}
	if secure.http, err = p.listenPublic(ctx, "TLS_HTTP_PORT", p.TLSHTTPPort, 8080); err != nil {
		_ = secure.tls.Close()
		return nil, err
	}
	return secure, nil
}

// listenPublic takes the port that a variable names. other is one without need of rights.
func (p *program) listenPublic(ctx context.Context, variable string, port, other int) (net.Listener, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", net.JoinHostPort(p.TLSHost, fmt.Sprint(port)))
	if err != nil {
		return nil, explainListen(err, variable, port, other)
	}
	return listener, nil
}

// explainListen says what to do about a port that cannot be had.
func explainListen(err error, variable string, port, other int) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("port %d is in use: stop the program that has it, such as another web server, or choose another port and lead %[1]d to it: %s=%d",
			port, variable, other)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("port %d needs more rights than you have: give them to the program (setcap cap_net_bind_service=+ep FILE, or "+
			"AmbientCapabilities=CAP_NET_BIND_SERVICE in its systemd unit), or choose another port and lead %[1]d to it: %s=%d", port, variable, other)
	}
	return fmt.Errorf("%w; check TLS_HOST and %s", err, variable)
}

func (s *secureListeners) close() {
	if s == nil {
		return
	}
	_ = s.tls.Close()
	if s.http != nil {
		_ = s.http.Close()
	}
}

// answerAll serves on listener, and by HTTPS where that is configured, until ctx ends.
func (p *program) answerAll(ctx context.Context, listener net.Listener, handler http.Handler, work time.Duration) error {
	connections := p.connections()
	handler = p.closing(handler)
	if p.secure == nil {
		return answer(ctx, listener, nil, handler, work, connections, p.Log)
	}
	all, ctx := errgroup.WithContext(ctx)
	redirect := redirectToTLS(&p.Config)
	var secure *tls.Config
	if p.TLSCertFile != "" {
		files, err := certificate.OpenFiles(p.TLSCertFile, p.TLSKeyFile, p.Log, time.Now)
		if err != nil {
			return err
		}
		secure = files.TLS()
	} else {
		managed, err := certificate.NewACME(p.acme())
		if err != nil {
			return err
		}
		defer managed.Close()
		secure, redirect = managed.TLS(), managed.Challenges(redirect)
		all.Go(func() error { return managed.Start(ctx) })
	}
	all.Go(func() error { return answer(ctx, listener, nil, handler, work, connections, p.Log) })
	all.Go(func() error {
		return answer(ctx, p.secure.tls, secure, withHSTS(p.TLSMaxAge, handler), work, connections, p.Log)
	})
	if p.secure.http != nil {
		all.Go(func() error { return answer(ctx, p.secure.http, nil, redirect, time.Minute, connections, p.Log) })
	}
	return all.Wait()
}

// closing has clients and balancers leave their connections once the node stops, with the
// answer: a connection that is closed while it is idle fails the request that is on its way.
func (p *program) closing(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p.readiness.stopping.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

func (p *program) acme() certificate.ACMEOptions {
	return certificate.ACMEOptions{
		Domains: p.TLSDomains, URL: p.TLSACMEURL, Roots: p.TLSACMERoots, Email: p.TLSEmail, Folder: filepath.Join(p.DataDir, "certificates"),
		Host: p.TLSHost, HTTPPort: p.TLSHTTPPort, TLSPort: p.TLSPort, Log: p.Log,
	}
}

// withHSTS tells browsers to come by HTTPS only (RFC 6797).
func withHSTS(maxAge int, next http.Handler) http.Handler {
	if maxAge == 0 {
		return next
	}
	value := fmt.Sprint("max-age=", maxAge)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Strict-Transport-Security", value)
		next.ServeHTTP(w, r)
	})
}

// redirectToTLS leads to the same path by HTTPS: of the site's address, unless the
// request names another of the domains. 308 keeps the method.
func redirectToTLS(c *config.Config) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		target := c.TLSAddress()
		if site, err := url.Parse(c.SiteURL); err == nil && site.Scheme == "https" && c.ServesTLS(site.Hostname()) {
			target = "https://" + site.Host
		}
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		if host = strings.ToLower(host); c.ServesTLS(host) && !strings.HasPrefix(target+":", "https://"+host+":") {
			target = "https://" + host
		}
		path := r.URL.EscapedPath()
		if !strings.HasPrefix(path, "/") { // of OPTIONS * and CONNECT; it would extend the host
			path = "/"
		}
		if r.URL.RawQuery != "" {
			path += "?" + r.URL.RawQuery
		}
		w.Header().Set("Location", target+path)
		w.WriteHeader(http.StatusPermanentRedirect)
	})
}
