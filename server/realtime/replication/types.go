package replication

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// pgType is a row of pg_type.
type pgType struct {
	oid       uint32
	name      string
	kind      string // pg_type.typtype
	base      uint32 // of a domain
	element   uint32 // of an array
	delimiter string // between two elements
	cast      bool   // to json, by a function
	fields    []pgField
}

type pgField struct {
	name string
	typ  uint32
}

// typesSQL reads rows of pg_type. A cast to json counts only where a superuser or the
// owner of the database owns its function: it runs under our login. (to_jsonb uses such
// casts of types that are not built in, arrays or composites: json_categorize_type in
// jsonfuncs.c.)
const typesSQL = `
	select t.oid, t.typname, t.typtype::text, t.typbasetype,
		case when t.typsubscript = 'array_subscript_handler'::regproc then t.typelem else 0::oid end,
		case when t.oid in (22, 30) then ' ' else coalesce(e.typdelim::text, ',') end,
		t.oid >= 16384 and t.typtype not in ('d', 'c') and exists (
			select from pg_cast
			join pg_proc as p on p.oid = castfunc
			join pg_roles as r on r.oid = p.proowner
			where castsource = t.oid and casttarget = 'json'::regtype and castmethod = 'f'
			and (r.rolsuper or r.oid = (select datdba from pg_database where datname = current_database()))
		),
		coalesce((select array_agg(a.attname::text order by a.attnum) from pg_attribute as a
			where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped), '{}'),
		coalesce((select array_agg(a.atttypid order by a.attnum) from pg_attribute as a
			where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped), '{}')
	from pg_type as t left join pg_type as e on e.oid = t.typelem
	where t.oid = any ($1::oid[])`

// typesOf describes types, and first reads those that are not cached, with their
// components.
func (c *catalog) typesOf(ctx context.Context, conn *pgx.Conn, oids []uint32) (map[uint32]*row.Type, error) {
	c.mu.Lock()
	known, generation := maps.Clone(c.types), c.generation
	c.mu.Unlock()
	if err := known.complete(ctx, conn, oids); err != nil {
		return nil, fmt.Errorf("read the types of the published tables: %w", err)
	}
	types := make(map[uint32]*row.Type, len(oids))
	for _, oid := range oids {
		known.typeOf(oid, types)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if generation == c.generation {
		c.types = known
	}
	return types, nil
}

// pgTypes are rows of pg_type by their OID.
type pgTypes map[uint32]pgType

// complete reads the missing types and their components, with a query for each level.
func (p pgTypes) complete(ctx context.Context, conn *pgx.Conn, oids []uint32) error {
	for {
		missing := p.missing(oids)
		if len(missing) == 0 {
			return nil
		}
		rows, err := conn.Query(ctx, typesSQL, missing)
		if err != nil {
			return err
		}
		for _, oid := range missing {
			p[oid] = pgType{oid: oid, name: "unknown", kind: "b"} // dropped, unless it is read now
		}
		read, err := pgx.CollectRows(rows, readType)
		if err != nil {
			return err
		}
		oids = nil
		for _, t := range read {
			p[t.oid] = t
			oids = append(oids, t.components()...)
		}
	}
}

func readType(r pgx.CollectableRow) (t pgType, err error) {
	var names []string
	var types []uint32
	err = r.Scan(&t.oid, &t.name, &t.kind, &t.base, &t.element, &t.delimiter, &t.cast, &names, &types)
	for i := range names {
		t.fields = append(t.fields, pgField{names[i], types[i]})
	}
	return t, err
}

func (p pgTypes) missing(oids []uint32) (missing []uint32) {
	for _, oid := range oids {
		if _, ok := p[oid]; !ok && !slices.Contains(missing, oid) {
			missing = append(missing, oid)
		}
	}
	return missing
}

// components are the types that a type consists of.
func (p pgType) components() (oids []uint32) {
	for _, oid := range []uint32{p.base, p.element} {
		if oid != 0 {
			oids = append(oids, oid)
		}
	}
	for _, f := range p.fields {
		oids = append(oids, f.typ)
	}
	return oids
}

// typeOf describes a type and adds it to all.
func (p pgTypes) typeOf(oid uint32, all map[uint32]*row.Type) *row.Type {
	if t := all[oid]; t != nil {
		return t
	}
	from := p[oid]
	t := &row.Type{OID: oid, Name: from.name, Base: oid, Kind: row.Scalar, Enum: from.kind == "e", JSONCast: from.cast}
	switch {
	case from.kind == "d" && from.base != 0:
		*t = *p.typeOf(from.base, all)
		t.OID, t.Name = oid, from.name
	case from.element != 0:
		t.Kind, t.Delimiter, t.Element = row.Array, from.delimiter[0], p.typeOf(from.element, all)
		t.JSONCast = t.Element.JSONCast
	case from.kind == "c":
		t.Kind = row.Composite
		for _, f := range from.fields {
			field := row.Field{Name: f.name, Type: p.typeOf(f.typ, all)}
			t.Fields, t.JSONCast = append(t.Fields, field), t.JSONCast || field.Type.JSONCast
		}
	}
	all[oid] = t
	return t
}
