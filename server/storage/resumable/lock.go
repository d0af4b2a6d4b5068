package resumable

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	tus "github.com/tus/tusd/v2/pkg/handler"

	"github.com/toubkal/toubkal/server/db"
)

const (
	// held is the time that a request has an upload after it last said that it works on it:
	// after a crash another one waits that long.
	held = 15 * time.Second
	// heldRenewed is the interval at which it says so, and looks whether another one waits.
	heldRenewed = 500 * time.Millisecond
	// lockRetry is the interval at which a waiting request looks.
	lockRetry = 100 * time.Millisecond
)

// lock is the right of one request to work on an upload. It is in the upload's row, for all
// nodes, and takes no connection while it is held. What a holder writes counts only as long
// as its name is in the row.
type lock struct {
	service *Service
	id      string
	holder  string
	stop    context.CancelFunc
	stopped chan struct{}
}

// NewLock is called by the library.
func (s *Service) NewLock(id string) (tus.Lock, error) { return &lock{service: s, id: id}, nil }

// Lock waits until no other request has the upload, and asks the one that has it to end:
// it is often the dead connection of the same client.
func (l *lock) Lock(ctx context.Context, requestUnlock func()) error {
	asked := requestOf(ctx)
	l.holder = asked.holder
	for {
		mine, err := l.try(ctx)
		if err != nil && ctx.Err() == nil {
			return l.service.refused(ctx, err)
		}
		if mine {
			break
		}
		select {
		case <-time.After(lockRetry):
		case <-ctx.Done():
			return errLocked
		}
	}
	// The request's context ends when its client leaves; what it sent is still kept.
	working, stop := context.WithCancel(context.WithoutCancel(ctx))
	l.stop, l.stopped = stop, make(chan struct{})
	go func() {
		defer close(l.stopped)
		tick := time.NewTicker(heldRenewed)
		defer tick.Stop()
		for {
			select {
			case <-working.Done():
				return
			case <-tick.C:
			}
			wanted, err := l.renew(working)
			if wanted || errors.Is(err, pgx.ErrNoRows) {
				asked.interrupted.Store(true)
				requestUnlock()
				if err != nil {
					return
				}
			} // another error may pass before the time ends
		}
	}()
	return nil
}

func (l *lock) try(ctx context.Context) (mine bool, err error) {
	err = l.service.Store.Pool.Repeat(ctx, func(conn *db.Conn) error {
		return conn.QueryRow(ctx, `update toubkal_storage.uploads u set
				holder = case when free then $2 else holder end,
				held_until = case when free then now() + make_interval(secs => $3) else held_until end,
				wanted = not free
			from (select id, holder is null or holder = $2 or held_until < now() as free from toubkal_storage.uploads where id = $1 for update) seen
			where u.id = seen.id returning free`, l.id, l.holder, held.Seconds()).Scan(&mine)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		err = errNotFound
	}
	return mine, err
}

func (l *lock) renew(ctx context.Context) (wanted bool, err error) {
	err = l.service.Store.Pool.Repeat(ctx, func(conn *db.Conn) error {
		return conn.QueryRow(ctx, `update toubkal_storage.uploads set held_until = now() + make_interval(secs => $3)
			where id = $1 and holder = $2 returning wanted`, l.id, l.holder, held.Seconds()).Scan(&wanted)
	})
	return wanted, err
}

// Unlock lets the next request have the upload. Where that fails, its time ends.
func (l *lock) Unlock() error {
	l.stop()
	<-l.stopped
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return l.service.Store.Pool.Repeat(ctx, func(conn *db.Conn) error {
		_, err := conn.Exec(ctx, `update toubkal_storage.uploads set holder = null, held_until = null, wanted = false
			where id = $1 and holder = $2`, l.id, l.holder)
		return err
	})
}
