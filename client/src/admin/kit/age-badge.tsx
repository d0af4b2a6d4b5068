import { useLanguage, useTranslation } from '@/shared/i18n';
import { ageText, ageTone, hourMs, type AgeTone } from './age';
import { createStore, useStore } from '@/shared/ui/store';

/*
 * A badge with the age of an unanswered message:
 *   {isUnanswered && <AgeBadge since={entry.created_at} />}
 * Amber from 24 hours, red from 48. Nothing is shown in the first hour.
 */

const tones: Record<AgeTone, string> = {
  fresh: 'text-muted',
  late: 'text-[light-dark(#865300,#e0a526)] font-medium',
  overdue: 'text-bad font-medium',
};

export function AgeBadge({ since }: { since: string }) {
  const { t } = useTranslation('admin-kit');
  const language = useLanguage();
  const now = useNow();
  const tone = ageTone(since, now);
  if (now - Date.parse(since) < hourMs) return null;
  return (
    <span
      data-age={tone}
      className={`inline-flex items-center gap-1 text-label whitespace-nowrap tabular-nums ${tones[tone]}`}
    >
      <Clock />
      <span aria-hidden="true">{ageText(since, now, language, 'narrow')}</span>
      <span className="sr-only">
        {t('unanswered', { time: ageText(since, now, language, 'long') })}
      </span>
    </span>
  );
}

const Clock = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 20 20"
    className="size-3.5"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
  >
    <circle cx="10" cy="10" r="7.5" />
    <path d="M10 5.5V10l3 2" />
  </svg>
);

const minuteMs = 60_000;

let timer: ReturnType<typeof setInterval> | undefined;

const clock = createStore(Date.now(), () => {
  timer = setInterval(() => clock.set(Date.now()), minuteMs);
  return () => {
    clearInterval(timer);
    timer = undefined;
  };
});

const minutes = {
  ...clock,
  // Constant between two ticks, so that all ages on a page agree; updated at the first read without a timer.
  get: (): number => {
    if (timer === undefined && Date.now() - clock.get() >= minuteMs) clock.set(Date.now());
    return clock.get();
  },
};

/** The current time in milliseconds, updated once a minute by one shared timer. */
const useNow = (): number => useStore(minutes);
