package documents

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"
)

// paper is something printed.
type paper struct {
	bytes []byte
	etag  string
}

// room is how many prints are kept, of at most some hundred kB: about a hundred
// documents and pages, and pictures of as many posts as are passed on in a while.
const room = 160

// shelf keeps the last print of each document; where there is no more room, the
// one that was printed first goes.
type shelf struct {
	mu  *sync.Mutex
	all map[string]shelved
	// order has the names as they came.
	order []string
}

type shelved struct {
	paper
	version string
}

func newShelf() *shelf { return &shelf{mu: &sync.Mutex{}, all: map[string]shelved{}} }

func (s *shelf) find(name, version string) (paper, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found, ok := s.all[name]
	return found.paper, ok && found.version == version
}

// get gives what is kept, or makes it while nobody else prints.
func (s *shelf) get(name, version string, printing *sync.Mutex, make func() ([]byte, error)) (paper, error) {
	if found, ok := s.find(name, version); ok {
		return found, nil
	}
	printing.Lock()
	defer printing.Unlock()
	if found, ok := s.find(name, version); ok { // somebody was faster
		return found, nil
	}
	bytes, err := make()
	if err != nil {
		return paper{}, err
	}
	sum := sha256.Sum256(bytes)
	made := paper{bytes, `"` + hex.EncodeToString(sum[:8]) + `"`}
	s.put(name, shelved{made, version})
	return made, nil
}

func (s *shelf) put(name string, made shelved) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, again := s.all[name]; !again {
		s.order = append(s.order, name)
	}
	s.all[name] = made
	if len(s.order) > room {
		delete(s.all, s.order[0])
		s.order = s.order[1:]
	}
}
