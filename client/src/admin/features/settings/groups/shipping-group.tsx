import * as z from 'zod/mini';
import { FormArea, FormText } from '@/admin/kit/form/form-text';
import { SettingGroup } from '../setting-group';
import { stored, type Checks } from '../setting-schemas';
import type { Setting } from '../setting-values';
import { useSettingLabels } from './use-setting-labels';

const read = z.object({
  shipping: z.object({ name: stored.text, address: stored.text, phone: stored.text }),
});

const write = (check: Checks) =>
  z.object({
    shipping: z.object({
      name: check.optionalText(200),
      address: check.optionalText(500),
      phone: check.phone,
    }),
  });

/** The sender of parcels, for packing slips. */
export function ShippingGroup({ rows }: { rows: Setting[] }) {
  const labels = useSettingLabels();
  return (
    <SettingGroup id="shipping" {...{ rows, read, write }}>
      <FormText name="shipping.name" dir="auto" {...labels('sender', 'senderHint')} />
      <FormArea
        name="shipping.address"
        rows={3}
        dir="auto"
        {...labels('returnAddress', 'returnAddressHint')}
      />
      <FormText
        name="shipping.phone"
        type="tel"
        inputMode="tel"
        dir="ltr"
        className="max-w-xs"
        {...labels('senderPhone', 'senderPhoneHint')}
      />
    </SettingGroup>
  );
}
