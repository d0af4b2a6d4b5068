import * as z from 'zod/mini';
import { FormSwitch } from '@/admin/kit/form/form-choice';
import { FormLanguages } from '@/admin/kit/form/form-languages';
import { FormText } from '@/admin/kit/form/form-text';
import { SettingGroup } from '../setting-group';
import { otherwise, stored, type Checks } from '../setting-schemas';
import type { Setting } from '../setting-values';
import { useSettingLabels } from './use-setting-labels';

const read = z.object({
  contact: z.object({
    email: stored.text,
    phone: stored.text,
    whatsapp: stored.text,
    location: stored.texts,
  }),
  newsletter: otherwise(z.object({ sync: z.boolean() }), { sync: true }),
});

const write = (check: Checks) =>
  z.object({
    contact: z.object({
      email: check.email,
      phone: check.phone,
      whatsapp: check.phone,
      location: check.name,
    }),
    newsletter: z.object({ sync: z.boolean() }),
  });

/** The contact data. */
export function ContactGroup({ rows }: { rows: Setting[] }) {
  const labels = useSettingLabels();
  return (
    <SettingGroup id="contact" page="/contact" {...{ rows, read, write }}>
      <FormText
        name="contact.email"
        type="email"
        inputMode="email"
        dir="ltr"
        {...labels('email', 'emailHint', 'maybe')}
      />
      <div className="grid gap-4 @xl:grid-cols-2">
        <FormText
          name="contact.phone"
          type="tel"
          inputMode="tel"
          dir="ltr"
          {...labels('phone', 'phoneHint', 'maybe')}
        />
        <FormText
          name="contact.whatsapp"
          type="tel"
          inputMode="tel"
          dir="ltr"
          {...labels('whatsapp', 'whatsappHint', 'maybe')}
        />
      </div>
      <FormLanguages
        name="contact.location"
        nested
        {...labels('location', 'locationHint')}
        required
      />
      <FormSwitch name="newsletter.sync" {...labels('newsletter', 'newsletterHint')} />
    </SettingGroup>
  );
}
