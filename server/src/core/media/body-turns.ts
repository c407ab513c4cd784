/** So that 40 MB a second are taken in at most: more than are cleaned meanwhile. */
const REST_MS = 1

/** Whoever waits to write a piece of a body. */
const waiting: (() => void)[] = []
let isTaken = false

/**
 * The same pieces, each of which is handed on when its turn has come: while one is written to disk, those of all other
 * bodies wait. A hundred uploads that arrive at once would else fill every turn of the event loop, and who only looks
 * would wait behind all of them. Nobody's line is waited for: a piece that waits has come.
 */
export async function* inTurns(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    await turn()
    try {
      yield piece
    } finally {
      // Half of the time is for whoever asks for something else.
      setTimeout(passOn, REST_MS)
    }
  }
}

async function turn(): Promise<void> {
  if (isTaken) return new Promise((resolve) => waiting.push(resolve))
  isTaken = true
}

function passOn(): void {
  const next = waiting.shift()
  if (next === undefined) isTaken = false
  else next()
}
