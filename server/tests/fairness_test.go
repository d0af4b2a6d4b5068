package tests

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/toubkal/toubkal/server/pgtest"
)

// Reads of a table that is locked wait, of many addresses and many of one address.
// They must not take the connections from what others ask of other tables.
func TestWaitingRequestsDoNotBlockOthers(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	s := bootOn(t, database, "DATABASE_URL="+database.URL, "TRUSTED_PROXIES=127.0.0.1")
	tx, err := database.Admin.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(t.Context()) }()
	if _, err := tx.Exec(t.Context(), "lock table public.notes in access exclusive mode"); err != nil {
		t.Fatal(err)
	}
	from := func(address string) []string {
		return append(s.Headers(s.AnonKey), "X-Forwarded-For: "+address)
	}
	var reads sync.WaitGroup
	var mu sync.Mutex
	answered := map[int]int{}
	read := func(address string) {
		reads.Go(func() {
			answer := s.Send(t, "GET", "/rest/v1/notes?select=id", "", from(address)...)
			mu.Lock()
			defer mu.Unlock()
			answered[answer.Status]++
			if refused := answer.Status == http.StatusServiceUnavailable || answer.Status == http.StatusTooManyRequests; refused && answer.Header.Get("Retry-After") == "" {
				t.Errorf("%d without Retry-After: %s", answer.Status, answer.Body)
			}
		})
	}
	for i := range 40 {
		read(fmt.Sprintf("198.51.100.%d", i))
	}
	for range 150 { // 100 may wait
		read("203.0.113.1")
	}
	waitForLock(t, database)
	for i := range 10 {
		if answer := s.Send(t, "GET", "/rest/v1/rpc/is_member?team=1", "", from("192.0.2.1")...); answer.Status != http.StatusOK {
			t.Errorf("read %d of another address: %d %s", i, answer.Status, answer.Body)
		}
		if answer := s.Send(t, "POST", "/rest/v1/feedback", `{"name":"A reader","message":"hello"}`, from("192.0.2.1")...); answer.Status != http.StatusCreated {
			t.Errorf("insert %d of another address: %d %s", i, answer.Status, answer.Body)
		}
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	reads.Wait()
	if answered[http.StatusTooManyRequests] == 0 || answered[http.StatusOK] == 0 {
		t.Errorf("the waiting reads were answered %v, want some 429 and some 200", answered)
	}
	t.Logf("the waiting reads were answered %v", answered)
}
