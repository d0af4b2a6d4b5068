package certificate

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// checkFiles is the time that a change of the files may go unnoticed.
const checkFiles = 10 * time.Second

// Files are a certificate and its key in PEM files. A handshake reads them again if
// they have changed; what cannot be read leaves the one before.
type Files struct {
	cert, key string
	log       *slog.Logger
	now       func() time.Time

	mu       sync.Mutex
	current  *tls.Certificate
	versions [2]version
	checked  time.Time
}

// version tells a file from an older one of its name.
type version struct {
	modified time.Time
	size     int64
}

// OpenFiles reads the files. now is the clock.
func OpenFiles(cert, key string, log *slog.Logger, now func() time.Time) (*Files, error) {
	f := &Files{cert: cert, key: key, log: log, now: now, checked: now()}
	if err := f.read(); err != nil {
		return nil, err
	}
	return f, nil
}

// TLS is for the listener.
func (f *Files) TLS() *tls.Config { return configure(f.get) }

// read puts what is in the files in the place of the current certificate.
func (f *Files) read() error {
	versions, err := f.stat()
	if err != nil {
		return err
	}
	pair, err := tls.LoadX509KeyPair(f.cert, f.key)
	if err != nil {
		return fmt.Errorf("read the certificate in %s and its key in %s: %w", f.cert, f.key, err)
	}
	f.current, f.versions = &pair, versions
	return nil
}

func (f *Files) stat() (versions [2]version, err error) {
	for i, name := range []string{f.cert, f.key} {
		info, err := os.Stat(name)
		if err != nil {
			return versions, fmt.Errorf("read the certificate: %w", err)
		}
		versions[i] = version{info.ModTime(), info.Size()}
	}
	return versions, nil
}

func (f *Files) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := f.now(); now.Sub(f.checked) >= checkFiles {
		f.checked = now
		versions, err := f.stat()
		if err == nil && versions != f.versions {
			if err = f.read(); err == nil {
				f.log.Info("certificate read again", "file", f.cert, "until", f.current.Leaf.NotAfter)
			}
		}
		if err != nil {
			f.log.Warn("the certificate before stays in use", "cause", err)
		}
	}
	return f.current, nil
}
