package jobs

import (
	"context"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"github.com/toubkal/toubkal/server/db"
)

// driver is River's, with a listener that has a pool of its own and whose age is recorded.
// River asks it every 5 s whether it lives, and connects again where it does not answer
// within 10 s.
type driver struct {
	*riverpgxv5.Driver
	listening *riverpgxv5.Driver
	ages      *db.Ages
}

// GetListener is called by River once.
func (d driver) GetListener(params *riverdriver.GetListenenerParams) riverdriver.Listener {
	return listener{d.listening.GetListener(params), d.ages}
}

type listener struct {
	riverdriver.Listener
	ages *db.Ages
}

const linkName = "jobs"

func (l listener) Connect(ctx context.Context) error { return l.proved(l.Listener.Connect(ctx)) }

func (l listener) Ping(ctx context.Context) error { return l.proved(l.Listener.Ping(ctx)) }

func (l listener) Close(ctx context.Context) error {
	l.ages.Lost(linkName)
	return l.Listener.Close(ctx)
}

func (l listener) proved(err error) error {
	if err == nil {
		l.ages.Proved(linkName)
	}
	return err
}
