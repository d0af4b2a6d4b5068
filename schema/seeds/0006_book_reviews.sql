-- Sample reviews, so that the book page, its carousel and the moderation queue have something to show: to be replaced by readers' own before launch. None is verified: no order is behind them.
-- A reader writes in one language or several, so comments are not translated. No e-mail addresses: reviews never carry them.

insert into public.book_reviews
  (id, sample, name, rating, status, verified, featured, display_order, created_at, comment_en, comment_fr, comment_ar) values

('5eed0006-0000-4000-8000-000000000001', true, 'Salma B.', 5, 'approved', false, true, 0, '2025-01-19 18:12:00+00',
 'I finished it in two evenings and then gave it to my daughter. It is less a book about summits than about the years before them.',
 'Je l’ai lu en deux soirées, puis je l’ai offert à ma fille. C’est moins un livre sur les sommets que sur les années qui les précèdent.',
 'قرأته في أمسيتين ثم أهديته لابنتي. ليس كتابًا عن القمم بقدر ما هو كتاب عن السنوات التي تسبقها.'),

('5eed0006-0000-4000-8000-000000000002', true, 'Youssef A.', 5, 'approved', false, false, 1, '2025-02-03 09:40:00+00',
 null, null,
 'أسلوب بسيط وصادق، بلا مبالغة ولا بطولة مصطنعة. أكثر ما لامسني الصفحات التي تتحدث عن العودة قبل القمة.'),

('5eed0006-0000-4000-8000-000000000003', true, 'Camille R.', 4, 'approved', false, false, 2, '2025-02-21 20:05:00+00',
 null,
 'Très beau récit, précis et pudique. J’aurais aimé davantage de cartes, mais les pages sur la préparation valent à elles seules la lecture.',
 null),

('5eed0006-0000-4000-8000-000000000004', true, 'Daniel M.', 4, 'approved', false, false, 3, '2025-03-30 14:27:00+00',
 'I read the French edition with a dictionary beside me and did not mind. Clear, modest, sometimes funny. The middle part is a little long.',
 null, null),

('5eed0006-0000-4000-8000-000000000005', true, 'Khadija E.', 5, 'approved', false, true, 4, '2025-05-11 11:16:00+00',
 null,
 'Je ne fais pas de montagne et je ne compte pas en faire. Pourtant ce livre m’a aidée à reprendre un projet que je croyais perdu.',
 'لا أتسلّق الجبال ولا أنوي ذلك، ومع هذا ساعدني الكتاب على العودة إلى مشروع ظننت أنه ضاع.'),

('5eed0006-0000-4000-8000-000000000006', true, 'Omar T.', 5, 'approved', false, false, 5, '2025-06-24 16:50:00+00',
 null, null,
 'اقتنيته لقسمي في الثانوية، فقرأه التلاميذ وتناقشوا حول معنى الاستعداد أسبوعًا كاملًا. شكرًا على لغة يفهمها الجميع.'),

('5eed0006-0000-4000-8000-000000000007', true, 'Nadia H.', 4, 'approved', false, false, 6, '2025-10-08 07:58:00+00',
 'Delivered quickly and well packed. A sincere book; I underlined half of the chapter about patience.',
 'Livré vite et bien emballé. Un livre sincère ; j’ai souligné la moitié du chapitre sur la patience.',
 null),

('5eed0006-0000-4000-8000-000000000008', true, 'Meriem L.', 5, 'approved', false, false, 7, '2026-01-15 21:33:00+00',
 null,
 'On referme le livre avec l’envie de préparer quelque chose, peu importe quoi. Une écriture claire, sans une phrase de trop.',
 null),

('5eed0006-0000-4000-8000-000000000009', true, 'Hamza K.', 5, 'pending', false, false, 8, '2026-10-27 19:02:00+00',
 null, null,
 'وصلني الكتاب هذا الأسبوع وقرأت نصفه. بداية مشوقة، وسأكتب رأيي كاملًا حين أنهيه.'),

('5eed0006-0000-4000-8000-000000000010', true, 'Élise D.', 4, 'pending', false, false, 9, '2026-11-09 08:21:00+00',
 null,
 'Une belle découverte, offerte par une collègue marocaine. J’attends la suite avec impatience.',
 null)
on conflict (id) do nothing;
