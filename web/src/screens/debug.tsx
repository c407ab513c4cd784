import { lazy, Suspense } from 'react'

// Loaded in a second step, so that the home page's file list doesn't name its files.
const DebugCalls = lazy(async () => ({ default: (await import('./debug-calls.tsx')).DebugCalls }))

export const DebugScreen = () => (
  <Suspense>
    <DebugCalls />
  </Suspense>
)
