package app

import (
	"cmp"
	"context"
	"fmt"
)

// config is the command `config`: what a start would serve with, the settings in
// the database included where it can be asked.
func (p *program) config(ctx context.Context, _ []string) error {
	c := p.Config
	if c.DatabaseURL != "" && c.OnlyTables() {
		t, err := p.openTables(ctx, p.DatabaseURL, cmp.Or(p.DirectURL, p.DatabaseURL), nil)
		if err != nil {
			return err
		}
		defer t.close()
		asking, cancel := context.WithTimeout(ctx, firstTry)
		defer cancel()
		if err := t.configure(asking); err != nil {
			return err
		}
		c = t.current.Load().Config
	}
	_, err := fmt.Fprint(p.Out, c.Print())
	return err
}
