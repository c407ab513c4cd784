import { describe, expect, it } from 'vitest'
import { publicationDates, messageDates } from './dates.ts'
import { readWorld } from '../world.ts'

const now = new Date('2026-11-20T12:00:00Z')

describe('messageDates', () => {
  it('spreads the threads over the last days, each in order and after its work was published', async () => {
    const { threads, works, more } = await readWorld()
    const published = publicationDates(works, { days: more.workDays, now })
    const dates = messageDates(threads, { published, now })
    expect(dates.map((times) => times.length)).toEqual(
      threads.map(({ messages }) => messages.length),
    )
    for (const [place, { work, subject }] of threads.entries()) {
      const times = (dates[place] ?? []).map((time) => time.getTime())
      expect(times, subject).toEqual(times.toSorted((a, b) => a - b))
      const earliest = work === null ? 0 : (published.get(work)?.getTime() ?? 0)
      expect(times[0], subject).toBeGreaterThan(earliest)
      expect(times.at(-1), subject).toBeLessThan(now.getTime())
    }
    const last = dates.map((times) => times.at(-1)?.getTime() ?? 0)
    const days = new Set(last.map((time) => new Date(time).toDateString()))
    expect(days.size).toBeGreaterThan(5)
  })
})
