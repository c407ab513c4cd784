import { expect, it } from 'vitest'
import { requireRecentSignIn } from './guards.ts'

const now = new Date('2026-11-21T12:00:00Z')
const viewer = (minutesAgo: number) => ({
  id: 'me',
  isCreator: false,
  isAdmin: true,
  sessionId: 'one',
  signedInAt: new Date(now.getTime() - minutesAgo * 60_000),
})

it('counts a sign-in as recent for fifteen minutes', () => {
  expect(() => requireRecentSignIn(viewer(0), now)).not.toThrow()
  expect(() => requireRecentSignIn(viewer(15), now)).not.toThrow()
  expect(() => requireRecentSignIn(viewer(15.1), now)).toThrow(
    expect.objectContaining({ code: 'auth.stale', status: 403 }),
  )
})
