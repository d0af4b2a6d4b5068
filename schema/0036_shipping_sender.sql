-- Who sends the parcels of the book, for packing slips. A return address may be somebody's home: of all settings,
-- those under "shipping." are read by admins alone (policies/site_settings.sql).

alter table public.site_settings add constraint site_settings_shipping_text check (
  case when starts_with(key, 'shipping.')
    then value = 'null' or (jsonb_typeof(value) = 'string' and char_length(value #>> '{}') between 1 and 500) end
);
comment on table public.site_settings is 'Named values of the site: prices, stock, contact data, links. Anyone may read all of them but those under shipping., which are for admins.';
