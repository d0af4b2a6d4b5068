package replication

import (
	"bytes"
	"context"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// relation is a table as pgoutput describes it before its first change, and again
// whenever that may differ.
type relation struct {
	oid          uint32
	schema, name string
	full         bool // REPLICA IDENTITY FULL
	columns      []relationColumn
	raw          []byte // the message itself

	table *row.Table // nil until it is described
	// identity marks the columns of the replica identity: of the primary key, or of the
	// index that REPLICA IDENTITY names.
	identity []bool
	stale    bool // the schema has changed since it was described
}

type relationColumn struct {
	name     string
	identity bool
	typ      uint32
}

// relation decodes a Relation message. An equal one changes nothing but how virtual columns
// are computed, which it does not tell.
func (d *decoder) relation(r *reader) {
	raw := r.rest
	oid := r.uint32()
	if known := d.relations[oid]; known != nil && bytes.Equal(known.raw, raw) {
		known.stale = known.stale || known.table != nil && virtualColumns(known.table) != nil
		return
	}
	rel := &relation{oid: oid, raw: bytes.Clone(raw), schema: string(r.string()), name: string(r.string())}
	if rel.schema == "" {
		rel.schema = "pg_catalog" // the protocol abbreviates it
	}
	rel.full = r.byte() == 'f'
	for range r.uint16() {
		flags := r.byte()
		c := relationColumn{identity: flags&1 != 0, name: string(r.string()), typ: r.uint32()}
		r.uint32() // atttypmod: the text of a value does not depend on it
		rel.columns = append(rel.columns, c)
		rel.identity = append(rel.identity, c.identity)
		if r.short {
			return
		}
	}
	d.relations[oid] = rel
}

// known returns the relation of a change, with its table.
func (d *decoder) known(ctx context.Context, r *reader) (*relation, error) {
	rel := d.relations[r.uint32()]
	if rel == nil {
		return nil, errMalformed
	}
	if rel.table != nil && !rel.stale {
		return rel, nil
	}
	table, err := d.source.table(ctx, rel, d.xid)
	if err != nil {
		return nil, err
	}
	rel.table, rel.stale = table, false
	return rel, nil
}

// invalidate has the table of each relation described again at its next change.
func (d *decoder) invalidate() {
	for _, rel := range d.relations {
		rel.stale = true
	}
}

// markAbsentColumns marks the columns that an old key does not hold: pgoutput sends
// null for them.
func (r *relation) markAbsentColumns(values []row.Value) {
	for i, identity := range r.identity {
		if !identity {
			values[i] = row.Value{}
		}
	}
}
