-- Sample testimonials for the speaking page: initials and roles only, no real person or organisation. The owner replaces them by signed ones.

insert into public.testimonials
  (id, sample, display_order, author_name, organization,
   author_role_en, author_role_fr, author_role_ar, quote_en, quote_fr, quote_ar) values

('5eed0008-0000-4000-8000-000000000001', true, 0, 'S. A.', null,
 'Programme director, leadership conference', 'Directrice de programme, conférence sur le leadership', 'مديرة برنامج، مؤتمر حول القيادة',
 'The room was silent for forty minutes and then would not stop asking questions. Weeks later our managers still quote the turn-around rule.',
 'La salle s’est tue pendant quarante minutes, puis n’a plus cessé de poser des questions. Des semaines après, nos responsables citent encore la règle du demi-tour.',
 'صمتت القاعة أربعين دقيقة ثم لم تتوقف عن طرح الأسئلة. وبعد أسابيع ما زال مسؤولونا يستشهدون بقاعدة العودة.'),

('5eed0008-0000-4000-8000-000000000002', true, 1, 'K. M.', null,
 'Head of human resources, industrial company', 'Directeur des ressources humaines, entreprise industrielle', 'مدير الموارد البشرية، شركة صناعية',
 'No slogans and no heroics: a method. Our teams left with three habits that they could try the very next morning.',
 'Ni slogans ni exploits : une méthode. Nos équipes sont reparties avec trois habitudes à essayer dès le lendemain matin.',
 'لا شعارات ولا بطولات، بل منهج. خرجت فرقنا بثلاث عادات يمكن تجربتها من صباح الغد.'),

('5eed0008-0000-4000-8000-000000000003', true, 2, 'L. B.', null,
 'Coordinator, network of women engineers', 'Coordinatrice, réseau de femmes ingénieures', 'منسقة، شبكة المهندسات',
 'She speaks of limits without anger and without excuses. Many of us wrote down a date that evening, as she had asked.',
 'Elle parle des limites sans colère et sans excuses. Beaucoup d’entre nous ont noté une date ce soir-là, comme elle l’avait demandé.',
 'تتحدث عن الحدود بلا غضب وبلا أعذار. كثيرات منا كتبن تاريخًا في ذلك المساء كما طلبت.'),

('5eed0008-0000-4000-8000-000000000004', true, 3, 'R. T.', null,
 'Dean, school of engineering', 'Doyen, école d’ingénieurs', 'عميد، مدرسة للمهندسين',
 'Our students expected a story about a mountain and were given a lesson on preparation. It was both, and they understood it.',
 'Nos étudiants attendaient une histoire de montagne, ils ont reçu une leçon de préparation. C’était les deux, et ils l’ont compris.',
 'توقّع طلبتنا حكاية عن جبل فتلقوا درسًا في الاستعداد. كان الأمرين معًا، وقد فهموا ذلك.')
on conflict (id) do nothing;
