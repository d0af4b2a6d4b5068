package rest

import (
	"strconv"
	"time"
)

// serverTiming says where the time of a request went, in Server-Timing
// (https://www.w3.org/TR/server-timing/) as PostgREST does: how long the token,
// reading the request, planning it, the transaction and the answer took, in
// milliseconds. It has three decimals where PostgREST has one: most stages here
// take microseconds. The zero value measures nothing.
type serverTiming struct {
	now  func() time.Time
	last time.Time
	text []byte
}

func (h handler) newServerTiming() serverTiming {
	if !h.Timing {
		return serverTiming{}
	}
	return serverTiming{now: h.Now, last: h.Now()}
}

// lap ends a stage, and begins the next.
func (s *serverTiming) lap(stage string) {
	if s.now == nil {
		return
	}
	now := s.now()
	if s.text != nil {
		s.text = append(s.text, ", "...)
	}
	s.text = append(append(s.text, stage...), ";dur="...)
	s.text = strconv.AppendFloat(s.text, now.Sub(s.last).Seconds()*1000, 'f', 3, 64)
	s.last = now
}
