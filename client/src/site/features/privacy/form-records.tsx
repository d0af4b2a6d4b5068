import { useTranslation } from '@/shared/i18n';

const forms = ['contact', 'sponsor', 'retreat', 'order', 'review', 'newsletter'] as const;
const questions = ['what', 'why', 'long'] as const;

/** What each form stores, why, and for how long. */
export function FormRecords() {
  const { t } = useTranslation('privacy');
  return (
    <>
      <p className="measure">{t('forms.text')}</p>
      <ul className="mt-4 grid">
        {forms.map((form) => (
          <li key={form} className="contour-top py-6">
            <h3 className="font-medium">{t(`forms.names.${form}`)}</h3>
            <dl className="mt-3 grid grid-cols-1 gap-x-8 gap-y-4 md:grid-cols-[1.4fr_1.2fr_1fr]">
              {questions.map((question) => (
                <div key={question}>
                  <dt className="label text-muted">{t(`forms.${question}`)}</dt>
                  <dd className="mt-1 text-small">{t(`forms.rows.${form}.${question}`)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}
