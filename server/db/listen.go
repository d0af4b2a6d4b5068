package db

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/retry"
)

// Listen calls fn for each notification on channel until ctx ends, and once on
// every (re)connection with an empty payload, since what was notified while it
// was away is lost. It reconnects by itself, waiting 1 s to 32 s.
func Listen(ctx context.Context, url, channel string, fn func(payload string), failed func(error)) {
	backoff := retry.Backoff{Min: time.Second, Max: 32 * time.Second}
	for ctx.Err() == nil {
		err := listen(ctx, url, channel, func(payload string) {
			backoff.Reset()
			fn(payload)
		})
		if ctx.Err() != nil {
			return
		}
		failed(err)
		_ = retry.Sleep(ctx, backoff.Next())
	}
}

func listen(ctx context.Context, url, channel string, fn func(string)) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return redact(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, "listen "+Ident(channel)); err != nil {
		return err
	}
	fn("")
	for {
		notice, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		fn(notice.Payload)
	}
}
