-- Sample rows: what the seeds put into tables of opinions and praise so that the pages can be seen at work. They are
-- marked, so that the back-office can tell them from the owner's rows and remove them together. Nobody sets the mark
-- by hand: the seeds do, and an edit of its words makes a row the owner's.

alter table public.testimonials add column sample boolean not null default false;
alter table public.media_coverage add column sample boolean not null default false;
alter table public.media_highlights add column sample boolean not null default false;
alter table public.awards add column sample boolean not null default false;
alter table public.book_reviews add column sample boolean not null default false;
comment on column public.testimonials.sample is 'Written by the seeds and unchanged since: nobody said this.';
comment on column public.media_coverage.sample is 'Written by the seeds and unchanged since: nobody published this.';
comment on column public.media_highlights.sample is 'Written by the seeds and unchanged since: nobody published this.';
comment on column public.awards.sample is 'Written by the seeds and unchanged since: year and field are given, who awarded it is not.';
comment on column public.book_reviews.sample is 'Written by the seeds: no reader wrote this.';

-- An older database: only rows that say word for word what the seeds said. Place, publication and the like may
-- have changed. Each number is the md5 of the row's words.
create function pg_temp.mark_samples(wanted regclass, words text, hashes text[]) returns void
language plpgsql
as $$
begin
  -- The mark is no change of the row's by anyone.
  execute format('alter table %s disable trigger user', wanted);
  execute format('update %s set sample = true where id::text like ''5eed%%'' and md5((%s)::text) = any ($1)', wanted, words) using hashes;
  execute format('alter table %s enable trigger user', wanted);
end
$$;
select pg_temp.mark_samples('public.testimonials', 'array[author_name, organization, author_role_en, author_role_fr, author_role_ar, quote_en, quote_fr, quote_ar]', array[
  '702470857cc386dd5030daa39a67f834', 'e25b16a6132c107303bf4ba180917c2f', '829ba34469032b1ca57964d9390ad798',
  'f41599b0133ea9b03d0527a4d2842351'
]);
select pg_temp.mark_samples('public.media_highlights', 'array[outlet, title_en, title_fr, title_ar, description_en, description_fr, description_ar]', array[
  'fb4c5164def3eaa0c2ccc93d6aa22bb3', 'c18a91ac1c27f134bbc60f052cc39c30', '23498623d19645e4732d2b1eff08f7a8',
  '58944305e017b858bacd4c76411690be'
]);
select pg_temp.mark_samples('public.media_coverage', 'array[type, outlet, title_en, title_fr, title_ar, excerpt_en, excerpt_fr, excerpt_ar]', array[
  '6bf72e1c84119498643471bd15b8dcd4', 'f14aefe060a9bb2612b70eb9db63fc48', 'b34f1ef504b78a11302f6c3c09d42b2b',
  '052163d6d0a4f431415bac1b7bf922fd', '5ddc2828e65a6d1c484c2939e1c44a9e', '6ae04e46a480c1f080c6eb8ad9c1fc82',
  'dc1f7f0e831e64c48e9fafe47a1699cc', '9b951e79e658a2f06022ed7f23891620', 'e031cd73a8543f29bae41ea847ef2a2c'
]);
select pg_temp.mark_samples('public.awards', 'array[category, organization, title_en, title_fr, title_ar, description_en, description_fr, description_ar]', array[
  '4e7be377ccd2abc2f5409cc7d5c42959', '68b4bb16b0d4ff0e6fed62ff2d9f75e3', '891bc7252adaaad509a41d748e05b4ae'
]);
select pg_temp.mark_samples('public.book_reviews', 'array[name, comment_en, comment_fr, comment_ar]', array[
  'dce0b8d0c583b10774d90aa45806ed83', '7561089d627fbbd9a76c361a553d645d', '196b354362e4fb4b8a1f9a19031d5e3c',
  '0c30ac6df41ab42a787f9ce04a47973a', '3bfc1843ed0ddee5b2a4b7000781e13d', '8765abbf54486b68c8b1412a30627785',
  'd1e8b23b113d73d70ea0db64f9eb91c9', '47d5174fe588a974429708b1b7ba3153', 'd47c752e3c42cbd6d296ac29a93b4451',
  '291ca066dd35bef316ec8181c371d2f2'
]);
drop function pg_temp.mark_samples(regclass, text, text[]);

-- No order is behind them.
alter table public.book_reviews disable trigger user;
update public.book_reviews set verified = false where sample and verified;
alter table public.book_reviews enable trigger user;

create function private.keep_as_own() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.sample := false;
  return new;
end
$$;
comment on function private.keep_as_own() is 'A sample whose words are edited is the owner''s row from then on.';

create trigger testimonials_50_keep_as_own before update on public.testimonials
  for each row when (old.sample and
    (old.author_name, old.organization, old.author_role_en, old.author_role_fr, old.author_role_ar, old.quote_en, old.quote_fr, old.quote_ar)
    is distinct from
    (new.author_name, new.organization, new.author_role_en, new.author_role_fr, new.author_role_ar, new.quote_en, new.quote_fr, new.quote_ar))
  execute function private.keep_as_own();
create trigger media_coverage_50_keep_as_own before update on public.media_coverage
  for each row when (old.sample and
    (old.type, old.date, old.outlet, old.link_url, old.title_en, old.title_fr, old.title_ar, old.excerpt_en, old.excerpt_fr, old.excerpt_ar)
    is distinct from
    (new.type, new.date, new.outlet, new.link_url, new.title_en, new.title_fr, new.title_ar, new.excerpt_en, new.excerpt_fr, new.excerpt_ar))
  execute function private.keep_as_own();
create trigger media_highlights_50_keep_as_own before update on public.media_highlights
  for each row when (old.sample and
    (old.date, old.outlet, old.link_url, old.title_en, old.title_fr, old.title_ar, old.description_en, old.description_fr, old.description_ar)
    is distinct from
    (new.date, new.outlet, new.link_url, new.title_en, new.title_fr, new.title_ar, new.description_en, new.description_fr, new.description_ar))
  execute function private.keep_as_own();
create trigger awards_50_keep_as_own before update on public.awards
  for each row when (old.sample and
    (old.year, old.category, old.organization, old.title_en, old.title_fr, old.title_ar, old.description_en, old.description_fr, old.description_ar)
    is distinct from
    (new.year, new.category, new.organization, new.title_en, new.title_fr, new.title_ar, new.description_en, new.description_fr, new.description_ar))
  execute function private.keep_as_own();

-- Invoker: row policies decide, and an admin reads all rows.
create function public.sample_rows() returns table (kind text, id uuid, name_en text, name_fr text, name_ar text)
language sql stable set search_path = ''
as $$
  select 'testimonials', t.id, t.author_name, t.author_name, t.author_name from public.testimonials t where t.sample
  union all select 'media_highlights', h.id, h.title_en, h.title_fr, h.title_ar from public.media_highlights h where h.sample
  union all select 'media_coverage', c.id, c.title_en, c.title_fr, c.title_ar from public.media_coverage c where c.sample
  union all select 'awards', a.id, a.title_en, a.title_fr, a.title_ar from public.awards a where a.sample
  union all select 'book_reviews', r.id, r.name, r.name, r.name from public.book_reviews r where r.sample
$$;
comment on function public.sample_rows() is 'The sample rows that the caller may read, with the table each is in.';
grant execute on function public.sample_rows() to authenticated, service_role;

-- Invoker: row policies decide. A caller whom they let delete nothing is refused, and does not take an answer of
-- zero rows for a success.
create function public.remove_samples(kinds text[]) returns int
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
  if not kinds <@ array['testimonials', 'media_highlights', 'media_coverage', 'awards', 'book_reviews'] then
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
comment on function public.remove_samples(text[]) is 'Deletes the sample rows of the named tables, all or none, and answers how many. For admins.';
grant execute on function public.remove_samples(text[]) to authenticated;

-- No name is invented: that of the first seeds becomes "not given". It is no change of the setting's by anyone.
alter table public.site_settings disable trigger user;
update public.site_settings set value = 'null'
  where key = 'brand.name' and value = '{"en": "The mountaineer", "fr": "L’alpiniste", "ar": "متسلقة الجبال"}';
alter table public.site_settings enable trigger user;
