-- What the owner of the site can set without a programmer. Public by nature: nothing secret here.

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
  )
);
comment on table public.site_settings is 'Named values of the site: prices, stock, contact data, links. Anyone may read all of them.';
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

create trigger site_settings_10_keep_json_null before insert or update of value on public.site_settings
  for each row when (new.value is null) execute function private.keep_json_null();
create trigger site_settings_90_touch before update on public.site_settings
  for each row execute function private.touch();
