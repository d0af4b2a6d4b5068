// Package captcha asks a provider whether a person has solved a captcha: hCaptcha and
// Cloudflare Turnstile, which share a protocol. It refuses tokens that the provider does
// not accept, with captcha_failed and the provider's codes.
package captcha

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/fault"
)

// addresses are the addresses of the providers' verification.
var addresses = map[string]string{
	"hcaptcha":  "https://hcaptcha.com/siteverify",
	"turnstile": "https://challenges.cloudflare.com/turnstile/v0/siteverify",
}

// maxAnswer bounds what is read of an answer. Bytes.
const maxAnswer = 64 << 10

// Options configure a Provider.
type Options struct {
	// Name is hcaptcha or turnstile.
	Name string
	// Secret is the site's, which the provider gave.
	Secret string
	// Timeout bounds a verification. Defaults to 10 s.
	Timeout time.Duration
	// URL is the address of the verification. Defaults to the provider's.
	URL string
}

// Provider verifies tokens; it is safe for concurrent use.
type Provider struct {
	url, secret string
	client      *http.Client
}

// New makes a Provider. It refuses unknown names and an empty secret.
func New(o Options) (*Provider, error) {
	address, known := addresses[o.Name]
	switch {
	case !known:
		return nil, fmt.Errorf("%q is neither hcaptcha nor turnstile", o.Name)
	case o.Secret == "":
		return nil, errors.New("the provider's secret is missing")
	}
	if o.URL != "" {
		address = o.URL
	}
	if o.Timeout <= 0 {
		o.Timeout = 10 * time.Second
	}
	return &Provider{url: address, secret: o.Secret, client: &http.Client{Timeout: o.Timeout}}, nil
}

// Verify asks whether token was solved, by the client at the address ip; "" is not known.
// Errors are faults: captcha_failed where the provider refuses, else unexpected_failure.
func (p *Provider) Verify(ctx context.Context, token, ip string) error {
	token = strings.TrimSpace(token)
	if token == "" {
		return refused("no captcha response (captcha_token) found in request")
	}
	form := url.Values{"secret": {p.secret}, "response": {token}}
	if ip != "" {
		form.Set("remoteip", ip)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url, strings.NewReader(form.Encode()))
	if err != nil {
		return failed(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := p.client.Do(request)
	if err != nil {
		return failed(err)
	}
	defer func() { _ = response.Body.Close() }()
	var answer struct {
		Success bool     `json:"success"`
		Codes   []string `json:"error-codes"`
	}
	if err := json.NewDecoder(io.LimitReader(response.Body, maxAnswer)).Decode(&answer); err != nil {
		return failed(fmt.Errorf("read the provider's answer: %w", err))
	}
	if !answer.Success {
		return refused("request disallowed (" + strings.Join(answer.Codes, ", ") + ")")
	}
	return nil
}

func refused(why string) *fault.Fault {
	return fault.New(fault.AuthCaptchaFailed, "captcha protection: "+why)
}

func failed(err error) *fault.Fault {
	return fault.New(fault.AuthUnexpected, "captcha verification process failed").Because(err)
}
