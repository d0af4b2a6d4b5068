// Written by `make content`: what a freshly seeded server answers. Do not edit.
import type { Fallback } from '@/api/fallback';

export const awards: Fallback<'awards'> = {
  "request": "/rest/v1/awards?select=title_en%2Ctitle_fr%2Ctitle_ar%2Corganization%2Cyear%2Ccategory%2Cdescription_en%2Cdescription_fr%2Cdescription_ar%2Cfeatured%2Cdisplay_order%2Cpublished%2Cpicture%3Apictures%21awards_picture_id_fkey%28path%2Cwidth%2Cheight%2Cplaceholder%2Cfocal_x%2Cfocal_y%2Calt_en%2Calt_fr%2Calt_ar%2Ccredit_en%2Ccredit_fr%2Ccredit_ar%29&published=eq.true&order=display_order.asc",
  "rows": [
    {
      "category": "achievement",
      "description_ar": "تقديرًا لإكمالها سنة 2018 القمم السبع، أعلى نقاط القارات كلها.",
      "description_en": "For completing the Seven Summits, the highest point of every continent, in 2018.",
      "description_fr": "Pour l’accomplissement, en 2018, des Sept Sommets, points culminants de chaque continent.",
      "display_order": 0,
      "featured": true,
      "organization": "Mountaineering community",
      "picture": null,
      "published": true,
      "title_ar": "جائزة تسلّق الجبال",
      "title_en": "Mountaineering award",
      "title_fr": "Prix d’alpinisme",
      "year": 2018
    },
    {
      "category": "recognition",
      "description_ar": "لنقلها دروس فريق الحبل الواحد إلى المؤسسات: الاستعداد والثقة والقرار تحت الضغط.",
      "description_en": "For carrying the lessons of the rope team to organisations: preparation, trust and decisions under pressure.",
      "description_fr": "Pour avoir porté dans les organisations les leçons de la cordée : préparation, confiance et décision sous pression.",
      "display_order": 1,
      "featured": false,
      "organization": "Leadership forum",
      "picture": null,
      "published": true,
      "title_ar": "جائزة القيادة",
      "title_en": "Leadership award",
      "title_fr": "Prix du leadership",
      "year": 2019
    },
    {
      "category": "honorary",
      "description_ar": "لكونها أول امرأة من شمال إفريقيا تبلغ قمة إيفرست، ولما فتحه ذلك من أبواب أمام غيرها.",
      "description_en": "For the first ascent of Everest by a North African woman, and for the doors it opened to others.",
      "description_fr": "Pour la première ascension de l’Everest par une femme d’Afrique du Nord, et pour les portes qu’elle a ouvertes à d’autres.",
      "display_order": 2,
      "featured": false,
      "organization": "Women’s network",
      "picture": null,
      "published": true,
      "title_ar": "جائزة الإلهام",
      "title_en": "Inspiration award",
      "title_fr": "Prix de l’inspiration",
      "year": 2017
    }
  ]
};
