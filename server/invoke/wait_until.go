package invoke

import (
	"context"
	"errors"
	"time"

	"github.com/toubkal/toubkal/server/mail"
)

const (
	// maxLater bounds the work that goes on after its answer was sent.
	maxLater = 32
	// laterTimeout bounds one such piece, its retries included.
	laterTimeout = 2 * time.Minute
)

// Later runs fn after the answer, so that the answer tells nothing of what fn
// finds, nor how long it took. An error is logged. False says that too much is
// going on already.
func (c *Call) Later(name string, fn func(context.Context) error) bool {
	s := c.service
	select {
	case s.later <- struct{}{}:
	default:
		return false
	}
	s.working.Go(func() {
		defer func() { <-s.later }()
		ctx, cancel := context.WithTimeout(s.going, laterTimeout)
		defer cancel()
		if err := calmly(ctx, name, fn); err != nil {
			s.reportLater(ctx, name, err)
		}
	})
	return true
}

// calmly turns a panic into an error: nobody else would catch it.
func calmly(ctx context.Context, name string, fn func(context.Context) error) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = &panicked{function: name, reason: reason, stack: stack()}
		}
	}()
	return fn(ctx)
}

// Close waits for what goes on after answers, until ctx ends; then it is
// stopped.
func (s *Service) Close(ctx context.Context) {
	done := make(chan struct{})
	go func() { s.working.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
	}
	s.stop()
	<-done
}

// Post sends a letter, three times where it must: a mail server may be busy for
// a moment.
func (c *Call) Post(ctx context.Context, message mail.Message) error {
	var err error
	for _, wait := range []time.Duration{0, 2 * time.Second, 20 * time.Second} {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		}
		if err = c.service.o.Mail.Send(ctx, message); err == nil || errors.Is(err, mail.ErrAddress) {
			return err
		}
	}
	return err
}
