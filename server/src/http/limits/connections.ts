import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Requests that a connection may send ahead of the one that is being answered. Browsers send none ahead. */
const MAX_WAITING = 32
/** Streams wait for their reader, so that they have fewer unsent bytes than this. */
const MUCH_UNSENT = 128 * 1024
/** How long a reader may take nothing at all while we hold much for it. */
const STALLED_MS = 20_000
const CHECK_MS = 5_000

/** How far a reader has come. */
interface Progress {
  /** Bytes of writes that the system took as a whole, and those it has still to take of the current one. */
  taken: number
  current: number
  /** When it came so far, as `performance.now()` tells it. */
  since: number
}

/**
 * Limits what a connection can make us hold for a reader that does not read. Its requests are answered one after the
 * other, each when the system has taken the whole answer before it. Too many requests sent ahead close it, and so does
 * reading nothing for 20 seconds while others wait or much is unsent.
 */
export function guardConnections(server: Server, answer: Answer): Answer {
  const open = new Map<Socket, Progress | null>()
  const waiting = new WeakMap<Socket, number>()
  const countWaiting = (socket: Socket, change: number): number => {
    const count = (waiting.get(socket) ?? 0) + change
    waiting.set(socket, count)
    return count
  }

  server.on('connection', (socket: Socket) => {
    open.set(socket, null)
    socket.once('close', () => open.delete(socket))
  })

  const check = () => {
    const now = performance.now()
    for (const [socket, before] of open) {
      const isHeld = socket.writableLength > MUCH_UNSENT || (waiting.get(socket) ?? 0) > 0
      if (!isHeld || socket.writableLength === 0) {
        if (before !== null) open.set(socket, null)
        continue
      }
      const { taken, current } = progressOf(socket)
      if (before?.taken !== taken || before.current !== current)
        open.set(socket, { taken, current, since: now })
      else if (now - before.since >= STALLED_MS) socket.destroy()
    }
  }
  const timer = setInterval(check, CHECK_MS).unref()
  server.once('close', () => clearInterval(timer))

  return (request, response) => {
    // Node gives an answer the connection once all answers before it have left.
    if (response.socket !== null) {
      answer(request, response)
      return
    }
    const { socket } = request
    if (countWaiting(socket, 1) > MAX_WAITING) {
      socket.destroy()
      return
    }
    response.once('socket', () => {
      countWaiting(socket, -1)
      // Node is still at it.
      process.nextTick(answer, request, response)
    })
  }
}

function progressOf(socket: Socket): Pick<Progress, 'taken' | 'current'> {
  // Nothing public says how much of a write is left. Node's own timeouts read this, too.
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null }
  return {
    taken: socket.bytesWritten - socket.writableLength,
    current: handle?.writeQueueSize ?? 0,
  }
}
