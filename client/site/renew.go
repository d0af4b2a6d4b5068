package site

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"golang.org/x/sync/singleflight"
)

// renewWithin bounds the pages that each write renders again to those that are read: a
// site keeps up to maxKeptPages, and rendering one takes about 0.1 s of CPU time. Another is
// rendered again when it is requested.
const renewWithin = time.Hour

// checkWait bounds how long a request waits for the rows of its kept page, to know whether they
// are still those that it shows.
const checkWait = 50 * time.Millisecond

// kept is the kept page of an address; nil if none is kept, or the page is gone. Its rows are
// read again every checkInterval, and before the next request after each write through this
// program. A page with other rows is sent too, however old it is, and one whose rows are not
// read within checkWait: as stale, so that the client asks for the rows. It is rendered again.
func (s *Site) kept(ctx context.Context, a address, language, origin string) (kept *keptPage, stale bool) {
	if s.renderer == nil {
		return nil, false
	}
	kept, age, current := s.renderer.get(pageName{a.path, language}, origin)
	if kept == nil || current && age < checkInterval {
		return kept, false
	}
	asked := s.renderer.writes.Load()
	check := s.check(ctx, a, kept)
	if current && age < maxStale {
		return kept, false
	}
	limit := time.NewTimer(s.renderer.checkWait)
	defer limit.Stop()
	select {
	case result := <-check:
		if done := result.Val.(checked); done.writes >= asked { // else the rows were read before a write that this request comes after
			return done.kept, done.stale
		}
	case <-limit.C:
	}
	return kept, true
}

// checked is a kept page after its rows were read again; nil if the page is gone.
type checked struct {
	kept   *keptPage
	stale  bool
	writes uint64 // keptPages.writes before the rows were read
}

// check reads the rows of a kept page, once however many ask. If they are others, it has
// the page rendered again.
func (s *Site) check(ctx context.Context, a address, kept *keptPage) <-chan singleflight.Result {
	ctx = context.WithoutCancel(ctx)
	return s.checks.DoChan(kept.Name.Path+" "+kept.Name.Language+" "+kept.Origin, func() (any, error) {
		v := s.newView(ctx, a, kept.Name.Language, kept.Origin, s.client.fetch)
		switch {
		case v.status == http.StatusNotFound:
			s.renderer.drop(kept.Name)
			return checked{writes: v.writes}, nil
		case !v.keepable(): // not every table was read
		case v.hash == kept.State:
			s.renderer.put(kept, v.readAt, v.writes)
			return checked{kept, false, v.writes}, nil
		default:
			s.renderer.start(ctx, v)
		}
		return checked{kept, true, v.writes}, nil
	})
}

// TablesChanged is to be called when something was written to tables through this program,
// before the writer is answered: requests that come later see it. The kept pages that were
// requested within renewWithin are rendered again in the background, the latest first. The
// next request for another renders it.
func (s *Site) TablesChanged() {
	if s.renderer == nil {
		return
	}
	s.renderer.writes.Add(1)
	if s.renewing.CompareAndSwap(false, true) {
		go s.renew(context.Background())
	}
}

// renew renders kept pages again until nothing is written meanwhile, with a pass every
// checkInterval at most. It renders one page at a time, so a visitor's waits for one.
func (s *Site) renew(ctx context.Context) {
	for {
		interval := time.NewTimer(checkInterval)
		written := s.renderer.writes.Load()
		s.renewPages(ctx)
		if s.renderer.writes.Load() == written {
			s.renewing.Store(false)
			if s.renderer.writes.Load() == written || !s.renewing.CompareAndSwap(false, true) {
				interval.Stop()
				return
			}
		}
		<-interval.C
	}
}

func (s *Site) renewPages(ctx context.Context) {
	answers := map[string]json.RawMessage{} // pages have many requests in common
	written := s.renderer.writes.Load()
	at := s.Now()
	fetch := func(ctx context.Context, requests ...string) []json.RawMessage {
		rows, missing := make([]json.RawMessage, len(requests)), []string{}
		for _, request := range requests {
			if _, ok := answers[request]; !ok {
				missing = append(missing, request)
			}
		}
		for i, answer := range s.client.fetch(ctx, missing...) {
			answers[missing[i]] = answer
		}
		for i, request := range requests {
			rows[i] = answers[request]
		}
		return rows
	}
	for _, kept := range s.renderer.requested(renewWithin) {
		if now := s.renderer.writes.Load(); now != written {
			clear(answers)
			written, at = now, s.Now()
		}
		v := s.newView(ctx, s.pages.find(kept.Name.Path), kept.Name.Language, kept.Origin, fetch)
		switch {
		case v.status == http.StatusNotFound:
			s.renderer.drop(kept.Name)
		case v.keepable():
			v.readAt, v.writes = at, written
			s.renderer.page(ctx, v)
		}
	}
}

// tellWrites calls changed for each request that may have written and succeeds: before it is
// answered, and at its end, since what answers with rows may commit after the first of them.
func tellWrites(next http.Handler, changed func()) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.Method {
		case http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete:
			answer := &writeAnswer{ResponseWriter: w, changed: changed}
			next.ServeHTTP(answer, r)
			if answer.rows {
				changed()
			}
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// writeAnswer is the answer to a write.
type writeAnswer struct {
	http.ResponseWriter
	changed          func()
	begun, succeeded bool
	rows             bool
}

func (w *writeAnswer) WriteHeader(status int) {
	if status >= 200 && !w.begun {
		w.begun, w.succeeded = true, status < 300
		if w.succeeded {
			w.changed()
		}
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *writeAnswer) Write(p []byte) (int, error) {
	if !w.begun {
		w.WriteHeader(http.StatusOK)
	}
	w.rows = w.succeeded && len(p) > 0
	return w.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController set deadlines and flush through it.
func (w *writeAnswer) Unwrap() http.ResponseWriter { return w.ResponseWriter }
