-- Settings keep the form that the site relies on, and a group of them is saved as one.

-- The settings screen promises these forms. Not valid: what an owner stored before stays readable, and
-- must be put right with the next change of it.
alter table public.site_settings
  add constraint site_settings_link_format check (
    case when key in ('social.instagram', 'social.youtube', 'social.linkedin', 'video.full_film')
      then value = 'null' or (jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^https?://[^\s]+$') end
  ) not valid,
  add constraint site_settings_email_format check (
    case when key = 'contact.email'
      then value = 'null' or (jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^[^@\s]{1,64}@[^@\s]{1,255}$') end
  ) not valid,
  add constraint site_settings_phone_format check (
    case when key in ('contact.phone', 'contact.whatsapp')
      then value = 'null' or (jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^\+?[0-9][0-9 ().-]{5,24}$') end
  ) not valid,
  add constraint site_settings_rating_range check (
    case when key = 'book.rating_baseline'
      then jsonb_typeof(value -> 'average') = 'number' and value -> 'average' between '0' and '5'
        and jsonb_typeof(value -> 'count') = 'number' and value -> 'count' between '0' and '1000000' end
  ) not valid,
  add constraint site_settings_retreat_dates check (
    case when key = 'retreat'
      then value ->> 'start' ~ '^\d{4}-\d{2}-\d{2}$' and value ->> 'end' ~ '^\d{4}-\d{2}-\d{2}$'
        and value ->> 'start' <= value ->> 'end' end
  ) not valid;

-- Invoker: the policy decides, and a row that it hides is a refusal. All of them or none.
create function public.save_settings(changes jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  saved int;
begin
  update public.site_settings s set value = c.value, updated_at = now()
    from jsonb_each(changes) c where s.key = c.key;
  get diagnostics saved = row_count;
  if saved <> (select count(*) from jsonb_object_keys(changes)) then
    raise exception 'a setting is not there, or not yours to change' using
      errcode = 'insufficient_privilege', schema = 'public', table = 'site_settings';
  end if;
end
$$;
comment on function public.save_settings(jsonb) is 'Saves several settings at once, all or none: {"key": value, ...}. For admins; a null value means "not given".';
grant execute on function public.save_settings(jsonb) to authenticated, service_role;
