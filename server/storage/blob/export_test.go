package blob

// SendParts has files above size bytes sent to S3 in parts of that size.
func (s *Store) SendParts(size int64) {
	if b, ok := s.place.(*bucket); ok {
		b.maxPut = size
	}
}
