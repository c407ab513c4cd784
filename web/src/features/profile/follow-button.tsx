import { Check } from 'lucide-react'
import type { Person } from '@plinth/contract/people/users.ts'
import { fullName } from '../../lib/format/format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { texts } from './profile-texts.ts'
import { useFollow } from './use-follow.ts'

interface FollowButtonProps {
  person: Pick<Person, 'id' | 'firstName' | 'lastName' | 'isFollowing' | 'followsViewer'>
  viewerId: string
  /** The main button of a profile; rows in lists have a quieter one. */
  primary?: boolean
  className?: string
  /** Shows the follow wherever else that person appears. */
  onShow?: (personId: string, isFollowing: boolean) => void
}

export function FollowButton({
  person,
  viewerId,
  primary = false,
  className,
  onShow,
}: FollowButtonProps) {
  const follow = useFollow({ viewerId, person, onShow })
  const { isFollowing, followsViewer } = person
  const label = isFollowing
    ? texts.follow.following
    : followsViewer
      ? texts.follow.back
      : texts.follow.follow
  return (
    <Button
      variant={
        primary ? (isFollowing ? 'secondary' : 'primary') : isFollowing ? 'quiet' : 'secondary'
      }
      aria-pressed={isFollowing}
      aria-label={`${label} ${fullName(person)}`}
      onClick={() => follow(isFollowing, !isFollowing)}
      {...(className === undefined ? {} : { className })}
    >
      {isFollowing ? <Check size={16} aria-hidden /> : null}
      {label}
    </Button>
  )
}
