package provider

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"
)

// maxAnswer bounds what a provider answers. Bytes.
const maxAnswer = 1 << 20

// clientOptions are the settings that differ between clients of providers.
type clientOptions struct {
	timeout time.Duration
	roots   *x509.CertPool // nil is the system's
	plain   bool           // allows http on this machine
	public  bool           // refuses addresses that are not public ones
}

// newClient makes the client of one provider. It follows no redirect, so that it asks only
// addresses that the operator or the provider's discovery document names.
func newClient(o clientOptions) *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost, transport.MaxResponseHeaderBytes = 4, 64<<10
	transport.TLSClientConfig = &tls.Config{RootCAs: o.roots, MinVersion: tls.VersionTLS12}
	if o.public {
		// The address is checked when it is connected to, after the name was resolved: a name
		// may have another address then. A proxy would resolve the name itself.
		transport.Proxy = nil
		transport.DialContext = (&net.Dialer{Timeout: o.timeout, Control: refuseInternal}).DialContext
	}
	return &http.Client{
		Timeout:       o.timeout,
		Transport:     bounded{transport, o.plain},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// bounded is a transport that asks https only and ends bodies that are too long.
type bounded struct {
	next  http.RoundTripper
	plain bool
}

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme != "https" && !(b.plain && isLoopback(r.URL)) {
		return nil, fmt.Errorf("%s is not https", r.URL.Host)
	}
	response, err := b.next.RoundTrip(r)
	if err == nil {
		response.Body = &boundedBody{response.Body, maxAnswer}
	}
	return response, err
}

type boundedBody struct {
	io.ReadCloser
	left int
}

func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errors.New("the answer is too long")
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// isLoopback reports whether an http address is on this machine.
func isLoopback(address *url.URL) bool {
	host := address.Hostname()
	ip, err := netip.ParseAddr(host)
	return address.Scheme == "http" && (host == "localhost" || err == nil && ip.IsLoopback())
}

// get reads JSON from the provider, with an access token unless it is "".
func (p *Provider) get(ctx context.Context, address, token string, into any) error {
	fail := func(err error) error {
		return fmt.Errorf("%w: ask %s: %w", ErrUnavailable, p.Name, err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return fail(err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	r.Header.Set("Accept", "application/json")
	r.Header.Set("User-Agent", "Toubkal")
	response, err := p.client.Do(r)
	if err != nil {
		return fail(withoutURL(err))
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return fail(fmt.Errorf("status %d", response.StatusCode))
	}
	if err := json.NewDecoder(response.Body).Decode(into); err != nil {
		return fail(err)
	}
	return nil
}

// withoutURL drops the address of a failed request: its query may hold a secret.
func withoutURL(err error) error {
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return failed.Err
	}
	return err
}
