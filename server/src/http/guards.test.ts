import { expect, it } from 'vitest'
import { requireFresh } from './guards.ts'

const now = new Date('2026-11-21T12:00:00Z')
const viewer = (minutesAgo: number) => ({
  id: 'me',
  isCreator: false,
  isAdmin: true,
  sessionId: 'one',
  signedInAt: new Date(now.getTime() - minutesAgo * 60_000),
})

it('takes a sign-in of the last fifteen minutes for a fresh one', () => {
  expect(() => requireFresh(viewer(0), now)).not.toThrow()
  expect(() => requireFresh(viewer(15), now)).not.toThrow()
  expect(() => requireFresh(viewer(15.1), now)).toThrow(
    expect.objectContaining({ code: 'auth.stale', status: 403 }),
  )
})
