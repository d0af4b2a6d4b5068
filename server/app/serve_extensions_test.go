package app_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/project"
)

// A migration schedules a job that sends a request with a secret of the vault, and a trigger sends rows to the program
// itself under the name that Supabase's containers know it by.
func TestJobsAndRequestsOfASupabaseFolder(t *testing.T) {
	t.Parallel()
	arrived := make(chan string, 10)
	target := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		arrived <- r.Header.Get("Authorization") + " " + string(body)
	}))
	defer target.Close()
	dir := supabaseFolder(t)
	migration := fmt.Sprintf(`create extension if not exists pg_cron with schema pg_catalog;
		create extension if not exists pg_net with schema extensions;
		select vault.create_secret('s3cret', 'token');
		create function public.remember(json) returns json language sql security definer set search_path = ''
			as $$ insert into public.entries (title) values ($1 ->> 'type' || ' from the webhook') returning to_json(title) $$;
		grant execute on function public.remember(json) to anon;
		create table public.orders (id int);
		create trigger hook after insert on public.orders for each row
			execute function supabase_functions.http_request('http://kong:8000/rest/v1/rpc/remember', 'POST', '{"Content-Profile": "public"}', '{}', '5000');
		select cron.schedule('report', '1 second', $$
			select net.http_post(%s, '{"n": 1}', headers := jsonb_build_object('Authorization', 'Bearer ' || decrypted_secret))
			from vault.decrypted_secrets where name = 'token'$$);
		insert into public.orders values (1);`, "'"+target.URL+"'")
	if err := os.WriteFile(filepath.Join(dir, "supabase", "migrations", "20260103000000_jobs.sql"), []byte(migration), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := project.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	address := run(t, p, "TOUBKAL_NET_ALLOW=127.0.0.1")
	if got := <-arrived; got != `Bearer s3cret {"n": 1}` {
		t.Errorf("the job has sent %s", got)
	}
	<-arrived // it goes on
	waiting, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		_, rows := get(t, address+"/rest/v1/entries?title=eq.INSERT%20from%20the%20webhook&select=title")
		if rows == `[{"title":"INSERT from the webhook"}]` {
			return
		}
		if waiting.Err() != nil {
			t.Fatalf("the webhook has not arrived: %s", rows)
		}
	}
}
