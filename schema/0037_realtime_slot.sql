-- A replication slot moves on when PostgreSQL notes which transactions run, which it does every 15 s.
-- While others write much, realtime asks for that note sooner, so that its slot holds little of the log.
-- The function is PostgreSQL 16's; without the right, or before, the slot follows in PostgreSQL's time.
do $$
begin
  if to_regprocedure('pg_catalog.pg_log_standby_snapshot()') is not null then
    grant execute on function pg_catalog.pg_log_standby_snapshot() to supabase_realtime_admin;
  end if;
exception when insufficient_privilege then
  raise notice 'realtime cannot have its replication slot move on sooner than every 15 s: user "%" may not let it', current_user;
end
$$;
