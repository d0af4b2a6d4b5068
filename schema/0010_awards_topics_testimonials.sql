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
  updated_at timestamptz not null default now()
);
comment on table public.awards is 'Awards and honours.';
comment on column public.awards.published is 'False hides it from visitors.';
create index awards_published_idx on public.awards (published, display_order);
create index awards_display_order_idx on public.awards (display_order);
create trigger awards_90_touch before update on public.awards
  for each row execute function private.touch();
select private.audit('public.awards');

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
select private.audit('public.speaking_topics');

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
  updated_at timestamptz not null default now()
);
comment on table public.testimonials is 'Words of those who worked with her.';
comment on column public.testimonials.published is 'False hides it from visitors.';
create index testimonials_published_idx on public.testimonials (published, display_order);
create index testimonials_display_order_idx on public.testimonials (display_order);
create trigger testimonials_90_touch before update on public.testimonials
  for each row execute function private.touch();
select private.audit('public.testimonials');
