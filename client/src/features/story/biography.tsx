import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Signature } from './signature';

type Props = { name: string; portrait: string; photo?: ReactNode };

/** The biography: the paragraph of the settings, and details. */
export function Biography({ name, portrait, photo }: Props) {
  const { t } = useTranslation('story');
  return (
    <section aria-labelledby="biography-title" className="gutter py-20 md:py-32">
      <h2 id="biography-title" className="label font-bold text-accent">
        {t('biography.title')}
      </h2>
      {photo}
      <p className="statement mt-6">{portrait}</p>
      <Signature name={name} />
      <div className="mt-14 grid gap-x-16 gap-y-6 lg:grid-cols-3">
        <p className="measure">{t('biography.engineer')}</p>
        <p className="measure">{t('biography.beyond')}</p>
        <p className="measure">{t('biography.voice')}</p>
      </div>
    </section>
  );
}
