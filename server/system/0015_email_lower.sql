-- Users are found by their address in lower case, as other programs may have stored another.

set local role supabase_auth_admin;

create index users_lower_email_idx on auth.users (lower(email)) where not is_sso_user;

reset role;
