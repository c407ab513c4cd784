import { useQueryClient } from '@tanstack/react-query'
import type { FoundPerson } from '@plinth/contract/search/search.ts'
import { FollowButton } from '../../features/profile/follow-button.tsx'
import { patchFoundPerson } from '../../features/search/search-cache.ts'
import { useViewer } from '../../features/session/use-viewer.ts'

/** The follow button beside a person that a search found. */
export function FollowFound({ person }: { person: FoundPerson }) {
  const viewer = useViewer()
  const client = useQueryClient()
  if (viewer?.id === person.id) return null
  return (
    <FollowButton
      person={person}
      viewerId={viewer?.id ?? null}
      onShow={(id, isFollowing) => patchFoundPerson(client, id, isFollowing)}
    />
  )
}
