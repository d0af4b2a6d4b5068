import type { ReactNode } from 'react';
import { useFormState } from 'react-hook-form';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { SubmitButton } from '@/shared/ui/submit-button';

export type FootProps = {
  /** The label of the submit button; defaults to Save. */
  save?: string;
  onCancel?: () => void;
  /** More buttons, at the end. */
  foot?: ReactNode;
};

type Props = FootProps & {
  /** Conflicts to resolve before a save, above the buttons. */
  toSettle: ReactNode;
  isSaved: boolean;
  /** The error messages. */
  problems: ReactNode;
};

/** The sticky footer of a form: its buttons, and whether everything is saved. */
export function FormFoot({ save, onCancel, foot, toSettle, problems, isSaved }: Props) {
  const { t } = useTranslation('admin-kit');
  const { isSubmitting, isDirty } = useFormState();
  const state = isDirty ? t('form.unsaved') : isSaved ? t('form.saved') : '';
  return (
    <div className="form-foot sticky bottom-(--form-foot,var(--bar,0px)) z-10 -mx-1 flex flex-wrap items-center gap-2 border-t border-line bg-(--sheet,var(--color-ground)) px-1 py-2">
      <div className="grid basis-full gap-2 empty:hidden">
        {toSettle}
        {problems}
      </div>
      <SubmitButton disabled={isSubmitting} className="lg:min-h-9 lg:py-1">
        {isSubmitting ? t('form.saving') : (save ?? t('form.save'))}
      </SubmitButton>
      {onCancel && (
        <Button look="line" onClick={onCancel} className="lg:min-h-9 lg:py-1">
          {t('cancel')}
        </Button>
      )}
      <p role="status" className="text-small text-muted">
        {state}
      </p>
      {foot !== undefined && <div className="ms-auto flex flex-wrap gap-2">{foot}</div>}
    </div>
  );
}
