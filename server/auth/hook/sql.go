package hook

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// runSQL calls a function of jsonb that gives jsonb, in a transaction of its own, for at
// most Options.Timeout.
func (h *Hooks) runSQL(ctx context.Context, t Target, input []byte) (answer []byte, err error) {
	timeout := cmp.Or(h.o.Timeout, sqlTimeout)
	err = h.o.Pool.LoginTx(ctx, func(tx db.Tx) error {
		if _, err := tx.Exec(ctx, `select set_config('statement_timeout', $1, true)`, strconv.FormatInt(timeout.Milliseconds(), 10)); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `select `+t.function+`($1::text::jsonb)::text`, string(input)).Scan((*nullable)(&answer))
	})
	if err != nil {
		return nil, fromPostgres(err, timeout)
	}
	if len(answer) > maxAnswer {
		return nil, tooLarge()
	}
	return answer, nil
}

// nullable scans text that may be null.
type nullable []byte

// ScanText reads a column.
func (n *nullable) Scan(value any) error {
	if text, ok := value.(string); ok {
		*n = []byte(text)
	}
	return nil
}

// fromPostgres gives what a function raises its own message: `raise exception` (P0001), a
// violated constraint, and PTxyz with the status xyz, as PostgREST has it.
func fromPostgres(err error, timeout time.Duration) error {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		return err
	}
	if status, err := strconv.Atoi(strings.TrimPrefix(pg.Code, "PT")); err == nil && strings.HasPrefix(pg.Code, "PT") && status >= 400 && status <= 599 {
		return rejected(pg.Message).WithStatus(status).Because(pg)
	}
	switch {
	case pg.Code == "57014": // query_canceled, by statement_timeout
		return fault.New(fault.AuthHookTimeout, "The hook did not finish within "+timeout.String()).Because(pg)
	case pg.Code == "P0001", strings.HasPrefix(pg.Code, "23"):
		return rejected(pg.Message).WithStatus(http.StatusBadRequest).Because(pg)
	case strings.HasPrefix(pg.Code, "57P"), strings.HasPrefix(pg.Code, "53"), strings.HasPrefix(pg.Code, "40"):
		return pg // the database's trouble, not the function's
	}
	return failed("Error running the hook's function").Because(pg)
}
