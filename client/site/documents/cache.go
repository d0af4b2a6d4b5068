package documents

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
)

// rendered is a document or a picture, ready to be sent.
type rendered struct {
	bytes []byte
	etag  string
}

// cacheSize is how many are kept, of some hundred kB at most: about a hundred
// documents and pages, and the pictures of posts that are often shared.
const cacheSize = 160

// cache keeps the last rendering of each document, by name.
type cache struct {
	entries *lru.Cache[string, cacheEntry]
}

type cacheEntry struct {
	rendered
	version string
}

func newCache() cache {
	entries, _ := lru.New[string, cacheEntry](cacheSize) // fails on a size of 0 only
	return cache{entries}
}

func (c cache) find(name, version string) (rendered, bool) {
	entry, ok := c.entries.Get(name)
	return entry.rendered, ok && entry.version == version
}

// get returns the entry of this version, or renders it while rendering is held.
func (c cache) get(name, version string, rendering *sync.Mutex, render func() ([]byte, error)) (rendered, error) {
	if found, ok := c.find(name, version); ok {
		return found, nil
	}
	rendering.Lock()
	defer rendering.Unlock()
	if found, ok := c.find(name, version); ok { // a request before this one rendered it
		return found, nil
	}
	bytes, err := render()
	if err != nil {
		return rendered{}, err
	}
	sum := sha256.Sum256(bytes)
	made := rendered{bytes, `"` + hex.EncodeToString(sum[:8]) + `"`}
	c.entries.Add(name, cacheEntry{made, version})
	return made, nil
}
