-- Where a peak stands and how it was climbed, in the site's other two languages. The columns route
-- and location stay the English ones, and what is empty here falls back to them.

alter table public.expeditions
  add column route_fr text not null default ''
    constraint expeditions_route_fr_length check (char_length(route_fr) <= 200),
  add column route_ar text not null default ''
    constraint expeditions_route_ar_length check (char_length(route_ar) <= 200),
  add column location_fr text not null default ''
    constraint expeditions_location_fr_length check (char_length(location_fr) <= 200),
  add column location_ar text not null default ''
    constraint expeditions_location_ar_length check (char_length(location_ar) <= 200);
comment on column public.expeditions.route is 'In English; route_fr and route_ar fall back to it.';
comment on column public.expeditions.location is 'In English; location_fr and location_ar fall back to it.';
