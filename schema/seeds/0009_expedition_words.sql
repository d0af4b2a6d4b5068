-- Routes and places of the fourteen in French and Arabic. A route or a place that the owner has
-- changed meanwhile is hers: it is left alone, and shown as she wrote it.

update public.expeditions e
  set route_fr = w.route_fr, route_ar = w.route_ar
  from (values
    ('Machame (indicative)', 'Voie Machame (indicatif)', 'مسار ماشامي (استرشادي)'),
    ('Goûter (indicative)', 'Voie du Goûter (indicatif)', 'مسار غوتيه (استرشادي)'),
    ('South side (indicative)', 'Versant sud (indicatif)', 'الوجه الجنوبي (استرشادي)'),
    ('Normal Route, Horcones (indicative)', 'Voie normale, Horcones (indicatif)', 'المسار المعتاد، هوركونيس (استرشادي)'),
    ('West Buttress (indicative)', 'Éperon ouest, West Buttress (indicatif)', 'الدعامة الغربية (استرشادي)'),
    ('Normal Route, North Face (indicative)', 'Voie normale, face nord (indicatif)', 'المسار المعتاد، الوجه الشمالي (استرشادي)'),
    ('South Col, Southeast Ridge (indicative)', 'Col sud, arête sud-est (indicatif)', 'العنق الجنوبي، الحرف الجنوبي الشرقي (استرشادي)'),
    ('Branscomb Glacier (indicative)', 'Glacier Branscomb (indicatif)', 'جليدية برانسكوم (استرشادي)'),
    ('North Face (indicative)', 'Face nord (indicatif)', 'الوجه الشمالي (استرشادي)'),
    ('Southwest Ridge (indicative)', 'Arête sud-ouest (indicatif)', 'الحرف الجنوبي الغربي (استرشادي)'),
    ('West Face, Reiss Couloir (indicative)', 'Face ouest, couloir Reiss (indicatif)', 'الوجه الغربي، ممر رايس (استرشادي)'),
    ('Northeast Face (indicative)', 'Face nord-est (indicatif)', 'الوجه الشمالي الشرقي (استرشادي)'),
    ('West Spur (indicative)', 'Éperon ouest (indicatif)', 'النتوء الغربي (استرشادي)'),
    ('Abruzzi Spur (indicative)', 'Éperon des Abruzzes (indicatif)', 'نتوء أبروتسي (استرشادي)')
  ) as w (route, route_fr, route_ar)
  where e.route = w.route and e.route_fr = '' and e.route_ar = '';

update public.expeditions e
  set location_fr = w.location_fr, location_ar = w.location_ar
  from (values
    ('Kilimanjaro National Park', 'Parc national du Kilimandjaro', 'منتزه كليمنجارو الوطني'),
    ('Mont Blanc massif', 'Massif du Mont-Blanc', 'كتلة مون بلان'),
    ('Caucasus', 'Caucase', 'القوقاز'),
    ('Mendoza, Andes', 'Mendoza, cordillère des Andes', 'مندوزا، جبال الأنديز'),
    ('Alaska Range', 'Chaîne d’Alaska', 'سلسلة ألاسكا'),
    ('Papua', 'Papouasie', 'بابوا'),
    ('Khumbu, Mahalangur Himal', 'Khumbu, Mahalangur Himal', 'خومبو، ماهالانغور هيمال'),
    ('Ellsworth Mountains', 'Monts Ellsworth', 'جبال إلسورث'),
    ('Annapurna Himal', 'Massif des Annapurnas', 'أنابورنا هيمال'),
    ('Khumbu', 'Khumbu', 'خومبو'),
    ('Mansiri Himal', 'Mansiri Himal', 'مانسيري هيمال'),
    ('Karakoram', 'Karakoram', 'قراقرم')
  ) as w (location, location_fr, location_ar)
  where e.location = w.location and e.location_fr = '' and e.location_ar = '';
