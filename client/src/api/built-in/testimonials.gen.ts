// Written by `make content`: what a freshly seeded server answers. Do not edit.
import type { Fallback } from '@/api/fallback';

export const testimonials: Fallback<'testimonials'> = {
  "request": "/rest/v1/testimonials?select=author_name%2Cauthor_role_en%2Cauthor_role_fr%2Cauthor_role_ar%2Corganization%2Cquote_en%2Cquote_fr%2Cquote_ar%2Cdisplay_order%2Cpublished%2Cpicture%3Apictures%21testimonials_picture_id_fkey%28path%2Cwidth%2Cheight%2Cplaceholder%2Cfocal_x%2Cfocal_y%2Calt_en%2Calt_fr%2Calt_ar%2Ccredit_en%2Ccredit_fr%2Ccredit_ar%29&published=eq.true&order=display_order.asc",
  "rows": [
    {
      "author_name": "S. A.",
      "author_role_ar": "مديرة برنامج، مؤتمر حول القيادة",
      "author_role_en": "Programme director, leadership conference",
      "author_role_fr": "Directrice de programme, conférence sur le leadership",
      "display_order": 0,
      "organization": null,
      "picture": null,
      "published": true,
      "quote_ar": "صمتت القاعة أربعين دقيقة ثم لم تتوقف عن طرح الأسئلة. وبعد أسابيع ما زال مسؤولونا يستشهدون بقاعدة العودة.",
      "quote_en": "The room was silent for forty minutes and then would not stop asking questions. Weeks later our managers still quote the turn-around rule.",
      "quote_fr": "La salle s’est tue pendant quarante minutes, puis n’a plus cessé de poser des questions. Des semaines après, nos responsables citent encore la règle du demi-tour."
    },
    {
      "author_name": "K. M.",
      "author_role_ar": "مدير الموارد البشرية، شركة صناعية",
      "author_role_en": "Head of human resources, industrial company",
      "author_role_fr": "Directeur des ressources humaines, entreprise industrielle",
      "display_order": 1,
      "organization": null,
      "picture": null,
      "published": true,
      "quote_ar": "لا شعارات ولا بطولات، بل منهج. خرجت فرقنا بثلاث عادات يمكن تجربتها من صباح الغد.",
      "quote_en": "No slogans and no heroics: a method. Our teams left with three habits that they could try the very next morning.",
      "quote_fr": "Ni slogans ni exploits : une méthode. Nos équipes sont reparties avec trois habitudes à essayer dès le lendemain matin."
    },
    {
      "author_name": "L. B.",
      "author_role_ar": "منسقة، شبكة المهندسات",
      "author_role_en": "Coordinator, network of women engineers",
      "author_role_fr": "Coordinatrice, réseau de femmes ingénieures",
      "display_order": 2,
      "organization": null,
      "picture": null,
      "published": true,
      "quote_ar": "تتحدث عن الحدود بلا غضب وبلا أعذار. كثيرات منا كتبن تاريخًا في ذلك المساء كما طلبت.",
      "quote_en": "She speaks of limits without anger and without excuses. Many of us wrote down a date that evening, as she had asked.",
      "quote_fr": "Elle parle des limites sans colère et sans excuses. Beaucoup d’entre nous ont noté une date ce soir-là, comme elle l’avait demandé."
    },
    {
      "author_name": "R. T.",
      "author_role_ar": "عميد، مدرسة للمهندسين",
      "author_role_en": "Dean, school of engineering",
      "author_role_fr": "Doyen, école d’ingénieurs",
      "display_order": 3,
      "organization": null,
      "picture": null,
      "published": true,
      "quote_ar": "توقّع طلبتنا حكاية عن جبل فتلقوا درسًا في الاستعداد. كان الأمرين معًا، وقد فهموا ذلك.",
      "quote_en": "Our students expected a story about a mountain and were given a lesson on preparation. It was both, and they understood it.",
      "quote_fr": "Nos étudiants attendaient une histoire de montagne, ils ont reçu une leçon de préparation. C’était les deux, et ils l’ont compris."
    }
  ]
};
