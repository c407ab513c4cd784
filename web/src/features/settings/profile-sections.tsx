import { NETWORK_KEYS } from '@plinth/contract/people/profile-links.ts'
import { MAX_BIO_LENGTH, type OwnUser } from '@plinth/contract/people/users.ts'
import { BioField, FormField } from './form-field.tsx'
import { PortraitField } from './portrait-field.tsx'
import { Section } from './section.tsx'
import { texts } from './settings-texts.ts'
import type { ProfileForm } from './use-profile-form.ts'

const PAIRS = 'settings-pairs'

/** Who one is, in words and with a picture. */
export const ProfileSection = ({ form, own }: { form: ProfileForm; own: OwnUser }) => (
  <Section id="profile" first>
    <div className="grid gap-5">
      <PortraitField form={form} own={own} />
      <div className={PAIRS}>
        <FormField form={form} name="firstName" required autoComplete="given-name" />
        <FormField form={form} name="lastName" autoComplete="family-name" />
      </div>
      <BioField form={form} most={MAX_BIO_LENGTH} />
      <div className={PAIRS}>
        <FormField form={form} name="location" />
        <FormField form={form} name="website" autoComplete="url" inputMode="url" />
      </div>
    </div>
  </Section>
)

export const LinksSection = ({ form }: { form: ProfileForm }) => (
  <Section id="links">
    <div className={`mt-5 ${PAIRS}`}>
      {NETWORK_KEYS.map((key) => (
        <FormField key={key} form={form} name={key} placeholder={texts.nameOrAddress} />
      ))}
    </div>
  </Section>
)
