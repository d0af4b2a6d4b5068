package hook

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"strings"

	"github.com/toubkal/toubkal/server/db"
)

// Target is the callee of a hook: an SQL function, or an address.
type Target struct {
	function string // quoted, with its schema; "" for an address
	url      string
	secrets  [][]byte // that sign requests
}

var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,62}$`)

// Parse reads a target: pg-functions://ANY/SCHEMA/FUNCTION, https://…, or http://… on this
// machine. secrets are v1,whsec_<base64 of 24 to 64 bytes>, separated by |; an address needs
// one. Errors do not repeat secrets.
func Parse(uri, secrets string) (Target, error) {
	parsed, err := url.Parse(uri)
	if err != nil {
		return Target{}, errors.New("the URI is not valid")
	}
	if parsed.Scheme == "pg-functions" {
		names := strings.Split(strings.TrimPrefix(parsed.Path, "/"), "/")
		if parsed.Host == "" || len(names) != 2 || !identifier.MatchString(names[0]) || !identifier.MatchString(names[1]) {
			return Target{}, errors.New("use pg-functions://postgres/SCHEMA/FUNCTION")
		}
		return Target{function: db.Ident(names...)}, nil
	}
	if parsed.Host == "" || parsed.Scheme != "https" && (parsed.Scheme != "http" || !loopback(parsed.Hostname())) {
		return Target{}, errors.New("use pg-functions://, https://, or http:// on localhost")
	}
	t := Target{url: uri}
	for i, text := range strings.Split(secrets, "|") {
		secret, ok := strings.CutPrefix(text, "v1,whsec_")
		key, err := base64.StdEncoding.DecodeString(secret)
		if !ok || err != nil || len(secret) < 32 || len(secret) > 88 {
			return Target{}, fmt.Errorf("secret %d is not v1,whsec_ and 32 to 88 characters of base64", i+1)
		}
		t.secrets = append(t.secrets, key)
	}
	return t, nil
}

func loopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && net.IP(address.AsSlice()).IsLoopback()
}
