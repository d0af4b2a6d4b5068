-- What the owner of the site can set without a programmer. Public by nature: nothing secret here.

create schema private;

-- the owner of a function must have the right to create in its schema
grant usage, create on schema private to toubkal_owner;

create table public.site_settings (
  key text primary key
    constraint site_settings_key_format check (key ~ '^[a-z0-9_]+(\.[a-z0-9_]+)*$' and char_length(key) <= 100),
  value jsonb not null
    constraint site_settings_value_length check (octet_length(value::text) <= 20000),
  description text not null default ''
    constraint site_settings_description_length check (char_length(description) <= 1000),
  updated_at timestamptz not null default now(),
  -- the order trigger counts with these two, so it must be able to rely on them
  constraint site_settings_price_positive check (
    case when key in ('book.price_mad', 'book.price_alternative_mad')
      then jsonb_typeof(value) = 'number' and value between '1' and '100000' end
  ),
  constraint site_settings_stock_natural check (
    case when key = 'book.stock'
      then jsonb_typeof(value) = 'number' and value between '0' and '1000000' and value::text ~ '^[0-9]+$' end
  ),
  -- the settings screen promises these forms
  constraint site_settings_link_format check (
    case when key in ('social.instagram', 'social.youtube', 'social.linkedin', 'video.full_film')
      then value = 'null' or (jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^https?://[^\s]+$') end
  ),
  constraint site_settings_email_format check (
    case when key = 'contact.email'
      then value = 'null' or (jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^[^@\s]{1,64}@[^@\s]{1,255}$') end
  ),
  constraint site_settings_phone_format check (
    case when key in ('contact.phone', 'contact.whatsapp')
      then value = 'null' or (jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^\+?[0-9][0-9 ().-]{5,24}$') end
  ),
  constraint site_settings_rating_range check (
    case when key = 'book.rating_baseline'
      then jsonb_typeof(value -> 'average') = 'number' and value -> 'average' between '0' and '5'
        and jsonb_typeof(value -> 'count') = 'number' and value -> 'count' between '0' and '1000000' end
  ),
  constraint site_settings_retreat_dates check (
    case when key = 'retreat'
      then value ->> 'start' ~ '^\d{4}-\d{2}-\d{2}$' and value ->> 'end' ~ '^\d{4}-\d{2}-\d{2}$'
        and value ->> 'start' <= value ->> 'end' end
  ),
  constraint site_settings_order_limits_natural check (
    case when key in ('book.max_per_order', 'book.reservation_days')
      then jsonb_typeof(value) = 'number' and value::text ~ '^[0-9]+$'
        and value between '1' and case key when 'book.max_per_order' then '1000'::jsonb else '365'::jsonb end end
  ),
  constraint site_settings_mail_known check (
    case when key in ('mail.owner_orders', 'mail.owner_inquiries') then value in ('"each"', '"daily"', '"none"')
      when key = 'mail.owner_language' then value in ('"en"', '"fr"', '"ar"') end
  ),
  constraint site_settings_second_factor_boolean check (
    case when key = 'admin.second_factor_required' then value in ('true', 'false') end
  ),
  -- Two settings hold the id of a picture.
  constraint site_settings_picture_format check (
    case when key in ('story.portrait', 'book.cover')
      then value = 'null' or (jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') end
  ),
  constraint site_settings_shipping_text check (
    case when starts_with(key, 'shipping.')
      then value = 'null' or (jsonb_typeof(value) = 'string' and char_length(value #>> '{}') between 1 and 500) end
  ),
  constraint site_settings_required_given check (
    case
      when key = 'brand.wordmark'
        then jsonb_typeof(value) = 'string' and value #>> '{}' ~ '\S'
      when key in ('brand.portrait', 'contact.location', 'press.bio_short', 'press.bio_medium', 'press.bio_long')
        then coalesce(value @@ '$.en like_regex "\\S"', false)
      when key = 'book.rating_baseline'
        then coalesce(value @@ '$.average.type() == "number" && $.count.type() == "number"', false)
      when key = 'figures'
        then coalesce(value @@ '$.started.type() == "number" && $.highest_m.type() == "number" && $.continents.type() == "number" && $.peaks.type() == "number"', false)
      when key = 'retreat'
        then coalesce(value @@ '$.start.type() == "string" && $.end.type() == "string" && $.city.en like_regex "\\S" && $.theme.en like_regex "\\S"', false)
      when key = 'hero.strip'
        then jsonb_typeof(value) = 'array'
          and jsonb_array_length(value) = jsonb_array_length(jsonb_path_query_array(value, '$[*] ? (@.name.en like_regex "\\S" && @.year.type() == "number")'))
      when key = 'book.delivery'
        then jsonb_typeof(value) = 'array'
          and jsonb_array_length(value) = jsonb_array_length(jsonb_path_query_array(value, '$[*] ? (@.city.en like_regex "\\S" && @.days[0].type() == "number" && @.days[1].type() == "number")'))
    end
  )
);
comment on table public.site_settings is 'Named values of the site: prices, stock, contact data, links. Anyone may read all of them but those under shipping., which are for admins.';
comment on column public.site_settings.value is 'Any JSON; null where the owner has not given it, then the site leaves the control out.';
comment on column public.site_settings.description is 'For the settings screen: what the value does, its unit.';

-- The table API reads a JSON null as SQL's null; for a setting it means "not given".
create function private.keep_json_null() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.value := 'null';
  return new;
end
$$;
comment on function private.keep_json_null() is 'A setting that is emptied holds JSON null.';

-- Saves a group of settings. When two admins have the settings open, the second to save gets an error and
-- does not overwrite the first unseen.
--
-- Invoker: the policy decides, and a row that it hides is a refusal. All of them or none. The rows are
-- locked from the comparison to the change, always in one order.
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

create trigger site_settings_10_keep_json_null before insert or update of value on public.site_settings
  for each row when (new.value is null) execute function private.keep_json_null();

grant execute on function public.save_settings(jsonb, jsonb) to authenticated, service_role;
