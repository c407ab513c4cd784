import { Link } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Profile } from '@plinth/contract/people/users.ts'
import { hireDialog, inquiryDialog, messageDialog } from '../../lib/routing/dialog-search.ts'
import { Button } from '../../ui/actions/button.tsx'
import { SignInLink } from '../session/sign-in-link.tsx'
import { dialogAct } from '../session/acts.ts'
import { fullName } from '../../lib/format/format.ts'
import { personPath } from '../../lib/routing/paths.ts'
import { texts } from './profile-texts.ts'

interface PersonButtonProps {
  person: Profile
  /** Visitors sign in first and come back to the form. */
  isMember: boolean
  className?: string
}

const actOf = (opens: ReturnType<typeof messageDialog>, person: Profile) => ({
  ...dialogAct(opens, personPath(person), person.firstName),
  about: { title: fullName(person), image: person.profileImageUrl },
})

/** Hires for the work with the lowest price; nothing when no work has one. */
export const HireButton = ({
  person,
  isMember,
  className = '',
  children,
}: PersonButtonProps & { children: ReactNode }) =>
  person.hireFrom === null ? null : (
    <Button asChild variant="primary" size={52} className={`tnum ${className}`}>
      {isMember ? (
        <Link {...hireDialog(person.hireFrom.workId)}>{children}</Link>
      ) : (
        <SignInLink act={actOf(hireDialog(person.hireFrom.workId), person)}>{children}</SignInLink>
      )}
    </Button>
  )

export const InquireButton = ({
  person,
  isMember,
  primary = false,
  className = '',
}: PersonButtonProps & { primary?: boolean }) => (
  <Button
    asChild
    variant={primary ? 'primary' : 'secondary'}
    {...(primary ? { size: 52 as const } : {})}
    className={className}
  >
    {isMember ? (
      <Link {...inquiryDialog(person.id)}>{texts.write.inquire}</Link>
    ) : (
      <SignInLink act={actOf(inquiryDialog(person.id), person)}>{texts.write.inquire}</SignInLink>
    )}
  </Button>
)

export const MessageButton = ({ person, isMember }: PersonButtonProps) => {
  const label = (
    <>
      <MessageCircle size={18} aria-hidden />
      {texts.write.message}
    </>
  )
  return (
    <Button asChild>
      {isMember ? (
        <Link {...messageDialog(person.id)}>{label}</Link>
      ) : (
        <SignInLink act={actOf(messageDialog(person.id), person)}>{label}</SignInLink>
      )}
    </Button>
  )
}
