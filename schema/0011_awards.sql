-- Awards and honours.

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
