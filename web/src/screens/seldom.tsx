import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, type ComponentType } from 'react'

/** Loads a screen in a second step, so that the home page's file list doesn't name its files. */
function inSecondStep(load: () => Promise<{ default: ComponentType }>): ComponentType {
  const Screen = lazy(load)
  return function Later() {
    return (
      <Suspense>
        <Screen />
      </Suspense>
    )
  }
}

// Screens that few people open.
export const ArrangeScreen = inSecondStep(async () => ({
  default: (await import('./portfolios/arrange.tsx')).ArrangeScreen,
}))
export const AdvertiseScreen = inSecondStep(async () => ({
  default: (await import('./public/advertise-member.tsx')).AdvertiseScreen,
}))
export const BoardScreen = inSecondStep(async () => ({
  default: (await import('./boards/board.tsx')).BoardScreen,
}))
export const BoardsScreen = inSecondStep(async () => ({
  default: (await import('./boards/boards.tsx')).BoardsScreen,
}))
export const BriefScreen = inSecondStep(async () => ({
  default: (await import('./boards/brief.tsx')).BriefScreen,
}))
export const CaseScreen = inSecondStep(async () => ({
  default: (await import('./cases/case.tsx')).CaseScreen,
}))
export const CopyrightScreen = inSecondStep(async () => ({
  default: (await import('./public/copyright.tsx')).CopyrightScreen,
}))
export const DebugScreen = inSecondStep(async () => ({
  default: (await import('./debug-calls.tsx')).DebugCalls,
}))
export const DraftsScreen = inSecondStep(async () => ({
  default: (await import('./portfolios/drafts.tsx')).DraftsScreen,
}))
export const InvitationScreen = inSecondStep(async () => ({
  default: (await import('./public/invitation.tsx')).InvitationScreen,
}))
const PostStatisticsScreen = inSecondStep(async () => ({
  default: (await import('./analytics/statistics.tsx')).PostStatisticsScreen,
}))
export const ProofRoomScreen = inSecondStep(async () => ({
  default: (await import('./proofing/proof-room.tsx')).ProofRoomScreen,
}))
export const ProofRoomsScreen = inSecondStep(async () => ({
  default: (await import('./proofing/proof-rooms.tsx')).ProofRoomsScreen,
}))
export const OwnProofRoomScreen = inSecondStep(async () => ({
  default: (await import('./proofing/proof-room.tsx')).OwnProofRoomScreen,
}))
export const ProofGuestScreen = inSecondStep(async () => ({
  default: (await import('./proofing/proof-guest.tsx')).ProofGuestScreen,
}))
export const SeriesScreen = inSecondStep(async () => ({
  default: (await import('./portfolios/series.tsx')).SeriesScreen,
}))
export const StatementScreen = inSecondStep(async () => ({
  default: (await import('./statement.tsx')).StatementScreen,
}))
export const TakenDownScreen = inSecondStep(async () => ({
  default: (await import('./public/taken-down.tsx')).TakenDownScreen,
}))
const WorkStatisticsScreen = inSecondStep(async () => ({
  default: (await import('./analytics/statistics.tsx')).WorkStatisticsScreen,
}))

const EditCaseStudyScreen = inSecondStep(async () => ({
  default: (await import('./portfolios/edit-case-study.tsx')).EditCaseStudyScreen,
}))
const WorkRightsScreen = inSecondStep(async () => ({
  default: (await import('./portfolios/work-rights.tsx')).WorkRightsScreen,
}))
const NotFound = inSecondStep(async () => ({
  default: (await import('./public/not-found.tsx')).NotFoundScreen,
}))

/** A screen of one's own work or post, by the last part of its address. One for all, as home's script names each. */
export function OwnScreen() {
  const { part } = useParams({ strict: false })
  switch (part) {
    case undefined:
      return <PostStatisticsScreen />
    case 'edit':
      return <EditCaseStudyScreen />
    case 'rights':
      return <WorkRightsScreen />
    case 'statistics':
      return <WorkStatisticsScreen />
    default:
      return <NotFound />
  }
}
