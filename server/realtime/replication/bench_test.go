package replication

import (
	"context"
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// message builds pgoutput's messages, as PostgreSQL writes them.
type message []byte

func (m message) byte(b byte) message { return append(m, b) }

func (m message) uint16(n uint16) message { return binary.BigEndian.AppendUint16(m, n) }

func (m message) uint32(n uint32) message { return binary.BigEndian.AppendUint32(m, n) }

func (m message) uint64(n uint64) message { return binary.BigEndian.AppendUint64(m, n) }

func (m message) string(s string) message { return append(append(m, s...), 0) }

func (m message) value(s string) message {
	return append(m.byte('t').uint32(uint32(len(s))), s...)
}

// order is a row as the site's orders are: nine columns, of which one is null.
func order() message {
	m := message{}.byte('I').uint32(16385).byte('N').uint16(9)
	m = m.value("550e8400-e29b-41d4-a716-446655440000").value("BO1700000000000123").value("Fatima Zahra El Alaoui")
	m = m.value("reader123@example.org").value("2").value("558.00").value("t").value("2025-11-03 09:32:55.123456+00")
	return m.byte('n')
}

var orderTypes = []uint32{2950, 25, 25, 25, 23, 1700, 16, 1184, 25}

// alone is a decoder's surroundings without PostgreSQL.
type alone struct{ only *row.Table }

func (a alone) table(context.Context, *relation, uint32) (*row.Table, error) { return a.only, nil }
func (alone) schemaChanged(context.Context, uint32) error                    { return nil }

func orders(b testing.TB) *decoder {
	b.Helper()
	table := &row.Table{OID: 16385, Schema: "public", Name: "orders", Key: []int{0}}
	relation := message{}.byte('R').uint32(16385).string("public").string("orders").byte('d').uint16(uint16(len(orderTypes)))
	for i, oid := range orderTypes {
		name := fmt.Sprintf("column_%d", i)
		table.Columns = append(table.Columns, row.Column{Name: name, Number: int16(i + 1), Type: &row.Type{OID: oid, Base: oid, Kind: row.Scalar}})
		flags := byte(0)
		if i == 0 {
			flags = 1
		}
		relation = relation.byte(flags).string(name).uint32(oid).uint32(0xffffffff)
	}
	d := newDecoder(alone{table})
	for _, m := range []message{relation, message{}.byte('B').uint64(1).uint64(2).uint32(3)} {
		if err := d.message(b.Context(), m); err != nil {
			b.Fatal(err)
		}
	}
	return d
}

// BenchmarkDecoder is one row of nine columns, 190 bytes.
func BenchmarkDecoder(b *testing.B) {
	for _, withJSON := range []bool{false, true} {
		b.Run(map[bool]string{false: "rows", true: "rows and JSON"}[withJSON], func(b *testing.B) {
			d, m, ctx := orders(b), order(), b.Context()
			b.ReportAllocs()
			b.SetBytes(int64(len(m)))
			var dst []byte
			for b.Loop() {
				if err := d.message(ctx, m); err != nil {
					b.Fatal(err)
				}
				if !d.full() {
					continue
				}
				batch, _ := d.take()
				for _, c := range batch {
					if !withJSON {
						break
					}
					dst = append(dst[:0], '{')
					for i, v := range c.New {
						dst = append(append(append(dst, '"'), c.Table.Columns[i].Name...), '"', ':')
						dst = append(row.AppendJSON(dst, c.Table.Columns[i].Type, v), ',')
					}
				}
			}
		})
	}
}

// FuzzDecoder: whatever comes, there is an error or there are changes as their
// table is, and nothing panics.
func FuzzDecoder(f *testing.F) {
	update := append(message{}.byte('U').uint32(16385).byte('O').uint16(9), order()[8:]...)
	update = append(update, order()[5:]...)
	for _, m := range []message{
		order(), update, append(message{}.byte('D').uint32(16385).byte('K'), order()[6:]...),
		message{}.byte('B').uint64(1).uint64(2).uint32(3), message{}.byte('C').byte(0).uint64(1).uint64(2).uint64(3),
		message{}.byte('M').byte(1).uint64(1).string(schemaPrefix).uint32(6), message{}.byte('R').uint32(16385).string("").string("x").byte('f').uint16(1),
		message{}.byte('T'), message{}.byte('Y'),
		{},
	} {
		f.Add([]byte(m))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d := orders(t)
		err := d.message(t.Context(), data)
		batch, _ := d.take()
		for _, c := range batch {
			if err == nil && len(c.Row()) != len(c.Table.Columns) {
				t.Errorf("%q gave %d values for %d columns", data, len(c.Row()), len(c.Table.Columns))
			}
		}
	})
}
