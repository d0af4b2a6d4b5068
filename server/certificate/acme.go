// Package certificate has the TLS certificates of the server: from an ACME CA such as
// Let's Encrypt, which it asks for them and for the next ones in time, or from files,
// which it reads again when they change. A handshake for another name is refused.
package certificate

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/caddyserver/certmagic"
	"github.com/mholt/acmez/v3"
	"github.com/mholt/acmez/v3/acme"
	"go.uber.org/zap"
)

// ACMEOptions say what to ask of whom.
type ACMEOptions struct {
	// Domains get a certificate each.
	Domains []string
	// URL is the CA's ACME directory. Defaults to that of Let's Encrypt.
	URL string
	// Roots is a PEM file of CAs that URL's own certificate may come from. Defaults to
	// the system's.
	Roots string
	// Email is the address to which the CA writes. Defaults to none.
	Email string
	// Folder keeps keys and certificates. It is made with mode 0700.
	Folder string
	// Host, HTTPPort and TLSPort are where the CA's challenges arrive on this machine.
	Host              string
	HTTPPort, TLSPort int
	// RenewCheck is the time between two looks for what is to be renewed. Defaults to
	// 10 minutes.
	RenewCheck time.Duration
	// Lookup finds the addresses of a domain, for messages. Defaults to the system's.
	Lookup func(ctx context.Context, domain string) ([]string, error)
	Log    *slog.Logger
}

// ACME gets certificates, and renews them when two thirds of their life are over or
// earlier if the CA says so.
type ACME struct {
	o      ACMEOptions
	cache  *certmagic.Cache
	config *certmagic.Config
	issuer *certmagic.ACMEIssuer
}

// NewACME prepares the folder, and asks for nothing yet. Close ends it.
func NewACME(o ACMEOptions) (*ACME, error) {
	if err := os.MkdirAll(o.Folder, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of certificates: %w", err)
	}
	if err := os.Chmod(o.Folder, 0o700); err != nil {
		return nil, fmt.Errorf("close the folder of certificates to others: %w", err)
	}
	roots, err := readRoots(o.Roots)
	if err != nil {
		return nil, err
	}
	if o.Lookup == nil {
		o.Lookup = net.DefaultResolver.LookupHost
	}
	a := &ACME{o: o}
	log := zap.New(slogCore{log: o.Log})
	a.cache = certmagic.NewCache(certmagic.CacheOptions{
		GetConfigForCert:   func(certmagic.Certificate) (*certmagic.Config, error) { return a.config, nil },
		RenewCheckInterval: o.RenewCheck, Logger: log,
	})
	a.config = certmagic.New(a.cache, certmagic.Config{
		Storage: &certmagic.FileStorage{Path: o.Folder}, Logger: log, OnEvent: a.report,
		ShouldEmitFunc:    func(event string) bool { return event == obtained || event == failed },
		DefaultServerName: o.Domains[0], // of clients that send no name, such as a health check by address
	})
	a.issuer = certmagic.NewACMEIssuer(a.config, certmagic.ACMEIssuer{
		CA: cmp.Or(o.URL, certmagic.LetsEncryptProductionCA), Email: o.Email, Agreed: true, TrustedRoots: roots,
		ListenHost: o.Host, AltHTTPPort: o.HTTPPort, AltTLSALPNPort: o.TLSPort, DisableHTTPChallenge: o.HTTPPort == 0, Logger: log,
	})
	a.config.Issuers = []certmagic.Issuer{a.issuer}
	return a, nil
}

// readRoots is nil, the system's, for no file.
func readRoots(file string) (*x509.CertPool, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the CA's roots: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("read the CA's roots: %s has no certificate in PEM", file)
	}
	return pool, nil
}

// Start loads the certificates that are in the folder, and gets the others in the
// background until ctx ends. The listeners must be open.
func (a *ACME) Start(ctx context.Context) error {
	if err := a.config.ManageAsync(ctx, a.o.Domains); err != nil {
		return fmt.Errorf("read the certificates in %s: %w", a.o.Folder, err)
	}
	return nil
}

// Close ends the renewals. It does not wait for one that is under way.
func (a *ACME) Close() { go a.cache.Stop() }

// TLS is for the listener, which answers one of the CA's two challenges too.
func (a *ACME) TLS() *tls.Config {
	return configure(a.config.GetCertificate, acmez.ACMETLS1Protocol)
}

// configure is the configuration of all listeners: TLS 1.2 with forward secrecy, or 1.3.
func configure(get func(*tls.ClientHelloInfo) (*tls.Certificate, error), more ...string) *tls.Config {
	return &tls.Config{GetCertificate: get, MinVersion: tls.VersionTLS12, NextProtos: append([]string{"h2", "http/1.1"}, more...)}
}

// Challenges answers those of the CA on the port of HTTP, and leaves the rest to next.
func (a *ACME) Challenges(next http.Handler) http.Handler { return a.issuer.HTTPChallengeHandler(next) }

// the events of certmagic that are reported
const (
	obtained = "cert_obtained"
	failed   = "cert_failed"
)

// report logs an event.
func (a *ACME) report(ctx context.Context, event string, data map[string]any) error {
	domain, _ := data["identifier"].(string)
	switch event {
	case obtained:
		a.o.Log.Info("certificate obtained", "domain", domain, "renewal", data["renewal"])
	case failed:
		err, _ := data["error"].(error)
		if errors.Is(err, context.Canceled) { // the program ends
			return nil
		}
		a.o.Log.Error("no certificate for "+domain+": "+a.explain(ctx, domain, err), "renewal", data["renewal"], "cause", err)
	}
	return nil
}

// lookupTimeout bounds the question where a domain points to.
const lookupTimeout = 5 * time.Second

// explain says what to do about an error. It will be tried again.
func (a *ACME) explain(ctx context.Context, domain string, err error) string {
	var problem acme.Problem
	if !errors.As(err, &problem) {
		return "the CA does not answer as it should; check TLS_ACME_URL and the way there"
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	points := "this machine finds no address of it in DNS"
	if addresses, err := a.o.Lookup(ctx, domain); err == nil {
		points = "it points to " + strings.Join(addresses, ", ")
	}
	switch strings.TrimPrefix(problem.Type, "urn:ietf:params:acme:error:") {
	case "dns":
		return "its name is not in DNS; make an A or AAAA record with the address of this server (" + points + ")"
	case "connection":
		return "the CA cannot reach it; its name in DNS must point to this server (" + points + "), and ports 80 and 443 must be open to everybody"
	case "unauthorized", "tls", "incorrectResponse":
		return "another server answers there; its name in DNS must point to this one (" + points + "), and ports 80 and 443 must lead to this program"
	case "caa":
		return "its CAA record in DNS does not allow this CA; change the record, or use the CA that it names as TLS_ACME_URL"
	case "rateLimited":
		return "the CA has been asked too often; it will be asked again later"
	case "rejectedIdentifier":
		return "the CA gives none for this name; check TLS_DOMAIN"
	}
	return "the CA says: " + problem.Detail + "; its name in DNS must point to this server (" + points + "), and ports 80 and 443 must lead to this program"
}
