-- The old names of realtime's functions, for programs of the version before, which may share the database
-- during a rolling upgrade. The next release drops them.

set local role supabase_realtime_admin;

create function realtime.ask(questions jsonb)
returns table (question bigint, broadcast boolean, presence boolean, code text, reason text)
language sql volatile
as 'select * from realtime.check_channel_access(questions)';

create function realtime.policies_mark(relation oid) returns text
language sql stable
as 'select realtime.policy_version(relation)';

create function realtime.wait_for(transactions bigint[]) returns void
language sql volatile
as 'select realtime.wait_for_transactions(transactions)';

create function realtime.visible_rows(
  relation oid, transactions bigint[], caller text, path text, question text, width int, keys text[], sizes int[], claims text[],
  afresh boolean
)
returns table (place int, marks text[], stored text, failed text)
language plpgsql volatile
as $$
begin
  -- after an error that program deallocates its own names
  if exists (select from pg_catalog.pg_prepared_statements where name = 'realtime_rls') then
    deallocate realtime_rls;
  end if;
  if exists (select from pg_catalog.pg_prepared_statements where name = 'realtime_rls_each') then
    deallocate realtime_rls_each;
  end if;
  return query select * from realtime.rls_check(relation, transactions, caller, path, question, width, keys, sizes, claims, afresh);
end
$$;

revoke execute on function
  realtime.ask(jsonb),
  realtime.policies_mark(oid),
  realtime.wait_for(bigint[]),
  realtime.visible_rows(oid, bigint[], text, text, text, int, text[], int[], text[], boolean)
from public;
grant execute on function
  realtime.policies_mark(oid),
  realtime.wait_for(bigint[]),
  realtime.visible_rows(oid, bigint[], text, text, text, int, text[], int[], text[], boolean)
to authenticator;

reset role;
