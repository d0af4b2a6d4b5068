-- What a post was, and what a published one is going to be.

create table public.blog_post_revisions (
  id bigint generated always as identity primary key,
  post_id uuid not null
    constraint blog_post_revisions_post_id_fkey references public.blog_posts (id) on delete cascade,
  author_id uuid
    constraint blog_post_revisions_author_id_fkey references auth.users (id) on delete set null,
  author text not null default '',
  status text not null,
  words jsonb not null
    constraint blog_post_revisions_words_object check (jsonb_typeof(words) = 'object'),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
comment on table public.blog_post_revisions is 'A post after each save. Written by the database alone; read by admins.';
comment on column public.blog_post_revisions.author_id is 'The account that saved; null for the server itself, and once the account is gone.';
comment on column public.blog_post_revisions.author is 'The name or e-mail that the author had then; '''' for the server itself.';
comment on column public.blog_post_revisions.status is 'The status of the post then.';
comment on column public.blog_post_revisions.words is 'The columns of the post that an editor writes.';
comment on column public.blog_post_revisions.changed_at is 'The last save that it holds: those of one author within ten minutes, while nobody reads the post, are one revision.';
create index blog_post_revisions_post_id_idx on public.blog_post_revisions (post_id, id desc);
create index blog_post_revisions_author_id_idx on public.blog_post_revisions (author_id);

create table public.blog_post_copies (
  post_id uuid primary key
    constraint blog_post_copies_post_id_fkey references public.blog_posts (id) on delete cascade,
  words jsonb not null
    constraint blog_post_copies_words_object check (jsonb_typeof(words) = 'object')
    constraint blog_post_copies_words_length check (octet_length(words::text) <= 4000000),
  based_on timestamptz not null,
  author_id uuid default auth.uid()
    constraint blog_post_copies_author_id_fkey references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.blog_post_copies is 'The working copy of a published post: what is written on and not shown to readers yet.';
comment on column public.blog_post_copies.words is 'The columns of the post that an editor writes, without status and date.';
comment on column public.blog_post_copies.based_on is 'updated_at of the post that was copied: a post that has another was changed meanwhile.';
comment on column public.blog_post_copies.author_id is 'The account that began it.';
create index blog_post_copies_author_id_idx on public.blog_post_copies (author_id);
create trigger blog_post_copies_90_touch before update on public.blog_post_copies
  for each row execute function private.touch();

-- What an editor writes of a post. New columns of the table are in it without a change here.
create function private.words_of(post public.blog_posts) returns jsonb
language sql stable set search_path = ''
return to_jsonb(post) - '{id,view_count,author_id,created_at,updated_at}'::text[];
comment on function private.words_of(public.blog_posts) is 'The columns of a post that an editor writes.';

-- Autosave writes every few seconds: saves of one author within ten minutes are one revision, as
-- long as no reader sees the post. What was published is kept each time.
create function private.keep_post_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  latest public.blog_post_revisions;
begin
  if tg_op = 'UPDATE' and private.words_of(new) = private.words_of(old) then
    return null;
  end if;
  select * into latest from public.blog_post_revisions
    where post_id = new.id order by id desc limit 1;
  if latest.author_id = caller and latest.status <> 'published' and latest.status = new.status
    and latest.created_at > now() - interval '10 minutes' then
    update public.blog_post_revisions set words = private.words_of(new), changed_at = now()
      where id = latest.id;
  else
    insert into public.blog_post_revisions (post_id, author_id, author, status, words)
    values (new.id, caller, coalesce(
        (select coalesce(full_name, email) from public.admin_users where auth_user_id = caller), ''),
      new.status, private.words_of(new));
  end if;
  return null;
end
$$;
comment on function private.keep_post_revision() is 'Keeps each state of a post. Definer: writes revisions, which nobody else may, and reads the caller''s own name.';
grant select on public.blog_posts to toubkal_owner;
grant select, insert, update on public.blog_post_revisions to toubkal_owner;
alter function private.keep_post_revision() owner to toubkal_owner;
alter function private.words_of(public.blog_posts) owner to toubkal_owner;

create trigger blog_posts_95_keep_first_revision after insert on public.blog_posts
  for each row execute function private.keep_post_revision();
-- Being read leaves updated_at alone, and costs nothing here.
create trigger blog_posts_95_keep_revision after update on public.blog_posts
  for each row when (new.updated_at is distinct from old.updated_at)
  execute function private.keep_post_revision();

-- Posts from before have the state they are in.
insert into public.blog_post_revisions (post_id, status, words, created_at, changed_at)
select id, status, private.words_of(blog_posts), updated_at, updated_at from public.blog_posts;
