import { describe, expect, it } from 'vitest'
import { makeToggleQueue, type ToggleTask, withLike, withSave } from './toggle-queue.ts'

/** A server that answers when the test says so, and a screen that records what it was given. */
function stage(confirmed = false) {
  const sent: {
    wanted: boolean
    answer: (state?: boolean) => void
    refuse: (why: Error) => void
  }[] = []
  const shown: boolean[] = []
  const settled: boolean[] = []
  const failed: { error: unknown; confirmed: boolean }[] = []
  const queue = makeToggleQueue()
  let state = confirmed
  const task: ToggleTask<boolean> = {
    send: (wanted) =>
      new Promise((resolve, reject) => {
        sent.push({ wanted, answer: (answered = wanted) => resolve(answered), refuse: reject })
      }),
    stateOf: (answer) => answer,
    show: (next) => {
      state = next
      shown.push(next)
    },
    settle: (answer) => {
      state = answer
      settled.push(answer)
    },
    fail: (error, back) => failed.push({ error, confirmed: back }),
  }
  const toggle = (wanted: boolean, key = 'like:1') => queue.toggle(key, state, wanted, task)
  /** Waits until given answers have been handled. */
  const turn = async () => {
    for (let i = 0; i < 5; i++) await Promise.resolve()
  }
  return {
    queue,
    sent,
    shown,
    settled,
    failed,
    toggle,
    turn,
    get state() {
      return state
    },
  }
}
const refusal = new Error('503: no')

describe('toggle queue', () => {
  it('shows the wanted state at once and settles on the answer', async () => {
    const { queue, sent, shown, settled, toggle } = stage()
    const rest = toggle(true)
    expect(shown).toEqual([true])
    expect(queue.pending('like:1')).toBe(true)
    sent[0]?.answer()
    await rest
    expect(settled).toEqual([true])
    expect(queue.pending('like:1')).toBeUndefined()
  })

  it('sends nothing when the state is already the wanted one', async () => {
    const { sent, shown, toggle } = stage(true)
    await toggle(true)
    expect(sent).toHaveLength(0)
    expect(shown).toEqual([])
  })

  it('ignores a state that is already being sent', async () => {
    const { sent, shown, toggle } = stage()
    const rest = toggle(true)
    const again = toggle(true)
    expect(again).toBe(rest)
    expect(sent).toHaveLength(1)
    expect(shown).toEqual([true])
    sent[0]?.answer()
    await rest
    expect(sent).toHaveLength(1)
  })

  it('keeps one request in flight and then sends the last wanted state', async () => {
    const s = stage()
    const rest = s.toggle(true)
    void s.toggle(false)
    expect(s.state).toBe(false)
    expect(s.sent.map(({ wanted }) => wanted)).toEqual([true])
    s.sent[0]?.answer()
    await s.turn()
    expect(s.sent.map(({ wanted }) => wanted)).toEqual([true, false])
    expect(s.settled).toEqual([])
    s.sent[1]?.answer()
    await rest
    expect(s.settled).toEqual([false])
    expect(s.state).toBe(false)
  })

  it('sends nothing more when the last wanted state is the one being sent', async () => {
    const s = stage()
    const rest = s.toggle(true)
    void s.toggle(false)
    void s.toggle(true)
    void s.toggle(false)
    void s.toggle(true)
    s.sent[0]?.answer()
    await rest
    expect(s.sent).toHaveLength(1)
    expect(s.settled).toEqual([true])
  })

  it("shows the server's answer where it differs", async () => {
    const s = stage()
    const rest = s.toggle(true)
    s.sent[0]?.answer(false)
    await rest
    expect(s.sent).toHaveLength(1)
    expect(s.settled).toEqual([false])
    expect(s.state).toBe(false)
  })

  it('needs no second request when the server already has the newer wanted state', async () => {
    const s = stage()
    const rest = s.toggle(true)
    void s.toggle(false)
    s.sent[0]?.answer(false)
    await rest
    expect(s.sent).toHaveLength(1)
    expect(s.settled).toEqual([false])
  })

  it('returns to the confirmed state and reports it when it fails', async () => {
    const s = stage()
    const rest = s.toggle(true)
    s.sent[0]?.refuse(refusal)
    await rest
    expect(s.shown).toEqual([true, false])
    expect(s.failed).toEqual([{ error: refusal, confirmed: false }])
    expect(s.settled).toEqual([])
    expect(s.queue.pending('like:1')).toBeUndefined()
  })

  it('returns to the last answer, not to the initial state', async () => {
    const s = stage()
    const rest = s.toggle(true)
    void s.toggle(false)
    s.sent[0]?.answer()
    await s.turn()
    s.sent[1]?.refuse(refusal)
    await rest
    expect(s.state).toBe(true)
    expect(s.failed).toEqual([{ error: refusal, confirmed: true }])
  })

  it('sends a newer wanted state after a failure, and reports nothing if that succeeds', async () => {
    const s = stage()
    const rest = s.toggle(true)
    void s.toggle(false)
    s.sent[0]?.refuse(refusal)
    await s.turn()
    expect(s.sent.map(({ wanted }) => wanted)).toEqual([true, false])
    s.sent[1]?.answer()
    await rest
    expect(s.failed).toEqual([])
    expect(s.settled).toEqual([false])
  })

  it('can be used again after a failure', async () => {
    const s = stage()
    const first = s.toggle(true)
    s.sent[0]?.refuse(refusal)
    await first
    const second = s.toggle(true)
    s.sent[1]?.answer()
    await second
    expect(s.state).toBe(true)
    expect(s.failed).toHaveLength(1)
  })

  it('handles keys independently', async () => {
    const s = stage()
    const one = s.queue.toggle('like:1', false, true, taskOf(s))
    const two = s.queue.toggle('like:2', false, true, taskOf(s))
    expect(s.sent).toHaveLength(2)
    s.sent[1]?.answer()
    await two
    expect(s.queue.pending('like:1')).toBe(true)
    s.sent[0]?.refuse(refusal)
    await one
    expect(s.failed).toHaveLength(1)
  })

  it('treats a send that throws at once like any other failure', async () => {
    const s = stage()
    await s.queue.toggle('like:1', false, true, {
      ...taskOf(s),
      send: () => {
        throw refusal
      },
    })
    expect(s.failed).toEqual([{ error: refusal, confirmed: false }])
  })

  it('always ends at the last wanted or the last confirmed state, whatever is tapped and answered', async () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = numbers(seed)
      const s = stage()
      let server = false
      let lastWanted = false
      let rest: Promise<void> = Promise.resolve()
      const at = { rest: true }
      const taps = 1 + Math.floor(random() * 8)
      for (let i = 0; i < taps; i++) {
        lastWanted = random() < 0.5
        rest = s.toggle(lastWanted)
        at.rest = false
        if (random() < 0.4) await answerOne()
      }
      void rest.then(() => (at.rest = true))
      for (let i = 0; i < 40 && !at.rest; i++) await answerOne()
      expect(at.rest, `seed ${seed}`).toBe(true)
      expect(s.queue.pending('like:1')).toBeUndefined()
      expect(s.state, `seed ${seed}`).toBe(server)
      if (s.failed.length === 0) expect(server, `seed ${seed}`).toBe(lastWanted)

      async function answerOne() {
        const open = s.sent.shift()
        if (open) {
          if (random() < 0.25) open.refuse(refusal)
          else {
            server = open.wanted
            open.answer()
          }
        }
        await s.turn()
      }
    }
  })
})

const taskOf = (s: ReturnType<typeof stage>): ToggleTask<boolean> => ({
  send: (wanted) =>
    new Promise((resolve, reject) => {
      s.sent.push({ wanted, answer: (answered = wanted) => resolve(answered), refuse: reject })
    }),
  stateOf: (answer) => answer,
  show: (state) => s.shown.push(state),
  settle: (answer) => s.settled.push(answer),
  fail: (error, confirmed) => s.failed.push({ error, confirmed }),
})

/** The same numbers for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const entity = { isLiked: false, isSaved: false, likeCount: 4, likes: 4, saveCount: 0 }

it('changes both names of the like count with the like', () => {
  expect(withLike(entity, true)).toEqual({ isLiked: true, likeCount: 5, likes: 5 })
  expect(withLike({ ...entity, isLiked: true }, false)).toEqual({
    isLiked: false,
    likeCount: 3,
    likes: 3,
  })
})

it('counts nothing twice and never below zero', () => {
  expect(withLike({ ...entity, isLiked: true }, true)).toEqual({})
  expect(withSave(entity, false)).toEqual({})
  expect(withSave({ ...entity, isSaved: true, saveCount: 0 }, false)).toEqual({
    isSaved: false,
    saveCount: 0,
  })
})
