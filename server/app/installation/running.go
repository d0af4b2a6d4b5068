package installation

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/toubkal/toubkal/server/localpg"
)

// ErrNotRunning is an embedded PostgreSQL that no program runs.
var ErrNotRunning = errors.New("the PostgreSQL of this project does not run: start `toubkal dev` or `toubkal serve`, or set DATABASE_URL")

// Running is the configured PostgreSQL, or our own that another program runs: it starts none, and
// does not connect.
func (i *Installation) Running() (*Database, error) {
	d := &Database{Owner: cmp.Or(i.DirectURL, i.DatabaseURL), fence: i.Fence}
	if d.Owner == "" {
		options, err := i.postgresOptions()
		if err != nil {
			return nil, err
		}
		if d.Owner, err = localpg.RunningURL(options, "postgres"); err != nil {
			return nil, fmt.Errorf("%w (%w)", ErrNotRunning, err)
		}
	}
	if err := openDataDir(i.Config); err != nil {
		return nil, err
	}
	var err error
	if i.JWTSecret, err = secret(i.Config); err != nil {
		return nil, err
	}
	d.Direct, err = loginURLs(d.Owner, i.JWTSecret)
	return d, err
}
