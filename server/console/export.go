package console

import (
	"encoding/csv"
	"io"
)

// maxExport bounds the rows of a CSV file.
const maxExport = 100_000

// export answers the rows of a filter as CSV, in pages, so that none of it has to fit into
// memory. NULL and the empty text look alike in CSV.
func (s rows) export(r *call) (any, error) {
	p, err := s.pageOf(r)
	if err != nil {
		return nil, err
	}
	p.query.Limit = maxPage
	first, err := s.read(r, p, 0)
	if err != nil {
		return nil, err
	}
	return file{name: p.rel.Name + ".csv", contentType: "text/csv; charset=utf-8", write: func(w io.Writer) error {
		out := csv.NewWriter(w)
		var names []string
		for _, c := range first.Columns {
			names = append(names, c.Name)
		}
		_ = out.Write(names)
		for answer, sent := first, 0; ; {
			for _, row := range answer.Rows {
				_ = out.Write(plain(row))
			}
			sent += len(answer.Rows)
			if answer.Next == nil && answer.NextOffset == 0 || sent >= maxExport {
				break
			}
			next := p.query
			next.After, next.Offset = answer.Next, answer.NextOffset
			following, err := newPage(p.rel, next)
			if err != nil {
				return err
			}
			if answer, err = s.read(r, following, 0); err != nil {
				return err
			}
		}
		out.Flush()
		return out.Error()
	}}, nil
}

func plain(row []*string) []string {
	all := make([]string, len(row))
	for i, value := range row {
		if value != nil {
			all[i] = *value
		}
	}
	return all
}
