package replication

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// complete sets what the stream does not have and PostgreSQL computes from what it has:
// virtual generated columns, and Value.JSON. A failed connection is an error.
func (c *catalog) complete(ctx context.Context, batch []*row.Change) error {
	if err := c.computeVirtual(ctx, batch); err != nil {
		return err
	}
	return c.cast(ctx, batch)
}

// cast sets Value.JSON of values whose types have a cast to json. A value that
// PostgreSQL refuses to cast stays without.
func (c *catalog) cast(ctx context.Context, batch []*row.Change) error {
	wanted := valuesByType(batch)
	if len(wanted) == 0 {
		return nil
	}
	return c.withConn(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		for oid, values := range wanted {
			if err := castType(ctx, conn.PgConn(), oid, values); err != nil {
				return fmt.Errorf("cast values of type %d to json: %w", oid, err)
			}
		}
		return nil
	})
}

// valuesByType returns the values that need a cast, by the OID of their type.
func valuesByType(batch []*row.Change) map[uint32][]*row.Value {
	var wanted map[uint32][]*row.Value
	for _, change := range batch {
		for i, column := range change.Table.Columns {
			if !column.Type.JSONCast {
				continue
			}
			if wanted == nil {
				wanted = map[uint32][]*row.Value{}
			}
			for _, values := range [][]row.Value{change.Old, change.New} {
				if values != nil && values[i].State == row.Known {
					wanted[column.Type.OID] = append(wanted[column.Type.OID], &values[i])
				}
			}
		}
	}
	return wanted
}

// castType casts all values of a type in one round trip, and one by one where one of
// them is refused.
func castType(ctx context.Context, conn *pgconn.PgConn, oid uint32, values []*row.Value) error {
	err := castValues(ctx, conn, oid, values)
	for i := 0; isCastError(err) && len(values) > 1 && i < len(values); i++ {
		if one := castValues(ctx, conn, oid, values[i:i+1]); one != nil && !isCastError(one) {
			return one
		}
	}
	if isCastError(err) {
		return nil
	}
	return err
}

// isCastError reports whether the cast failed, and not the connection.
func isCastError(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && refused.Code[:2] != "57" && refused.Code[:2] != "08"
}

// castValues has PostgreSQL read the texts as values of the type and cast them. The type
// is given by its OID, so that no USAGE on its schema is needed.
func castValues(ctx context.Context, conn *pgconn.PgConn, oid uint32, values []*row.Value) error {
	batch := &pgconn.Batch{}
	for _, v := range values {
		batch.ExecParams("select to_jsonb($1)::text", [][]byte{v.Text}, []uint32{oid}, nil, nil)
	}
	results, err := conn.ExecBatch(ctx, batch).ReadAll()
	if err != nil {
		return err
	}
	for i, result := range results {
		if i < len(values) && len(result.Rows) == 1 && result.Rows[0][0] != nil {
			printed := string(result.Rows[0][0])
			values[i].JSON = &printed
		}
	}
	return nil
}
