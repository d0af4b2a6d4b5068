import { useTranslation } from '@/shared/i18n';
import { ContourMark } from '@/shared/art/contour-mark';

const audiences = [
  { name: 'corporate', form: 1 },
  { name: 'leadership', form: 2 },
  { name: 'conferences', form: 3 },
] as const;

/** The audiences of the talks. */
export function Audiences() {
  const { t } = useTranslation('speaking');
  return (
    <section aria-labelledby="audiences-title" className="contour-top gutter py-20 md:py-28">
      <h2 id="audiences-title" className="display text-heading">
        {t('audiences.title')}
      </h2>
      <ul className="mt-12 grid grid-cols-1 gap-x-10 gap-y-12 md:grid-cols-3">
        {audiences.map(({ name, form }) => (
          <li key={name} className="contour-top pt-8">
            <ContourMark form={form} className="size-28 text-accent" />
            <h3 className="display mt-6 text-title">{t(`audiences.${name}.title`)}</h3>
            <p className="measure mt-3 text-muted">{t(`audiences.${name}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
