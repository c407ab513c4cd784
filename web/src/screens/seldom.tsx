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
export const PostStatisticsScreen = inSecondStep(async () => ({
  default: (await import('./analytics/statistics.tsx')).PostStatisticsScreen,
}))
export const StatementScreen = inSecondStep(async () => ({
  default: (await import('./statement.tsx')).StatementScreen,
}))
export const TakenDownScreen = inSecondStep(async () => ({
  default: (await import('./public/taken-down.tsx')).TakenDownScreen,
}))
export const WorkStatisticsScreen = inSecondStep(async () => ({
  default: (await import('./analytics/statistics.tsx')).WorkStatisticsScreen,
}))
export const WorkRightsScreen = inSecondStep(async () => ({
  default: (await import('./work-rights.tsx')).WorkRightsScreen,
}))
