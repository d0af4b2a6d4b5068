package provider

import (
	"errors"
	"net/http"
	"sync"
	"time"
)

// keysInterval is the least time between two requests for the keys of a provider. An ID
// token with an unknown key makes them be fetched again, since the provider may have new
// ones, and anybody can send such a token.
const keysInterval = 10 * time.Second

// errAskedRecently is a key that is unknown although the keys were fetched a moment ago.
var errAskedRecently = errors.New("the keys of the provider were fetched a moment ago")

// keysClient is the client that fetches the keys of one discovery document.
func (p *Provider) keysClient() *http.Client {
	client := *p.client
	client.Transport = &throttledTransport{next: p.client.Transport, now: p.now}
	return &client
}

// throttledTransport is a transport that makes one request in keysInterval.
type throttledTransport struct {
	next http.RoundTripper
	now  func() time.Time

	mu     sync.Mutex
	last   time.Time
	failed error // of the last request
}

func (t *throttledTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	t.mu.Lock()
	now, failed := t.now(), t.failed
	if !t.last.IsZero() && now.Sub(t.last) < keysInterval {
		t.mu.Unlock()
		if failed != nil {
			return nil, failed
		}
		return nil, errAskedRecently
	}
	t.last, t.failed = now, errAskedRecently
	t.mu.Unlock()
	response, err := t.next.RoundTrip(r)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.failed = err
	return response, err
}
