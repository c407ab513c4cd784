import { useQueryClient } from '@tanstack/react-query'
import type { PortfolioView } from '@plinth/contract/portfolios/portfolios.ts'
import { patchMaker } from '../features/portfolios/work/maker-cache.ts'
import { FollowButton } from '../features/profile/follow-button.tsx'

/** The follow button beside a work. All works of that person change together. */
export function FollowMaker({ work, viewerId }: { work: PortfolioView; viewerId: string | null }) {
  const client = useQueryClient()
  const { creator, isFollowing, followsViewer } = work
  return (
    <FollowButton
      person={{ ...creator, isFollowing, followsViewer }}
      viewerId={viewerId}
      onShow={(creatorId, follows) => patchMaker(client, creatorId, follows)}
    />
  )
}
