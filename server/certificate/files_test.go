package certificate

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// write makes a certificate with a number, and the key of it.
func write(t *testing.T, cert, key string, serial int64) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(serial), DNSNames: []string{"site.example"}, NotAfter: time.Now().Add(time.Hour)}
	public, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: public}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
		changed := time.Unix(1_700_000_000+serial, 0) // a file system may count in seconds
		if err := os.Chtimes(name, changed, changed); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFilesAreReadAgain(t *testing.T) {
	t.Parallel()
	folder, log, now := t.TempDir(), &output{}, time.Now()
	cert, key := filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	write(t, cert, key, 1)
	files, err := OpenFiles(cert, key, slog.New(slog.NewTextHandler(log, nil)), func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	is := func(what string, want int64) {
		t.Helper()
		got, err := files.TLS().GetCertificate(&tls.ClientHelloInfo{})
		if err != nil || got.Leaf.SerialNumber.Int64() != want {
			t.Errorf("%s: certificate %v, %v, want %d", what, got.Leaf.SerialNumber, err, want)
		}
	}
	is("at first", 1)
	write(t, cert, key, 2)
	is("before the next look", 1)
	now = now.Add(checkFiles)
	is("changed", 2)
	write(t, cert, filepath.Join(folder, "other.pem"), 3) // the key is another's
	now = now.Add(checkFiles)
	is("half written", 2)
	if !strings.Contains(log.String(), "the certificate before stays in use") {
		t.Errorf("the log says nothing of a bad pair:\n%s", log.String())
	}
	write(t, cert, key, 4)
	now = now.Add(checkFiles)
	is("mended", 4)
	if err := os.Remove(cert); err != nil {
		t.Fatal(err)
	}
	now = now.Add(checkFiles)
	is("removed", 4)
	if config := files.TLS(); config.MinVersion != tls.VersionTLS12 || strings.Join(config.NextProtos, " ") != "h2 http/1.1" {
		t.Errorf("TLS from %x with %v, want 1.2 with h2 and http/1.1", config.MinVersion, config.NextProtos)
	}
	if _, err := OpenFiles(cert, key, slog.New(slog.DiscardHandler), time.Now); err == nil || !strings.Contains(err.Error(), cert) {
		t.Errorf("without the file: %v, want an error that names it", err)
	}
}
