import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { get, useFormContext, useWatch } from 'react-hook-form';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { directionOf, languages, type Language } from '@/shared/i18n/language';
import { languageNameIn } from '@/shared/i18n/language-names';
import { FieldFrame } from '@/shared/ui/field';
import { fieldBox, useFormField, type FieldProps } from './form-field';

/*
 * A text in three languages, side by side if there is room; else the form shows one language at a time,
 * selected above it (LanguageTabs, which AdminForm shows if it has such a field).
 *   <FormLanguages name="title" label={t('title')} required />        → title_en, title_fr, title_ar
 *   <FormLanguages name="brand.name" nested label={…} rows={4} />     → brand.name.en, .fr, .ar
 * `required` marks the languages of `requiredIn`; the schema does the check.
 */

type Props = FieldProps & {
  /** By default English, which the other languages fall back to. */
  requiredIn?: readonly Language[];
  /** The value is one object {en, fr, ar}, not three columns. */
  nested?: boolean;
  /** The rows of a textarea; without it a single line. */
  rows?: number;
  maxLength?: number;
  /** An empty text is null; for nullable columns. */
  nullable?: boolean;
};

/** The field name of one language. */
const inLanguage = (name: string, nested: boolean, language: Language) =>
  `${name}${nested ? '.' : '_'}${language}`;

type Shown = {
  shown: Language;
  show: (language: Language) => void;
  /** The translated fields of the form, to find the languages that lack a text. */
  texts: readonly { name: string; nested: boolean }[];
  add: (name: string, nested: boolean) => () => void;
};

const Context = createContext<Shown>({
  shown: 'en',
  show: () => {},
  texts: [],
  add: () => () => {},
});

/** State: the language that a narrow form shows. */
export function useShownLanguage(): Shown {
  const [shown, show] = useState<Language>(useLanguage());
  const [texts, setTexts] = useState<Shown['texts']>([]);
  const [add] = useState(() => (name: string, nested: boolean) => {
    const text = { name, nested };
    setTexts((all) => [...all, text]);
    return () => setTexts((all) => all.filter((each) => each !== text));
  });
  return { shown, show, texts, add };
}

/** Around the fields of a form. */
export const ShownLanguage = ({ value, children }: { value: Shown; children: ReactNode }) => (
  <Context value={value}>{children}</Context>
);

/** The language of a translated field: an error must be in a visible language. */
export function languageOf(name: string): Language | undefined {
  return languages.find((language) => new RegExp(`[._]${language}$`).test(name));
}

/** One text in three languages. */
export function FormLanguages(props: Props) {
  const { name, label, hint, nested = false } = props;
  const { add } = use(Context);
  // Registers the field in the form's list, which is state of another component.
  useEffect(() => add(name, nested), [add, name, nested]);
  return (
    <fieldset className={`min-w-0 ${props.className ?? ''}`}>
      <legend className="sr-only">{label}</legend>
      <div className="grid gap-x-4 gap-y-3 @3xl:grid-cols-3">
        {languages.map((language) => (
          <OneLanguage key={language} {...props} nested={nested} language={language} />
        ))}
      </div>
      {hint !== undefined && <p className="mt-1 text-small text-muted">{hint}</p>}
    </fieldset>
  );
}

const emptyToNull = (text: unknown) => (text === '' ? null : text);

function OneLanguage(props: Props & { nested: boolean; language: Language }) {
  const { name, label, nested, language, rows, maxLength, nullable } = props;
  const { required = false, requiredIn = ['en'] } = props;
  const { t } = useTranslation('admin-kit');
  const { shown } = use(Context);
  const ui = useLanguage();
  const { register } = useFormContext();
  const own = inLanguage(name, nested, language);
  const { frame, marks } = useFormField({
    name: own,
    label: t('languages.in', { label, language: languageNameIn(language, ui) }),
    required: required && requiredIn.includes(language),
    className: shown === language ? '' : '@max-3xl:hidden',
  });
  const attributes = {
    ...register(own, nullable === true ? { setValueAs: emptyToNull } : {}),
    ...marks,
    lang: language,
    dir: directionOf(language),
    maxLength,
    autoComplete: 'off',
  };
  return (
    <FieldFrame {...frame}>
      {rows === undefined ? (
        <input {...attributes} type="text" className={fieldBox} />
      ) : (
        <textarea
          {...attributes}
          rows={rows}
          className={`${fieldBox} max-h-[60dvh] field-sizing-content`}
          style={{ minHeight: `${rows * 1.6 + 1}em` }}
        />
      )}
    </FieldFrame>
  );
}

/**
 * Selects the language that a narrow form shows, and marks languages without a text. Hidden if all
 * languages fit.
 */
export function LanguageTabs() {
  const { t } = useTranslation('admin-kit');
  const ui = useLanguage();
  const { shown, show, texts } = use(Context);
  const values: unknown = useWatch();
  if (texts.length === 0) return null;
  const has = ({ name, nested }: (typeof texts)[number], language: Language) =>
    isWritten(get(values, inLanguage(name, nested, language)));
  // A text that is empty in all languages is optional.
  const lacks = (language: Language) =>
    texts.some((text) => !has(text, language) && languages.some((other) => has(text, other)));
  return (
    <div
      role="group"
      aria-label={t('languages.label')}
      className="form-languages sticky top-(--form-head,0px) z-10 -mx-1 flex gap-1 bg-(--sheet,var(--color-ground)) p-1 @3xl:hidden"
    >
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          aria-pressed={shown === language}
          onClick={() => show(language)}
          className="flex min-h-11 grow items-center justify-center gap-2 rounded-block border border-edge px-2 text-small aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ground lg:min-h-9"
        >
          {languageNameIn(language, ui)}
          {lacks(language) && (
            <>
              <span
                aria-hidden="true"
                className="size-1.5 rounded-full border border-current forced-colors:bg-[CanvasText]"
              />
              <span className="sr-only">{t('languages.lacking')}</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}

const isWritten = (value: unknown) => typeof value === 'string' && value.trim() !== '';
