-- What package auth needs of its own for mailed codes: a bound of wrong guesses.

set local role supabase_auth_admin;

alter table auth.one_time_tokens add column wrong_codes smallint not null default 0;
comment on column auth.one_time_tokens.wrong_codes is 'Wrong codes that were tried for this token; too many void it.';

reset role;
