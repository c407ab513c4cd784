import { Check, Plus } from 'lucide-react'
import type { Person } from '@plinth/contract/people/users.ts'
import { fullName } from '../../lib/format/format.ts'
import { Button } from '../../ui/actions/button.tsx'
import type { MemberAct } from '../session/acts.ts'
import { SignInLink } from '../session/sign-in-link.tsx'
import { texts } from './profile-texts.ts'
import { useFollow } from './use-follow.ts'

type Followable = Pick<Person, 'id' | 'firstName' | 'lastName' | 'profileImageUrl'>

/** What a visitor wants who presses Follow. */
export const followAct = (person: Followable): MemberAct => ({
  kind: 'follow',
  id: person.id,
  name: person.firstName,
  about: { title: fullName(person), image: person.profileImageUrl },
})

interface FollowButtonProps {
  person: Followable & Pick<Person, 'isFollowing' | 'followsViewer'>
  /** Null for a visitor, who is asked to sign in. */
  viewerId: string | null
  /** The main button of a profile; rows in lists have a quieter one. */
  primary?: boolean
  /** With a plus before the word. */
  plus?: boolean
  className?: string
  /** Shows the follow wherever else that person appears. */
  onShow?: (personId: string, isFollowing: boolean) => void
  /** Without a toast, where the screen shows the follow itself. */
  isQuietlyDone?: boolean
}

const sayNothing = () => undefined

export function FollowButton({ viewerId, ...rest }: FollowButtonProps) {
  if (viewerId !== null) return <MemberFollow viewerId={viewerId} {...rest} />
  const { person, primary = false, plus = false, className = '' } = rest
  const { follow } = texts.follow
  return (
    <Button asChild variant={primary ? 'primary' : 'secondary'} className={className}>
      <SignInLink act={followAct(person)} aria-label={`${follow} ${fullName(person)}`}>
        {plus ? <Plus size={18} aria-hidden /> : null}
        {follow}
      </SignInLink>
    </Button>
  )
}

function MemberFollow({
  person,
  viewerId,
  primary = false,
  plus = false,
  className,
  onShow,
  isQuietlyDone = false,
}: FollowButtonProps & { viewerId: string }) {
  const onDone = isQuietlyDone ? sayNothing : undefined
  const follow = useFollow({ viewerId, person, onShow, onDone })
  const { isFollowing, followsViewer } = person
  const label = isFollowing
    ? texts.follow.following
    : followsViewer
      ? texts.follow.back
      : texts.follow.follow
  return (
    <Button
      variant={
        primary
          ? isFollowing
            ? 'secondary'
            : 'primary'
          : isFollowing && !plus
            ? 'quiet'
            : 'secondary'
      }
      aria-pressed={isFollowing}
      aria-label={`${label} ${fullName(person)}`}
      onClick={() => follow(isFollowing, !isFollowing)}
      {...(className === undefined ? {} : { className })}
    >
      {isFollowing ? <Check size={16} aria-hidden /> : plus ? <Plus size={18} aria-hidden /> : null}
      {label}
    </Button>
  )
}
