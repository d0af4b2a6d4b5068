package config

import (
	"net/netip"
	"regexp"
	"slices"
	"strings"
)

// TLS is what may be said about HTTPS without a proxy. It is off unless TLSDomains are
// named; PORT stays as it is.
type TLS struct {
	// TLSDomains are the names that HTTPS is served for.
	TLSDomains names `env:"TLS_DOMAIN"`
	// TLSCertFile and TLSKeyFile have the certificate in PEM; without them an ACME CA is
	// asked for one.
	TLSCertFile string `env:"TLS_CERT_FILE"`
	TLSKeyFile  string `env:"TLS_KEY_FILE"`
	// TLSHost is the address of the two ports; empty is all of the machine's.
	TLSHost string `env:"TLS_HOST"`
	// TLSPort is the port of HTTPS.
	TLSPort int `env:"TLS_PORT" envDefault:"443"`
	// TLSHTTPPort redirects to HTTPS and answers the CA; 0 is none.
	TLSHTTPPort int `env:"TLS_HTTP_PORT" envDefault:"80"`
	// TLSACMEURL is the CA's directory; empty is that of Let's Encrypt.
	TLSACMEURL string `env:"TLS_ACME_URL"`
	// TLSACMERoots is a PEM file of CAs that TLSACMEURL's own certificate may come from;
	// empty is the system's.
	TLSACMERoots string `env:"TLS_ACME_CA_FILE"`
	// TLSEmail is where the CA may write to.
	TLSEmail string `env:"TLS_EMAIL"`
	// TLSMaxAge is for how many seconds browsers shall use HTTPS only (HSTS); 0 is not.
	TLSMaxAge int `env:"TLS_HSTS_MAX_AGE" envDefault:"2592000"`
}

// domainFormat is a name in DNS, in ASCII.
var domainFormat = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)

func (c *TLS) check(plain int, say func(bad bool, format string, args ...any)) {
	for _, domain := range c.TLSDomains {
		_, err := netip.ParseAddr(domain)
		say(!domainFormat.MatchString(domain) || err == nil, "TLS_DOMAIN: %q is no domain; write it as example.org", domain)
	}
	files := c.TLSCertFile != "" && c.TLSKeyFile != ""
	say(!files && c.TLSKeyFile != "", "TLS_CERT_FILE: the certificate of TLS_KEY_FILE is missing; set both")
	say(!files && c.TLSCertFile != "", "TLS_KEY_FILE: the key of TLS_CERT_FILE is missing; set both")
	say(files && len(c.TLSDomains) == 0, "TLS_DOMAIN: the domain of TLS_CERT_FILE is missing; set it, such as example.org")
	say(c.TLSPort < 1 || c.TLSPort > 65535, "TLS_PORT: %d is no port; use 1 to 65535", c.TLSPort)
	say(c.TLSHTTPPort < 0 || c.TLSHTTPPort > 65535, "TLS_HTTP_PORT: %d is no port; use 1 to 65535, or 0 for none", c.TLSHTTPPort)
	if len(c.TLSDomains) > 0 {
		say(c.TLSPort == plain, "TLS_PORT: %d is PORT already", c.TLSPort)
		say(c.TLSHTTPPort == plain && plain != 0, "TLS_HTTP_PORT: %d is PORT already", c.TLSHTTPPort)
		say(c.TLSHTTPPort == c.TLSPort, "TLS_HTTP_PORT: %d is TLS_PORT already", c.TLSHTTPPort)
	}
	say(badAddress(c.TLSACMEURL), "TLS_ACME_URL: %q is no address; write it as https://ca.example.org/directory", c.TLSACMEURL)
	say(c.TLSEmail != "" && !strings.Contains(c.TLSEmail, "@"), "TLS_EMAIL: %q is no e-mail address", c.TLSEmail)
	say(c.TLSMaxAge < 0, "TLS_HSTS_MAX_AGE: %d s is less than none; 0 sends no HSTS", c.TLSMaxAge)
}

// TLSAddress is the public address that follows from the domains; "" without any.
func (c *TLS) TLSAddress() string {
	if len(c.TLSDomains) == 0 {
		return ""
	}
	return "https://" + c.TLSDomains[0]
}

// ServesTLS tells that HTTPS is served for a name.
func (c *TLS) ServesTLS(name string) bool { return slices.Contains(c.TLSDomains, name) }
