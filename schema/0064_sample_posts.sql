-- The posts that a site starts with are samples too: the owner has not written them.
alter table public.blog_posts add column sample boolean not null default false;
comment on column public.blog_posts.sample is 'Written by the seeds and unchanged since: the owner did not write this.';

-- Readers are counted in the row, and its state is no text.
create trigger blog_posts_50_keep_as_own before update on public.blog_posts
  for each row when (old.sample and
    (old.slug, old.title_en, old.title_fr, old.title_ar, old.excerpt_en, old.excerpt_fr, old.excerpt_ar,
     old.content_en::text, old.content_fr::text, old.content_ar::text)
    is distinct from
    (new.slug, new.title_en, new.title_fr, new.title_ar, new.excerpt_en, new.excerpt_fr, new.excerpt_ar,
     new.content_en::text, new.content_fr::text, new.content_ar::text))
  execute function private.keep_as_own();

create or replace function public.sample_rows() returns table (kind text, id uuid, name_en text, name_fr text, name_ar text)
language sql stable set search_path = ''
as $$
  select 'testimonials', t.id, t.author_name, t.author_name, t.author_name from public.testimonials t where t.sample
  union all select 'media_highlights', h.id, h.title_en, h.title_fr, h.title_ar from public.media_highlights h where h.sample
  union all select 'media_coverage', c.id, c.title_en, c.title_fr, c.title_ar from public.media_coverage c where c.sample
  union all select 'awards', a.id, a.title_en, a.title_fr, a.title_ar from public.awards a where a.sample
  union all select 'book_reviews', r.id, r.name, r.name, r.name from public.book_reviews r where r.sample
  union all select 'blog_posts', p.id, p.title_en, p.title_fr, p.title_ar from public.blog_posts p where p.sample
$$;

create or replace function public.remove_samples(kinds text[]) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  removed int := 0;
  in_table int;
  kind text;
begin
  if not (select public.is_admin()) then
    raise exception 'only admins remove samples' using errcode = 'insufficient_privilege';
  end if;
  if not kinds <@ array['testimonials', 'media_highlights', 'media_coverage', 'awards', 'book_reviews', 'blog_posts'] then
    raise exception 'one of the kinds has no samples: %', kinds using errcode = 'invalid_parameter_value';
  end if;
  foreach kind in array kinds loop
    execute format('delete from public.%I where sample', kind);
    get diagnostics in_table = row_count;
    removed := removed + in_table;
  end loop;
  return removed;
end
$$;
