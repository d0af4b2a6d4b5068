-- Orders of the book: cash on delivery, confirmed by a call.

-- Orders that one statement makes get different numbers: the sequence counts the last three digits.
create sequence private.order_number_ends minvalue 0 maxvalue 999 cycle;
comment on sequence private.order_number_ends is 'The last three digits of order numbers made here.';

-- Folds also what people type in several ways: apostrophes, quotation marks, hyphens and spaces, Arabic letters that
-- keyboards exchange, and digits. client/src/shared/i18n/fold.ts folds in the same way: both are tested with
-- client/src/shared/i18n/fold-cases.json.
create function private.folded(written text) returns text
language sql immutable strict parallel safe
return replace(replace(replace(lower(translate(
  regexp_replace(normalize(written, NFD), U&'[\0300-\036F\0640\064B-\065F\0670]', '', 'g'),
  U&'\2019\2018\02BC\2032\00B4`' || U&'\201C\201D\201E\00AB\00BB' || U&'\2010\2011\2012\2013\2014\2212' || U&'\00A0\202F\2009\2007'
    || U&'\0649\06CC\0629\0671\06A9\06AF\06AD'
    || U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669' || U&'\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9'
    || 'øØłŁđĐıŒÆ',
  '''''''''''''' || '"""""' || '------' || '    '
    || U&'\064A\064A\0647\0627\0643\0643\0643'
    || '0123456789' || '0123456789'
    || 'oollddiœæ'
)), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss');
comment on function private.folded(text) is
  'A text as it is searched: without case, accents and vowel signs; one form of apostrophes, hyphens, spaces and digits, and of Arabic letters that are often exchanged.';

create function private.order_status_of_flags(confirmed boolean, fulfilled boolean) returns text
language sql immutable parallel safe
return case when fulfilled then 'fulfilled' when confirmed then 'confirmed' else 'new' end;

-- The numbers of two orders must not tell how many were placed between them. Within a millisecond the
-- sequence keeps them apart; from one millisecond to the next a secret shifts its digits.
create table private.order_number_secret (
  secret uuid primary key
);

-- Definer: a column default runs with the rights of the role that inserts, which must not read the
-- secret or the sequence. It reads both and returns one number.
create function private.new_order_number() returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  moment constant bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  digest constant bytea := sha256(convert_to(moment || ' ' || (select secret from private.order_number_secret), 'UTF8'));
  shift constant int := get_byte(digest, 0) * 256 + get_byte(digest, 1);
begin
  return 'BO' || moment || lpad(((nextval('private.order_number_ends') + shift) % 1000)::text, 3, '0');
end
$$;
comment on function private.new_order_number() is 'An order number in the form that clients make too. Definer: takes the next value of one sequence and reads its secret.';

create table public.book_order_imports (
  id uuid primary key default gen_random_uuid(),
  added int not null
    constraint book_order_imports_added_range check (added between 1 and 5000),
  known int not null,
  refused int not null,
  copies int not null,
  author_id uuid
    constraint book_order_imports_author_id_fkey references public.admin_users (id) on delete set null,
  made_by text not null default '',
  created_at timestamptz not null default now()
);

create table public.book_orders (
  id uuid primary key default gen_random_uuid(),
  order_number text not null default private.new_order_number()
    constraint book_orders_order_number_key unique
    constraint book_orders_order_number_format check (order_number ~ '^BO[0-9]{14,16}$'),
  buyer_name text not null
    constraint book_orders_buyer_name_length check (buyer_name ~ '\S' and char_length(buyer_name) <= 200),
  buyer_email text not null
    constraint book_orders_buyer_email_format check (buyer_email ~ '^[^@\s]{1,64}@[^@\s]{1,255}$'),
  buyer_phone text not null
    constraint book_orders_buyer_phone_length check (buyer_phone ~ '\S' and char_length(buyer_phone) <= 40),
  shipping_address text not null default ''
    constraint book_orders_shipping_address_length check (char_length(shipping_address) <= 500),
  shipping_city text not null default ''
    constraint book_orders_shipping_city_length check (char_length(shipping_city) <= 200),
  shipping_postal_code text
    constraint book_orders_shipping_postal_code_length check (char_length(shipping_postal_code) <= 20),
  quantity int not null default 1
    constraint book_orders_quantity_range check (quantity between 1 and 1000),
  total_amount numeric(10, 2) not null
    constraint book_orders_total_amount_range check (total_amount >= 0),
  currency text not null default 'MAD'
    constraint book_orders_currency_format check (currency ~ '^[A-Z]{3}$'),
  payment_method text not null default 'cash'
    constraint book_orders_payment_method_known check (payment_method in ('cash', 'cod', 'card', 'bank_transfer', 'stripe')),
  payment_status text not null default 'pending'
    constraint book_orders_payment_status_format check (payment_status ~ '^[a-z_]{1,40}$'),
  order_status text not null default 'new'
    constraint book_orders_order_status_known check (
      order_status in ('new', 'confirmed', 'fulfilled', 'cancelled', 'refused', 'returned', 'spam')
    ),
  confirmed boolean not null default false,
  paid boolean not null default false,
  fulfilled boolean not null default false,
  notes text
    constraint book_orders_notes_length check (char_length(notes) <= 10000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text collate "C" generated always as (
    private.folded(buyer_name || E'\n' || shipping_city || E'\n' || buyer_email || E'\n'
      || regexp_replace(buyer_phone, '[^0-9+]', '', 'g') || E'\n' || order_number || E'\n'
      || shipping_address || E'\n' || coalesce(shipping_postal_code, '') || E'\n' || coalesce(notes, ''))
  ) stored,
  language text
    constraint book_orders_language_known check (language in ('en', 'fr', 'ar')),
  paid_at timestamptz,
  restocked boolean not null default false,
  erased_at timestamptz,
  edition text
    constraint book_orders_edition_known check (edition in ('fr', 'ar')),
  -- The sum is kept with the order: its row lock and these constraints bound the refunds of transactions at the same time.
  refunded_amount numeric(10, 2) not null default 0,
  -- Deferred: the row of an import, with its counts, is written after its orders.
  import_id uuid
    constraint book_orders_import_id_fkey references public.book_order_imports (id) on delete restrict deferrable initially deferred,
  constraint book_orders_order_status_of_flags check (
    case
      when order_status in ('new', 'confirmed', 'fulfilled') then order_status = private.order_status_of_flags(confirmed, fulfilled)
      when order_status = 'cancelled' then not fulfilled
      when order_status in ('refused', 'returned') then fulfilled
      when order_status = 'spam' then not confirmed and not fulfilled
      else false
    end
  ),
  constraint book_orders_paid_at_there check ((paid_at is not null) = paid),
  constraint book_orders_restocked_after_return check (not restocked or order_status in ('refused', 'returned')),
  constraint book_orders_refunded_at_most_paid check (
    refunded_amount >= 0 and refunded_amount <= case when paid then total_amount else 0 end
  ),
  constraint book_orders_refunded_after_end check (
    refunded_amount = 0 or order_status in ('cancelled', 'refused', 'returned')
  )
);
comment on table public.book_orders is 'Orders of the book.';
comment on column public.book_orders.shipping_address is 'Required from visitors; an order taken on the phone may lack it for a while.';
comment on column public.book_orders.total_amount is 'In currency. Computed by the server for visitors; admins may set it (price times quantity if they do not).';
comment on column public.book_orders.payment_method is 'cash and cod are the same: cash on delivery.';
comment on column public.book_orders.order_status is 'new, confirmed or fulfilled, as the flags say; or how the order has ended: cancelled, refused, returned, spam.';
comment on column public.book_orders.notes is 'Of the team.';
comment on column public.book_orders.search_text is 'What an order is found by, folded; name, city, e-mail, phone, number, address and postal code on a line each, then the notes.';

-- One index for each order of the list; equal values are sorted by id, in the same direction. The flags
-- are filters with the newest first, and are counted.
create index book_orders_created_at_idx on public.book_orders (created_at, id);
create index book_orders_confirmed_idx on public.book_orders (confirmed, created_at, id);
create index book_orders_paid_idx on public.book_orders (paid, created_at, id);
create index book_orders_fulfilled_idx on public.book_orders (fulfilled, created_at, id);
create index book_orders_buyer_name_idx on public.book_orders (buyer_name, id);
create index book_orders_shipping_city_idx on public.book_orders (shipping_city, id);
create index book_orders_total_amount_idx on public.book_orders (total_amount, id);
comment on column public.book_orders.edition is 'The language of the ordered book; null where it is not known.';

-- The pieces of the search index took a third of an import. The same values as before, so the indexes stay: substr() of a
-- long text walks it from its start each time.
create function private.pieces(folded text) returns text[]
language sql immutable strict parallel safe cost 5000 -- 0.1 ms: so the planner prefers the index
return (
  select array_agg(distinct p.piece) from (
    select string_to_table(folded, null)
    union all select m[1] from regexp_matches(folded, '..', 'g') as m
    union all select m[1] from regexp_matches(substr(folded, 2), '..', 'g') as m
  ) as p (piece)
);
comment on function private.pieces(text) is
  'Every letter of a text and every two that are neighbours. What contains a word contains all its pieces.';
create index book_orders_pieces_idx on public.book_orders using gin (private.pieces(search_text));

-- client/src/shared/i18n/cities.json has the same names, and client/src/shared/i18n/city.ts the same rule: a test compares them.
create function private.city_key(written text) returns text
language sql immutable strict parallel safe cost 250 -- 5 µs
begin atomic
select coalesce(jsonb '{
  "الدار البيضاء": "casablanca", "casa": "casablanca", "dar el beida": "casablanca", "dar el bayda": "casablanca", "البيضاء": "casablanca", "كازابلانكا": "casablanca", "كازا": "casablanca",
  "الرباط": "rabat",
  "سلا": "sale",
  "fez": "fes", "فاس": "fes",
  "tangier": "tanger", "طنجه": "tanger",
  "مراكش": "marrakech", "marrakesh": "marrakech",
  "مكناس": "meknes",
  "وجده": "oujda",
  "اكادير": "agadir", "اغادير": "agadir",
  "القنيطره": "kenitra",
  "تطوان": "tetouan",
  "تماره": "temara",
  "اسفي": "safi", "asfi": "safi",
  "المحمديه": "mohammedia",
  "خريبكه": "khouribga",
  "الجديده": "el jadida",
  "بني ملال": "beni mellal",
  "ايت ملول": "ait melloul",
  "الناظور": "nador", "الناضور": "nador",
  "تازه": "taza",
  "سطات": "settat",
  "برشيد": "berrechid",
  "الخميسات": "khemisset",
  "انزكان": "inezgane",
  "القصر الكبير": "ksar el kebir",
  "العرايش": "larache",
  "كلميم": "guelmim",
  "خنيفره": "khenifra",
  "بركان": "berkane",
  "تاوريرت": "taourirt",
  "بوسكوره": "bouskoura",
  "الفقيه بن صالح": "fquih ben salah",
  "الدشيره": "dcheira", "dcheira el jihadia": "dcheira", "الدشيره الجهاديه": "dcheira",
  "وادي زم": "oued zem",
  "قلعه السراغنه": "el kelaa des sraghna", "kelaat sraghna": "el kelaa des sraghna",
  "سيدي سليمان": "sidi slimane",
  "الرشيديه": "errachidia", "rachidia": "errachidia",
  "جرسيف": "guercif", "كرسيف": "guercif",
  "oulad teima": "ouled teima", "اولاد تايمه": "ouled teima",
  "ابن جرير": "ben guerir", "benguerir": "ben guerir", "بن جرير": "ben guerir",
  "تيفلت": "tiflet",
  "تارودانت": "taroudant", "taroudannt": "taroudant",
  "صفرو": "sefrou",
  "الصويره": "essaouira",
  "الفنيدق": "fnideq",
  "سيدي قاسم": "sidi kacem",
  "تيزنيت": "tiznit",
  "طانطان": "tan tan", "طان طان": "tan tan",
  "ورزازات": "ouarzazate",
  "سوق الاربعاء": "souk el arbaa", "souk el arbaa du gharb": "souk el arbaa", "سوق اربعاء الغرب": "souk el arbaa",
  "اليوسفيه": "youssoufia",
  "مرتيل": "martil",
  "عين حروده": "ain harrouda",
  "الصخيرات": "skhirat", "skhirate": "skhirat",
  "ازرو": "azrou",
  "ميدلت": "midelt",
  "الحسيمه": "al hoceima",
  "شفشاون": "chefchaouen", "chaouen": "chefchaouen",
  "وزان": "ouazzane",
  "افران": "ifrane",
  "زاكوره": "zagora",
  "تنغير": "tinghir", "tinerhir": "tinghir",
  "العيون": "laayoune", "el aaiun": "laayoune",
  "الداخله": "dakhla",
  "بوجدور": "boujdour",
  "السماره": "smara", "es semara": "smara",
  "سيدي بنور": "sidi bennour",
  "ازمور": "azemmour",
  "بوزنيقه": "bouznika",
  "ابن سليمان": "benslimane", "ben slimane": "benslimane", "بنسليمان": "benslimane",
  "المضيق": "m diq", "mdiq": "m diq",
  "اصيله": "asilah", "assilah": "asilah",
  "النواصر": "nouaceur",
  "مديونه": "mediouna",
  "ازيلال": "azilal",
  "شيشاوه": "chichaoua",
  "تاونات": "taounate",
  "جراده": "jerada",
  "فكيك": "figuig", "فجيج": "figuig",
  "سيدي افني": "sidi ifni",
  "طاطا": "tata"
}' ->> city.name, city.name)
from (select btrim(regexp_replace(private.folded(written), '[\s''-]+', ' ', 'g')) as name) as city;
end;
comment on function private.city_key(text) is
  'A city for comparison: without case, accents, hyphens and apostrophes, and a Moroccan city by its French name in whatever language it is written.';
create index book_orders_city_idx on public.book_orders (private.city_key(shipping_city), created_at, id);

create function private.force_new_order() returns trigger
language plpgsql set search_path = ''
as $$
declare
  most constant int := coalesce((select value::int from public.site_settings where key = 'book.max_per_order'), 20);
begin
  new.total_amount := null; -- reckoned by the next trigger
  new.currency := 'MAD';
  new.payment_status := 'pending';
  new.order_status := 'new';
  new.confirmed := false;
  new.paid := false;
  new.fulfilled := false;
  if new.shipping_address !~ '\S' or new.shipping_city !~ '\S' then
    raise exception 'an order needs an address and a city' using
      errcode = 'check_violation', constraint = 'book_orders_address_given', schema = 'public', table = 'book_orders';
  end if;
  if new.quantity > most then
    raise exception 'new row for relation "book_orders" violates check constraint "book_orders_quantity_most"' using
      errcode = 'check_violation', constraint = 'book_orders_quantity_most', schema = 'public', table = 'book_orders',
      hint = format('An order has at most %s copies. For more, please write to us.', most);
  end if;
  return new;
end
$$;
comment on function private.force_new_order() is 'A visitor''s order is new, unpaid, in dirhams and at our price, has an address, and at most book.max_per_order copies.';

create function private.fill_order_total() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.total_amount := new.quantity * coalesce(
    (select value::numeric from public.site_settings where key = 'book.price_mad'),
    279 -- the specification's price, for a site whose settings were never seeded
  );
  return new;
end
$$;
comment on function private.fill_order_total() is 'Price times quantity, where no total was given.';

-- The end of a phone number, by which 06 12…, +212 6 12… and 00212 6 12… are one. Null for what is no number.
create function private.phone_end(written text) returns text
language sql immutable parallel safe
return case when length(regexp_replace(written, '\D', '', 'g')) >= 8 then right(regexp_replace(written, '\D', '', 'g'), 9) end;
alter function private.phone_end(text) owner to toubkal_owner;

-- The same rule as client/src/shared/ui/phone.ts; client/site/telephone/testdata/numbers.json has the cases of both.
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

create view public.book_order_search as
  select
    id, order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city,
    shipping_postal_code, quantity, total_amount, currency, payment_method, payment_status,
    order_status, confirmed, paid, fulfilled, notes, created_at, updated_at,
    search_text, private.pieces(search_text) as pieces, language, paid_at, restocked, erased_at,
    private.city_key(shipping_city) as city_key, coalesce(edition, 'none') as edition, refunded_amount, import_id
  from public.book_orders
  where (select public.is_admin());
comment on view public.book_order_search is
  'Orders, to be searched. Definer: shows all orders to active admins and none to anybody else.';
comment on column public.book_order_search.pieces is
  'To be asked with cs (@>) for the pieces of the words sought, beside search_text with like; selecting it costs 0.1 ms a row.';
alter view public.book_order_search owner to toubkal_owner;

create trigger book_orders_10_force_new before insert on public.book_orders
  for each row when (private.is_visitor()) execute function private.force_new_order();
create trigger book_orders_20_fill_total before insert on public.book_orders
  for each row when (new.total_amount is null or private.is_visitor()) execute function private.fill_order_total();
create trigger book_orders_90_touch before update on public.book_orders
  for each row execute function private.touch();

-- A column default runs with the rights of the role that inserts.
grant usage on sequence private.order_number_ends to anon, authenticated, service_role;
grant execute on function private.new_order_number() to anon, authenticated, service_role;

-- Without statistics the planner takes every piece for a rare one, and so never computes the pieces
-- of all rows instead of using the index.
alter index public.book_orders_pieces_idx alter column 1 set statistics 0;
grant select, update on public.site_settings to toubkal_owner;
grant select on public.book_orders to toubkal_owner;

-- The role that writes a row computes its generated column and its index entries.
grant execute on function private.folded(text), private.pieces(text)
  to anon, authenticated, service_role, supabase_auth_admin, toubkal_owner;
grant execute on function private.city_key(text) to anon, authenticated, service_role, toubkal_owner; -- who writes a row computes its index entries
