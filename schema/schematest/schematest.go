// Package schematest runs tests on databases with the site's schema and
// policies. For _test.go files only.
package schematest

import (
	"strconv"
	"testing"

	"github.com/toubkal/toubkal/policies"
	"github.com/toubkal/toubkal/schema"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// Main runs the tests of a package with a cluster and returns the exit code:
//
//	func TestMain(m *testing.M) { os.Exit(schematest.Main(m)) }
//
// pgtest.New then gives a database with the site's tables.
func Main(m *testing.M) int {
	return pgtest.MainWith(m, pgtest.Project{Migrations: schema.Files, Policies: policies.Files})
}

// Orders is the SQL that adds n book orders as two years would bring them: names in Latin and in
// Arabic letters, towns, phone numbers, the flags set on all but some. It is for a superuser, since
// it switches triggers off: 10,000 take about 2 s, most of it for the search's index.
func Orders(n int) string {
	return `set session_replication_role = replica;` + orders + strconv.Itoa(n) + orderRows + `;
		set session_replication_role = origin`
}

const orders = `
with words as (select
  array['Fatima Zahra', 'Mohammed', 'Salma', 'Youssef', 'Khadija', 'Amine', 'Imane', 'Claire', 'Jean-Pierre', 'Hélène',
    'فاطمة الزهراء', 'محمد', 'يوسف', 'سلمى', 'خديجة', 'أمين', 'إيمان', 'عبد الرحمن', 'Omar', 'Nadia', 'Rachid', 'Sophie'] as first,
  array['El Alaoui', 'Benali', 'Bouzid', 'Tazi', 'Berrada', 'El Fassi', 'Chraïbi', 'Dupont', 'Lefèvre', 'Idrissi',
    'العلوي', 'بن علي', 'التازي', 'برادة', 'الفاسي', 'الشرايبي', 'أيت الحسن', 'بوعزيز', 'Ouazzani', 'Amrani'] as last,
  array['Casablanca', 'Rabat', 'Fès', 'Marrakech', 'Tanger', 'Agadir', 'Meknès', 'Oujda', 'Tétouan', 'Salé', 'Kénitra', 'Paris',
    'الدار البيضاء', 'الرباط', 'فاس', 'مراكش', 'طنجة', 'أكادير', 'تطوان'] as city,
  array['rue Ibn Sina', 'avenue Mohammed V', 'boulevard Zerktouni', 'شارع محمد الخامس', 'زنقة ابن سينا'] as street,
  array['gmail.com', 'hotmail.fr', 'menara.ma', 'example.org'] as host,
  array['cash', 'cash', 'cash', 'card', 'bank_transfer'] as method
), dice as (
  select n, abs(hashint4(n)) as a, abs(hashint4(n + 1000000)) as b, abs(hashint4(n + 2000000)) as c from generate_series(1, `

const orderRows = `) as n
)
insert into public.book_orders (order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city,
  shipping_postal_code, quantity, total_amount, payment_method, confirmed, paid, fulfilled,
  order_status, paid_at, edition, created_at, updated_at)
select
  'BO' || (1700000000000 + n * 947::bigint) || lpad((n * 7919::bigint % 1000)::text, 3, '0'),
  first[1 + a % cardinality(first)] || ' ' || last[1 + b % cardinality(last)],
  'reader' || n || '@' || host[1 + c % cardinality(host)],
  '+2126' || lpad((a * 7919::bigint % 100000000)::text, 8, '0'),
  n % 400 || ', ' || street[1 + n % cardinality(street)], city[1 + c % cardinality(city)], (10000 + n % 80000)::text,
  1 + n % 3, 279 * (1 + n % 3), method[1 + n % cardinality(method)], n % 50 <> 0, n % 20 <> 0, n % 25 <> 0,
  private.order_status_of_flags(n % 50 <> 0, n % 25 <> 0), case when n % 20 <> 0 then moment end,
  case when n % 2 = 0 then 'ar' else 'fr' end, moment, moment
from words, dice, lateral (select timestamptz '2024-01-01' + n * interval '10 minutes' as moment) as made`
