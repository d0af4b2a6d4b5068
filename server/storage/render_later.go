package storage

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/storage/blob"
	"github.com/toubkal/toubkal/server/storage/files"
	"github.com/toubkal/toubkal/server/storage/image"
	"github.com/toubkal/toubkal/server/storage/object"
)

// later encodes AVIF in the background, one picture at a time. Its goroutine runs while
// there is work and ends with the encoder, which takes much memory.
type later struct {
	mu      sync.Mutex
	queue   []laterPicture
	running bool
	closed  bool
	idle    sync.WaitGroup
}

type laterPicture struct {
	from    *files.Files
	object  object.Found
	options image.Options
	name    string
}

// laterTimeout bounds one AVIF, with the compilation of the encoder: seconds on a machine
// that has nothing else to do.
const laterTimeout = 5 * time.Minute

// maxLater bounds the queue. What finds no place is asked for again.
const maxLater = 32

// renderLater queues an AVIF of a picture, unless it is queued.
func (p *pictures) renderLater(from *files.Files, o object.Found, options image.Options) {
	l := &p.later
	one := laterPicture{from, o, options, variant(o.Version, options, image.AVIF)}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, queued := range l.queue {
		if queued.name == one.name {
			return
		}
	}
	if l.closed || len(l.queue) >= maxLater {
		return
	}
	l.queue = append(l.queue, one)
	if !l.running {
		l.running = true
		l.idle.Go(p.renderQueue)
	}
}

// renderQueue renders until the queue is empty. A picture stays in the queue while it is
// rendered, so that it is not queued again.
func (p *pictures) renderQueue() {
	l := &p.later
	for {
		l.mu.Lock()
		if len(l.queue) == 0 {
			l.running, l.queue = false, nil
			err := image.CloseAVIF()
			l.mu.Unlock()
			if err != nil {
				p.log.Warn("the AVIF encoder could not be closed", "error", err)
			}
			return
		}
		one := l.queue[0]
		l.mu.Unlock()
		ctx, cancel := context.WithTimeout(context.Background(), laterTimeout)
		if err := p.renderOne(ctx, one); err != nil {
			p.log.Warn("a picture could not be rendered as AVIF", "version", one.object.Version, "error", err)
		}
		cancel()
		l.mu.Lock()
		l.queue = l.queue[1:]
		l.mu.Unlock()
	}
}

func (p *pictures) renderOne(ctx context.Context, one laterPicture) error {
	kept, _, err := one.from.OpenDerived(ctx, one.object.Version, one.name)
	if err == nil {
		return kept.Close()
	}
	if !errors.Is(err, blob.ErrNotFound) {
		return err
	}
	content, err := p.rendered(ctx, one.from, one.object, one.options, image.AVIF)
	if err != nil {
		return err
	}
	return one.from.KeepDerived(ctx, one.object.Version, one.name, content)
}

// Close queues no further pictures for the background, and waits for those that are, as
// long as ctx lasts.
func (s *Service) Close(ctx context.Context) {
	s.pictures.later.mu.Lock()
	s.pictures.later.closed = true
	s.pictures.later.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		s.pictures.later.idle.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-ctx.Done():
	}
}
