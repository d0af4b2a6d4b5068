-- What she speaks about.

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
create trigger speaking_topics_90_touch before update on public.speaking_topics
  for each row execute function private.touch();
