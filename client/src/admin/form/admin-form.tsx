import { useCallback, useRef, type ReactNode } from 'react';
import { FormProvider, type FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { failureText } from '@/api/failures';
import { Notice } from '@/ui/notice';
import { writeDraft } from '@/ui/storage';
import { useShortcut } from '@/admin/shortcuts';
import { useUnsavedGuard } from '@/admin/use-unsaved-guard';
import { FormDraft } from './form-draft';
import { FormFoot, type FootProps } from './form-foot';
import { LanguageTabs, ShownLanguage, useShownLanguage } from './form-languages';
import { useFormSubmit, type SubmitProps } from './use-form-submit';

/*
 * A form of the back-office:
 *   <AdminForm schema={schema} defaults={row} draft={`award-${row.id}`} failed={t('updateFailed')}
 *     refusals={{ expeditions_slug_key: { field: 'slug', text: t('slugTaken') } }}
 *     onSave={async (values, { changed }) => save.mutateAsync({ id: row.id, set: changed })}>
 *     <FormText name="slug" label={t('slug')} dir="ltr" required />
 *   </AdminForm>
 * The schema is a Standard Schema (zod/mini) with translated messages. If onSave throws a Failure, it is
 * shown at its field or above the footer, and the values stay. Ctrl/⌘+S saves; leaving with unsaved changes
 * asks for confirmation; `draft` keeps the values over a reload. New `defaults` replace unedited values.
 */

type Props<Input extends FieldValues, Output> = SubmitProps<Input, Output> &
  FootProps & {
    /**
     * The error message without its reason: 'Error adding expedition'. The reason is appended; a function
     * returns the whole message.
     */
    failed?: string | ((error: unknown) => string);
    /** The fields. */
    children: ReactNode;
  };

/** A form that keeps the typed values after every failure. */
export function AdminForm<Input extends FieldValues, Output extends object>(
  props: Props<Input, Output>,
) {
  const { draft, failed, children } = props;
  const { t } = useTranslation(['admin-kit', 'site']);
  const element = useRef<HTMLFormElement>(null);
  const languages = useShownLanguage();
  const { form, submit, failure, isSaved } = useFormSubmit(props, element, languages.show);
  const { errors, isDirty } = form.formState;
  useUnsavedGuard(isDirty, () => draft !== undefined && writeDraft(draft, undefined));
  useShortcut(
    'mod+s',
    t('form.save'),
    useCallback(() => element.current?.requestSubmit(), []),
  );
  const wrong = Object.keys(errors).length;
  const problems = (
    <>
      {wrong > 0 && <Notice tone="bad">{t('form.wrong', { count: wrong })}</Notice>}
      {failure !== undefined && (
        <Notice tone="bad">
          {typeof failed === 'function'
            ? failed(failure)
            : `${failed ?? t('failed.save')} ${failureText(t, failure)}`}
        </Notice>
      )}
    </>
  );
  return (
    <FormProvider {...form}>
      <ShownLanguage value={languages}>
        <form
          ref={element}
          noValidate
          onSubmit={(event) => void submit(event)}
          className="@container grid gap-4"
        >
          {draft !== undefined && <FormDraft draft={draft} />}
          <LanguageTabs />
          {children}
          <FormFoot {...props} isSaved={isSaved} problems={problems} />
        </form>
      </ShownLanguage>
    </FormProvider>
  );
}
