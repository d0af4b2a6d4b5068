// Package pebbletest starts an ACME CA, Let's Encrypt's Pebble, in the process of a
// test. To it all names are on this machine. For _test.go files only.
package pebbletest

import (
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/letsencrypt/pebble/v2/ca"
	"github.com/letsencrypt/pebble/v2/db"
	"github.com/letsencrypt/pebble/v2/va"
	"github.com/letsencrypt/pebble/v2/wfe"
	"github.com/miekg/dns"
)

// Unknown is a name that is not in DNS.
const Unknown = "unknown.example.org"

// CA is a running one.
type CA struct {
	// URL is its directory.
	URL string
	// RootsFile has the certificate of URL's own server.
	RootsFile string
	// Pool are the root certificates that its clients trust.
	Pool *x509.CertPool
}

// Start runs a CA until the end of the test. httpPort and tlsPort, of 127.0.0.1, are
// where it sends its challenges; validity is the life of its certificates, in seconds.
func Start(t testing.TB, httpPort, tlsPort int, validity uint64) *CA {
	t.Helper()
	if err := os.Setenv("PEBBLE_VA_NOSLEEP", "1"); err != nil { // else it waits for seconds before it validates
		t.Fatal(err)
	}
	quiet, store := log.New(io.Discard, "", 0), db.NewMemoryStore()
	authority := ca.New(quiet, store, "", "ecdsa", 0, 1, map[string]ca.Profile{"default": {Description: "the only one", ValidityPeriod: validity}})
	validation := va.New(quiet, httpPort, tlsPort, false, resolver(t), store)
	front := wfe.New(quiet, store, validation, authority, []string{"ca.example.org"}, false, false, 1, 1)
	server := httptest.NewTLSServer(front.Handler())
	t.Cleanup(server.Close)
	roots := filepath.Join(t.TempDir(), "roots.pem")
	if err := os.WriteFile(roots, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(authority.GetRootCert(0).Cert)
	return &CA{URL: server.URL + wfe.DirectoryPath, RootsFile: roots, Pool: pool}
}

// serials keeps the first byte of each serial number above 0. Pebble (2.10.1) reads a serial number as eight bytes, of
// which it clears the highest bit. Where the first is 0 and the second above 127, it does not find the order that a
// renewal replaces (1 of 256 certificates): DER has a byte 0 in front, the table of orders has none.
type serials struct{ io.Reader }

func init() { rand.Reader = serials{rand.Reader} }

func (s serials) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if n == 8 && p[0]&0x7f == 0 {
		p[0] = 1
	}
	return n, err
}

// resolver is a DNS server's address.
func resolver(t testing.TB) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &dns.Server{Listener: listener, Handler: dns.HandlerFunc(func(w dns.ResponseWriter, asked *dns.Msg) {
		answer := new(dns.Msg).SetReply(asked)
		for _, q := range asked.Question {
			if q.Qtype == dns.TypeA && q.Name != dns.Fqdn(Unknown) {
				answer.Answer = append(answer.Answer, &dns.A{
					Hdr: dns.RR_Header{Name: q.Name, Rrtype: dns.TypeA, Class: dns.ClassINET}, A: net.IPv4(127, 0, 0, 1),
				})
			}
		}
		_ = w.WriteMsg(answer)
	})}
	go func() { _ = server.ActivateAndServe() }()
	t.Cleanup(func() { _ = listener.Close() })
	return listener.Addr().String()
}
