package edge

import (
	"net/http"
	"sync/atomic"
	"time"
)

// Idle knows whether a program has something else to do than some of its requests. The zero
// value is ready.
type Idle struct {
	serving atomic.Int64 // the other requests, open sockets too
	ended   atomic.Int64 // when the last of them ended, Unix nanoseconds
}

// Watch is next, whose requests count but for those that fit.
func (i *Idle) Watch(but func(*http.Request) bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !but(r) {
			i.serving.Add(1)
			defer func() {
				i.ended.Store(time.Now().UnixNano())
				i.serving.Add(-1)
			}()
		}
		next.ServeHTTP(w, r)
	})
}

// For reports whether no other request was served for so long.
func (i *Idle) For(d time.Duration) bool {
	return i.serving.Load() == 0 && time.Now().UnixNano()-i.ended.Load() >= int64(d)
}
