package feed

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// cast adds to the values of types with a cast to json what that says of them. A
// value that PostgreSQL refuses to cast goes without; a connection that fails is an
// error.
func (c *catalog) cast(ctx context.Context, batch []*row.Change) error {
	wanted := castable(batch)
	if len(wanted) == 0 {
		return nil
	}
	return c.ask(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		for oid, values := range wanted {
			if err := castType(ctx, conn, oid, values); err != nil {
				return err
			}
		}
		return nil
	})
}

// castable gathers the values that need a cast, by type.
func castable(batch []*row.Change) map[uint32][]*row.Value {
	var wanted map[uint32][]*row.Value
	for _, change := range batch {
		for i, column := range change.Table.Columns {
			if !column.Type.Cast {
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

// castType casts all values of a type at once, and one by one where one of them
// will not.
func castType(ctx context.Context, conn *pgx.Conn, oid uint32, values []*row.Value) error {
	var name string
	if err := conn.QueryRow(ctx, "select format_type($1, null)", oid).Scan(&name); err != nil {
		return fmt.Errorf("name type %d: %w", oid, err)
	}
	err := castValues(ctx, conn, name, values)
	for i := 0; refusedValue(err) && len(values) > 1 && i < len(values); i++ {
		if one := castValues(ctx, conn, name, values[i:i+1]); one != nil && !refusedValue(one) {
			return one
		}
	}
	if refusedValue(err) {
		return nil
	}
	return err
}

// refusedValue tells whether the cast failed, and not the connection.
func refusedValue(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && refused.Code[:2] != "57" && refused.Code[:2] != "08"
}

// castValues has PostgreSQL read the texts as the type (its name is the catalog's
// own, quoted) and print them as to_jsonb does.
func castValues(ctx context.Context, conn *pgx.Conn, name string, values []*row.Value) error {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = string(v.Text)
	}
	rows, err := conn.Query(ctx, `
		select to_jsonb(given.value::`+name+`)::text
		from unnest($1::text[]) with ordinality as given (value, place) order by place`, texts)
	if err != nil {
		return fmt.Errorf("cast values of type %s to json: %w", name, err)
	}
	printed, err := pgx.CollectRows(rows, pgx.RowTo[*string])
	if err != nil {
		return fmt.Errorf("cast values of type %s to json: %w", name, err)
	}
	for i, v := range values {
		v.Cast = printed[i]
	}
	return nil
}
