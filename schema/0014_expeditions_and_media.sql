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
  updated_at timestamptz not null default now(),
  picture_id uuid
    constraint expeditions_picture_id_fkey references public.pictures (id) on delete restrict,
  constraint expeditions_name_fr_given check (name_fr ~ '\S'),
  constraint expeditions_name_ar_given check (name_ar ~ '\S')
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
comment on column public.expeditions.picture_id is 'The picture at the head of the page; comes before hero_image_url.';
create index expeditions_picture_id_idx on public.expeditions (picture_id);

-- In the press: highlights (a carousel, in a set order) and coverage (a list, newest first).
create table public.media_highlights (
  id uuid primary key default gen_random_uuid(),
  title_en text not null
    constraint media_highlights_title_en_length check (title_en ~ '\S' and char_length(title_en) <= 300),
  title_fr text not null default ''
    constraint media_highlights_title_fr_length check (char_length(title_fr) <= 300),
  title_ar text not null default ''
    constraint media_highlights_title_ar_length check (char_length(title_ar) <= 300),
  description_en text
    constraint media_highlights_description_en_length check (char_length(description_en) <= 5000),
  description_fr text
    constraint media_highlights_description_fr_length check (char_length(description_fr) <= 5000),
  description_ar text
    constraint media_highlights_description_ar_length check (char_length(description_ar) <= 5000),
  date date not null,
  image_url text
    constraint media_highlights_image_url_format check (image_url ~ '^(https?://|/)' and char_length(image_url) <= 2000),
  image_alt_en text not null default ''
    constraint media_highlights_image_alt_en_length check (char_length(image_alt_en) <= 300),
  image_alt_fr text not null default ''
    constraint media_highlights_image_alt_fr_length check (char_length(image_alt_fr) <= 300),
  image_alt_ar text not null default ''
    constraint media_highlights_image_alt_ar_length check (char_length(image_alt_ar) <= 300),
  link_url text
    constraint media_highlights_link_url_format check (link_url ~ '^(https?://|/)' and char_length(link_url) <= 2000),
  outlet text
    constraint media_highlights_outlet_length check (char_length(outlet) <= 200),
  display_order int not null default 0,
  published boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sample boolean not null default false,
  outlet_fr text
    constraint media_highlights_outlet_fr_length check (char_length(outlet_fr) <= 200),
  outlet_ar text
    constraint media_highlights_outlet_ar_length check (char_length(outlet_ar) <= 200),
  picture_id uuid
    constraint media_highlights_picture_id_fkey references public.pictures (id) on delete restrict,
  constraint media_highlights_picture_given check (picture_id is not null or image_url is not null),
  constraint media_highlights_title_fr_given check (title_fr ~ '\S'),
  constraint media_highlights_title_ar_given check (title_ar ~ '\S')
);
comment on table public.media_highlights is 'The carousel of highlights.';
comment on column public.media_highlights.image_alt_en is 'What the picture shows; image_alt_fr and image_alt_ar fall back to it.';
comment on column public.media_highlights.link_url is 'An article, or a video that the site embeds.';
comment on column public.media_highlights.published is 'False hides it from visitors.';
create index media_highlights_published_idx on public.media_highlights (published, display_order);
create index media_highlights_display_order_idx on public.media_highlights (display_order);
comment on column public.media_highlights.picture_id is 'Comes before image_url.';
create index media_highlights_picture_id_idx on public.media_highlights (picture_id);
comment on column public.media_highlights.outlet is 'Who published it; outlet_fr and outlet_ar fall back to it.';

create table public.media_coverage (
  id uuid primary key default gen_random_uuid(),
  type text not null
    constraint media_coverage_type_known check (type in ('article', 'interview', 'podcast', 'video', 'radio', 'magazine')),
  date date not null,
  outlet text not null
    constraint media_coverage_outlet_length check (outlet ~ '\S' and char_length(outlet) <= 200),
  title_en text not null
    constraint media_coverage_title_en_length check (title_en ~ '\S' and char_length(title_en) <= 300),
  title_fr text not null default ''
    constraint media_coverage_title_fr_length check (char_length(title_fr) <= 300),
  title_ar text not null default ''
    constraint media_coverage_title_ar_length check (char_length(title_ar) <= 300),
  excerpt_en text
    constraint media_coverage_excerpt_en_length check (char_length(excerpt_en) <= 5000),
  excerpt_fr text
    constraint media_coverage_excerpt_fr_length check (char_length(excerpt_fr) <= 5000),
  excerpt_ar text
    constraint media_coverage_excerpt_ar_length check (char_length(excerpt_ar) <= 5000),
  link_url text
    constraint media_coverage_link_url_format check (link_url ~ '^(https?://|/)' and char_length(link_url) <= 2000),
  display_order int not null default 0,
  published boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sample boolean not null default false,
  outlet_fr text not null default ''
    constraint media_coverage_outlet_fr_length check (char_length(outlet_fr) <= 200),
  outlet_ar text not null default ''
    constraint media_coverage_outlet_ar_length check (char_length(outlet_ar) <= 200),
  picture_id uuid
    constraint media_coverage_picture_id_fkey references public.pictures (id) on delete restrict,
  constraint media_coverage_title_fr_given check (title_fr ~ '\S'),
  constraint media_coverage_title_ar_given check (title_ar ~ '\S')
);
comment on table public.media_coverage is 'What the press published.';
comment on column public.media_coverage.outlet is 'Who published it; outlet_fr and outlet_ar fall back to it.';
comment on column public.media_coverage.published is 'False hides it from visitors.';
create index media_coverage_published_idx on public.media_coverage (published, date desc);
create index media_coverage_date_idx on public.media_coverage (date desc);
comment on column public.media_coverage.picture_id is 'A picture of the article or broadcast.';
create index media_coverage_picture_id_idx on public.media_coverage (picture_id);

-- Awards and honours, what she speaks about, and what organizers and audiences say.
create table public.awards (
  id uuid primary key default gen_random_uuid(),
  title_en text not null
    constraint awards_title_en_length check (title_en ~ '\S' and char_length(title_en) <= 300),
  title_fr text not null default ''
    constraint awards_title_fr_length check (char_length(title_fr) <= 300),
  title_ar text not null default ''
    constraint awards_title_ar_length check (char_length(title_ar) <= 300),
  organization text not null
    constraint awards_organization_length check (organization ~ '\S' and char_length(organization) <= 200),
  year int not null
    constraint awards_year_range check (year between 1900 and 2100),
  category text not null
    constraint awards_category_known check (category in ('achievement', 'recognition', 'honorary', 'milestone')),
  description_en text
    constraint awards_description_en_length check (char_length(description_en) <= 5000),
  description_fr text
    constraint awards_description_fr_length check (char_length(description_fr) <= 5000),
  description_ar text
    constraint awards_description_ar_length check (char_length(description_ar) <= 5000),
  featured boolean not null default false,
  display_order int not null default 0,
  published boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sample boolean not null default false,
  picture_id uuid
    constraint awards_picture_id_fkey references public.pictures (id) on delete restrict
);
comment on table public.awards is 'Awards and honours.';
comment on column public.awards.published is 'False hides it from visitors.';
create index awards_published_idx on public.awards (published, display_order);
create index awards_display_order_idx on public.awards (display_order);
comment on column public.awards.picture_id is 'A picture of the award.';
create index awards_picture_id_idx on public.awards (picture_id);

create table public.speaking_topics (
  id uuid primary key default gen_random_uuid(),
  slug text not null
    constraint speaking_topics_slug_key unique
    constraint speaking_topics_slug_format check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  title_en text not null
    constraint speaking_topics_title_en_length check (title_en ~ '\S' and char_length(title_en) <= 300),
  title_fr text not null default ''
    constraint speaking_topics_title_fr_length check (char_length(title_fr) <= 300),
  title_ar text not null default ''
    constraint speaking_topics_title_ar_length check (char_length(title_ar) <= 300),
  description_en text not null default ''
    constraint speaking_topics_description_en_length check (char_length(description_en) <= 5000),
  description_fr text not null default ''
    constraint speaking_topics_description_fr_length check (char_length(description_fr) <= 5000),
  description_ar text not null default ''
    constraint speaking_topics_description_ar_length check (char_length(description_ar) <= 5000),
  outcomes_en text[] not null
    constraint speaking_topics_outcomes_en_three check (cardinality(outcomes_en) = 3 and octet_length(outcomes_en::text) <= 10000),
  outcomes_fr text[] not null default '{}'
    constraint speaking_topics_outcomes_fr_three check (cardinality(outcomes_fr) in (0, 3) and octet_length(outcomes_fr::text) <= 10000),
  outcomes_ar text[] not null default '{}'
    constraint speaking_topics_outcomes_ar_three check (cardinality(outcomes_ar) in (0, 3) and octet_length(outcomes_ar::text) <= 10000),
  display_order int not null default 0,
  published boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.speaking_topics is 'The talks that can be booked.';
comment on column public.speaking_topics.outcomes_en is 'What an audience takes away: three.';
comment on column public.speaking_topics.outcomes_fr is 'Three, or none yet.';
comment on column public.speaking_topics.outcomes_ar is 'Three, or none yet.';
comment on column public.speaking_topics.published is 'False hides it from visitors.';
create index speaking_topics_published_idx on public.speaking_topics (published, display_order);
create index speaking_topics_display_order_idx on public.speaking_topics (display_order);

create table public.testimonials (
  id uuid primary key default gen_random_uuid(),
  author_name text not null
    constraint testimonials_author_name_length check (author_name ~ '\S' and char_length(author_name) <= 200),
  author_role_en text
    constraint testimonials_author_role_en_length check (char_length(author_role_en) <= 200),
  author_role_fr text
    constraint testimonials_author_role_fr_length check (char_length(author_role_fr) <= 200),
  author_role_ar text
    constraint testimonials_author_role_ar_length check (char_length(author_role_ar) <= 200),
  organization text
    constraint testimonials_organization_length check (char_length(organization) <= 200),
  quote_en text not null
    constraint testimonials_quote_en_length check (quote_en ~ '\S' and char_length(quote_en) <= 5000),
  quote_fr text not null default ''
    constraint testimonials_quote_fr_length check (char_length(quote_fr) <= 5000),
  quote_ar text not null default ''
    constraint testimonials_quote_ar_length check (char_length(quote_ar) <= 5000),
  display_order int not null default 0,
  published boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sample boolean not null default false,
  picture_id uuid
    constraint testimonials_picture_id_fkey references public.pictures (id) on delete restrict
);
comment on table public.testimonials is 'Words of those who worked with her.';
comment on column public.testimonials.published is 'False hides it from visitors.';
create index testimonials_published_idx on public.testimonials (published, display_order);
create index testimonials_display_order_idx on public.testimonials (display_order);
comment on column public.testimonials.picture_id is 'Who speaks.';
create index testimonials_picture_id_idx on public.testimonials (picture_id);

create table public.expedition_pictures (
  expedition_id uuid not null
    constraint expedition_pictures_expedition_id_fkey references public.expeditions (id) on delete cascade,
  picture_id uuid not null
    constraint expedition_pictures_picture_id_fkey references public.pictures (id) on delete restrict,
  display_order int not null default 0,
  primary key (expedition_id, picture_id)
);
comment on table public.expedition_pictures is 'The gallery of an expedition, in the order of display_order.';
create index expedition_pictures_picture_id_idx on public.expedition_pictures (picture_id);

-- A trigger and no check constraint: orders and inquiries from before must still be changed, and staff may note
-- what they were told. The condition is in the trigger, since visitors may not use the schema in a function's body.
create function private.refuse_phone() returns trigger
language plpgsql set search_path = ''
as $$
declare
  broken constant text := format('%s_%s_format', tg_table_name, tg_argv[0]);
begin
  raise exception 'new row for relation "%" violates check constraint "%"', tg_table_name, broken using
    errcode = 'check_violation', constraint = broken, schema = 'public', table = tg_table_name,
    hint = 'A phone number has a country code, as +33 6 12 34 56 78, or is Moroccan, as 06 12 34 56 78.';
end
$$;
comment on function private.refuse_phone() is 'Refuses a row for its phone number. The argument is the column.';

create function private.check_topic_outcomes() returns trigger
language plpgsql volatile set search_path = ''
as $$
begin
  if not coalesce(new.outcomes_en[1] ~ '\S' and new.outcomes_en[2] ~ '\S' and new.outcomes_en[3] ~ '\S', false) then
    raise exception 'a topic needs its three outcomes in English' using
      errcode = 'check_violation', constraint = 'speaking_topics_outcomes_en_given', schema = 'public', table = 'speaking_topics';
  end if;
  return new;
end
$$;
comment on function private.check_topic_outcomes() is 'Refuses a topic without its three outcomes in English.';

create trigger expeditions_90_touch before update on public.expeditions
  for each row execute function private.touch();
create trigger media_highlights_90_touch before update on public.media_highlights
  for each row execute function private.touch();
create trigger media_coverage_90_touch before update on public.media_coverage
  for each row execute function private.touch();
create trigger awards_90_touch before update on public.awards
  for each row execute function private.touch();
create trigger speaking_topics_90_touch before update on public.speaking_topics
  for each row execute function private.touch();
create trigger testimonials_90_touch before update on public.testimonials
  for each row execute function private.touch();

-- Numbers that are too long have a constraint of their own.
create trigger book_orders_12_check_phone before insert on public.book_orders
  for each row when (
    private.is_visitor() and char_length(new.buyer_phone) <= 40 and private.phone_number(new.buyer_phone) is null)
  execute function private.refuse_phone('buyer_phone');
create trigger retreat_inquiries_12_check_phone before insert on public.retreat_inquiries
  for each row when (
    private.is_visitor() and char_length(new.phone) <= 40 and private.phone_number(new.phone) is null)
  execute function private.refuse_phone('phone');

-- The owner of the tables restores rows from the trash.
create trigger speaking_topics_50_check_outcomes before insert on public.speaking_topics
  for each row when (current_user <> 'toubkal_owner') execute function private.check_topic_outcomes();
create trigger speaking_topics_50_check_new_outcomes before update of outcomes_en on public.speaking_topics
  for each row when (new.outcomes_en is distinct from old.outcomes_en) execute function private.check_topic_outcomes();

select private.audit('public.expeditions');
select private.audit('public.media_highlights');
select private.audit('public.media_coverage');
select private.audit('public.awards');
select private.audit('public.speaking_topics');
select private.audit('public.testimonials');
select private.audit('public.expedition_pictures');
grant execute on function private.phone_number(text) to anon, authenticated, service_role, toubkal_owner;
comment on function private.phone_number(text) is 'A phone number as E.164; null for what no phone could have. Without a country code it is Moroccan.';
