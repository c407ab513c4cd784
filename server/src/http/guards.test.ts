import { expect, it } from 'vitest'
import { requireFreshSignIn } from './guards.ts'

const now = new Date('2026-11-21T12:00:00Z')
const viewer = (minutesAgo: number) => ({
  id: 'me',
  isCreator: false,
  role: null,
  isAdmin: true,
  sessionId: 'one',
  signedInAt: new Date(now.getTime() - minutesAgo * 60_000),
})

it('takes a sign-in for fresh for ten minutes', () => {
  expect(() => requireFreshSignIn(viewer(0), now)).not.toThrow()
  expect(() => requireFreshSignIn(viewer(10), now)).not.toThrow()
  expect(() => requireFreshSignIn(viewer(10.1), now)).toThrow(
    expect.objectContaining({ code: 'auth.stale', status: 403 }),
  )
})
