package app

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/auth"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/migrate"
)

// publicURL is how people reach this server, as configured; "" where it is not.
func (p *program) publicURL() string {
	address := cmp.Or(p.APIExternalURL, p.SiteURL)
	if p.supabase != nil { // whose site is another server's
		address = cmp.Or(p.APIExternalURL, p.tlsAddress())
	}
	return strings.TrimSuffix(address, "/")
}

// siteURL is how people reach this server.
func (p *program) siteURL(listener net.Listener) string {
	if address := p.publicURL(); address != "" {
		return address
	}
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		return "http://" + p.Address()
	}
	return "http://localhost:" + port
}

// printBanner prints what one needs to begin: the address, the public key, where the
// other one is, and on the first start who may come in.
func (p *program) printBanner(ctx context.Context, d *database, k *credentials, accounts *auth.Service, listener net.Listener) error {
	file := p.keyFile("service-key")
	anon, err := k.anonKey()
	if err != nil {
		return err
	}
	service, err := k.serviceKey()
	if err == nil {
		err = writeSecret(file, service)
	}
	if err != nil {
		return err
	}
	lines := append(
		append([]string{"", "  Project      " + p.projectLine()}, p.addressLines(listener)...),
		"  Anon key     "+anon,
		"  Service key  in "+file+" (it may do everything: keep it on servers)",
		"  Database     "+d.about,
		"  Mail         "+p.mailLine(),
	)
	if p.AutoMigrate && p.project.Bootstrap != nil {
		var more []string
		err := d.locked(ctx, func(*db.Conn) (err error) { // first starts at once
			more, err = p.project.Bootstrap(ctx, p.admin(d, accounts, p.pageAddress(listener)))
			return err
		})
		if err != nil {
			return fmt.Errorf("the project's bootstrap: %w", err)
		}
		lines = append(lines, more...)
	}
	if p.supabase != nil && len(p.supabase.Notes) > 0 {
		lines = append(append(lines, ""), p.supabase.Notes...)
	}
	if p.watching {
		lines = append(lines, "", "Files are applied as you save them. Ctrl+C stops.")
	}
	_, err = fmt.Fprintln(p.out, strings.Join(lines, "\n")+"\n")
	if p.ready != nil {
		p.ready(p.siteURL(listener))
	}
	return err
}

// addressLines are what people open; without the site it is the APIs' address alone.
func (p *program) addressLines(listener net.Listener) []string {
	if address := p.pageAddress(listener); address != "" {
		return []string{"  Site         " + address}
	}
	return []string{"  APIs         " + p.siteURL(listener)}
}

// pageAddress is where pages are served; "" where none are.
func (p *program) pageAddress(listener net.Listener) string {
	if !slices.Contains(p.Services, "site") {
		return ""
	}
	return p.siteURL(listener)
}

// projectLine is the project's name, with where its files are.
func (p *program) projectLine() string {
	switch {
	case p.supabase != nil:
		grants := "on"
		if p.defaultGrants() != migrate.GrantAll {
			grants = "off"
		}
		return p.project.Name + " (supabase/, default grants " + grants + ")"
	case p.project.Folder != "":
		return p.project.Name + ", in " + p.project.Folder
	}
	return p.project.Name + ", compiled in"
}
