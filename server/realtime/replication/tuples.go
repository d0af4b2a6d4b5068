package replication

import (
	"context"

	"github.com/toubkal/toubkal/server/realtime/row"
)

func (d *decoder) insert(ctx context.Context, r *reader) error {
	rel, err := d.known(ctx, r)
	if err != nil {
		return err
	}
	if r.byte() != 'N' {
		return errMalformed
	}
	c := d.change(rel, row.Insert, r)
	c.New = d.tuple(r, rel)
	return nil
}

func (d *decoder) update(ctx context.Context, r *reader) error {
	rel, err := d.known(ctx, r)
	if err != nil {
		return err
	}
	c := d.change(rel, row.Update, r)
	kind := r.byte()
	if kind == 'K' || kind == 'O' {
		c.Old = d.tuple(r, rel)
		if kind == 'K' {
			rel.markAbsentColumns(c.Old)
		}
		kind = r.byte()
	}
	if kind != 'N' {
		return errMalformed
	}
	if c.New = d.tuple(r, rel); r.short {
		return errMalformed
	}
	if c.Old == nil {
		c.Old = d.arena.row(len(c.New))
		for i, identity := range rel.identity { // the key has not changed; with REPLICA IDENTITY FULL the old row always comes
			if identity {
				c.Old[i] = c.New[i]
			}
		}
	} else if rel.full {
		for i := range c.New { // TOAST values that the update left unchanged
			if c.New[i].State == row.Absent {
				c.New[i] = c.Old[i]
			}
		}
	}
	return nil
}

func (d *decoder) delete(ctx context.Context, r *reader) error {
	rel, err := d.known(ctx, r)
	if err != nil {
		return err
	}
	kind := r.byte()
	if kind != 'K' && kind != 'O' {
		return errMalformed
	}
	c := d.change(rel, row.Delete, r)
	if c.Old = d.tuple(r, rel); kind == 'K' && !r.short {
		rel.markAbsentColumns(c.Old)
	}
	return nil
}

// change appends a change to the batch and copies the rest of the message, of which its
// values will be slices.
func (d *decoder) change(rel *relation, kind row.Kind, r *reader) *row.Change {
	r.rest = d.arena.text(r.rest)
	c := d.arena.change()
	c.Table, c.Kind, c.CommittedAt, c.LSN, c.XID = rel.table, kind, d.at, d.lsn, d.xid
	if d.batch == nil {
		d.batch = make([]*row.Change, 0, max(d.last, 1))
	}
	d.batch = append(d.batch, c)
	d.size += len(r.rest)
	return c
}

// tuple decodes a row (TupleData). Its virtual columns are computed later.
func (d *decoder) tuple(r *reader, rel *relation) []row.Value {
	if int(r.uint16()) != len(rel.columns) || len(rel.columns) > len(rel.table.Columns) {
		r.short = true
		return nil
	}
	values := d.arena.row(len(rel.table.Columns))
	for i := range rel.columns {
		switch r.byte() {
		case 't':
			values[i] = row.Value{State: row.Known, Text: r.bytes(int(r.uint32()))}
		case 'n':
			values[i].State = row.Null
		case 'u':
			values[i].State = row.Absent
		default:
			r.short = true
		}
	}
	return values
}
