package tests

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	cryptorand "crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/net/http2"

	"github.com/toubkal/toubkal/server/certificate/pebbletest"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// secureSite is a program that serves HTTPS for domains, with certificates of a CA.
type secureSite struct {
	*apptest.Instance
	pool                 *x509.CertPool
	plain, tls, redirect string // addresses
}

func portOf(t *testing.T, address string) int {
	t.Helper()
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	return number
}

const firstDomain, secondDomain = "example.org", "www.example.org"

// dial connects a client by the names of the CA.
func (s *secureSite) dial(ctx context.Context, network, _ string) (net.Conn, error) {
	return (&net.Dialer{}).DialContext(ctx, network, s.tls)
}

func (s *secureSite) client(http2 bool) *http.Client {
	protocols := &http.Protocols{}
	protocols.SetHTTP1(!http2)
	protocols.SetHTTP2(http2)
	return &http.Client{
		Timeout:       apptest.Timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: s.dial, Protocols: protocols, TLSClientConfig: &tls.Config{RootCAs: s.pool, MinVersion: tls.VersionTLS12},
		},
	}
}

// certificate is the certificate that a client of the domain gets; nil while there is none.
func (s *secureSite) certificate(t *testing.T, domain string, most uint16) (*x509.Certificate, error) {
	t.Helper()
	conn, err := (&tls.Dialer{Config: &tls.Config{RootCAs: s.pool, ServerName: domain, MinVersion: tls.VersionTLS10, MaxVersion: most}}).
		DialContext(t.Context(), "tcp", s.tls)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	return conn.(*tls.Conn).ConnectionState().PeerCertificates[0], nil
}

// wait is for the certificate of a domain.
func (s *secureSite) wait(t *testing.T, domain string) *x509.Certificate {
	t.Helper()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	end := time.After(apptest.Timeout)
	for {
		got, err := s.certificate(t, domain, tls.VersionTLS13)
		if err == nil {
			return got
		}
		select {
		case <-again.C:
		case <-end:
			t.Fatalf("no certificate for %s: %v", domain, err)
		}
	}
}

func ask(t *testing.T, client *http.Client, method, url string, headers ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Set(name, value)
	}
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(body)
}

// HTTPS without a proxy, with certificates of a CA that speaks ACME as Let's Encrypt does.
func TestHTTPS(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	s := &secureSite{Instance: instanceOn(t, database), plain: freeAddress(t), tls: freeAddress(t), redirect: freeAddress(t)}
	authority := pebbletest.Start(t, portOf(t, s.redirect), portOf(t, s.tls), 0)
	s.pool = authority.Pool
	environ := []string{
		"DATABASE_URL=" + database.URL, withRealtime, "PORT=" + strconv.Itoa(portOf(t, s.plain)), "TLS_HOST=127.0.0.1",
		"TLS_DOMAIN=" + firstDomain + "," + secondDomain, "TLS_PORT=" + strconv.Itoa(portOf(t, s.tls)),
		"TLS_HTTP_PORT=" + strconv.Itoa(portOf(t, s.redirect)), "TLS_ACME_URL=" + authority.URL, "TLS_ACME_CA_FILE=" + authority.RootsFile,
		"TLS_EMAIL=ann@example.org", "TLS_HSTS_MAX_AGE=86400",
	}
	s.Start(t, environ)
	if want := "https://" + firstDomain; s.URL != want {
		t.Errorf("the public address is %s, want %s", s.URL, want)
	}
	s.URL = "http://" + s.plain
	s.WaitForStream(t)
	serials := map[string]string{}
	for _, domain := range []string{firstDomain, secondDomain} {
		serials[domain] = s.wait(t, domain).SerialNumber.String()
	}
	if info, err := os.Stat(filepath.Join(s.DataDir, "certificates")); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder of certificates: %v, %v, want mode 0700", info, err)
	}
	if _, err := s.certificate(t, firstDomain, tls.VersionTLS11); err == nil {
		t.Error("a client with TLS 1.1 is served")
	}
	if _, err := s.certificate(t, "evil.example", tls.VersionTLS13); err == nil {
		t.Error("a client of another name is served")
	}

	for _, c := range []struct {
		protocol string
		http2    bool
	}{{"HTTP/1.1", false}, {"HTTP/2.0", true}} {
		answer, body := ask(t, s.client(c.http2), "GET", "https://"+secondDomain+"/rest/v1/", s.Headers("")...)
		if answer.StatusCode != http.StatusOK || answer.Proto != c.protocol {
			t.Errorf("%d by %s, want 200 by %s: %.300s", answer.StatusCode, answer.Proto, c.protocol, body)
		}
		if got := answer.Header.Get("Strict-Transport-Security"); got != "max-age=86400" {
			t.Errorf("%s: Strict-Transport-Security is %q", c.protocol, got)
		}
		if want := `"host":"` + firstDomain + `:443"`; !strings.Contains(body, want) || !strings.Contains(body, `"schemes":["https"]`) {
			t.Errorf("%s: the description lacks %s or https: %.600s", c.protocol, want, body)
		}
	}
	s.socket(t)
	s.settings(t)
	s.device(t)

	plain := &http.Client{CheckRedirect: s.client(false).CheckRedirect, Timeout: apptest.Timeout}
	for host, want := range map[string]string{firstDomain: firstDomain, secondDomain + ":80": secondDomain, "evil.example": firstDomain, "WWW.example.org": secondDomain} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+s.redirect+"//evil.example/b%20c?d=e%2F", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		answer, err := plain.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if got := answer.Header.Get("Location"); answer.StatusCode != http.StatusPermanentRedirect || got != "https://"+want+"//evil.example/b%20c?d=e%2F" {
			t.Errorf("http://%s: %d to %s, want 308 to %s", host, answer.StatusCode, got, want)
		}
		if answer.Header.Get("Strict-Transport-Security") != "" {
			t.Error("HSTS is sent by plain HTTP, where browsers ignore it (RFC 6797, 7.2)")
		}
	}
	if answer := s.Send(t, "GET", "/rest/v1/notes?select=id", "", s.Headers("")...); answer.Status != http.StatusOK || answer.Header.Get("Strict-Transport-Security") != "" {
		t.Errorf("the plain port: %d %v", answer.Status, answer.Header)
	}

	s.Stop()
	s.again(t, database, environ, serials)
}

// socket opens a websocket and speaks with the server.
func (s *secureSite) socket(t *testing.T) {
	t.Helper()
	dialer := &websocket.Dialer{NetDialContext: s.dial, TLSClientConfig: &tls.Config{RootCAs: s.pool, MinVersion: tls.VersionTLS12}}
	conn, answer, err := dialer.DialContext(t.Context(), "wss://"+firstDomain+"/realtime/v1/websocket?vsn=1.0.0&apikey="+s.AnonKey, nil)
	if err != nil {
		t.Fatalf("open a websocket: %v", err)
	}
	defer conn.Close()
	defer answer.Body.Close()
	if err := conn.WriteMessage(websocket.TextMessage, []byte(`{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"7"}`)); err != nil {
		t.Fatal(err)
	}
	_, message, err := conn.ReadMessage()
	if err != nil || !strings.Contains(string(message), `"ref":"7"`) {
		t.Errorf("the heartbeat is answered %s, %v", message, err)
	}
}

// again starts the program on the same folder: what is stored is used.
func (s *secureSite) again(t *testing.T, database *pgtest.DB, environ []string, serials map[string]string) {
	t.Helper()
	folder := s.DataDir
	s.Instance = instanceOn(t, database)
	s.DataDir = folder
	s.Start(t, append(environ, "SERVICES=rest"))
	for domain, want := range serials {
		if got := s.wait(t, domain).SerialNumber.String(); got != want {
			t.Errorf("after a restart %s has certificate %s, want %s", domain, got, want)
		}
	}
}

// settings checks the limits of an HTTP/2 connection.
func (s *secureSite) settings(t *testing.T) {
	t.Helper()
	conn, err := (&tls.Dialer{Config: &tls.Config{RootCAs: s.pool, ServerName: firstDomain, NextProtos: []string{"h2"}, MinVersion: tls.VersionTLS12}}).
		DialContext(t.Context(), "tcp", s.tls)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, http2.ClientPreface); err != nil {
		t.Fatal(err)
	}
	framer := http2.NewFramer(conn, conn)
	if err := framer.WriteSettings(); err != nil {
		t.Fatal(err)
	}
	frame, err := framer.ReadFrame()
	if err != nil {
		t.Fatal(err)
	}
	settings, ok := frame.(*http2.SettingsFrame)
	if !ok {
		t.Fatalf("the first frame is %v, want SETTINGS", frame)
	}
	for id, most := range map[http2.SettingID]uint32{http2.SettingMaxConcurrentStreams: 128, http2.SettingMaxHeaderListSize: 80 << 10} {
		if value, set := settings.Value(id); !set || value == 0 || value > most {
			t.Errorf("%v is %d, want at most %d", id, value, most)
		}
	}
}

// device signs in: browsers keep the cookie of HTTPS from plain HTTP.
func (s *secureSite) device(t *testing.T) {
	t.Helper()
	const email, password = "nadia@example.org", "a password of Nadia's"
	s.CreateUser(t, email, password)
	body := `{"email":"` + email + `","password":"` + password + `"}`
	plain := s.Send(t, "POST", "/auth/v1/token?grant_type=password", body, append(s.Headers(""), "X-Forwarded-Proto: https")...)
	if got := plain.Header.Get("Set-Cookie"); got == "" || strings.Contains(got, "Secure") {
		t.Errorf("the cookie by plain HTTP is %q, want it without Secure", got)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "https://"+firstDomain+"/auth/v1/token?grant_type=password", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for _, header := range s.Headers("") {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Set(name, value)
	}
	secure, err := s.client(true).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = secure.Body.Close()
	if got := secure.Header.Get("Set-Cookie"); !strings.Contains(got, "; Secure") {
		t.Errorf("the cookie by HTTPS is %q, want it with Secure", got)
	}
}

// A certificate from files. The program ends streams of HTTP/2 in order when it stops.
func TestHTTPSFromFiles(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	p := fixtureProject()
	p.Site = func(*project.Host) (http.Handler, error) {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _ = watch(w, r, nil) }), nil
	}
	s := &secureSite{Instance: apptest.New(t, p, database), tls: freeAddress(t)}
	cert, key := filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	s.pool = writeCertificate(t, cert, key)
	s.Start(t, []string{
		"DATABASE_URL=" + database.URL, "TLS_HOST=127.0.0.1", "TLS_DOMAIN=" + firstDomain, "TLS_CERT_FILE=" + cert, "TLS_KEY_FILE=" + key,
		"TLS_PORT=" + strconv.Itoa(portOf(t, s.tls)), "TLS_HTTP_PORT=0",
	})
	s.wait(t, firstDomain)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://"+firstDomain+"/page", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := s.client(true).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if got := answer.Header.Get("Strict-Transport-Security"); got != "max-age=2592000" || answer.ProtoMajor != 2 {
		t.Errorf("Strict-Transport-Security is %q by %s, want 30 days by HTTP/2", got, answer.Proto)
	}
	events := bufio.NewReader(answer.Body)
	if line, err := events.ReadString('\n'); line != "data: open\n" || err != nil {
		t.Fatalf("the first event is %q, %v", line, err)
	}
	s.Stop()
	if rest, err := io.ReadAll(events); string(rest) != "\ndata: closed\n\n" || err != nil {
		t.Errorf("after the stop: %q, %v; want the last event and an orderly end", rest, err)
	}
}

// writeCertificate makes one for firstDomain, which the pool trusts.
func writeCertificate(t *testing.T, cert, key string) *x509.CertPool {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), cryptorand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{firstDomain}, NotAfter: time.Now().Add(time.Hour)}
	public, err := x509.CreateCertificate(cryptorand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: public})
	pool.AppendCertsFromPEM(text)
	for name, content := range map[string][]byte{cert: text, key: pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return pool
}
