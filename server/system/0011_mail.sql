-- The outbox: e-mails that wait to be sent, and what became of those of the last weeks. A message is
-- stored in the transaction that it is about, so there is neither a message about what was rolled back nor
-- a change without its message. It belongs to toubkal_worker, which sends it. No API role can read it:
-- messages hold one-time codes and links.

create schema toubkal_mail authorization toubkal_worker;
comment on schema toubkal_mail is 'E-mails to be sent. Not exposed by any API.';

set local role toubkal_worker;

create table toubkal_mail.messages (
  id uuid primary key,
  key text constraint messages_key_unique unique constraint messages_key_length check (char_length(key) between 1 and 200),
  kind text not null default '' constraint messages_kind_length check (char_length(kind) <= 100),
  recipient text not null,
  sender text not null,
  raw bytea,
  size int not null,
  state text not null default 'queued'
    constraint messages_state_check check (state in ('queued', 'sending', 'sent', 'failed', 'cancelled')),
  attempts int not null default 0,
  last_error text,
  job_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- Owned by the one role that uses it, which is not bound by row security; without a policy it keeps out
-- every other, should a grant slip in.
alter table toubkal_mail.messages enable row level security;
comment on table toubkal_mail.messages is 'An e-mail to one recipient, and how far it has got.';
comment on column toubkal_mail.messages.id is 'Also the first part of its Message-ID.';
comment on column toubkal_mail.messages.key is 'Idempotency key: one message for a key. Null for none.';
comment on column toubkal_mail.messages.kind is 'What the message is, as confirmation or receipt.';
comment on column toubkal_mail.messages.raw is 'The message as RFC 5322 text. Null once it is sent, cancelled or too old: it may hold a one-time code.';
comment on column toubkal_mail.messages.size is 'Of raw, in bytes.';
comment on column toubkal_mail.messages.last_error is 'The last refusal of the mail server, or why it was not asked.';
comment on column toubkal_mail.messages.job_id is 'The River job that sends it.';

create index messages_state_updated_at_idx on toubkal_mail.messages (state, updated_at);
create index messages_created_at_idx on toubkal_mail.messages (created_at desc);

create table toubkal_mail.suppressions (
  address text primary key,
  reason text not null,
  until timestamptz not null
);
alter table toubkal_mail.suppressions enable row level security;
comment on table toubkal_mail.suppressions is 'Addresses that a mail server has said do not exist. Nothing is sent to them for a time, which keeps the sender''s reputation.';
comment on column toubkal_mail.suppressions.address is 'In lower case.';

create function toubkal_mail.put(id uuid, key text, kind text, recipient text, sender text, raw bytea)
returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  insert into toubkal_mail.messages (id, key, kind, recipient, sender, raw, size)
  values (put.id, put.key, put.kind, put.recipient, put.sender, put.raw, octet_length(put.raw))
  on conflict on constraint messages_key_unique do nothing;
  if not found then
    return false;
  end if;
  update toubkal_mail.messages m
  set job_id = toubkal_jobs.add('mail', jsonb_build_object('id', put.id), 'mail', 15, null)
  where m.id = put.id;
  return true;
end
$$;
comment on function toubkal_mail.put(uuid, text, text, text, text, bytea) is
  'Stores a message and the job that sends it, in the caller''s transaction; false where one of that key is there. Security definer, so that who may send mail can neither read nor change it.';
revoke execute on function toubkal_mail.put(uuid, text, text, text, text, bytea) from public;
grant usage on schema toubkal_mail to service_role, supabase_auth_admin;
grant execute on function toubkal_mail.put(uuid, text, text, text, text, bytea) to service_role, supabase_auth_admin;

reset role;
