-- What an account keeps in the back-office: saved views, drafts of replies and notes, and until when it has seen
-- new items. It follows the account to every browser.

create table public.account_items (
  account uuid not null default auth.uid()
    constraint account_items_account_fkey references auth.users (id) on delete cascade,
  kind text not null
    constraint account_items_kind_known check (kind in ('view', 'draft', 'mark')),
  name text not null
    constraint account_items_name_length check (name ~ '\S' and char_length(name) <= 200),
  value jsonb not null
    constraint account_items_value_size check (octet_length(value::text) <= case kind when 'draft' then 65536 else 4096 end),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account, kind, name)
);
comment on table public.account_items is 'Saved views, drafts and marks of an account. Of each kind an account has a bounded number: 100 views, 50 drafts, 20 marks.';
comment on column public.account_items.name is 'Of a view the screen and its name; of a draft what it is about; of a mark the kind of items.';
comment on column public.account_items.value is 'Of a mark the time until which items were seen. At most 64 KiB of a draft, 4 KiB of the others.';
create index account_items_drafts_idx on public.account_items (account, updated_at) where kind = 'draft';

-- Definer: counts the rows of the account, and deletes its oldest draft. One item of an account at a time, so that two
-- browsers do not exceed the number together.
create function private.bound_account_items() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  number int;
begin
  perform pg_advisory_xact_lock(hashtextextended('account_items ' || new.account, 0));
  if new.kind = 'draft' then
    delete from public.account_items d where d.account = new.account and d.kind = 'draft' and d.name in (
      select o.name from public.account_items o where o.account = new.account and o.kind = 'draft' and o.name <> new.name
      order by o.updated_at desc, o.name offset 49
    );
    return new;
  end if;
  select count(*) into number from public.account_items i where i.account = new.account and i.kind = new.kind and i.name <> new.name;
  if number >= (case new.kind when 'view' then 100 else 20 end) then
    raise exception 'this account has the most % items', new.kind using
      errcode = 'check_violation', constraint = 'account_items_number', schema = 'public', table = 'account_items',
      hint = 'Delete one first.';
  end if;
  return new;
end
$$;
comment on function private.bound_account_items() is 'Of each kind an account has a bounded number: the oldest draft is deleted, a further view or mark is refused. Definer: reads and deletes rows of this one account.';
alter function private.bound_account_items() owner to toubkal_owner;

-- Two browsers write marks in any order.
create function private.keep_later_mark() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.value #>> '{}')::timestamptz < (old.value #>> '{}')::timestamptz then
    new.value := old.value;
  end if;
  return new;
end
$$;
comment on function private.keep_later_mark() is 'A mark never moves back.';

-- Invoker: the policies of the tables decide. What has no mark counts as seen.
create function public.unread_counts(marks jsonb) returns table (kind text, unread bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select m.key, count(*)
  from jsonb_each_text(unread_counts.marks) m
  join public.form_submissions f on f.form_type = m.key and f.created_at > m.value::timestamptz and f.status is distinct from 'spam'
  group by m.key
  union all
  select 'review', count(*) from public.book_reviews r
  where r.status = 'pending' and r.created_at > (unread_counts.marks ->> 'review')::timestamptz
  having count(*) > 0;
end;
comment on function public.unread_counts(jsonb) is 'How many inquiries, orders and reviews to check came after the time of their kind in {"contact": "2026-11-21T10:00:00Z", ...}. Kinds without any are absent.';

create function private.sign_save() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.saved_by := (select id from public.admin_users where auth_user_id = auth.uid());
  return new;
end
$$;
comment on function private.sign_save() is 'A save is by who makes it. Definer: reads the caller''s own row of admin_users.';
alter function private.sign_save() owner to toubkal_owner;

create trigger account_items_20_bound before insert on public.account_items
  for each row execute function private.bound_account_items();
create trigger account_items_30_keep_later before update on public.account_items
  for each row when (new.kind = 'mark') execute function private.keep_later_mark();
create trigger account_items_90_touch before update on public.account_items
  for each row execute function private.touch();

-- The owner of the tables restores rows from the trash and updates the addresses of pictures. Neither is signed.
create trigger newsletters_30_sign before insert or update of subject_en, subject_fr, subject_ar, body_en, body_fr, body_ar on public.newsletters
  for each row when (current_user <> 'toubkal_owner') execute function private.sign_save();
create trigger blog_post_copies_30_sign before insert or update of words on public.blog_post_copies
  for each row when (current_user <> 'toubkal_owner') execute function private.sign_save();

grant select, delete on public.account_items to toubkal_owner;
revoke execute on function public.unread_counts(jsonb) from public;
grant execute on function public.unread_counts(jsonb) to authenticated;
comment on column public.newsletters.saved_by is 'The admin who has last saved its texts; null for the server, and once the admin is gone.';
create index newsletters_saved_by_idx on public.newsletters (saved_by);
comment on column public.blog_post_copies.saved_by is 'The admin who has last saved its words; null for the server, and once the admin is gone.';
create index blog_post_copies_saved_by_idx on public.blog_post_copies (saved_by);
