import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n';
import { Disclosure } from '@/shared/ui/disclosure';
import { LocalLink } from '@/shared/ui/local-link';

const plain = ['pay', 'cost', 'edition', 'stock', 'offline'] as const;
const linked = [
  ['follow', '/confirmation'],
  ['privacy', '/privacy'],
] as const;

/** Frequently asked questions, beside the order form. */
export function FaqSection() {
  const { t } = useTranslation('book');
  return (
    <section aria-labelledby="faq-title">
      <h2 id="faq-title" className="display text-title">
        {t('faq.title')}
      </h2>
      <div className="mt-5 border-b border-line">
        {plain.map((key) => (
          <Question key={key} question={t(`faq.${key}.q`)} answer={t(`faq.${key}.a`)} />
        ))}
        {linked.map(([key, to]) => (
          <Question key={key} question={t(`faq.${key}.q`)} answer={t(`faq.${key}.a`)}>
            <TextLink to={to}>{t(`faq.${key}.link`)}</TextLink>
          </Question>
        ))}
      </div>
    </section>
  );
}

/** The note at the end of the page with the only link to the card payment demonstration. */
export function CardNote() {
  const { t } = useTranslation('book');
  return (
    <p className="altitude contour-top gutter py-8 text-small text-muted">
      {t('card.text')} <TextLink to="/checkout">{t('card.link')}</TextLink>
    </p>
  );
}

type QuestionProps = { question: string; answer: string; children?: ReactNode };

function Question({ question, answer, children }: QuestionProps) {
  return (
    <Disclosure summary={question} className="contour-top">
      <p className="measure pb-5 text-small text-muted">
        {answer} {children}
      </p>
    </Disclosure>
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
