import { useCallback, useRef, useState, type ReactNode } from 'react';
import { FormProvider, type FieldValues } from 'react-hook-form';
import { asFailure, failureText } from '@/shared/api/failures';
import { deletedCode, isOverwrite } from '@/admin/kit/rows/write-unless-changed';
import { useTranslation } from '@/shared/i18n';
import { Notice } from '@/shared/ui/notice';
import { writeEditDraft } from '@/admin/kit/edit-draft';
import { useShortcut } from '@/admin/kit/shortcuts';
import { useUnsavedGuard } from '@/admin/kit/use-unsaved-guard';
import type { FormRecord } from './conflict-panel';
import { FormConflict } from './form-conflict';
import { FormDraft } from './form-draft';
import { FormFoot, type FootProps } from './form-foot';
import { LanguageTabs, ShownLanguage, useShownLanguage } from './form-languages';
import { useFormSubmit, type SubmitProps } from './use-form-submit';

/*
 * A form of the back-office:
 *   <AdminForm schema={schema} defaults={row} draft={`award-${row.id}`} failed={t('updateFailed')}
 *     refusals={{ expeditions_slug_key: { field: 'slug', text: t('slugTaken') } }}
 *     record={{ table: 'awards', ids: [row.id] }}
 *     onSave={async (values, { changed }) => save.mutateAsync({ shown: row, set: changed })}>
 *     <FormText name="slug" label={t('slug')} dir="ltr" required />
 *   </AdminForm>
 * The schema is a Standard Schema (zod/mini) with translated messages. If onSave throws a Failure, it is
 * shown at its field or above the footer, and the values stay. Ctrl/⌘+S saves the form with the focus; leaving with unsaved changes
 * asks for confirmation; `draft` keeps the values over a reload. New `defaults` replace unedited values.
 * Every form of a stored record names it (`record`): what somebody else saves meanwhile is shown, and nothing is
 * saved before the user has chosen (rows/write-unless-changed is what the save itself relies on).
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
  const { draft, failed, record, defaults, children } = props;
  const { t } = useTranslation(['admin-kit', 'site']);
  const element = useRef<HTMLFormElement>(null);
  const languages = useShownLanguage();
  const [isClash, setClash] = useState(false);
  const { form, base, submit, failure, isSaved, showField } = useFormSubmit(
    props,
    element,
    languages.show,
  );
  const { errors, isDirty } = form.formState;
  useUnsavedGuard(isDirty, () => draft !== undefined && writeEditDraft(draft, undefined));
  useShortcut(
    'mod+s',
    t('form.save'),
    useCallback(() => (focusedForm() ?? element.current)?.requestSubmit(), []),
  );
  const wrong = Object.keys(errors).length;
  const problems = (
    <>
      {wrong > 0 && <Notice tone="bad">{t('form.wrong', { count: wrong })}</Notice>}
      {failure !== undefined && (
        <Notice tone="bad">
          <FailedSave {...{ failure, failed, record, isClash }} />
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
          data-admin-form
          onSubmit={(event) => void submit(event)}
          className="@container grid gap-4"
        >
          {draft !== undefined && <FormDraft draft={draft} base={base} />}
          <LanguageTabs />
          {children}
          <FormFoot
            {...props}
            isSaved={isSaved}
            toSettle={
              record !== undefined && (
                <FormConflict
                  record={record}
                  stored={defaults}
                  base={base}
                  onConflict={setClash}
                  onChosen={showField}
                />
              )
            }
            problems={problems}
          />
        </form>
      </ShownLanguage>
    </FormProvider>
  );
}

/** The form in which the focus is: of several on a screen, the shortcut saves this one. */
const focusedForm = () => document.activeElement?.closest<HTMLFormElement>('form[data-admin-form]');

type FailedProps = {
  failure: unknown;
  failed: string | ((error: unknown) => string) | undefined;
  record: FormRecord | undefined;
  isClash: boolean;
};

/** Why a form was not saved. */
function FailedSave({ failure, failed, record, isClash }: FailedProps) {
  const { t } = useTranslation(['admin-kit', 'site']);
  if (asFailure(failure).code === deletedCode) return t('drawer.gone');
  if (record !== undefined && isOverwrite(failure)) {
    return t(isClash ? 'clash.choose' : 'clash.again');
  }
  if (typeof failed === 'function') return failed(failure);
  return `${failed ?? t('failed.save')} ${failureText(t, failure)}`;
}
