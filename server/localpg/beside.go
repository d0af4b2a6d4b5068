//go:build linux || darwin || freebsd

package localpg

import "fmt"

// Beside is the connection string for a database of the cluster that another
// program runs in o.Dir (Start says ErrInUse), as superuser: what has a moment's
// work there need not stop it. It holds the password: never log it. It fails while
// the cluster starts or ends.
func Beside(o Options, database string) (string, error) {
	o, err := o.complete()
	if err != nil {
		return "", err
	}
	h, err := settle(o)
	if err != nil {
		return "", err
	}
	password, err := h.readPassword()
	if err != nil {
		return "", err
	}
	running := h.readPidFile()
	if running.status != "ready" {
		return "", fmt.Errorf("the PostgreSQL in %s is not ready: try again in a moment", h.dir)
	}
	return running.at.url(password, database), nil
}
