package app

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/auth"
)

// siteURL is how people reach this server.
func (p *program) siteURL(listener net.Listener) string {
	if p.SiteURL != "" {
		return strings.TrimSuffix(p.SiteURL, "/")
	}
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		return "http://" + p.Address()
	}
	return "http://localhost:" + port
}

// greet prints what one needs to begin: the address, the public key, where the
// other one is, and on the first start who may come in.
func (p *program) greet(ctx context.Context, d *database, k *keyring, accounts *auth.Service, listener net.Listener) error {
	file := p.keyFile("service-key")
	if err := keep(file, k.service); err != nil {
		return err
	}
	lines := append(
		p.where(listener),
		"  Anon key     "+k.anon,
		"  Service key  in "+file+" (it may do everything: keep it on servers)",
		"  Database     "+d.about,
		"  Mail         "+p.mailer().About(),
	)
	welcome, err := p.welcome(ctx, d, accounts)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(p.out, strings.Join(append(lines, welcome...), "\n")+"\n")
	return err
}

// where is what people open; without the site it is the APIs' address alone.
func (p *program) where(listener net.Listener) []string {
	address := p.siteURL(listener)
	if !slices.Contains(p.Services, "site") {
		return []string{"", "  APIs         " + address}
	}
	return []string{"", "  Site         " + address, "  Admin        " + address + "/admin"}
}

// welcome makes and prints the first super admin. In production nothing is
// printed, since the output ends in a log: an operator asks for it instead.
func (p *program) welcome(ctx context.Context, d *database, accounts *auth.Service) ([]string, error) {
	if !p.AutoMigrate {
		return nil, nil
	}
	if p.Env == "production" {
		return []string{"  First admin  run `toubkal admin EMAIL`, if there is none yet"}, nil
	}
	first, err := p.firstAdmin(ctx, d, accounts)
	if err != nil || first == nil {
		return nil, err
	}
	return []string{
		"  Super admin  " + first.email,
		"  Password     " + first.password + "  (once: the first sign-in asks for your own; lost? `toubkal admin EMAIL`)",
	}, nil
}
