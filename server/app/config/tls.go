package config

import (
	"net/netip"
	"regexp"
	"slices"
	"strings"
)

// TLS are the settings of HTTPS without a proxy. It is off unless TLSDomains are
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
	// TLSEmail is the address to which the CA may write.
	TLSEmail string `env:"TLS_EMAIL"`
	// TLSMaxAge is for how many seconds browsers shall use HTTPS only (HSTS); 0 is not.
	TLSMaxAge int `env:"TLS_HSTS_MAX_AGE" envDefault:"2592000"`
}

// domainFormat is a name in DNS, in ASCII.
var domainFormat = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)

func (t *TLS) check(plain int, say func(bad bool, format string, args ...any)) {
	for _, domain := range t.TLSDomains {
		_, err := netip.ParseAddr(domain)
		say(!domainFormat.MatchString(domain) || err == nil, "TLS_DOMAIN: %q is no domain; write it as example.org", domain)
	}
	files := t.TLSCertFile != "" && t.TLSKeyFile != ""
	say(!files && t.TLSKeyFile != "", "TLS_CERT_FILE: the certificate of TLS_KEY_FILE is missing; set both")
	say(!files && t.TLSCertFile != "", "TLS_KEY_FILE: the key of TLS_CERT_FILE is missing; set both")
	say(files && len(t.TLSDomains) == 0, "TLS_DOMAIN: the domain of TLS_CERT_FILE is missing; set it, such as example.org")
	say(t.TLSPort < 1 || t.TLSPort > 65535, "TLS_PORT: %d is no port; use 1 to 65535", t.TLSPort)
	say(t.TLSHTTPPort < 0 || t.TLSHTTPPort > 65535, "TLS_HTTP_PORT: %d is no port; use 1 to 65535, or 0 for none", t.TLSHTTPPort)
	if len(t.TLSDomains) > 0 {
		say(t.TLSPort == plain, "TLS_PORT: %d is PORT already", t.TLSPort)
		say(t.TLSHTTPPort == plain && plain != 0, "TLS_HTTP_PORT: %d is PORT already", t.TLSHTTPPort)
		say(t.TLSHTTPPort == t.TLSPort, "TLS_HTTP_PORT: %d is TLS_PORT already", t.TLSHTTPPort)
	}
	say(badAddress(t.TLSACMEURL), "TLS_ACME_URL: %q is no address; write it as https://ca.example.org/directory", t.TLSACMEURL)
	say(t.TLSEmail != "" && !strings.Contains(t.TLSEmail, "@"), "TLS_EMAIL: %q is no e-mail address", t.TLSEmail)
	say(t.TLSMaxAge < 0, "TLS_HSTS_MAX_AGE: %d s is less than none; 0 sends no HSTS", t.TLSMaxAge)
}

// TLSAddress is the public address that follows from the domains; "" without any.
func (t *TLS) TLSAddress() string {
	if len(t.TLSDomains) == 0 {
		return ""
	}
	return "https://" + t.TLSDomains[0]
}

// ServesTLS tells that HTTPS is served for a name.
func (t *TLS) ServesTLS(name string) bool { return slices.Contains(t.TLSDomains, name) }
