import { lazy, Suspense } from 'react'

// A hop of its own: home would name every file of it.
const DebugCalls = lazy(async () => ({ default: (await import('./debug-calls.tsx')).DebugCalls }))

export const DebugScreen = () => (
  <Suspense>
    <DebugCalls />
  </Suspense>
)
