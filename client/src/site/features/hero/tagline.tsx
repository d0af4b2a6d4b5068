import { useEffect, useState } from 'react';
import { useTranslation } from '@/shared/i18n';
import { useHiddenTab } from './use-slideshow';

const taglineMs = 4000;

/** Rotates three lines in one place. All are rendered, so that the size is constant. */
export function Tagline({ running }: { running: boolean }) {
  const { t } = useTranslation();
  const lines = [t('hero.taglines.one'), t('hero.taglines.two'), t('hero.taglines.three')];
  const shown = useRotation(lines.length, running);
  return (
    <p className="grid text-lead">
      {lines.map((line, at) => (
        <span
          key={line}
          aria-hidden={at !== shown}
          className={`[grid-area:1/1] transition-opacity duration-700 ${at === shown ? '' : 'opacity-0'}`}
        >
          {line}
        </span>
      ))}
    </p>
  );
}

function useRotation(count: number, running: boolean): number {
  const [shown, setShown] = useState(0);
  const hidden = useHiddenTab();
  useEffect(() => {
    if (!running || hidden) return undefined;
    const timer = setInterval(() => setShown((current) => (current + 1) % count), taglineMs);
    return () => clearInterval(timer);
  }, [running, hidden, count]);
  return shown;
}
