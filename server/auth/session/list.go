package session

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/account"
)

// maxSessions bounds a list of sessions; it has the newest.
const maxSessions = 500

// Shown is a session in a list; times are UTC.
type Shown struct {
	ID          string     `json:"id"`
	CreatedAt   time.Time  `json:"created_at"`
	RefreshedAt *time.Time `json:"refreshed_at"` // null before the first refresh
	UserAgent   string     `json:"user_agent"`
	IP          string     `json:"ip"`
	AAL         string     `json:"aal"`
	Methods     []method   `json:"methods"`
	Current     bool       `json:"current"` // the one that the request came from
}

// List are the user's sessions that have not ended, newest first.
func (s *Sessions) List(ctx context.Context, userID, current string) ([]Shown, error) {
	shown := []Shown{}
	err := s.pool.Conn(ctx, func(conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, `select `+columns+`, coalesce(s.user_agent, ''), coalesce(host(s.ip), '')
			from auth.sessions s where s.user_id = $1 order by s.created_at desc, s.id limit $2`, userID, maxSessions)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var in Session
			var key, agent, ip string
			err := rows.Scan(&in.ID, &in.AAL, &in.created, &in.notAfter, &in.refreshed, &key, &in.counter, &in.methods, &agent, &ip)
			if err != nil {
				return err
			}
			in.complete(nil)
			if end := s.end(in); !end.IsZero() && !s.now().Before(end) {
				continue
			}
			account.ToUTC(in.refreshed)
			shown = append(shown, Shown{in.ID, in.created.UTC(), in.refreshed, agent, ip, in.AAL, in.methods, in.ID == current})
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("list the sessions of a user: %w", err)
	}
	return shown, nil
}
