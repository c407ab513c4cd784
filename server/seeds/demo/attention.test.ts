import { describe, expect, it } from 'vitest'
import { makeAttention } from './attention.ts'
import { createCalendar } from './calendar.ts'
import { featuredDates, publicationDates, joinDates } from './dates.ts'
import { FRONT_LEDGE, WALL_ORDER, readWorld } from '../world.ts'

const now = new Date('2026-03-02T09:00:00Z')
const endOf = (day: string): number => Date.parse(day) + 86_400_000
const world = await readWorld()
const joined = joinDates(world.people, now)
const published = publicationDates(world.works, { days: world.more.workDays, now })

describe('the dates of the demo world', () => {
  it('publish every work once, after its maker joined and before anything refers to it', () => {
    expect([...published.keys()].toSorted()).toEqual(world.works.map(({ id }) => id).toSorted())
    expect(WALL_ORDER.every((id) => published.has(id))).toBe(true)
    const dates = [...published.values()].map((date) => date.getTime())
    expect(dates).toEqual(dates.toSorted((a, b) => b - a))
    const calendar = createCalendar(now)
    for (const [id, day] of Object.entries(world.more.workDays))
      expect(published.get(id)?.getTime(), id).toBeLessThan(endOf(calendar.day(day)))
    for (const work of world.works) {
      expect(published.get(work.id)?.getTime()).toBeGreaterThan(
        joined.get(work.creator)?.getTime() ?? 0,
      )
    }
  })

  it('put the front ledge first and feature nothing before its publication', () => {
    const featured = featuredDates(published, now)
    const order = [...featured].sort(([, a], [, b]) => b.getTime() - a.getTime())
    expect(order.map(([id]) => id)).toEqual(FRONT_LEDGE)
    expect(order).toEqual([...featured])
    for (const [id, at] of featured) {
      expect(at.getTime()).toBeGreaterThan(published.get(id)?.getTime() ?? 0)
      expect(at.getTime()).toBeLessThan(now.getTime())
    }
  })
})

const expectUnique = (keys: string[]) => expect(new Set(keys).size).toBe(keys.length)

describe('makeAttention', () => {
  const works = world.works.map((work) => ({
    id: work.id,
    ownerId: work.creator,
    createdAt: published.get(work.id) ?? now,
    isFeatured: work.isFeatured === true,
  }))
  const people = world.people.map(({ id }) => ({ id, joinedAt: joined.get(id) ?? now }))
  const { likes, saves, views } = makeAttention(works, people, now)
  const owner = new Map(works.map((work) => [work.id, work.ownerId]))
  const created = new Map(works.map((work) => [work.id, work.createdAt]))

  it('is the same every time', () => {
    expect(makeAttention(works, people, now)).toEqual({ likes, saves, views })
  })

  it('has nobody react to their own work, or twice', () => {
    for (const mark of [...likes, ...saves]) expect(mark.userId).not.toBe(owner.get(mark.itemId))
    for (const view of views) expect(view.viewerId).not.toBe(owner.get(view.itemId))
    expectUnique(likes.map((mark) => `${mark.userId} ${mark.itemId}`))
    expectUnique(saves.map((mark) => `${mark.userId} ${mark.itemId}`))
    expectUnique(views.map((view) => `${view.viewerId} ${view.itemId} ${view.day}`))
  })

  it('stays between publication and now', () => {
    for (const mark of [...likes, ...saves]) {
      expect(mark.at.getTime()).toBeGreaterThanOrEqual(created.get(mark.itemId)?.getTime() ?? 0)
      expect(mark.at.getTime()).toBeLessThanOrEqual(now.getTime())
    }
  })

  it('is uneven, as attention is', () => {
    const counts = works.map((work) => likes.filter((mark) => mark.itemId === work.id).length)
    expect(Math.max(...counts)).toBeGreaterThanOrEqual(12)
    expect(Math.max(...counts)).toBeLessThanOrEqual(23)
    expect(Math.max(...counts)).toBeGreaterThan(2 * (counts.toSorted((a, b) => a - b)[6] ?? 0))
    expect(views.length).toBeGreaterThan(likes.length)
    expect(likes.length).toBeGreaterThan(saves.length)
  })
})
