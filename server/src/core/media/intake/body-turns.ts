/** So that 40 MB a second are taken in at most: more than are cleaned meanwhile. */
const REST_MS = 1

/** Whoever waits to write a piece of a body, by the order in which the bodies began. */
const waiting = new Map<number, () => void>()
let isTaken = false
let begun = 0

/**
 * The same pieces, each of which is handed on when its turn has come: while one is written to disk, those of all other
 * bodies wait, and of these the one that began first is next. A hundred uploads that arrive at once would else fill
 * every turn of the event loop, and end all at once; who only looks would wait behind all of them. Nobody's line is
 * waited for: a piece that waits has come.
 */
export async function* inTurns(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  begun += 1
  const place = begun
  for await (const piece of pieces) {
    await turn(place)
    try {
      yield piece
    } finally {
      // Half of the time is for whoever asks for something else.
      setTimeout(passOn, REST_MS)
    }
  }
}

async function turn(place: number): Promise<void> {
  if (isTaken) return new Promise((resolve) => waiting.set(place, resolve))
  isTaken = true
}

function passOn(): void {
  const first = Math.min(...waiting.keys())
  const next = waiting.get(first)
  waiting.delete(first)
  if (next === undefined) isTaken = false
  else next()
}
