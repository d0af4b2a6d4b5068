package db

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
)

// Row runs one statement as the login, in a transaction of its own and one round
// trip, under settings that hold for nothing else. It returns the last row in text
// form, where nil is null. types are the OIDs of the parameters; without them
// PostgreSQL infers the types.
func (p *Pool) Row(ctx context.Context, settings []Setting, sql string, args [][]byte, types []uint32) ([][]byte, error) {
	set := SetConfig(settings)
	var row [][]byte
	err := p.Conn(ctx, func(conn *Conn) error {
		pipe := conn.PgConn().StartPipeline(ctx)
		pipe.SendQueryParams(set.SQL, set.Args, nil, nil, nil)
		pipe.SendQueryParams(sql, args, types, nil, nil) // parsed under the settings
		err := pipe.Sync()
		if err == nil {
			row, err = lastRow(pipe)
		}
		return errors.Join(err, pipe.Close())
	})
	return row, err
}

// lastRow reads the results of a pipeline up to its end.
func lastRow(pipe *pgconn.Pipeline) ([][]byte, error) {
	var last [][]byte
	for {
		results, err := pipe.GetResults()
		if err != nil {
			return nil, err
		}
		switch results := results.(type) {
		case *pgconn.ResultReader:
			result := results.Read()
			if result.Err != nil {
				return nil, result.Err
			}
			last = nil
			if len(result.Rows) > 0 {
				last = result.Rows[len(result.Rows)-1]
			}
		case *pgconn.PipelineSync, nil:
			return last, nil
		}
	}
}
