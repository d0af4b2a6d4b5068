import type { CSSProperties, ReactNode } from 'react';
import { peakLight } from '@/shared/art/peak-light';
import { RidgeDrawing } from '@/shared/art/ridge-drawing';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { LocalLink } from '@/shared/ui/local-link';
import { localised } from '@/shared/i18n/localised';
import { BackIcon, OnwardIcon } from '@/shared/ui/icons';
import { neighboursOf, type Peak } from './achievement';

type Props = { peaks: Peak[]; slug: string };

/** The mountains before and after this one in the list. */
export function AchievementNav({ peaks, slug }: Props) {
  const { t } = useTranslation('expeditions');
  const neighbours = neighboursOf(peaks, slug);
  if (neighbours === undefined) return null;
  const [previous, next] = neighbours;
  return (
    <nav
      aria-label={t('achievement.nav')}
      className="grid gap-px border-t border-line bg-line sm:grid-cols-2"
    >
      <Neighbour peak={previous} label={t('achievement.previous')} icon={<BackIcon />} />
      <Neighbour peak={next} label={t('achievement.next')} icon={<OnwardIcon />} onward />
    </nav>
  );
}

type NeighbourProps = { peak: Peak; label: string; icon: ReactNode; onward?: boolean };

function Neighbour({ peak, label, icon, onward = false }: NeighbourProps) {
  const { t } = useTranslation('site');
  const language = useLanguage();
  const name = localised(peak, 'name', language);
  const light: CSSProperties & { '--peak': string } = { '--peak': peakLight(peak.slug) };
  const ends = onward ? 'items-end text-end' : '';
  return (
    <LocalLink
      to={`/achievement/${peak.slug}`}
      style={light}
      className={`group flex flex-col gap-2 bg-ground px-(--spacing-gutter) py-10 -outline-offset-4 ${ends}`}
    >
      <span className="flex items-center gap-3 text-small text-muted">
        {!onward && icon}
        {label}
        {onward && icon}
      </span>
      <RidgeDrawing
        slug={peak.slug}
        heightM={peak.height_m}
        attempt={peak.is_attempt}
        alone
        className="w-full max-w-80 text-ink transition-colors duration-500 group-hover:text-(--peak)"
      />
      <span lang={name.lang} dir={name.dir} className="display text-title">
        {name.text}
      </span>
      <span className="text-small text-muted">
        {t('unit.metres', { value: formatNumber(peak.height_m, language) })} · {peak.year}
      </span>
    </LocalLink>
  );
}
