package site

import (
	"context"
	"fmt"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/jobs"
	"github.com/toubkal/toubkal/server/project"
)

// expiry erases, each hour, what is older than the privacy page says, and empties the trash.
// The periods are those of public.expire_personal_data.
func expiry(h *project.Host) jobs.Schedule {
	return jobs.Schedule{Name: "site-expiry", Cron: "41 * * * *", MakeUp: true, Timeout: 10 * time.Minute, Run: func(ctx context.Context) error {
		// A transaction for each batch. What one run leaves, the next one does.
		for range 100 {
			var erased int
			err := h.AsServiceRole(ctx, func(tx db.Tx) error {
				return tx.QueryRow(ctx, "select public.expire_personal_data()").Scan(&erased)
			})
			if err != nil {
				return fmt.Errorf("erase data whose time is over: %w", err)
			}
			if erased == 0 {
				return nil
			}
		}
		return nil
	}}
}
