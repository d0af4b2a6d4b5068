package mfa

import (
	"strings"
	"testing"
)

func TestRelyingPartyIsNoAddress(t *testing.T) {
	t.Parallel()
	for site, ok := range map[string]bool{"http://127.0.0.1:3000": false, "https://[::1]:3000": false, "http://localhost:3000": true, "https://example.org": true} {
		_, err := RelyingParty{}.withDefaults(site).library()
		if (err == nil) != ok || err != nil && !strings.Contains(err.Error(), "GOTRUE_WEBAUTHN_RP_ID") {
			t.Errorf("%s: %v", site, err)
		}
	}
	if _, err := (RelyingParty{ID: "localhost"}).withDefaults("http://127.0.0.1:3000").library(); err != nil {
		t.Errorf("with an ID of its own: %v", err)
	}
}
