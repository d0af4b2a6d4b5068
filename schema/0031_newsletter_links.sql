-- Asking for the newsletter is confirmed by a link in a letter, and ended by another. Of a link only
-- the hash of its token is kept: who reads this table cannot confirm or leave for anybody.

alter table public.newsletter_subscribers
  add column confirm_token_hash bytea
    constraint newsletter_subscribers_confirm_token_hash_key unique,
  add column leave_token_hash bytea
    constraint newsletter_subscribers_leave_token_hash_key unique,
  add column asked_at timestamptz,
  add column confirmed_at timestamptz;
comment on column public.newsletter_subscribers.confirm_token_hash is 'SHA-256 of the token in the link that confirms; null once it was used.';
comment on column public.newsletter_subscribers.leave_token_hash is 'SHA-256 of the token in the link that ends the subscription; null once it was used.';
comment on column public.newsletter_subscribers.asked_at is 'When the letter with both links was sent; the first holds for a week.';
comment on column public.newsletter_subscribers.confirmed_at is 'When the address was confirmed.';

select private.audit('public.newsletter_subscribers',
  hidden => '{email}', silent => '{confirm_token_hash, leave_token_hash, asked_at}');
