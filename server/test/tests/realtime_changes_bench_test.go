package tests

import (
	"bytes"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// BenchmarkRealtimePolicies has 500 clients, each with claims of its own, listen to
// a table under policies by which each may see one change in five, and writes 300
// changes a second. Supabase publishes 30 to 40 a second for it.
func BenchmarkRealtimePolicies(b *testing.B) {
	const clients, pace, parts = 500, 300, 5
	for name, policy := range map[string]string{
		"no policies":        "",
		"claims in an array": `(select auth.uid()) = any (readers)`,
		"a membership table": `exists (select from public.members where members.part = shared.part and members.id = (select auth.uid()))`,
		"an owner, 1 in 500": `(select auth.uid()) = readers[1]`,
	} {
		b.Run(name, func(b *testing.B) {
			s := bootChanges(b, "LOG_LEVEL=warn", "REALTIME_MAX_JOINS_PER_SECOND=10000")
			execute(b, s.DB, `create table public.members (part int, id uuid, primary key (part, id)); grant select on public.members to authenticated;
				create table public.shared (id bigint primary key, part int, at text, readers uuid[]); grant select on public.shared to authenticated;
				alter publication supabase_realtime add table public.shared`)
			if policy != "" {
				execute(b, s.DB, `alter table public.shared enable row level security; create policy p on public.shared for select to authenticated using (`+policy+`)`)
			}
			readers := make([][]string, parts)
			var ids []string
			for i := range clients {
				id := fmt.Sprintf("00000000-0000-4000-8000-%012d", i)
				ids = append(ids, id)
				readers[i%parts] = append(readers[i%parts], id)
				execute(b, s.DB, `insert into members values ($1, $2)`, i%parts, id)
			}
			var arrived atomic.Int64
			done := make(chan struct{}, 1)
			var expected atomic.Int64
			took := make([][]time.Duration, clients)
			for i, id := range ids {
				measured(s, b, user(b, id), func(latency time.Duration) {
					took[i] = append(took[i], latency)
					if arrived.Add(1) == expected.Load() {
						done <- struct{}{}
					}
				})
			}
			perChange := clients / parts
			if policy == "" {
				perChange = clients
			}
			if name == "an owner, 1 in 500" {
				perChange = 1
			}
			insert := func(n, part int) {
				who := readers[part]
				if perChange == 1 {
					who = ids[n%clients : n%clients+1]
				}
				execute(b, s.DB, `insert into shared values ($1, $2, $3, $4)`, n, part, strconv.FormatInt(time.Now().UnixNano(), 10), who)
			}
			n := 0
			rounds := 0
			b.ResetTimer()
			for b.Loop() {
				rounds++
				expected.Add(int64(pace * perChange))
				ticker := time.NewTicker(time.Second / pace)
				for range pace {
					<-ticker.C
					insert(n, n%parts)
					n++
				}
				ticker.Stop()
				select {
				case <-done:
				case <-time.After(apptest.Timeout):
					b.Fatalf("%d of %d came", arrived.Load(), expected.Load())
				}
			}
			all := slices.Concat(took...)
			slices.Sort(all)
			b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(all[len(all)*99/100].Microseconds())/1000, "p99-ms")
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "changes/s")
		})
	}
}

// measured listens to shared, and hands on how long each change took.
func measured(s *apptest.Instance, t testing.TB, token string, each func(time.Duration)) {
	t.Helper()
	conn, _, err := s.DialRealtime(t, "/realtime/v1/websocket", url.Values{"apikey": {s.AnonKey}, "vsn": {apptest.Version2}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	join := `["1","1","realtime:raw","phx_join",` + listeningAs(token, to("shared")) + `]`
	if err := conn.WriteMessage(websocket.TextMessage, []byte(join)); err != nil {
		t.Fatal(err)
	}
	var said []byte
	for !bytes.Contains(said, []byte("Subscribed to PostgreSQL")) {
		if _, said, err = conn.ReadMessage(); err != nil || bytes.Contains(said, []byte(`"error"`)) {
			t.Fatalf("%v %s", err, said)
		}
	}
	go func() {
		for {
			_, frame, err := conn.ReadMessage()
			if err != nil {
				return
			}
			_, rest, ok := bytes.Cut(frame, []byte(`"at":"`))
			written, _, _ := bytes.Cut(rest, []byte(`"`))
			if at, err := strconv.ParseInt(string(written), 10, 64); ok && err == nil {
				each(time.Since(time.Unix(0, at)))
			}
		}
	}()
}
