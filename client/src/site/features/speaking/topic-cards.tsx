import { useLanguage, useTranslation } from '@/shared/i18n';
import { directionOf, type Language } from '@/shared/i18n/language';
import { localised, type LocalisedText } from '@/shared/i18n/localised';
import { Button, buttonClass } from '@/shared/ui/button';
import { CheckIcon, SurveyMark } from '@/shared/ui/icons';
import type { Topic } from './use-topics';

type Choice = { chosen: string; onChoose: (slug: string) => void };

/** The talks, each with its outcomes and a button that selects it in the booking form. */
export function TopicCards({ topics, ...choice }: Choice & { topics: Topic[] }) {
  const { t } = useTranslation('speaking');
  return (
    <div>
      <h2 className="display text-heading">{t('topics.title')}</h2>
      <p className="measure mt-4 text-muted">{t('topics.text')}</p>
      <ol className="mt-10">
        {topics.map((topic, at) => (
          <TopicCard key={topic.slug} topic={topic} number={at + 1} {...choice} />
        ))}
      </ol>
    </div>
  );
}

type CardProps = Choice & { topic: Topic; number: number };

function TopicCard({ topic, number, chosen, onChoose }: CardProps) {
  const { t } = useTranslation('speaking');
  const language = useLanguage();
  const isChosen = chosen === topic.slug;
  const title = localised(topic, 'title', language);
  const description = localised(topic, 'description', language);
  return (
    <li
      data-chosen={isChosen || undefined}
      className="topic-card relative isolate grid grid-cols-1 gap-x-6 gap-y-3 contour-top py-7 sm:grid-cols-[3.5rem_minmax(0,1fr)]"
    >
      <span aria-hidden="true" className="figure text-heading text-accent">
        {number}
      </span>
      <div>
        <h3 lang={title.lang} dir={title.dir} className="display text-title">
          {title.text}
        </h3>
        <p lang={description.lang} dir={description.dir} className="measure mt-3 text-muted">
          {description.text}
        </p>
        <KeyOutcomes topic={topic} />
        <div className="mt-5 flex flex-wrap items-center gap-3">
          <Button
            look={isChosen ? 'solid' : 'line'}
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? '' : topic.slug)}
          >
            {isChosen && <CheckIcon />}
            {isChosen ? t('topics.chosen') : t('topics.choose')}
            <span className="sr-only">: {title.text}</span>
          </Button>
          {isChosen && (
            <a href="#booking-form" className={buttonClass('quiet', 'lg:hidden')}>
              {t('topics.toRequest')}
            </a>
          )}
        </div>
      </div>
    </li>
  );
}

/** The three key outcomes of a talk. */
export function KeyOutcomes({ topic }: { topic: Topic }) {
  const { t } = useTranslation('speaking');
  const { texts, lang, dir } = outcomesOf(topic, useLanguage());
  return (
    <div className="mt-5">
      <h4 className="label font-bold">{t('topics.outcomes')}</h4>
      <ul lang={lang} dir={dir} className="mt-2 grid gap-2">
        {texts.map((text) => (
          <li key={text} className="flex gap-3 text-small">
            <span className="mt-0.5 text-accent">
              <SurveyMark />
            </span>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

type Outcomes = Omit<LocalisedText, 'text'> & { texts: string[] };

/** The outcomes in the current language, else in English. */
function outcomesOf(topic: Topic, language: Language): Outcomes {
  const own = topic[`outcomes_${language}`];
  const lang = own.length === 0 ? 'en' : language;
  return { texts: topic[`outcomes_${lang}`], lang, dir: directionOf(lang) };
}
