package certificate

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mholt/acmez/v3/acme"

	"github.com/toubkal/toubkal/server/certificate/pebbletest"
)

// output is a log that a test reads while it is written.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(line []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(line)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// timeout bounds every wait. After a failure, as by a connection that a busy machine does not
// make in time, certmagic asks again a minute later.
const timeout = 3 * time.Minute

// until waits for what happens in the background.
func until(t *testing.T, what string, happened func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for !happened() {
		select {
		case <-again.C:
		case <-ctx.Done():
			t.Fatalf("after %s, %s is still to come", timeout, what)
		}
	}
}

func port(t *testing.T, listener net.Listener) int {
	t.Helper()
	return listener.Addr().(*net.TCPAddr).Port
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	return listener
}

// site is a server with certificates for domain, of a CA of its own.
type site struct {
	*pebbletest.CA
	*ACME
	log     *output
	address string
}

func serve(t *testing.T, domain string, validity uint64) *site {
	t.Helper()
	plain, secure := listen(t), listen(t)
	s := &site{CA: pebbletest.Start(t, port(t, plain), port(t, secure), validity), log: &output{}, address: secure.Addr().String()}
	var err error
	s.ACME, err = NewACME(ACMEOptions{
		Domains: []string{domain}, URL: s.URL, Roots: s.RootsFile, Email: "ann@example.org", Folder: filepath.Join(t.TempDir(), "certificates"),
		Host: "127.0.0.1", HTTPPort: port(t, plain), TLSPort: port(t, secure), RenewCheck: 50 * time.Millisecond,
		Lookup: func(context.Context, string) ([]string, error) { return []string{"192.0.2.1"}, nil },
		Log:    slog.New(slog.NewTextHandler(s.log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	hello := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, "hello") })
	for _, server := range []*http.Server{{Handler: s.Challenges(hello)}, {Handler: hello, TLSConfig: s.TLS()}} {
		server.ErrorLog = log.New(io.Discard, "", 0)
		t.Cleanup(func() { _ = server.Close() })
		if server.TLSConfig == nil {
			go func() { _ = server.Serve(plain) }()
		} else {
			go func() { _ = server.ServeTLS(secure, "", "") }()
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the log:\n%s", s.log.String())
		}
	})
	if err := s.Start(ctx); err != nil {
		t.Fatal(err)
	}
	return s
}

// serial is the serial number of the certificate that a client gets; "" where it gets none.
func (s *site) serial(t *testing.T, domain string) string {
	t.Helper()
	conn, err := (&tls.Dialer{Config: &tls.Config{RootCAs: s.Pool, ServerName: domain, MinVersion: tls.VersionTLS12}}).DialContext(t.Context(), "tcp", s.address)
	if err != nil {
		return ""
	}
	defer conn.Close()
	return conn.(*tls.Conn).ConnectionState().PeerCertificates[0].SerialNumber.String()
}

// A certificate of a few seconds is replaced by the next one while clients come.
func TestACertificateIsRenewed(t *testing.T) {
	t.Parallel()
	const domain = "site.example.org"
	s := serve(t, domain, 8)
	var first string
	until(t, "a certificate", func() bool { first = s.serial(t, domain); return first != "" })
	until(t, "another certificate", func() bool { next := s.serial(t, domain); return next != "" && next != first })
	until(t, "a line in the log", func() bool {
		return strings.Contains(s.log.String(), `msg="certificate obtained" domain=site.example.org renewal=true`)
	})
	if s.serial(t, "other.example.org") != "" {
		t.Error("a client gets a certificate for another name")
	}
	if info, err := os.Stat(s.o.Folder); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder has mode %v (%v), want 0700", info.Mode(), err)
	}
}

// The log names a name that the CA does not find, and says what is to be done.
func TestANameWithoutAnAddress(t *testing.T) {
	t.Parallel()
	s := serve(t, pebbletest.Unknown, 0)
	until(t, "a line in the log", func() bool { return strings.Contains(s.log.String(), "no certificate for "+pebbletest.Unknown) })
	for _, want := range []string{"192.0.2.1", "DNS", "Could not resolve"} {
		if text := s.log.String(); !strings.Contains(text, want) {
			t.Errorf("the log lacks %q:\n%s", want, text)
		}
	}
}

func TestExplain(t *testing.T) {
	t.Parallel()
	const prefix = "urn:ietf:params:acme:error:"
	a := &ACME{o: ACMEOptions{Lookup: func(_ context.Context, domain string) ([]string, error) {
		if domain == "gone.example" {
			return nil, errors.New("no such host")
		}
		return []string{"192.0.2.1", "2001:db8::1"}, nil
	}}}
	for _, c := range []struct {
		name, domain string
		err          error
		want         string
	}{
		{"no address", "gone.example", acme.Problem{Type: prefix + "dns"}, "make an A or AAAA record with the address of this server (this machine finds no address"},
		{"not reached", "site.example", acme.Problem{Type: prefix + "connection"}, "must point to this server (it points to 192.0.2.1, 2001:db8::1), and ports 80 and 443 must be open"},
		{"another server", "site.example", acme.Problem{Type: prefix + "unauthorized"}, "another server answers there"},
		{"too many", "site.example", fmt.Errorf("order: %w", acme.Problem{Type: prefix + "rateLimited"}), "asked too often"},
		{"another CA's", "site.example", acme.Problem{Type: prefix + "caa"}, "CAA record"},
		{"a bad name", "site.example", acme.Problem{Type: prefix + "rejectedIdentifier"}, "check TLS_DOMAIN"},
		{"anything else", "site.example", acme.Problem{Type: prefix + "serverInternal", Detail: "out of order"}, "the CA says: out of order; its name in DNS must point to this server (it points to 192.0.2.1"},
		{"no CA", "site.example", errors.New("connection refused"), "check TLS_ACME_URL"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := a.explain(t.Context(), c.domain, c.err); !strings.Contains(got, c.want) {
				t.Errorf("got %q, want it with %q", got, c.want)
			}
		})
	}
}

func TestBadRoots(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "roots.pem")
	if err := os.WriteFile(file, []byte("no certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{file, file + ".none"} {
		if _, err := NewACME(ACMEOptions{Domains: []string{"site.example"}, Folder: t.TempDir(), Roots: name, Log: slog.New(slog.DiscardHandler)}); err == nil ||
			!strings.Contains(err.Error(), name) {
			t.Errorf("with the roots in %s: %v, want an error that names the file", name, err)
		}
	}
}
