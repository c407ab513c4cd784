import { useQueryClient } from '@tanstack/react-query'
import type { FoundPerson } from '@plinth/contract/search/search.ts'
import { FollowButton } from '../../features/profile/follow-button.tsx'
import { patchFoundPerson } from '../../features/search/search-cache.ts'
import { useMemberAct } from '../../features/session/use-member-act.ts'
import { useViewer } from '../../features/session/use-viewer.ts'
import { fullName } from '../../lib/format/format.ts'
import { Button } from '../../ui/actions/button.tsx'

/** The follow button beside a person that a search found. Visitors are asked to sign in. */
export function FollowFound({ person }: { person: FoundPerson }) {
  const viewer = useViewer()
  const client = useQueryClient()
  const act = useMemberAct()
  const name = fullName(person)
  if (viewer === null)
    return (
      <Button
        aria-label={`Follow ${name}`}
        onClick={() => act({ kind: 'follow', id: person.id, name }, () => undefined)}
      >
        Follow
      </Button>
    )
  if (viewer.id === person.id) return null
  return (
    <FollowButton
      person={person}
      viewerId={viewer.id}
      onShow={(id, isFollowing) => patchFoundPerson(client, id, isFollowing)}
    />
  )
}
