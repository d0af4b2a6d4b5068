import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n';
import { Signature } from './signature';

type Props = { name: string; portrait: string; photo?: ReactNode };

/** The biography: her picture beside the paragraph of the settings, details, and her name. */
export function Biography({ name, portrait, photo }: Props) {
  const { t } = useTranslation('story');
  return (
    <section
      aria-labelledby="biography-title"
      className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 contour-top gutter py-20 md:py-28 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
    >
      <div>
        <h2 id="biography-title" className="display text-title">
          {t('biography.title')}
        </h2>
        {photo}
      </div>
      <div className="grid content-start gap-6">
        <p className="measure text-lead">{portrait}</p>
        <div className="grid content-start gap-x-14 gap-y-6 min-[100rem]:block min-[100rem]:columns-2 min-[100rem]:*:mb-6 min-[100rem]:*:break-inside-avoid">
          <p className="measure">{t('biography.engineer')}</p>
          <p className="measure">{t('biography.beyond')}</p>
          <p className="measure">{t('biography.voice')}</p>
        </div>
        <Signature name={name} />
      </div>
    </section>
  );
}
