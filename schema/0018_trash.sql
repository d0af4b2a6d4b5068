-- What an admin deletes is kept for 30 days, and can be restored with all that belonged to it.
-- A table is kept by one line in its migration: select private.keep_deleted('public.<table>', name => …).
-- The parts of a row (such as the revisions of a post, which go with it) by a line of their own, with `part_of`.
-- Files are not kept: a restored review has no proof of purchase.

create table public.trash (
  id bigint generated always as identity primary key,
  table_name text not null,
  row_id text not null,
  name text not null,
  deleted_at timestamptz not null default now(),
  deleted_by uuid,
  deleted_by_email text,
  transaction xid8 not null default pg_current_xact_id()
);
comment on table public.trash is 'Rows that admins have deleted in the last 30 days.';
comment on column public.trash.name is 'What the row was called, for people.';
comment on column public.trash.deleted_by is 'The account that asked. No foreign key: an entry outlives the account.';
comment on column public.trash.deleted_by_email is 'As it was then.';
comment on column public.trash.transaction is 'Which deleted it: the parts of the row are deleted later in the same one.';
create index trash_deleted_at_idx on public.trash (deleted_at desc);
create index trash_row_idx on public.trash (table_name, row_id, id desc);

create table private.trash_rows (
  entry bigint not null
    constraint trash_rows_entry_fkey references public.trash (id) on delete cascade,
  place int generated always as identity,
  table_name text not null,
  was jsonb not null,
  primary key (entry, place)
);
comment on table private.trash_rows is 'The rows of an entry of the trash: the deleted row first, then its parts.';
comment on column private.trash_rows.place is 'The order in which they are inserted again.';

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

create function private.keep_as_own() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.sample := false;
  return new;
end
$$;
comment on function private.keep_as_own() is 'A sample whose words are edited is the owner''s row from then on.';

-- Invoker: row policies decide, and an admin reads all rows.
create function public.sample_rows() returns table (kind text, id uuid, name_en text, name_fr text, name_ar text)
language sql stable set search_path = ''
as $$
  select 'testimonials', t.id, t.author_name, t.author_name, t.author_name from public.testimonials t where t.sample
  union all select 'media_highlights', h.id, h.title_en, h.title_fr, h.title_ar from public.media_highlights h where h.sample
  union all select 'media_coverage', c.id, c.title_en, c.title_fr, c.title_ar from public.media_coverage c where c.sample
  union all select 'awards', a.id, a.title_en, a.title_fr, a.title_ar from public.awards a where a.sample
  union all select 'book_reviews', r.id, r.name, r.name, r.name from public.book_reviews r where r.sample
  union all select 'blog_posts', p.id, p.title_en, p.title_fr, p.title_ar from public.blog_posts p where p.sample
$$;
comment on function public.sample_rows() is 'The sample rows that the caller may read, with the table each is in.';

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
comment on function public.remove_samples(text[]) is 'Deletes the sample rows of the named tables, all or none, and answers how many. For admins.';

-- Before a delete: the cascade deletes the parts afterwards, in the same transaction, as the owner of the table.
-- Definer: nobody may write to the trash. Its arguments: the column of the id, the columns of the name (the first
-- that is not empty), and of a part the column that names the row it belongs to, and the table of that row.
create function private.keep_deleted_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- A message that was made a speaking inquiry is that inquiry's again when it is restored.
  was constant jsonb := to_jsonb(old) || case tg_table_name
    when 'contact_submissions' then jsonb_build_object('talk', (select s.id from public.speaking_inquiries s where s.contact_submission_id = (to_jsonb(old) ->> 'id')::uuid))
    else '{}'
  end;
  names constant text[] := tg_argv[1];
  claims constant jsonb := auth.jwt();
  entry bigint;
begin
  if tg_argv[2] = '' then
    -- Old entries go here, so that no job has to run. Few at a time: a delete must not wait for many.
    delete from public.trash where id in (
      select id from public.trash where deleted_at < now() - interval '30 days' limit 100 for update skip locked
    );
    insert into public.trash (table_name, row_id, name, deleted_by, deleted_by_email)
      values (tg_table_name, was ->> tg_argv[0],
        coalesce((select nullif(btrim(was ->> n), '') from unnest(names) with ordinality as u (n, place)
          where btrim(was ->> n) <> '' order by place limit 1), was ->> tg_argv[0]),
        nullif(claims ->> 'sub', '')::uuid, claims ->> 'email')
      returning id into entry;
  else
    -- Of this transaction: a part that is deleted by itself belongs to no entry.
    select t.id into entry from public.trash t
      where t.table_name = tg_argv[3] and t.row_id = was ->> tg_argv[2] and t.transaction = pg_current_xact_id()
      order by t.id desc limit 1;
  end if;
  if entry is not null then
    insert into private.trash_rows (entry, table_name, was) values (entry, tg_table_name, was);
  end if;
  return old;
end
$$;
comment on function private.keep_deleted_row() is 'Keeps a deleted row, or a part of one, in the trash. Definer: writes this one entry, and removes entries of more than 30 days.';
alter function private.keep_deleted_row() owner to toubkal_owner;

create function private.keep_deleted(target regclass, id text default 'id', names text[] default '{}', part_of regclass default null, through text default '')
returns void
language plpgsql set search_path = ''
as $$
declare
  label constant text := (select relname from pg_catalog.pg_class where oid = target);
  whole constant text := coalesce((select relname from pg_catalog.pg_class where oid = part_of), '');
begin
  execute format('create or replace trigger %I before delete on %s for each row %s execute function private.keep_deleted_row(%L, %L, %L, %L)',
    label || '_70_keep_deleted', target,
    case when part_of is null then 'when (private.is_api_caller())' else '' end, id, names, through, whole);
end
$$;
comment on function private.keep_deleted(regclass, text, text[], regclass, text) is 'Has the trash keep what admins delete from a table. For migrations.';

-- Definer: an admin may not insert all columns of all these tables. It restores the rows of one entry, for an
-- admin, and removes the entry.
create function public.restore_from_trash(entry bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept record;
  columns text;
begin
  if not (select public.is_admin()) then
    raise exception 'only an admin may restore a row' using errcode = 'insufficient_privilege', schema = 'public', table = 'trash';
  end if;
  perform from public.trash t where t.id = restore_from_trash.entry for update;
  if not found then
    raise exception 'this is not in the trash any more' using errcode = 'PT404', hint = 'Somebody may have restored it.';
  end if;
  for kept in select r.table_name, r.was from private.trash_rows r where r.entry = restore_from_trash.entry order by r.place loop
    -- A picture or an account may have been deleted meanwhile. Files went with the row.
    if kept.was ->> 'picture_id' is not null and not exists (select from public.pictures p where p.id = (kept.was ->> 'picture_id')::uuid) then
      continue when kept.table_name = 'expedition_pictures';
      kept.was := kept.was || '{"picture_id": null}';
    end if;
    if kept.was ->> 'author_id' is not null and not exists (select from auth.users u where u.id = (kept.was ->> 'author_id')::uuid) then
      kept.was := kept.was || '{"author_id": null}';
    end if;
    if kept.was ->> 'assigned_to' is not null and not exists (select from public.admin_users a where a.id = (kept.was ->> 'assigned_to')::uuid) then
      kept.was := kept.was || '{"assigned_to": null}';
    end if;
    if kept.was ->> 'saved_by' is not null and not exists (select from public.admin_users a where a.id = (kept.was ->> 'saved_by')::uuid) then
      kept.was := kept.was || '{"saved_by": null}';
    end if;
    if kept.was ->> 'contact_submission_id' is not null and not exists (select from public.contact_submissions c where c.id = (kept.was ->> 'contact_submission_id')::uuid) then
      kept.was := kept.was || '{"contact_submission_id": null}';
    end if;
    kept.was := kept.was || case kept.table_name
      when 'book_reviews' then '{"proof_path": null}'::jsonb
      else '{}'
    end;
    select string_agg(quote_ident(a.attname), ', ') into columns
      from pg_catalog.pg_attribute a
      where a.attrelid = ('public.' || quote_ident(kept.table_name))::regclass and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' and kept.was ? a.attname;
    execute format('insert into public.%1$I (%2$s) overriding system value select %2$s from jsonb_populate_record(null::public.%1$I, $1)',
      kept.table_name, columns) using kept.was;
    if kept.was ->> 'talk' is not null then
      update public.speaking_inquiries set contact_submission_id = (kept.was ->> 'id')::uuid
        where id = (kept.was ->> 'talk')::uuid and contact_submission_id is null;
    end if;
  end loop;
  delete from public.trash t where t.id = restore_from_trash.entry;
end
$$;
comment on function public.restore_from_trash(bigint) is 'Restores a deleted row with its parts. For admins. Definer: inserts the rows of this one entry, and removes it. An address (slug) that another row has taken meanwhile is an error, and nothing is restored.';
alter function public.restore_from_trash(bigint) owner to toubkal_owner;

-- The audit log with the names of records and people, to be shown and searched. The log itself keeps ids: what
-- visitors write about themselves must be erasable.

-- Inlined into queries, so that each entry costs one look-up by key. Invoker: a name is read by who may read it.
create function public.record_name(table_name text, row_id text) returns text
language sql stable parallel safe
return coalesce(
  case record_name.table_name
    when 'admin_users' then (select coalesce(full_name, email) from public.admin_users where id = record_name.row_id::uuid)
    when 'awards' then (select title_en from public.awards where id = record_name.row_id::uuid)
    when 'blog_posts' then (select title_en from public.blog_posts where id = record_name.row_id::uuid)
    when 'book_order_refunds' then (
      select o.order_number from public.book_order_refunds r join public.book_orders o on o.id = r.order_id where r.id = record_name.row_id::uuid
    )
    when 'book_orders' then (select concat_ws(', ', order_number, buyer_name) from public.book_orders where id = record_name.row_id::uuid)
    when 'book_review_contacts' then (select name from public.book_reviews where id = record_name.row_id::uuid)
    when 'book_reviews' then (select name from public.book_reviews where id = record_name.row_id::uuid)
    when 'contact_submissions' then (select name from public.contact_submissions where id = record_name.row_id::uuid)
    when 'expedition_pictures' then (select name_en from public.expeditions where id = split_part(record_name.row_id, ',', 1)::uuid)
    when 'expeditions' then (select name_en from public.expeditions where id = record_name.row_id::uuid)
    when 'media_coverage' then (select title_en from public.media_coverage where id = record_name.row_id::uuid)
    when 'media_highlights' then (select title_en from public.media_highlights where id = record_name.row_id::uuid)
    when 'newsletter_subscribers' then (select email from public.newsletter_subscribers where id = record_name.row_id::uuid)
    when 'newsletters' then (select coalesce(nullif(subject_en, ''), nullif(subject_fr, ''), subject_ar) from public.newsletters where id = record_name.row_id::uuid)
    when 'pictures' then (select name from public.pictures where id = record_name.row_id::uuid)
    when 'retreat_inquiries' then (select name from public.retreat_inquiries where id = record_name.row_id::uuid)
    when 'speaking_inquiries' then (select name from public.speaking_inquiries where id = record_name.row_id::uuid)
    when 'speaking_topics' then (select title_en from public.speaking_topics where id = record_name.row_id::uuid)
    when 'sponsorship_inquiries' then (select name from public.sponsorship_inquiries where id = record_name.row_id::uuid)
    when 'testimonials' then (select author_name from public.testimonials where id = record_name.row_id::uuid)
  end,
  (select t.name from public.trash t where t.table_name = record_name.table_name and t.row_id = record_name.row_id order by t.id desc limit 1)
);
comment on function public.record_name(text, text) is 'What a row is called, for people: of a deleted one as the trash has it. Null where it has no name, or none that the caller may read.';

create view public.audit_entries with (security_invoker) as
select l.*, public.record_name(l.table_name, l.row_id) as record_name, a.full_name as actor_name
from public.audit_log l left join public.admin_users a on a.auth_user_id = l.actor;
comment on view public.audit_entries is 'The audit log, with names.';
comment on column public.audit_entries.record_name is 'What the row is called now.';
comment on column public.audit_entries.actor_name is 'What the admin is called now; null for others.';

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

-- Readers are counted in the row, and its state is no text.
create trigger blog_posts_50_keep_as_own before update on public.blog_posts
  for each row when (old.sample and
    (old.slug, old.title_en, old.title_fr, old.title_ar, old.excerpt_en, old.excerpt_fr, old.excerpt_ar,
     old.content_en::text, old.content_fr::text, old.content_ar::text)
    is distinct from
    (new.slug, new.title_en, new.title_fr, new.title_ar, new.excerpt_en, new.excerpt_fr, new.excerpt_ar,
     new.content_en::text, new.content_fr::text, new.content_ar::text))
  execute function private.keep_as_own();

grant execute on function public.sample_rows() to authenticated, service_role;
grant execute on function public.remove_samples(text[]) to authenticated;
grant select, insert, delete, update on public.trash to toubkal_owner;
grant select, insert on private.trash_rows to toubkal_owner;
grant insert, select on public.awards, public.blog_posts, public.blog_post_revisions, public.blog_post_copies, public.book_reviews, public.book_review_contacts,
  public.expeditions, public.expedition_pictures, public.media_coverage, public.media_highlights, public.newsletters, public.speaking_topics, public.testimonials to toubkal_owner;
revoke execute on function public.restore_from_trash(bigint) from public;
grant execute on function public.restore_from_trash(bigint) to authenticated;
select private.keep_deleted('public.awards', names => '{title_en}');
select private.keep_deleted('public.blog_posts', names => '{title_en}');
select private.keep_deleted('public.blog_post_revisions', part_of => 'public.blog_posts', through => 'post_id');
select private.keep_deleted('public.blog_post_copies', part_of => 'public.blog_posts', through => 'post_id');
select private.keep_deleted('public.book_reviews', names => '{name}');
select private.keep_deleted('public.book_review_contacts', part_of => 'public.book_reviews', through => 'review_id');
select private.keep_deleted('public.expeditions', names => '{name_en}');
select private.keep_deleted('public.expedition_pictures', part_of => 'public.expeditions', through => 'expedition_id');
select private.keep_deleted('public.media_coverage', names => '{title_en}');
select private.keep_deleted('public.media_highlights', names => '{title_en}');
select private.keep_deleted('public.newsletters', names => '{subject_en,subject_fr,subject_ar}');
select private.keep_deleted('public.speaking_topics', names => '{title_en}');
select private.keep_deleted('public.testimonials', names => '{author_name}');
revoke execute on function public.record_name(text, text) from public;
grant execute on function public.record_name(text, text) to authenticated, service_role;

-- Sample rows: what the seeds put into tables of opinions and praise so that the pages can be seen at work. They are
-- marked, so that the back-office can tell them from the owner's rows and remove them together. Nobody sets the mark
-- by hand: the seeds do, and an edit of its words makes a row the owner's.
comment on column public.testimonials.sample is 'Written by the seeds and unchanged since: nobody said this.';
comment on column public.media_coverage.sample is 'Written by the seeds and unchanged since: nobody published this.';
comment on column public.media_highlights.sample is 'Written by the seeds and unchanged since: nobody published this.';
comment on column public.awards.sample is 'Written by the seeds and unchanged since: year and field are given, who awarded it is not.';
comment on column public.book_reviews.sample is 'Written by the seeds: no reader wrote this.';
comment on column public.blog_posts.sample is 'Written by the seeds and unchanged since: the owner did not write this.';
