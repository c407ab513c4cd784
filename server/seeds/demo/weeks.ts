import type { Attention } from './attention.ts'

const DAY = 86_400_000
const WEEK_DAYS = 7

interface Shown {
  id: string
  ownerId: string
  createdAt: Date
}

/**
 * Adds views to the last seven days of each creator who would have fewer of them than in the seven days before, so that
 * no week falls by accident. `viewers` looked in anyway. Returns the new views.
 */
export function liftLastWeek(
  views: Attention['views'],
  items: readonly Shown[],
  { viewers, now }: { viewers: readonly { id: string; joinedAt: Date }[]; now: Date },
): Attention['views'] {
  const owner = new Map(items.map((item) => [item.id, item.ownerId]))
  const known = new Set(views.map(keyOf))
  const added: Attention['views'] = []
  for (const [ownerId, own] of Map.groupBy(items, (item) => item.ownerId)) {
    const ofOwner = views.filter(({ itemId }) => owner.get(itemId) === ownerId)
    const count = (from: number, to: number) =>
      ofOwner.filter(({ day }) => ageOf(day, now) >= from && ageOf(day, now) < to).length
    let missing = count(WEEK_DAYS, 2 * WEEK_DAYS) * LIFT - count(0, WEEK_DAYS)
    for (let turn = 0; missing > 0 && turn < viewers.length * WEEK_DAYS; turn += 1) {
      const viewer = viewers[(turn * 7) % viewers.length]
      const item = own[turn % own.length]
      const day = dayBefore(now, 1 + (turn % (WEEK_DAYS - 1)))
      if (viewer === undefined || item === undefined) break
      const view = { viewerId: viewer.id, itemId: item.id, day }
      const isOwn = viewer.id === ownerId
      const isEarly = day <= toDay(item.createdAt) || day <= toDay(viewer.joinedAt)
      if (isOwn || isEarly || known.has(keyOf(view))) continue
      known.add(keyOf(view))
      added.push(view)
      missing -= 1
    }
  }
  return added
}

/** A week has at least this many times the views of the one before. */
const LIFT = 1.08

const keyOf = ({ viewerId, itemId, day }: Attention['views'][number]) =>
  `${viewerId} ${itemId} ${day}`
const toDay = (at: Date) => at.toISOString().slice(0, 10)
const dayBefore = (now: Date, days: number) => toDay(new Date(now.getTime() - days * DAY))
const ageOf = (day: string, now: Date) =>
  Math.round((Date.parse(toDay(now)) - Date.parse(day)) / DAY)
