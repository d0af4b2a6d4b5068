-- Numbers of orders that one statement makes are apart: random ends met once in
-- a hundred imports of five orders.

create sequence private.order_number_ends minvalue 0 maxvalue 999 cycle;
comment on sequence private.order_number_ends is 'The last three digits of order numbers made here.';
-- A column default runs with the rights of who inserts.
grant usage on sequence private.order_number_ends to anon, authenticated, service_role;

-- 'BO', milliseconds since 1970, three digits that take turns.
create or replace function private.new_order_number() returns text
language sql volatile
return 'BO' || floor(extract(epoch from clock_timestamp()) * 1000)::bigint
  || lpad(nextval('private.order_number_ends')::text, 3, '0');
