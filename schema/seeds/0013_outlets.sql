-- Who published, in French and Arabic: for the samples that the owner has not changed.

update public.media_highlights m set outlet_fr = s.fr, outlet_ar = s.ar
from (values
  ('Evening television news', 'Journal télévisé du soir', 'نشرة الأخبار المسائية'),
  ('Illustrated weekly', 'Hebdomadaire illustré', 'أسبوعية مصورة'),
  ('Public radio, evening programme', 'Radio publique, émission du soir', 'الإذاعة العمومية، برنامج المساء'),
  ('Outdoor magazine', 'Magazine de plein air', 'مجلة للهواء الطلق')
) as s (en, fr, ar)
where m.outlet = s.en and m.outlet_fr is null and m.outlet_ar is null;

update public.media_coverage c set outlet_fr = s.fr, outlet_ar = s.ar
from (values
  ('National daily newspaper', 'Quotidien national', 'جريدة يومية وطنية'),
  ('Women’s monthly', 'Mensuel féminin', 'شهرية نسائية'),
  ('Web television, documentary slot', 'Télévision en ligne, case documentaire', 'قناة على الإنترنت، فقرة وثائقية'),
  ('Independent podcast on leadership', 'Podcast indépendant sur le leadership', 'بودكاست مستقل عن القيادة'),
  ('Public radio, morning programme', 'Radio publique, émission du matin', 'الإذاعة العمومية، برنامج الصباح'),
  ('Online news site, opinion page', 'Site d’information, page d’opinion', 'موقع إخباري، صفحة الرأي'),
  ('Outdoor magazine', 'Magazine de plein air', 'مجلة للهواء الطلق'),
  ('Business weekly', 'Hebdomadaire économique', 'أسبوعية اقتصادية'),
  ('Mountain podcast', 'Podcast de montagne', 'بودكاست عن الجبال')
) as s (en, fr, ar)
where c.outlet = s.en and c.outlet_fr = '' and c.outlet_ar = '';
