package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strconv"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// liveEnvironment is the environment in which realtime is measured: the program as it is deployed, and the
// tables whose changes it tells.
type liveEnvironment struct {
	*environment
	address string
	program *child
	url     string
}

// liveTables are one that all may read, one whose rows are their owners',
// one whose rows are a team's, of five that a token may name, and the same behind
// a function, which nobody can see through.
const liveTables = `
	create table public.live_open (
		id bigint generated always as identity primary key, sent bigint not null, owner uuid not null, team integer not null, note text not null
	);
	create table public.live_own (like public.live_open including all);
	create table public.live_team (like public.live_open including all);
	create table public.live_opaque (like public.live_open including all);
	create schema bench_private;
	create function bench_private.bench_sees(team integer) returns boolean language plpgsql stable as
		$$ begin return team = (auth.jwt() ->> 'team')::integer; end $$;
	grant usage on schema bench_private to authenticated;
	grant execute on function bench_private.bench_sees(integer) to authenticated;
	grant select on public.live_open, public.live_own, public.live_team, public.live_opaque to anon, authenticated;
	alter table public.live_own enable row level security;
	alter table public.live_team enable row level security;
	alter table public.live_opaque enable row level security;
	create policy live_own_select on public.live_own for select to authenticated using ((select auth.uid()) = owner);
	create policy live_team_select on public.live_team for select to authenticated
		using (team = (select (auth.jwt() ->> 'team')::integer));
	create policy live_opaque_select on public.live_opaque for select to authenticated using (bench_private.bench_sees(team));
	create policy live_rooms on realtime.messages for select to authenticated using ((select realtime.topic()) like 'room%');
	alter publication supabase_realtime add table public.live_open, public.live_own, public.live_team, public.live_opaque`

// newLiveEnvironment starts PostgreSQL and the program, whose limits are out of the way: what
// it can do is wanted, not what it lets one client do.
func newLiveEnvironment(ctx context.Context, o options) (_ *liveEnvironment, err error) {
	s := &liveEnvironment{}
	if s.environment, err = newEnvironment(ctx, o.root, o.throwaway); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.close())
		}
	}()
	program, err := o.built(ctx, s.dir, "./server/cmd/toubkal")
	if err != nil {
		return nil, err
	}
	s.url = s.postgres.URL("postgres")
	s.program, err = s.start(ctx, "live", func(host, port string) []string {
		return []string{
			"HOST=" + host, "PORT=" + port, "SERVICES=rest,auth,realtime", "DATABASE_URL=" + s.url,
			"TOUBKAL_DATA_DIR=" + filepath.Join(s.dir, "live"), "TOUBKAL_ENV=production", "GOTRUE_JWT_SECRET=" + s.secret,
			"REALTIME_MAX_JOINS_PER_SECOND=1000000", "REALTIME_MAX_JOINS_PER_SECOND_PER_CONNECTION=10000",
			"REALTIME_MAX_EVENTS_PER_SECOND=1000000",
		}
	}, isReady, program, "serve")
	if err != nil {
		return nil, err
	}
	s.address = s.program.address
	_, err = s.admin.Exec(ctx, liveTables)
	return s, err
}

// isReady asks a whole program.
func isReady(address string) error {
	answer, err := http.Get("http://" + address + "/ready")
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return errors.New(answer.Status)
	}
	return nil
}

// userID is the n-th user's id.
func userID(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) }

// teams is the number of teams; a user sees the rows of one.
const teams = 5

func teamOf(user int) int { return (user - 1) % teams }

// token signs the n-th user in; a person's claims are like no other's. 0 is a
// anon.
func (le *liveEnvironment) token(n int) (string, error) {
	claims := jwt.MapClaims{"role": "anon", "iss": "toubkal", "exp": time.Now().Add(time.Hour).Unix()}
	if n > 0 {
		claims["team"] = teamOf(n)
		claims["role"], claims["aud"], claims["sub"] = "authenticated", "authenticated", userID(n)
		claims["email"], claims["session_id"] = "user"+strconv.Itoa(n)+"@example.org", userID(1_000_000+n)
	}
	signed, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString([]byte(le.secret))
	if err != nil {
		return "", fmt.Errorf("sign a token: %w", err)
	}
	return signed, nil
}
