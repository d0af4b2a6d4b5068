import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { buttonClass } from '@/shared/ui/button';
import { OnwardIcon } from '@/shared/ui/icons';
import { Signature } from './signature';

type Props = { portrait: string; name: string; photo?: ReactNode };

/** One paragraph about herself, signed with her name, and a link to the story page. */
export function PortraitSection({ portrait, name, photo }: Props) {
  const { t } = useTranslation();
  return (
    <section
      aria-labelledby="portrait-title"
      className="grid gap-x-16 gap-y-6 gutter py-20 md:py-32 lg:grid-cols-[1fr_3fr]"
    >
      <div className="grid content-start gap-8">
        <h2 id="portrait-title" className="label pt-3 font-bold text-accent">
          {t('portrait.title')}
        </h2>
        {photo}
      </div>
      <div>
        <p className="statement">{portrait}</p>
        <Signature name={name} />
        <LocalLink to="/story" className={buttonClass('line', 'mt-10')}>
          {t('portrait.action')}
          <OnwardIcon />
        </LocalLink>
      </div>
    </section>
  );
}
