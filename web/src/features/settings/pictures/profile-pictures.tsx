import type { OwnUser } from '@plinth/contract/people/users.ts'
import { BannerField } from './banner-field.tsx'
import { PortraitField } from '../portrait-field.tsx'
import type { ProfileForm } from '../use-profile-form.ts'

/** The portrait, and for creators the banner. */
export const ProfilePictures = ({ form, own }: { form: ProfileForm; own: OwnUser }) => (
  <>
    <PortraitField form={form} own={own} />
    {own.isCreator ? <BannerField userId={own.id} /> : null}
  </>
)
