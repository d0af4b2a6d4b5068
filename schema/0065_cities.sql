-- A Moroccan city is one in whatever script and language it is written: Fès, FEZ and فاس.

-- client/src/i18n/cities.json has the same names, and client/src/i18n/city.ts the same rule: a test compares them.
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
grant execute on function private.city_key(text) to anon, authenticated, service_role, toubkal_owner; -- who writes a row computes its index entries

drop index public.book_orders_city_idx;
create index book_orders_city_idx on public.book_orders (private.city_key(shipping_city), created_at, id);

create or replace view public.book_order_search as
  select
    id, order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city,
    shipping_postal_code, quantity, total_amount, currency, payment_method, payment_status,
    order_status, confirmed, paid, fulfilled, notes, created_at, updated_at,
    search_text, private.pieces(search_text) as pieces, language, paid_at, restocked, erased_at,
    private.city_key(shipping_city) as city_key, coalesce(edition, 'none') as edition, refunded_amount, import_id
  from public.book_orders
  where (select public.is_admin());
comment on column public.book_order_search.city_key is 'The city, as private.city_key compares it.';

-- The key is computed once for each spelling, not for each order.
create or replace function public.order_cities(
  pieces text[] default null, patterns text[] default null, placed_from timestamptz default null, placed_before timestamptz default null,
  states text[] default null, is_paid boolean default null, methods text[] default null, editions text[] default null
) returns table (city_key text, city text, orders bigint)
language sql stable security invoker
begin atomic
  with spellings as (
    select btrim(s.shipping_city) as city, count(*) as orders
    from public.book_order_search s
    where s.shipping_city ~ '\S'
      and (order_cities.pieces is null or s.pieces @> order_cities.pieces)
      and (order_cities.patterns is null or s.search_text like all (order_cities.patterns))
      and (order_cities.placed_from is null or s.created_at >= order_cities.placed_from)
      and (order_cities.placed_before is null or s.created_at < order_cities.placed_before)
      and (order_cities.states is null or s.order_status = any (order_cities.states))
      and (order_cities.is_paid is null or s.paid = order_cities.is_paid)
      and (order_cities.methods is null or s.payment_method = any (order_cities.methods))
      and (order_cities.editions is null or s.edition = any (order_cities.editions))
    group by 1
  )
  select private.city_key(w.city), (array_agg(w.city order by w.orders desc, w.city))[1], sum(w.orders)::bigint
  from spellings w
  group by 1
  order by 3 desc, 1
  limit 300;
end;
