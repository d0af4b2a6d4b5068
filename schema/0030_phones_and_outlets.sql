-- Phone numbers of visitors are numbers that a phone can have, and who published is told in three languages.

-- The same rule as client/src/ui/phone.ts; client/site/telephone/testdata/numbers.json has the cases of both.
create function private.phone_number(typed text) returns text
language sql immutable strict parallel safe
set search_path = ''
as $$
  with western as (
    select regexp_replace(translate(phone_number.typed, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'), '\(0\)', '') as digits
  ), dialled as (
    select regexp_replace(regexp_replace(digits,
      '[\s().\-/\u00a0\u202f\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'), '^00', '+') as digits
    from western
  ), numbers as (
    select regexp_replace(digits, '^(?:\+?212)?0?([5-8][0-9]{8})$', '+212\1') as number from dialled
  )
  select number from numbers where number ~ ('^\+(?:212[5-8][0-9]{8}|1[2-9][0-9]{9}|33[1-9][0-9]{8}|34[5-9][0-9]{8}'
    '|32[0-9]{8,9}|31[0-9]{9}|44[0-9]{9,10}|41[0-9]{9}|49[0-9]{7,11}|39[0-9]{8,11}|213[0-9]{8,9}|216[0-9]{8}|971[0-9]{8,9}'
    '|966[0-9]{8,9}|(?!212|1|33|34|32|31|44|41|49|39|213|216|971|966)[2-9][0-9]{7,14})$')
$$;
comment on function private.phone_number(text) is 'A phone number as E.164; null for what no phone could have. Without a country code it is Moroccan.';
grant execute on function private.phone_number(text) to anon, authenticated, service_role, toubkal_owner;

-- A trigger and no check constraint: orders and inquiries from before must still be changed, and staff may note
-- what they were told. The condition is in the trigger, since visitors may not use the schema in a function's body.
create function private.refuse_phone() returns trigger
language plpgsql set search_path = ''
as $$
declare
  broken constant text := format('%s_%s_format', tg_table_name, tg_argv[0]);
begin
  raise exception 'new row for relation "%" violates check constraint "%"', tg_table_name, broken using
    errcode = 'check_violation', constraint = broken, schema = 'public', table = tg_table_name,
    hint = 'A phone number has a country code, as +33 6 12 34 56 78, or is Moroccan, as 06 12 34 56 78.';
end
$$;
comment on function private.refuse_phone() is 'Refuses a row for its phone number. The argument is the column.';

-- Numbers that are too long have a constraint of their own.
create trigger book_orders_12_check_phone before insert on public.book_orders
  for each row when (
    private.is_visitor() and char_length(new.buyer_phone) <= 40 and private.phone_number(new.buyer_phone) is null)
  execute function private.refuse_phone('buyer_phone');
create trigger retreat_inquiries_12_check_phone before insert on public.retreat_inquiries
  for each row when (
    private.is_visitor() and char_length(new.phone) <= 40 and private.phone_number(new.phone) is null)
  execute function private.refuse_phone('phone');

alter table public.media_highlights
  add column outlet_fr text
    constraint media_highlights_outlet_fr_length check (char_length(outlet_fr) <= 200),
  add column outlet_ar text
    constraint media_highlights_outlet_ar_length check (char_length(outlet_ar) <= 200);
comment on column public.media_highlights.outlet is 'Who published it; outlet_fr and outlet_ar fall back to it.';

alter table public.media_coverage
  add column outlet_fr text not null default ''
    constraint media_coverage_outlet_fr_length check (char_length(outlet_fr) <= 200),
  add column outlet_ar text not null default ''
    constraint media_coverage_outlet_ar_length check (char_length(outlet_ar) <= 200);
comment on column public.media_coverage.outlet is 'Who published it; outlet_fr and outlet_ar fall back to it.';
