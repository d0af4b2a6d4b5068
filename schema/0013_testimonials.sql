-- What organizers and audiences say.

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
