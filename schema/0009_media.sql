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
  image_url text not null
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
  updated_at timestamptz not null default now()
);
comment on table public.media_highlights is 'The carousel of highlights.';
comment on column public.media_highlights.image_alt_en is 'What the picture shows; image_alt_fr and image_alt_ar fall back to it.';
comment on column public.media_highlights.link_url is 'An article, or a video that the site embeds.';
comment on column public.media_highlights.published is 'False hides it from visitors.';
create index media_highlights_published_idx on public.media_highlights (published, display_order);
create index media_highlights_display_order_idx on public.media_highlights (display_order);
create trigger media_highlights_90_touch before update on public.media_highlights
  for each row execute function private.touch();
select private.audit('public.media_highlights');

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
  updated_at timestamptz not null default now()
);
comment on table public.media_coverage is 'What the press published.';
comment on column public.media_coverage.outlet is 'Who published it.';
comment on column public.media_coverage.published is 'False hides it from visitors.';
create index media_coverage_published_idx on public.media_coverage (published, date desc);
create index media_coverage_date_idx on public.media_coverage (date desc);
create trigger media_coverage_90_touch before update on public.media_coverage
  for each row execute function private.touch();
select private.audit('public.media_coverage');
