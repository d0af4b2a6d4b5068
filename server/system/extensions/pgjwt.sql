-- JSON Web Tokens signed with HMAC (RFC 7515), with the names of pgjwt. A token of another algorithm than
-- the one asked for is not valid.

create function @extschema@.url_encode(data bytea) returns text
language sql immutable strict parallel safe set search_path = ''
as $$ select rtrim(translate(encode(data, 'base64'), E'+/\n', '-_'), '=') $$;
comment on function @extschema@.url_encode(bytea) is 'base64url without padding.';

create function @extschema@.url_decode(data text) returns bytea
language sql immutable strict parallel safe set search_path = ''
as $$ select decode(translate(data, '-_', '+/') || repeat('=', (4 - length(data) % 4) % 4), 'base64') $$;
comment on function @extschema@.url_decode(text) is 'The bytes of base64url, with or without padding.';

create function @extschema@.algorithm_sign(signables text, secret text, algorithm text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  hash text := case algorithm when 'HS256' then 'sha256' when 'HS384' then 'sha384' when 'HS512' then 'sha512' end;
begin
  if hash is null then
    raise exception 'algorithm "%" is not one of HS256, HS384 and HS512', algorithm using errcode = 'invalid_parameter_value';
  end if;
  return @extschema@.url_encode(@extschema:pgcrypto@.hmac(signables, secret, hash));
end
$$;
comment on function @extschema@.algorithm_sign(text, text, text) is 'The signature of a text, base64url.';

create function @extschema@.sign(payload json, secret text, algorithm text default 'HS256') returns text
language sql immutable parallel safe set search_path = ''
as $$
  select signables || '.' || @extschema@.algorithm_sign(signables, secret, algorithm)
  from (
    select @extschema@.url_encode(convert_to(format('{"alg":"%s","typ":"JWT"}', algorithm), 'UTF8'))
      || '.' || @extschema@.url_encode(convert_to(payload::text, 'UTF8')) as signables
  ) as token
$$;
comment on function @extschema@.sign(json, text, text) is 'A token with these claims.';

create function @extschema@.try_cast_double(inp text) returns double precision
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return inp::double precision;
exception when others then
  return null;
end
$$;
comment on function @extschema@.try_cast_double(text) is 'The number that a text is, else null.';

create function @extschema@.verify(token text, secret text, algorithm text default 'HS256')
returns table (header json, payload json, valid boolean)
language sql stable parallel safe set search_path = ''
as $$
  select
    decoded.header,
    decoded.payload,
    part[3] = @extschema@.algorithm_sign(part[1] || '.' || part[2], secret, algorithm)
      and decoded.header ->> 'alg' = algorithm
      and now() >= to_timestamp(coalesce(@extschema@.try_cast_double(decoded.payload ->> 'nbf'), 0))
      and now() < coalesce(to_timestamp(@extschema@.try_cast_double(decoded.payload ->> 'exp')), 'infinity')
  from regexp_split_to_array(token, '\.') as part
  cross join lateral (
    select convert_from(@extschema@.url_decode(part[1]), 'UTF8')::json, convert_from(@extschema@.url_decode(part[2]), 'UTF8')::json
  ) as decoded (header, payload)
$$;
comment on function @extschema@.verify(text, text, text) is 'The parts of a token, and whether its signature, nbf and exp hold.';

grant execute on function
  @extschema@.url_encode(bytea), @extschema@.url_decode(text), @extschema@.algorithm_sign(text, text, text),
  @extschema@.sign(json, text, text), @extschema@.try_cast_double(text), @extschema@.verify(text, text, text)
to public;
