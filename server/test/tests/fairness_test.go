package tests

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// Reads of a table that is locked wait, of many addresses and many of one address.
// They must not take the connections from what others ask of other tables.
func TestWaitingRequestsDoNotBlockOthers(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	// The bounds of time are long: a busy machine must not end what this test is about.
	s := bootOn(
		t, database, "DATABASE_URL="+database.URL, "TRUSTED_PROXIES=127.0.0.1",
		"PGRST_DB_POOL_ACQUISITION_TIMEOUT=60", "TOUBKAL_REQUEST_TIMEOUT=120",
	)
	unlock := lockNotes(t, database)
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
	refused := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return answered[http.StatusTooManyRequests] > 0
	}
	for limit := time.Now().Add(apptest.Timeout); !refused() && time.Now().Before(limit); { // the reads are on their way
		time.Sleep(10 * time.Millisecond)
	}
	unlock()
	reads.Wait()
	if answered[http.StatusTooManyRequests] == 0 || answered[http.StatusOK] == 0 {
		t.Errorf("the waiting reads were answered %v, want some 429 and some 200", answered)
	}
	t.Logf("the waiting reads were answered %v", answered)
}

// A whole batch of an anonymous user has one deadline, however many parts it has, and
// nothing of it is done.
func TestAnonymousBatchTimeout(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	if _, err := database.Admin.Exec(t.Context(), `create function public.pause() returns int language sql stable
		as 'select 1 from pg_sleep(0.3)'; grant execute on function public.pause() to public`); err != nil {
		t.Fatal(err)
	}
	s := bootOn(t, database, "DATABASE_URL="+database.URL, "TOUBKAL_REST_ANON_BATCH_TIMEOUT=1")
	var batch []string
	batch = append(batch, `{"method":"POST","path":"/feedback","body":{"name":"A reader","message":"from the batch"}}`)
	for range 20 {
		batch = append(batch, `{"method":"POST","path":"/rpc/pause","body":{}}`)
	}
	answer := s.Send(t, "POST", "/rest/v1/", "["+strings.Join(batch, ",")+"]", s.Headers(s.AnonKey)...)
	if answer.Status != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" || !strings.Contains(answer.Body, "batch took longer than 1s") {
		t.Errorf("%d %v %s", answer.Status, answer.Header, answer.Body)
	}
	var rows int
	if err := database.Admin.QueryRow(t.Context(), "select count(*) from public.feedback where message = 'from the batch'").Scan(&rows); err != nil || rows != 0 {
		t.Errorf("%d rows of the batch stayed: %v", rows, err)
	}
}

// A statement gives up waiting for a lock.
func TestLockTimeout(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	s := bootOn(t, database, "DATABASE_URL="+database.URL, "TOUBKAL_DB_LOCK_TIMEOUT=1")
	lockNotes(t, database)
	if answer := s.Send(t, "GET", "/rest/v1/notes?select=id", "", s.Headers(s.AnonKey)...); !strings.Contains(answer.Body, `"55P03"`) {
		t.Errorf("%d %s, want the code 55P03", answer.Status, answer.Body)
	}
}

// Expensive patterns of anonymous users are refused, unless the operator allows them.
func TestAnonymousPatterns(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	const path = `/rest/v1/notes?select=id&title=match.(a)%5C1`
	for _, c := range []struct {
		setting string
		want    int
	}{{"TOUBKAL_REST_ANON_BOUNDS=true", http.StatusBadRequest}, {"TOUBKAL_REST_ANON_BOUNDS=false", http.StatusOK}} {
		s := bootOn(t, database, "DATABASE_URL="+database.URL, c.setting)
		if answer := s.Send(t, "GET", path, "", s.Headers(s.AnonKey)...); answer.Status != c.want {
			t.Errorf("%s: %d %s, want %d", c.setting, answer.Status, answer.Body, c.want)
		}
		if answer := s.Send(t, "GET", path, "", s.Headers(s.ServiceKey(t))...); answer.Status != http.StatusOK {
			t.Errorf("%s: with the service key %d %s", c.setting, answer.Status, answer.Body)
		}
	}
}
