//go:build endurance && (linux || darwin || freebsd)

package killed

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
)

const secret = "a secret of the tests, long enough to sign with"

// bearer is the service role's.
var bearer = sync.OnceValue(func() string {
	text, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{"role": "service_role"}).SignedString([]byte(secret))
	if err != nil {
		panic(err)
	}
	return text
})

// write inserts a row, and gives its id and whether that was acknowledged.
func write(ctx context.Context, client *http.Client, url string) (id string, ok bool) {
	id = uuid.NewString()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/rest/v1/notes", strings.NewReader(`{"id":"`+id+`"}`))
	if err != nil {
		return "", false
	}
	r.Header.Set("Authorization", "Bearer "+bearer())
	r.Header.Set("Apikey", bearer())
	r.Header.Set("Content-Type", "application/json")
	response, err := client.Do(r)
	if err != nil {
		return "", false
	}
	_ = response.Body.Close()
	return id, response.StatusCode == http.StatusCreated
}

// load is clients that write all the time, and what was acknowledged.
type load struct {
	mu      sync.Mutex
	url     string
	all     []string
	checked int           // of all
	grown   chan struct{} // one more was acknowledged
}

func (l *load) to(url string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.url = url
}

// run writes until ctx ends. The pauses leave time for others on the machine.
func (l *load) run(ctx context.Context) {
	var writers sync.WaitGroup
	for range 4 {
		writers.Go(func() {
			client := &http.Client{Timeout: 5 * time.Second}
			defer client.CloseIdleConnections()
			for ; ctx.Err() == nil; time.Sleep(5 * time.Millisecond) {
				l.mu.Lock()
				url := l.url
				l.mu.Unlock()
				if url == "" {
					continue
				}
				if id, ok := write(ctx, client, url); ok {
					l.add(id)
				}
			}
		})
	}
	writers.Wait()
}

func (l *load) add(id string) {
	l.mu.Lock()
	l.all = append(l.all, id)
	l.mu.Unlock()
	select {
	case l.grown <- struct{}{}:
	default:
	}
}

// wait waits until n more writes were acknowledged.
func (l *load) wait(t *testing.T, n int) {
	t.Helper()
	until := l.count() + n
	limit := time.After(patience)
	for l.count() < until {
		select {
		case <-l.grown:
		case <-limit:
			t.Fatalf("%d of %d writes were acknowledged in %v", l.count()-until+n, n, patience)
		}
	}
}

func (l *load) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.all)
}

// acknowledged are the writes since the last call, or all.
func (l *load) acknowledged(all bool) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	from := l.checked
	if all {
		from = 0
	}
	l.checked = len(l.all)
	return l.all[from:len(l.all):len(l.all)]
}
