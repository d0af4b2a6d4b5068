import { useMemo } from 'react';
import { Drawer } from '@/admin/kit/drawer';
import { AdminForm } from '@/admin/kit/form/admin-form';
import { FormSelect, FormSwitch } from '@/admin/kit/form/form-choice';
import { FormLanguages } from '@/admin/kit/form/form-languages';
import { FormText } from '@/admin/kit/form/form-text';
import { useInsertRow } from '@/admin/kit/rows/use-insert-row';
import { useOpenRow } from '@/admin/kit/use-open-row';
import { useTranslation } from '@/shared/i18n';
import { notify } from '@/shared/ui/toast';
import { newReviewSchema, emptyReview, ratings, reviewRow } from './new-review';

const none: [] = [];

/** The form to add a review that came by another channel, open at ?open=new. */
export function AddReviewDrawer() {
  const { t } = useTranslation('admin-reviews');
  const { opened, close } = useOpenRow(none);
  return (
    <Drawer open={opened === 'new'} onClose={close} title={t('add.open')} size="wide">
      <AddReviewForm onAdded={close} />
    </Drawer>
  );
}

function AddReviewForm({ onAdded }: { onAdded: () => void }) {
  const { t } = useTranslation('admin-reviews');
  const insert = useInsertRow('book_reviews');
  const schema = useMemo(() => newReviewSchema((problem) => t(`add.${problem}`)), [t]);
  return (
    <AdminForm
      schema={schema}
      defaults={emptyReview}
      draft="new-review"
      save={t('add.submit')}
      failed={t('add.failed')}
      onSave={async (values) => {
        await insert.mutateAsync(reviewRow(values));
        notify('good', t('add.added', { name: values.name }), { ms: 6000 });
      }}
      onSaved={onAdded}
      onCancel={onAdded}
    >
      <div className="grid gap-4 @xl:grid-cols-[1fr_12rem]">
        <FormText name="name" label={t('add.name')} dir="auto" maxLength={200} required />
        <FormSelect
          name="rating"
          label={t('add.rating')}
          options={ratings.map((count) => ({
            value: String(count),
            label: t('add.ratingOption', { count }),
          }))}
          required
        />
      </div>
      <FormLanguages
        name="comment"
        label={t('add.comment')}
        hint={t('add.commentHint')}
        rows={7}
        maxLength={10_000}
      />
      <FormSwitch name="approved" label={t('add.approved')} hint={t('add.approvedHint')} />
      <FormSwitch name="verified" label={t('add.verified')} hint={t('details.verifiedHint')} />
    </AdminForm>
  );
}
