package tests

import (
	"net/http"
	"sync"
	"testing"
)

// TestRequestsDuringReloads sends requests while the schema cache and
// configuration are reloaded again and again.
func TestRequestsDuringReloads(t *testing.T) {
	t.Parallel()
	f := newForeign(t)
	s := f.serve(t)
	done := make(chan struct{})
	var asking sync.WaitGroup
	for range 4 {
		asking.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if answer := s.Send(t, "GET", "/huts?select=name&id=eq.1", ""); answer.Status != http.StatusOK {
					t.Errorf("during a reload: %d %s", answer.Status, answer.Body)
					return
				}
			}
		})
	}
	for range 30 {
		f.do(t, `create table api.passing (id int); notify pgrst; drop table api.passing; notify pgrst, 'reload config'`)
	}
	close(done)
	asking.Wait()
}
