import { useState, type ReactNode } from 'react';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { directionOf, languages, type Language } from '@/shared/i18n/language';
import { languageNames } from '@/shared/i18n/language-names';
import { CopyButton } from '@/shared/ui/copy-button';

type Texts = Record<Language, string>;
const lengths = ['short', 'medium', 'long'] as const;

/** The biography in three lengths. */
type Biographies = Record<(typeof lengths)[number], Texts>;

type Props = { bios: Biographies; name: Texts; photo: ReactNode };

/** The biographies in three lengths and three languages, with copy buttons, and a photograph beside them. */
export function Biography({ bios, name, photo }: Props) {
  const { t } = useTranslation('press');
  const ownLanguage = useLanguage();
  const [picked, setPicked] = useState<Language>();
  const language = picked ?? ownLanguage;
  return (
    <section aria-labelledby="biography-title" className="gutter py-20 md:py-28">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
        <h2 id="biography-title" className="display wrap-anywhere text-heading">
          {t('bio.title')}
        </h2>
        <LanguageChoice chosen={language} onChoose={setPicked} />
      </div>
      <div className="mt-10 gap-x-16 xl:flex">
        <div className="grow">
          {lengths.map((length) => (
            <Bio
              key={length}
              title={t(`bio.${length}`)}
              text={bios[length][language]}
              name={name[language]}
              in={language}
            />
          ))}
        </div>
        {photo}
      </div>
    </section>
  );
}

type ChoiceProps = { chosen: Language; onChoose: (language: Language) => void };

function LanguageChoice({ chosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation('press');
  return (
    <div role="group" aria-label={t('bio.language')} className="flex flex-wrap gap-2">
      {languages.map((code) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-pressed={code === chosen}
          onClick={() => onChoose(code)}
          className="min-h-11 rounded-block border border-edge px-4 text-small transition-colors hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ground"
        >
          {languageNames[code]}
        </button>
      ))}
    </div>
  );
}

type BioProps = { title: string; text: string; name: string; in: Language };

function Bio({ title, text, name, in: language }: BioProps) {
  const { t } = useTranslation('press');
  const paragraphs = text.split(/\n{2,}/);
  return (
    <article className="grid grid-cols-1 gap-x-12 gap-y-4 contour-top py-8 lg:grid-cols-[12rem_minmax(0,1fr)_auto]">
      <header>
        <h3 className="display text-title">{title}</h3>
        <p className="mt-1 text-small text-muted">
          {t('bio.words', { count: wordsIn(text, name) })}
        </p>
      </header>
      <div lang={language} dir={directionOf(language)} className="measure grid content-start gap-4">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <div className="self-start justify-self-start">
        <CopyButton
          text={text}
          label={t('bio.copy')}
          copied={t('bio.copied')}
          failed={t('bio.notCopied')}
          what={title}
          className="min-w-32"
        />
      </div>
    </article>
  );
}

// The name counts as one word, because the server-rendered page does not have it.
const wordsIn = (text: string, name: string) =>
  text
    .replaceAll(name, 'A')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
