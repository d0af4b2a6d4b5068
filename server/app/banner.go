package app

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/auth"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/migrate"
)

// siteURL is the address by which people reach this server.
func (p *program) siteURL(listener net.Listener) string {
	if address := p.PublicURL(); address != "" {
		return address
	}
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		return "http://" + p.Address()
	}
	if p.Supabase != nil { // as the CLI writes it: an application compares the issuer of tokens with it
		return "http://127.0.0.1:" + port
	}
	return "http://localhost:" + port
}

// printBanner prints what one needs to begin: the address, the public key, where the
// other one is, and on the first start who may come in.
func (p *program) printBanner(ctx context.Context, d *installation.Database, k *installation.Credentials, accounts *auth.Service, listener net.Listener) error {
	file := p.KeyFile("service-key")
	anon, err := k.AnonKey()
	if err != nil {
		return err
	}
	service, err := k.ServiceKey()
	if err == nil {
		err = installation.WriteSecret(file, service)
	}
	if err != nil {
		return err
	}
	lines := append(
		append([]string{"", "  Project      " + p.projectLine()}, p.addressLines(listener)...),
		"  Anon key     "+anon,
		"  Service key  in "+file+" (it may do everything: keep it on servers)",
		"  Database     "+d.About,
		"  Mail         "+p.mailLine(),
	)
	if p.AutoMigrate && p.Project.Bootstrap != nil {
		var more []string
		err := d.Locked(ctx, func(*db.Conn) (err error) { // first starts at once
			more, err = p.Project.Bootstrap(ctx, p.Admin(d, accounts, p.pageAddress(listener)))
			return err
		})
		if err != nil {
			return fmt.Errorf("the project's bootstrap: %w", err)
		}
		lines = append(lines, more...)
	}
	if p.Supabase != nil && len(p.Supabase.Notes) > 0 {
		lines = append(append(lines, ""), p.Supabase.Notes...)
	}
	if p.Watching {
		lines = append(lines, "", "Files are applied as you save them. Ctrl+C stops.")
	}
	_, err = fmt.Fprintln(p.Out, strings.Join(lines, "\n")+"\n")
	if p.ready != nil {
		p.ready(p.siteURL(listener))
	}
	return err
}

// addressLines are the lines of addresses that people open: of the site, else of the APIs, and of the console.
func (p *program) addressLines(listener net.Listener) []string {
	lines := []string{"  APIs         " + p.siteURL(listener)}
	if address := p.pageAddress(listener); address != "" {
		lines = []string{"  Site         " + address}
	}
	switch address := p.siteURL(listener) + "/_/"; {
	case !p.HasConsole():
	case p.Watching || p.Console == "public":
		lines = append(lines, "  Console      "+address)
	default:
		lines = append(lines, "  Console      "+address+" (from this machine alone)")
	}
	return lines
}

// pageAddress is the address of the pages; "" where none are.
func (p *program) pageAddress(listener net.Listener) string {
	if !slices.Contains(p.Services, "site") {
		return ""
	}
	return p.siteURL(listener)
}

// projectLine is the project's name, with where its files are.
func (p *program) projectLine() string {
	switch {
	case p.Supabase != nil:
		grants := "on"
		if p.TableGrants() != migrate.GrantAll {
			grants = "off"
		}
		return p.Project.Name + " (supabase/, default grants " + grants + ")"
	case p.Project.Folder != "":
		return p.Project.Name + ", in " + p.Project.Folder
	}
	return p.Project.Name + ", compiled in"
}
