-- The expeditions that the site shows; each text in three languages, empty where only English is written.

create table public.expeditions (
  id uuid primary key default gen_random_uuid(),
  slug text not null
    constraint expeditions_slug_key unique
    constraint expeditions_slug_format check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  name_en text not null
    constraint expeditions_name_en_length check (name_en ~ '\S' and char_length(name_en) <= 200),
  name_fr text not null default ''
    constraint expeditions_name_fr_length check (char_length(name_fr) <= 200),
  name_ar text not null default ''
    constraint expeditions_name_ar_length check (char_length(name_ar) <= 200),
  year int not null
    constraint expeditions_year_range check (year between 1900 and 2100),
  height_m int not null default 0
    constraint expeditions_height_m_range check (height_m between 0 and 9000),
  continent text not null
    constraint expeditions_continent_length check (continent ~ '\S' and char_length(continent) <= 100),
  country text not null
    constraint expeditions_country_length check (country ~ '\S' and char_length(country) <= 100),
  location text
    constraint expeditions_location_length check (char_length(location) <= 200),
  location_fr text not null default ''
    constraint expeditions_location_fr_length check (char_length(location_fr) <= 200),
  location_ar text not null default ''
    constraint expeditions_location_ar_length check (char_length(location_ar) <= 200),
  flag text
    constraint expeditions_flag_format check (flag ~ '^[A-Z]{2}$'),
  route text
    constraint expeditions_route_length check (char_length(route) <= 200),
  route_fr text not null default ''
    constraint expeditions_route_fr_length check (char_length(route_fr) <= 200),
  route_ar text not null default ''
    constraint expeditions_route_ar_length check (char_length(route_ar) <= 200),
  duration_days int not null default 0
    constraint expeditions_duration_days_range check (duration_days between 0 and 1000),
  temperature text
    constraint expeditions_temperature_length check (char_length(temperature) <= 100),
  team_size text
    constraint expeditions_team_size_length check (char_length(team_size) <= 100),
  description_en text not null default ''
    constraint expeditions_description_en_length check (char_length(description_en) <= 10000),
  description_fr text not null default ''
    constraint expeditions_description_fr_length check (char_length(description_fr) <= 10000),
  description_ar text not null default ''
    constraint expeditions_description_ar_length check (char_length(description_ar) <= 10000),
  badge_en text
    constraint expeditions_badge_en_length check (char_length(badge_en) <= 200),
  badge_fr text
    constraint expeditions_badge_fr_length check (char_length(badge_fr) <= 200),
  badge_ar text
    constraint expeditions_badge_ar_length check (char_length(badge_ar) <= 200),
  beyond_seven_summits boolean not null default false,
  is_attempt boolean not null default false,
  hero_image_url text
    constraint expeditions_hero_image_url_format check (hero_image_url ~ '^(https?://|/)' and char_length(hero_image_url) <= 2000),
  hero_image_alt_en text not null default ''
    constraint expeditions_hero_image_alt_en_length check (char_length(hero_image_alt_en) <= 300),
  hero_image_alt_fr text not null default ''
    constraint expeditions_hero_image_alt_fr_length check (char_length(hero_image_alt_fr) <= 300),
  hero_image_alt_ar text not null default ''
    constraint expeditions_hero_image_alt_ar_length check (char_length(hero_image_alt_ar) <= 300),
  display_order int not null default 0,
  published boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.expeditions is 'The peaks: the Seven Summits and those beyond.';
comment on column public.expeditions.slug is 'Also the id in /achievement/{id}.';
comment on column public.expeditions.year is 'Of the summit, or of the attempt.';
comment on column public.expeditions.height_m is 'Metres above sea level.';
comment on column public.expeditions.flag is 'ISO 3166-1 alpha-2 of the country.';
comment on column public.expeditions.duration_days is '0 where unknown.';
comment on column public.expeditions.temperature is 'Indicative, as text.';
comment on column public.expeditions.team_size is 'Indicative, as text.';
comment on column public.expeditions.beyond_seven_summits is 'False puts it into the Seven Summits section.';
comment on column public.expeditions.is_attempt is 'The summit was not reached.';
comment on column public.expeditions.route is 'In English; route_fr and route_ar fall back to it.';
comment on column public.expeditions.location is 'In English; location_fr and location_ar fall back to it.';
comment on column public.expeditions.hero_image_alt_en is 'What the picture shows; hero_image_alt_fr and hero_image_alt_ar fall back to it.';
comment on column public.expeditions.published is 'False hides it from visitors.';
create index expeditions_published_idx on public.expeditions (published, display_order);
create index expeditions_display_order_idx on public.expeditions (display_order);
create trigger expeditions_90_touch before update on public.expeditions
  for each row execute function private.touch();
select private.audit('public.expeditions');
