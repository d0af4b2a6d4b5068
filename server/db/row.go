package db

import (
	"context"

	"github.com/toubkal/toubkal/server/admission"
)

// Row runs one statement as the login, in a transaction of its own and one round
// trip, under settings that hold for nothing else. It returns the last row in text
// form, where nil is null. types are the OIDs of the parameters; without them
// PostgreSQL infers the types.
func (p *Pool) Row(ctx context.Context, settings []Setting, sql string, args [][]byte, types []uint32) ([][]byte, error) {
	ctx, conn, err := p.acquire(ctx, admission.Request{})
	if err != nil {
		return nil, err
	}
	defer conn.release()
	results, err := wireOf(conn.conn().PgConn(), p.unprepared).run(ctx, []message{
		{Statement: SetConfig(settings)},
		{Statement: Statement{SQL: sql, Args: args}, types: types, wanted: true}, // parsed under the settings
	})
	if err = cancelReason(ctx, err); err != nil || len(results[0].Rows) == 0 {
		return nil, err
	}
	return results[0].Rows[len(results[0].Rows)-1], nil
}
