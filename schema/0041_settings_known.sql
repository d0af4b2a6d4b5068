-- Two admins with the settings open: the second to save is told, and does not undo the first unseen.

drop function public.save_settings(jsonb);

-- Invoker: the policy decides, and a row that it hides is a refusal. All of them or none. The rows are
-- held from the comparison to the change, always in one order.
create function public.save_settings(changes jsonb, known jsonb default '{}') returns void
language plpgsql volatile set search_path = ''
as $$
declare
  held int;
begin
  perform from public.site_settings
    where key in (select jsonb_object_keys(changes)) order by key for update;
  get diagnostics held = row_count;
  if held <> (select count(*) from jsonb_object_keys(changes)) then
    raise exception 'a setting is not there, or not yours to change' using
      errcode = 'insufficient_privilege', schema = 'public', table = 'site_settings';
  end if;
  if exists (
    select from public.site_settings s join jsonb_each(known) k on k.key = s.key where s.value <> k.value
  ) then
    raise exception 'a setting has another value by now' using
      errcode = 'PT409', hint = 'Read it again. Without "known" what is stored is overwritten.';
  end if;
  update public.site_settings s set value = c.value, updated_at = now()
    from jsonb_each(changes) c where s.key = c.key;
end
$$;
comment on function public.save_settings(jsonb, jsonb) is 'Saves several settings at once, all or none: {"key": value, ...}. For admins; a null value means "not given". Where a key has another value than in "known", nothing is saved and the answer is 409.';
grant execute on function public.save_settings(jsonb, jsonb) to authenticated, service_role;
