create extension if not exists pgmq;
select pgmq.create('emails');
alter table pgmq.q_emails enable row level security;
grant select, insert, update, delete on pgmq.q_emails, pgmq.a_emails to service_role;

create table public.sent (
  msg_id bigint primary key,
  recipient text not null
);
alter table public.sent enable row level security;
create policy "Sent mail is public" on public.sent for select using (true);

create function public.welcome(recipient text) returns bigint
language sql security definer set search_path = '' as $$
  select send from pgmq.send('emails', jsonb_build_object('to', recipient, 'template', 'welcome'));
$$;
