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

-- Before a delete: the cascade deletes the parts afterwards, in the same transaction, as the owner of the table.
-- Definer: nobody may write to the trash. Its arguments: the column of the id, the columns of the name (the first
-- that is not empty), and of a part the column that names the row it belongs to, and the table of that row.
create function private.keep_deleted_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was constant jsonb := to_jsonb(old);
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
  end loop;
  delete from public.trash t where t.id = restore_from_trash.entry;
end
$$;
comment on function public.restore_from_trash(bigint) is 'Restores a deleted row with its parts. For admins. Definer: inserts the rows of this one entry, and removes it. An address (slug) that another row has taken meanwhile is an error, and nothing is restored.';

grant select, insert, delete, update on public.trash to toubkal_owner;
grant select, insert on private.trash_rows to toubkal_owner;
grant insert, select on public.awards, public.blog_posts, public.blog_post_revisions, public.blog_post_copies, public.book_reviews, public.book_review_contacts,
  public.expeditions, public.expedition_pictures, public.media_coverage, public.media_highlights, public.newsletters, public.speaking_topics, public.testimonials to toubkal_owner;
alter function private.keep_deleted_row() owner to toubkal_owner;
alter function public.restore_from_trash(bigint) owner to toubkal_owner;
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
