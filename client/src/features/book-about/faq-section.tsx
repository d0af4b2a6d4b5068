import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LocalLink } from '../../i18n/local-link';

const plain = ['pay', 'cost', 'edition', 'stock', 'offline'] as const;
const linked = [
  ['follow', '/confirmation'],
  ['privacy', '/privacy'],
] as const;

/** What people ask before they order; and the demonstration of a card payment, for who looks for it. */
export function FaqSection() {
  const { t } = useTranslation('book');
  return (
    <section
      aria-labelledby="faq-title"
      className="grid gap-x-20 gap-y-10 contour-top gutter py-20 md:py-28 lg:grid-cols-[1fr_1.5fr]"
    >
      <h2 id="faq-title" className="display text-heading">
        {t('faq.title')}
      </h2>
      <div>
        {plain.map((key) => (
          <Question key={key} question={t(`faq.${key}.q`)} answer={t(`faq.${key}.a`)} />
        ))}
        {linked.map(([key, to]) => (
          <Question key={key} question={t(`faq.${key}.q`)} answer={t(`faq.${key}.a`)}>
            <TextLink to={to}>{t(`faq.${key}.link`)}</TextLink>
          </Question>
        ))}
        <p className="contour-top pt-6 text-small text-muted">
          {t('card.text')} <TextLink to="/checkout">{t('card.link')}</TextLink>
        </p>
      </div>
    </section>
  );
}

type QuestionProps = { question: string; answer: string; children?: ReactNode };

function Question({ question, answer, children }: QuestionProps) {
  return (
    <details className="question contour-top">
      <summary className="flex min-h-16 items-center justify-between gap-6 py-3 text-lead font-medium">
        {question}
        <span aria-hidden="true" className="question-sign" />
      </summary>
      <p className="measure pb-6">
        {answer} {children}
      </p>
    </details>
  );
}

function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <LocalLink
      to={to}
      className="inline-block py-1 font-medium text-accent underline decoration-line underline-offset-4 hover:decoration-accent"
    >
      {children}
    </LocalLink>
  );
}
