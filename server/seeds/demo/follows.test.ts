import { expect, it } from 'vitest'
import { joinDates } from './dates.ts'
import { makeFollows } from './follows.ts'
import { readWorld } from '../world.ts'

const now = new Date('2026-03-02T09:00:00Z')
const world = await readWorld()
const joined = joinDates(world.people, now)
const people = world.people.map(({ id, isCreator }) => ({
  id,
  isCreator,
  joinedAt: joined.get(id) ?? now,
}))
const follows = makeFollows(people, now)

it('is the same every time', () => {
  expect(makeFollows(people, now)).toEqual(follows)
})

it('has nobody follow themselves, or anybody twice', () => {
  for (const { followerId, followedId } of follows) expect(followerId).not.toBe(followedId)
  const pairs = follows.map(({ followerId, followedId }) => `${followerId} ${followedId}`)
  expect(new Set(pairs).size).toBe(pairs.length)
})

it('stays within the last ninety days, after both have joined', () => {
  for (const { followerId, followedId, at } of follows) {
    expect(at.getTime()).toBeLessThanOrEqual(now.getTime())
    expect(at.getTime()).toBeGreaterThanOrEqual(now.getTime() - 90 * 86_400_000)
    for (const id of [followerId, followedId]) {
      expect(at.getTime()).toBeGreaterThanOrEqual(joined.get(id)?.getTime() ?? 0)
    }
  }
})

it('is uneven, and often mutual', () => {
  const followersOf = (id: string) => follows.filter((one) => one.followedId === id).length
  const counts = people.map(({ id }) => followersOf(id)).toSorted((a, b) => a - b)
  expect(counts.at(-1)).toBeGreaterThanOrEqual(10)
  expect(counts.at(-1)).toBeGreaterThan(2 * (counts[Math.floor(counts.length / 4)] ?? 0))
  expect(follows.length).toBeGreaterThan(60)
  expect(follows.length).toBeLessThan(people.length * people.length * 0.5)
  const pairs = new Set(follows.map((one) => `${one.followerId} ${one.followedId}`))
  const mutual = follows.filter((one) => pairs.has(`${one.followedId} ${one.followerId}`))
  expect(mutual.length).toBeGreaterThan(10)
})
